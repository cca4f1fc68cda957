import { defineConfig, devices } from '@playwright/test';
import { quietBrowser } from './scripts/chromium.mjs';

// Each worker starts its own site (e2e/site.ts), so there is no webServer here.
export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/prepare.ts',
  // Generous: what waits in vain costs time only where something is wrong.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  // Each has a site of its own, with a browser, for two cores.
  workers: 2,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  outputDir: 'test-results',
  reporter: 'list',
  use: {
    // Recording every step takes a seventh of the time: `--trace retain-on-failure` when one fails.
    trace: 'off',
    screenshot: 'only-on-failure',
    // Movement and fine pixels are drawn by the processor here, and take a third of the time. A test of
    // movement asks for it: `page.emulateMedia({ reducedMotion: 'no-preference' })`.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: quietBrowser(),
  },
  projects: [
    {
      name: 'phone',
      use: {
        viewport: { width: 360, height: 740 },
        deviceScaleFactor: 1,
        hasTouch: true,
        isMobile: true,
        userAgent: devices['Galaxy S9+'].userAgent,
      },
    },
    {
      name: 'desktop',
      use: { viewport: { width: 1280, height: 800 } },
      // What these prove does not depend on the size of the screen.
      grepInvert: /@any-screen/,
      testIgnore: /(french|languages|content)\.spec\.ts$/,
    },
  ],
});

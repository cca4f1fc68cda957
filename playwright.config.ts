import { defineConfig, devices } from '@playwright/test';
import { ensureChromium } from './scripts/chromium.mjs';

/**
 * What the browser does without: the page of its address bar, which it draws anew for every window though
 * nobody sees it, and a process kept ready for another site. They were half of what the journeys cost.
 * Of two such lists the browser takes the last, so the rest repeats the one of Playwright itself
 * (packages/playwright-core/src/server/chromium/chromiumSwitches.ts).
 */
const withoutFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'SpareRendererForSitePerProcess',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

// Each worker starts its own site (e2e/site.ts), so there is no webServer here.
export default defineConfig({
  testDir: 'e2e',
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
    launchOptions: {
      executablePath: ensureChromium(),
      // A browser that speaks to nobody but the site under test.
      args: [
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        '--disable-quic',
        `--disable-features=${withoutFeatures.join(',')}`,
      ],
    },
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

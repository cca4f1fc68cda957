import { defineConfig, devices } from '@playwright/test';
import { quietBrowser } from './scripts/chromium.mjs';

// `npm test` plays each journey on the size where it matters most, and looks at every screen on a phone; docs/testing.md has
// the rule. `npm run test:full` plays all of them on both (JOURNEYS=all), but for those tagged @any-screen, which set
// their own size or have none, and run on the phone.
const isFull = process.env.JOURNEYS === 'all';
const dashboard = [
  'donations',
  'email',
  'fulfilment',
  'jobs',
  'lists',
  'mailing',
  'merge',
  'money-review',
  'new-site',
  'overview',
  'reports',
  'roles',
  'settings',
  'social',
  'statement',
  'submissions',
  'users',
  'webhooks',
  'welcome',
].join('|');
/** Matched against "project file title tags". */
const onDesktop = new RegExp(`@desktop|(?:^| )(?:${dashboard})\\.spec\\.ts (?!.*@any-screen)`);
const onBothSizes = /@both-sizes/;
const everyScreen = /every-screen\.spec\.ts$/;
const onlyInFull = /@only-in-full/;

const phone = {
  viewport: { width: 360, height: 740 },
  deviceScaleFactor: 1,
  hasTouch: true,
  isMobile: true,
  userAgent: devices['Galaxy S9+'].userAgent,
};
const desktop = { viewport: { width: 1280, height: 800 } };

// Each worker starts its own site (e2e/site.ts), so there is no webServer here.
export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/prepare.ts',
  // Generous: what waits in vain costs time only where something is wrong.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  // Each has a site of its own, with a browser. On two cores one of three always waits for something.
  workers: 3,
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
    // These take the longest, so they begin first.
    { name: 'screens of a phone', use: phone, testMatch: everyScreen },
    ...(isFull ? [{ name: 'screens of a desktop', use: desktop, testMatch: everyScreen }] : []),
    {
      name: 'phone',
      use: phone,
      testIgnore: everyScreen,
      grepInvert: isFull ? [] : [onDesktop, onlyInFull],
    },
    {
      name: 'desktop',
      use: desktop,
      grep: isFull ? /./ : [onDesktop, onBothSizes],
      grepInvert: /@any-screen/,
      testIgnore: [everyScreen, /(french|languages|content)\.spec\.ts$/],
    },
  ],
});

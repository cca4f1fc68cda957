// The browsers of the end-to-end tests: the system's Chromium, so that nothing is downloaded.
import { pathToFileURL } from 'node:url';
import { findProgram, installOnDebian } from './install-tool.mjs';

const findChromium = () =>
  findProgram(
    [
      process.env.CHROMIUM_PATH ?? '',
      '/usr/bin/chromium',
      '/usr/bin/google-chrome',
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    ],
    ['chromium', 'chromium-browser', 'google-chrome'],
  );
const findShell = () =>
  findProgram(
    [process.env.CHROMIUM_PATH ?? ''],
    ['chromium-headless-shell', 'chrome-headless-shell'],
  );

/** The path of a whole Chromium, with settings of its own; `CHROMIUM_PATH` wins. Installs Debian's when there is none. */
export function ensureChromium() {
  if (!findChromium())
    installOnDebian(['chromium', 'chromium-headless-shell', 'fonts-liberation'], 'Chromium');
  const found = findChromium();
  if (!found) throw new Error('Chromium was installed but not found: set CHROMIUM_PATH.');
  return found;
}

/**
 * The path of Chromium without windows, which costs a sixth less processor time than the whole one. Where it is
 * missing the whole one is used; Debian's two are installed together.
 */
function ensureHeadlessShell() {
  const whole = ensureChromium();
  return findShell() ?? whole;
}

/**
 * Features that the browser does without: the page of its address bar, which it draws anew for every window though
 * no one sees it, and a process kept ready for another site. They were half of what the journeys cost.
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

/** How Playwright is to launch it: as a browser that speaks to no one but the site under test, and does little else. */
export const quietBrowser = () => ({
  executablePath: ensureHeadlessShell(),
  args: [
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
    '--disable-quic',
    // As phones draw text. Hinted to whole pixels, lines break elsewhere, and machines differ in whether they hint.
    '--font-render-hinting=none',
    `--disable-features=${withoutFeatures.join(',')}`,
  ],
});

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) console.log(ensureChromium());

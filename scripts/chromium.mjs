// The browser of the end-to-end tests: the system's Chromium, so that nothing is downloaded.
import { pathToFileURL } from 'node:url';
import { findProgram, installOnDebian } from './install-tool.mjs';

const candidates = [
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The path of a Chromium; `CHROMIUM_PATH` wins. Installs Debian's when there is none. */
export function ensureChromium() {
  const find = () =>
    findProgram(
      [process.env.CHROMIUM_PATH ?? '', ...candidates],
      ['chromium', 'chromium-browser', 'google-chrome'],
    );
  const found = find();
  if (found) return found;
  installOnDebian(['chromium', 'fonts-liberation'], 'Chromium');
  const installed = find();
  if (!installed) throw new Error('Chromium was installed but not found: set CHROMIUM_PATH.');
  return installed;
}

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

/** How Playwright is to launch it: as a browser that speaks to nobody but the site under test, and does little else. */
export const quietBrowser = () => ({
  executablePath: ensureChromium(),
  args: [
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
    '--disable-quic',
    `--disable-features=${withoutFeatures.join(',')}`,
  ],
});

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) console.log(ensureChromium());

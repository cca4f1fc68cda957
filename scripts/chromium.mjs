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

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) console.log(ensureChromium());

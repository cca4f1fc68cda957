import { words } from '../../shared/words.ts';

/** What a browser says of itself, as far as a person would recognise it; null is "we cannot tell". */
export interface Device {
  browser: string | null;
  system: string | null;
}

/** The first that fits: browsers name those whose pages they want to be served. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:EdgA?|EdgiOS)\//, 'Edge'],
  [/\b(?:OPR|OPT|OPiOS|Opera|Opera Mini)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:UCBrowser|UCWEB)\b/, 'UC Browser'],
  [/\bYaBrowser\//, 'Yandex Browser'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(?:HuaweiBrowser)\//, 'Huawei Browser'],
  [/\b(?:MiuiBrowser|XiaoMi)\b/, 'Mi Browser'],
  [/\b(?:DuckDuckGo|Ddg)\//, 'DuckDuckGo'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|Chromium|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:KAIOS)\b/i, 'KaiOS'],
  [/\b(?:HarmonyOS|OpenHarmony)\b/, 'HarmonyOS'],
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\b(?:Macintosh|Mac OS X)\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

const nameIn = (table: typeof BROWSERS, userAgent: string) =>
  table.find(([sign]) => sign.test(userAgent))?.[1] ?? null;

/** Browser and system of a `User-Agent`: names from the tables above, never text of the caller's. */
export const deviceOf = (userAgent: string): Device => ({
  browser: nameIn(BROWSERS, userAgent),
  system: nameIn(SYSTEMS, userAgent),
});

/** "Chrome on Android", in the language of `t`. */
export function describeDevice(
  t: (sentence: string, values?: Record<string, string>) => string,
  { browser, system }: Device,
): string {
  if (browser && system) return t(words('{browser} on {system}'), { browser, system });
  return browser ?? system ?? t(words('Unknown browser'));
}

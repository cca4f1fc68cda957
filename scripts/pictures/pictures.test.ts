import { readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import * as harfbuzz from 'harfbuzzjs';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LANGUAGES } from '../../src/shared/language.ts';
import { KNOWN_TEXTS } from '../../src/features/content/texts/known-texts.rules.ts';
import { AFRICAN_COUNTRIES } from '../../src/shared/country.ts';
import { OUTLINES } from '../../src/web/pictures/outlines.ts';
import { LETTERS, wholeFace } from './face.ts';
import { letter } from './lettering.ts';
import { committedPictures } from './make.ts';
import { drawRasters } from './rasters.ts';

const french = JSON.parse(readFileSync('src/web/locales/fr.json', 'utf8')) as Record<
  string,
  string
>;
// Another test of the same process may have forbidden this loader for good (encoder.gateway.ts), whichever comes first.
const SVG = { operation: ['VipsForeignLoadSvg'] };
beforeAll(() => sharp.unblock(SVG));
afterAll(() => sharp.block(SVG));

const committed = await committedPictures();

test.each(Object.keys(committed))('%s is what scripts/pictures/make.ts makes', (path) => {
  expect(readFileSync(path).equals(committed[path] as Buffer), 'run make.ts').toBe(true);
});

test('the committed pictures keep to their budgets', () => {
  const size = (path: string) => readFileSync(path).length;
  const tight = (path: string) => brotliCompressSync(readFileSync(path)).length;
  expect(size('src/web/font/bricolage-grotesque-800.woff2')).toBeLessThanOrEqual(7 * 1024);
  for (const weight of [400, 700]) {
    expect(size(`src/web/font/andika-${weight}.woff2`)).toBeLessThanOrEqual(7 * 1024);
    expect(size(`src/web/font/andika-latin-${weight}.woff2`)).toBeLessThanOrEqual(4 * 1024);
    expect(size(`src/web/font/andika-latin-ext-${weight}.woff2`)).toBeLessThanOrEqual(2 * 1024);
  }
  expect(size('src/web/pictures/outlines.ts')).toBeLessThanOrEqual(12 * 1024);
  expect(tight('src/web/pictures/headquarters.svg')).toBeLessThanOrEqual(3 * 1024);
  for (const language of LANGUAGES) {
    expect(tight(`src/web/pictures/booklet-${language}.svg`)).toBeLessThanOrEqual(3 * 1024);
    expect(tight(`src/web/pictures/kit-${language}.svg`)).toBeLessThanOrEqual(6.25 * 1024);
  }
});

test('a drawing needs nothing but itself: no script, no style, no text, no other file', () => {
  for (const path of [
    'src/web/pictures/headquarters.svg',
    ...LANGUAGES.flatMap((language) =>
      ['booklet', 'kit'].map((name) => `src/web/pictures/${name}-${language}.svg`),
    ),
    'src/web/public/favicon.svg',
  ]) {
    const drawing = readFileSync(path, 'utf8');
    expect(drawing, path).not.toMatch(/<(script|style|text|image|foreignObject|a)\b/);
    expect(drawing.replace('http://www.w3.org/2000/svg', ''), path).not.toMatch(
      /https?:|url\(|data:|\son\w+=|href="[^#]|NaN|undefined/,
    );
  }
});

test('the face has every letter of its list, and headlines use no others', async () => {
  const face = new harfbuzz.Face(
    new harfbuzz.Blob(new Uint8Array(await wholeFace('headline')).buffer),
  );
  const known = new Set(face.collectUnicodes());
  const unknown = [...LETTERS].filter((letter) => !known.has(letter.codePointAt(0) as number));
  expect(unknown).toEqual([]);

  const headlines = KNOWN_TEXTS.filter(({ key }) => /title|heading|number/.test(key)).flatMap(
    ({ fallback }) => [fallback, french[fallback] ?? ''],
  );
  expect(headlines).toContain('Fifty-four threads.');
  const missing = headlines
    .flatMap((headline) => [...headline])
    // The narrow space of French may come from any face.
    .filter((c) => c !== '\u202f' && !LETTERS.includes(c));
  expect(missing).toEqual([]);
});

test('the map has an outline for each of the 54 countries and for no other', () => {
  expect(Object.keys(OUTLINES).sort()).toEqual(AFRICAN_COUNTRIES.map(([code]) => code).sort());
});

test('a line of letters that the face does not have is refused, not drawn with holes', async () => {
  await expect(letter('Ω', { use: 'headline', size: 10 })).rejects.toThrow(
    'The face has no letter',
  );
});

test('icons and sharing pictures have their sizes and weigh at most 60 KB each', async () => {
  const rasters = await drawRasters();
  const sizes: Record<string, string> = {};
  for (const [name, bytes] of Object.entries(rasters)) {
    const { format, width, height } = await sharp(bytes).metadata();
    sizes[name] = `${format} ${width}×${height}`;
    expect(bytes.length, name).toBeLessThanOrEqual(60 * 1024);
  }
  expect(sizes).toEqual({
    'icon-180.png': 'png 180×180',
    'icon-192.png': 'png 192×192',
    'icon-512.png': 'png 512×512',
    'share-en.png': 'png 1200×630',
    'share-fr.png': 'png 1200×630',
  });
  expect(rasters['share-en.png']?.equals(rasters['share-fr.png'] as Buffer)).toBe(false);
});

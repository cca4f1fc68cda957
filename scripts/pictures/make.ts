// Draws the pictures that are committed, from the face and the map they are made of:
//
//   node scripts/pictures/make.ts
//
// docs/pictures.md says how. scripts/pictures/pictures.test.ts fails when a file is not what this makes.
import { copyFileSync, writeFileSync } from 'node:fs';
import { BOOKLET_WORDS, drawBooklet } from './booklet.ts';
import { headlineFace, rareTextFace, textFace } from './face.ts';
import { drawHeadquarters } from './headquarters.ts';
import { drawKit, KIT_WORDS } from './kit.ts';
import { outlineAfrica } from './outlines.ts';

/** The licence of each face goes with its file (SIL Open Font License, condition 2). */
const LICENCES = [
  ['@fontsource-variable/bricolage-grotesque', 'OFL-bricolage-grotesque.txt'],
  ['@fontsource/andika', 'OFL-andika.txt'],
] as const;

/** Path in the repository → what belongs there. */
export async function committedPictures(): Promise<Record<string, Buffer>> {
  const { countries, sahara } = outlineAfrica();
  const outlines = [
    '// Written by scripts/pictures/make.ts from Natural Earth 1:50m (public domain).',
    '/** Path data of the countries by ISO 3166-1 code, on a grid of 400 × 360. */',
    'export const OUTLINES: Readonly<Record<string, string>> = {',
    ...Object.entries(countries).map(([code, path]) => `  ${code}: '${path}',`),
    '};',
    '/** Western Sahara, whose status is open (United Nations): drawn without a name or a count. */',
    `export const SAHARA = '${sahara}';`,
    '',
  ].join('\n');
  return {
    'src/web/font/bricolage-grotesque-800.woff2': await headlineFace(),
    'src/web/font/andika-400.woff2': await textFace(400),
    'src/web/font/andika-700.woff2': await textFace(700),
    'src/web/font/andika-latin-400.woff2': await rareTextFace(400, 'latin'),
    'src/web/font/andika-latin-700.woff2': await rareTextFace(700, 'latin'),
    'src/web/font/andika-latin-ext-400.woff2': await rareTextFace(400, 'latin-ext'),
    'src/web/font/andika-latin-ext-700.woff2': await rareTextFace(700, 'latin-ext'),
    'src/web/pictures/outlines.ts': Buffer.from(outlines),
    'src/web/pictures/headquarters.svg': Buffer.from(drawHeadquarters()),
    ...(await inLanguages('booklet', BOOKLET_WORDS, drawBooklet)),
    ...(await inLanguages('kit', KIT_WORDS, drawKit)),
  };
}

/** A drawing with words in it, as one file a language. */
async function inLanguages<W>(
  name: string,
  words: Readonly<Record<string, W>>,
  draw: (words: W) => Promise<string>,
): Promise<Record<string, Buffer>> {
  const files = Object.entries(words).map(async ([language, own]) => [
    `src/web/pictures/${name}-${language}.svg`,
    Buffer.from(await draw(own)),
  ]);
  return Object.fromEntries(await Promise.all(files)) as Record<string, Buffer>;
}

if (import.meta.main) {
  for (const [path, bytes] of Object.entries(await committedPictures())) {
    writeFileSync(path, bytes);
    console.log(`${String(bytes.length).padStart(6)} ${path}`);
  }
  for (const [face, copy] of LICENCES)
    copyFileSync(`node_modules/${face}/LICENSE`, `src/web/font/${copy}`);
}

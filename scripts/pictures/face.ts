import { readFileSync } from 'node:fs';
import subsetFont from 'subset-font';

/**
 * The characters of headlines and numbers in English, French, Portuguese, Spanish and Kiswahili, but for
 * capitals that hardly occur. A headline with another character shows that one in the fallback face.
 */
export const LETTERS = [
  'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789',
  'ÀÇÉÊàâçèéêëîïôœùû', // French
  'ãíóáõúñ', // Portuguese, Spanish
  ' \u00a0.,:;!?…-–—+/%$()’“”«»',
].join('');

/** The characters of running text: those of headlines, and signs of addresses and amounts. */
const TEXT_LETTERS = `${LETTERS}·€&‘'"@_×©`;

/**
 * Letters of names that most pages have none of, in two faces of their own (`unicode-range` in faces.css): the rest of Latin-1,
 * and those of Akan, Ewe, Hausa, Yoruba and their neighbours.
 */
const RARE_LETTERS = {
  latin: 'ÁÂÃÄÅÆÈËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜÝŸŒßäåæìðòöøüýþÿ',
  'latin-ext': 'ɛɔŋọẹṣɓɗƙƐƆŊỌẸṢƁƊƘ',
};

const HEADLINES =
  '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-standard-normal';
const text = (weight: Weight, letters: 'latin' | 'latin-ext') =>
  `@fontsource/andika/files/andika-${letters}-${weight}-normal`;

type Weight = 400 | 700;

/** Bricolage Grotesque where it is narrow and heavy, drawn for large sizes: one instance, no axes. */
const HEADLINE_AXES = { wght: 800, wdth: 75, opsz: 96 };

const read = (path: string) => readFileSync(`node_modules/${path}.woff2`);
const SMALLEST = {
  targetFormat: 'woff2',
  keepFeatures: [],
  noHinting: true,
  preserveNameIds: [],
} as const;

/** Of headlines and numbers from 22 px up, as a browser loads it. Kerning would nearly double it: 12 KB for 7. */
export const headlineFace = (): Promise<Buffer> =>
  subsetFont(read(HEADLINES), LETTERS, {
    ...SMALLEST,
    variationAxes: HEADLINE_AXES,
  });

/** Of running text. */
export const textFace = (weight: Weight): Promise<Buffer> =>
  subsetFont(read(text(weight, 'latin')), TEXT_LETTERS, SMALLEST);

/** RARE_LETTERS of running text. */
export const rareTextFace = (weight: Weight, of: keyof typeof RARE_LETTERS): Promise<Buffer> =>
  subsetFont(read(text(weight, of)), RARE_LETTERS[of], SMALLEST);

/** A face as HarfBuzz reads it, for lettering in pictures. */
export const wholeFace = (use: 'headline' | 'text'): Promise<Buffer> =>
  use === 'headline'
    ? subsetFont(read(HEADLINES), LETTERS, {
        targetFormat: 'truetype',
        variationAxes: HEADLINE_AXES,
      })
    : subsetFont(read(text(700, 'latin')), TEXT_LETTERS, { targetFormat: 'truetype' });

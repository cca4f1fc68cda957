import { readFileSync } from 'node:fs';
import subsetFont from 'subset-font';

/**
 * The characters of headlines and numbers in English, French, Portuguese, Spanish and Kiswahili.
 * A headline with another character shows that one in the fallback face.
 */
export const LETTERS = [
  'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789',
  'ÀÂÄÆÇÈÉÊËÎÏÔŒÙÛÜàâäæçèéêëîïôœùûüÿ', // French
  'ÁÃÍÓÕÚáãíóõú', // Portuguese, Spanish
  'Ññ',
  ' \u00a0.,:;!?¡¿…·-–—+/%$€&()’‘“”«»\'"',
].join('');

const source = (weight: number) =>
  readFileSync(`node_modules/@fontsource/ojuju/files/ojuju-latin-${weight}-normal.woff2`);

/** Ojuju at weight 800, cut down to LETTERS and their kerning, as a browser loads it. */
export const headlineFace = (): Promise<Buffer> =>
  subsetFont(source(800), LETTERS, {
    targetFormat: 'woff2',
    keepFeatures: ['kern'],
    noHinting: true,
    preserveNameIds: [],
  });

/** Ojuju at a weight with all its Latin letters, as HarfBuzz reads it. */
export const wholeFace = (weight: number): Promise<Buffer> =>
  subsetFont(source(weight), LETTERS, { targetFormat: 'truetype' });

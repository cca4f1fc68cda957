// Also an input of the browser's build, though no page loads it: only the server's markup names these
// files, and the build holds only what the browser's side imports.
import booklet from './booklet.svg';
import kit from './kit.svg';
import headquarters from './headquarters.svg';

/** Addresses and sizes of the drawings that are files of their own. */
export const DRAWINGS = {
  booklet: { src: booklet, width: 340, height: 440 },
  kit: { src: kit, width: 720, height: 600 },
  headquarters: { src: headquarters, width: 480, height: 300 },
} as const;

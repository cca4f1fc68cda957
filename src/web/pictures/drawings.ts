// Also an input of the browser's build, though no page loads it: only the server's markup names these
// files, and the build holds only what the browser's side imports.
import bookletEn from './booklet-en.svg';
import bookletFr from './booklet-fr.svg';
import headquarters from './headquarters.svg';
import kitEn from './kit-en.svg';
import kitFr from './kit-fr.svg';

interface DrawingFile {
  /** By language; English where a language has no file of its own. */
  src: Readonly<Record<string, string> & { en: string }>;
  width: number;
  height: number;
}

/** Addresses and sizes of the drawings that are files of their own. */
export const DRAWINGS = {
  booklet: { src: { en: bookletEn, fr: bookletFr }, width: 340, height: 440 },
  kit: { src: { en: kitEn, fr: kitFr }, width: 720, height: 600 },
  headquarters: { src: { en: headquarters }, width: 480, height: 300 },
} as const satisfies Record<string, DrawingFile>;

/** Stroke and height of a letter, in pixels of the header: whole ones, so that no edge falls between two pixels. */
const STROKE = 4;
const HEIGHT = 18;

/** The outline of a letter in one piece, relative to its top left corner. `w` is its width, `inner` that between its stems. */
type Letter = (w: number, inner: number) => string;

const LETTERS: Readonly<Record<string, Letter>> = {
  A: (w, inner) => `h${w}v18h-4v-6h-${inner}v6h-4zm4 4v4h${inner}v-4z`,
  C: (w) => `h${w}v4h-${w - 4}v10h${w - 4}v4h-${w}z`,
  E: (w) => `h${w}v4h-${w - 4}v3h${w - 6}v4h-${w - 6}v3h${w - 4}v4h-${w}z`,
  F: (w) => `h${w}v4h-${w - 4}v3h${w - 6}v4h-${w - 6}v7h-4z`,
  I: () => 'h4v18h-4z',
  N: (_, inner) => `h4l${inner} 8v-8h4v18h-4l-${inner}-8v8h-4z`,
  O: (w, inner) => `h${w}v18h-${w}zm4 4v10h${inner}v-10z`,
  P: (w, inner) => `h${w}v12h-${w - 4}v6h-4zm4 4v4h${inner}v-4z`,
  R: (w, inner) => `h${w}v12h-3l3 6h-5l-3-6h-${w - 12}v6h-4zm4 4v4h${inner}v-4z`,
  S: (w) => `h${w}v4h-${w - 4}v3h${w - 4}v11h-${w}v-4h${w - 4}v-3h-${w - 4}z`,
  T: (w) => `h${w}v4h-${(w - 4) / 2}v14h-4v-14h-${(w - 4) / 2}z`,
};

const BETWEEN_LETTERS = 2;

/** Lettering of the campaign's own, for words of the letters above: path data. */
export function letterWordmark(text: string, letterWidth = 12) {
  let path = '';
  let x = 0;
  for (const sign of text) {
    const letter = LETTERS[sign];
    if (letter) path += `M${x} 0${letter(letterWidth, letterWidth - 2 * STROKE)}`;
    const width = sign === 'I' ? STROKE : letterWidth;
    // Beside a space there is one gap, the one that the letter before it left.
    x += letter ? width + BETWEEN_LETTERS : width - BETWEEN_LETTERS;
  }
  return { path, width: x - BETWEEN_LETTERS, height: HEIGHT };
}

/** A letter on a grid of 5 × 7: its width, and its pieces as path data, in tenths of a cell. */
type Letter = readonly [width: number, path: string];

const bar = (x: number, y: number, width: number, height: number) =>
  `M${x} ${y}h${width}v${height}h-${width}z`;

// Threads that pass over and under each other: each piece ends where another crosses it.
const head = bar(0, 0, 30, 17);
const stem = bar(0, 20, 17, 50);
const ring = head + stem + bar(33, 0, 17, 50) + bar(20, 53, 30, 17);
const bow = head + stem + bar(33, 0, 17, 28);
const arch = head + stem + bar(33, 0, 17, 30) + bar(20, 33, 30, 17) + bar(33, 53, 17, 17);

const LETTERS: Readonly<Record<string, Letter>> = {
  A: [50, arch],
  C: [47, bar(0, 0, 47, 17) + stem + bar(20, 53, 27, 17)],
  E: [46, bar(0, 0, 46, 17) + bar(0, 20, 17, 30) + bar(20, 27, 20, 16) + bar(0, 53, 46, 17)],
  F: [46, bar(0, 0, 46, 17) + stem + bar(20, 27, 20, 16)],
  I: [17, bar(0, 0, 17, 70)],
  N: [50, 'M0 0h20l13 33v-33h17v70h-21l-12-33v33h-17z'],
  O: [50, ring],
  P: [50, bow + bar(20, 31, 30, 17)],
  R: [50, `${bow}M20 31h30v17h-11l12 22h-17l-12-22h-2z`],
  S: [
    50,
    bar(0, 0, 50, 17) +
      bar(0, 20, 17, 23) +
      bar(20, 26, 30, 17) +
      bar(33, 46, 17, 24) +
      bar(0, 53, 30, 17),
  ],
  T: [50, bar(0, 0, 50, 17) + bar(17, 20, 17, 50)],
};

const BETWEEN_LETTERS = 9;
const BETWEEN_WORDS = 37;

/** Lettering of the campaign's own, for words of the letters above: path data, 70 high. */
export function letterWordmark(text: string): { path: string; width: number } {
  let path = '';
  let x = 0;
  for (const sign of text) {
    const [width, pieces] = LETTERS[sign] ?? [BETWEEN_WORDS - 2 * BETWEEN_LETTERS, ''];
    const start = x;
    path += pieces.replace(/M(\d+)/g, (_, piece: string) => `M${start + Number(piece)}`);
    x += width + BETWEEN_LETTERS;
  }
  return { path, width: x - BETWEEN_LETTERS };
}

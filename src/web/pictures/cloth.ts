import { AFRICAN_COUNTRIES } from '../../shared/country.ts';

/** The seven pigments. They are the same by day and by night. */
export const PIGMENTS = {
  paper: '#f7f1e5',
  ink: '#1d1a2b',
  indigo: '#22244f',
  terracotta: '#b5442a',
  ochre: '#d9982b',
  leaf: '#2f6b4a',
  clay: '#e9d9bd',
} as const;
export type Pigment = keyof typeof PIGMENTS;

const BY_LETTER: Readonly<Record<string, Pigment>> = {
  p: 'paper',
  k: 'ink',
  i: 'indigo',
  t: 'terracotta',
  o: 'ochre',
  l: 'leaf',
  c: 'clay',
};
const pigmentOf = (letter = ''): Pigment => BY_LETTER[letter] ?? 'indigo';

/** Six strips of nine threads, as narrow bands are sewn into one cloth: pigment and thickness. */
const STRIPS = [
  'i3 o1 i2 k3 t3 i2 c2 i3 k2',
  'l3 o2 i2 i3 p1 k3 t2 t3 o1',
  'i3 k2 i3 c3 o2 i2 l3 k1 i3',
  't3 c1 i2 i3 o3 k2 i3 l2 t1',
  'i3 c2 k3 i2 t3 o1 i3 i2 l2',
  'k2 i3 o2 p1 t3 i3 k2 o1 i3',
];
/** In units of the cloth, which are few so that the numbers in every page are short. */
const THICKNESS = [0, 2, 3, 4];

/** Where a thread of the warp lies, in units of the cloth. */
export interface Thread {
  /** Name of its country, as it is stored. */
  country: string;
  code: string;
  pigment: Pigment;
  x: number;
  width: number;
}

/** The warp: one thread for each country, in the order of the list. */
export const THREADS: readonly Thread[] = strung(STRIPS.flatMap((strip) => strip.split(' ')));

function strung(yarns: readonly string[]): Thread[] {
  let x = 0;
  return AFRICAN_COUNTRIES.map(([code, country], i) => {
    const [pigment, thickness] = yarns[i] ?? '';
    const width = THICKNESS[Number(thickness)] ?? 0;
    const thread = { country, code, pigment: pigmentOf(pigment), x, width };
    x += width;
    return thread;
  });
}

/** Colours of the weft, row by row from the beam down: one for each step of the scale. */
const ROWS = 'otclocitcoltcokltcoltcoitclo';
const ROW_HEIGHT = 8;
const endOf = (thread: Thread | undefined) => (thread ? thread.x + thread.width : 0);

export const CLOTH = {
  width: endOf(THREADS.at(-1)),
  height: ROWS.length * ROW_HEIGHT,
  /** Of a weft thread; the rest of a row is warp. */
  weft: 5,
};

/**
 * How far the cloth is woven: a full row for each step 1, 2, 5, 10, 20, 50 … that the signatures
 * have reached, and of the newest row the part that they have gone towards the next step, 0–1.
 * The last of 28 rows is full at a thousand million.
 */
export function rowsOf(signatures: number): { full: number; newest: number } {
  let full = 0;
  while (full < ROWS.length && signatures >= stepOf(full)) full++;
  if (full === 0 || full === ROWS.length) return { full, newest: 0 };
  const [from, to] = [stepOf(full - 1), stepOf(full)];
  return { full, newest: (signatures - from) / (to - from) };
}

/** Signatures that fill the row: 1, 2, 5, 10 … */
export const stepOf = (row: number): number =>
  ([1, 2, 5][row % 3] ?? 1) * 10 ** Math.floor(row / 3);

/**
 * Whether a row goes over a thread: five over, four under, one thread further in each row, and the
 * strips mirror each other. That makes the chevrons.
 */
const goesOver = (row: number, thread: number): boolean => {
  const inStrip = thread % 9;
  const mirrored = Math.floor(thread / 9) % 2 ? 8 - inStrip : inStrip;
  return (mirrored + row) % 9 < 5;
};

/** A line across the cloth that shows where its dashes are. */
export interface Strand {
  pigment: Pigment;
  path: string;
  dashes: string;
}

/** All threads of a pigment are one dashed line, as thick as the cloth is high. */
const warpOf = (height: number, pigments: Pigment[] = Object.values(BY_LETTER)): Strand[] =>
  pigments.map((pigment) =>
    strand(pigment, height / 2, CLOTH.width, (thread) => thread.pigment === pigment),
  );
export const WARP: readonly Strand[] = warpOf(CLOTH.height);

/** The cloth behind the title, in hundredths of its em: .title of static.css sets its lines on the bands. */
export const TITLE_HEIGHT = 344;
/** Without the threads of indigo, which is the ground. */
export const TITLE_WARP: readonly Strand[] = warpOf(
  TITLE_HEIGHT,
  Object.values(BY_LETTER).filter((pigment) => pigment !== 'indigo'),
);
const BAND_DISTANCE = 109;
export const TITLE_BANDS = {
  width: 96,
  distance: BAND_DISTANCE,
  strands: (['paper', 'paper', 'terracotta'] as const).map((pigment, band) =>
    strand(pigment, 66 + BAND_DISTANCE * band, CLOTH.width, (_, index) => (index + band) % 3 > 0),
  ),
};

/** The weft of so many signatures; nothing at all before the first. */
export function weftOf(signatures: number): Strand[] {
  const { full, newest } = rowsOf(signatures);
  const row = (number: number, end: number) =>
    strand(pigmentOf(ROWS[number]), (number + 0.5) * ROW_HEIGHT, end, (_, index) =>
      goesOver(number, index),
    );
  const rows = Array.from({ length: full }, (_, number) => row(number, CLOTH.width));
  // The shuttle has always begun the newest row and never quite ended it.
  const reached = Math.min(48, Math.max(6, Math.round(newest * THREADS.length)));
  const begun = full > 0 && full < ROWS.length;
  return begun ? [...rows, row(full, THREADS[reached]?.x ?? CLOTH.width)] : rows;
}

/** A dashed line from the first shown thread to `end`: lengths shown and hidden, in turn. */
function strand(
  pigment: Pigment,
  y: number,
  end: number,
  isShown: (thread: Thread, index: number) => boolean,
): Strand {
  const edges: number[] = [];
  let wasShown = false;
  for (const [index, thread] of THREADS.entries()) {
    const shown = isShown(thread, index);
    if (shown !== wasShown) edges.push(thread.x);
    wasShown = shown;
  }
  const lengths = [...edges.slice(1), CLOTH.width].map((edge, i) => edge - (edges[i] ?? 0));
  const start = edges[0] ?? 0;
  return { pigment, path: `M${start} ${y}H${end}`, dashes: lengths.join(' ') };
}

import { PIGMENTS } from '../../src/web/pictures/cloth.ts';

export const HEADQUARTERS = { width: 480, height: 300 };

const { ink, indigo, terracotta, ochre, leaf, clay, paper } = PIGMENTS;

/** Half of the roof hangs from the middle outwards as a cloth does; `drop` lies below its middle line. */
const hang = (drop: number) => `M240 ${128 + drop}Q130 ${128 + drop} 20 ${82 + drop}`;

const warp: readonly [pigment: string, dashes: string, start: number][] = [
  [ochre, '5 34 9 40', 5],
  [terracotta, '12 28 9 39', 16],
  [leaf, '7 81', 30],
  [clay, '5 83', 62],
];
/** Each row of the roof begins one thread further out: the chevrons of the cloth. */
const weft: readonly [pigment: string, drop: number, start: number][] = [
  [ochre, -13, 0],
  [clay, -4.5, 11],
  [terracotta, 4.5, 22],
  [ochre, 13, 33],
];
/** The ends of the threads, where the cloth is cut. */
const fringe = [-15, -10, -5, 0, 5, 10, 15]
  .map((across) => `M${(20 - across * 0.39).toFixed(1)} ${(82 + across * 0.92).toFixed(1)}l-9-4`)
  .join('');

const person = (x: number, y: number, robe: string) =>
  `<path fill="${robe}" d="M${x - 4} ${y}l2-14h4l2 14z"/><circle cx="${x}" cy="${y - 17}" r="2.6" fill="${ink}"/>`;

const acacia = (x: number, y: number, size: number) =>
  `<g transform="translate(${x} ${y}) scale(${size})"><path stroke="${ink}" stroke-width="3" d="M0 0v-26m0 12l-13-18m13 15l14-17"/><path fill="${leaf}" d="M-34-30q4-10 15-10 7-8 19-7 13-1 19 7 11 0 15 10z"/></g>`;

/**
 * A house for one Africa as we imagine it: broad, low, open, with a woven cloth for a roof. No
 * flags, no emblem, no tower or dome: it must not be taken for the African Union's house.
 */
export function drawHeadquarters(): string {
  const { width, height } = HEADQUARTERS;
  const across = warp.map(
    ([pigment, dashes, start]) =>
      `<path stroke="${pigment}" stroke-dasharray="${dashes}" stroke-dashoffset="-${start}" d="${hang(0)}"/>`,
  );
  const along = weft.map(
    ([pigment, drop, start]) =>
      `<path stroke="${pigment}" stroke-dasharray="26 18" stroke-dashoffset="${start}" d="${hang(drop)}"/>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" fill="none">`,
    `<path fill="${clay}" d="M0 0h${width}v${height}H0z"/>`,
    `<circle cx="356" cy="84" r="46" fill="${ochre}"/>`,
    acacia(14, 247, 1),
    acacia(472, 247, 0.75),
    // The hall, its light, its columns and the poles of the roof.
    `<path fill="${indigo}" d="M66 112h348v122H66z"/>`,
    `<path fill="${ochre}" d="M212 234v-50a28 28 0 0 1 56 0v50z"/>`,
    `<path stroke="${terracotta}" stroke-width="122" stroke-dasharray="8 18.154" d="M66 173h348"/>`,
    `<path stroke="${ink}" stroke-width="4" d="M58 242L30 90M422 242L450 90"/>`,
    // The steps and the ground.
    `<path fill="${paper}" d="M50 232h380v8H50z"/><path fill="${ochre}" d="M34 240h412v8H34z"/>`,
    `<path fill="${terracotta}" d="M0 248h${width}v52H0z"/><path fill="${ink}" fill-opacity=".2" d="M18 248h444l-34 12H52z"/>`,
    // The cloth: half of it, and its mirror image.
    `<g id="r"><path stroke="${indigo}" stroke-width="38" d="${hang(0)}"/><g stroke-width="38">${across.join('')}</g><g stroke-width="5.5">${along.join('')}</g><path stroke="${indigo}" stroke-width="2" d="${fringe}"/></g>`,
    `<use href="#r" transform="matrix(-1 0 0 1 ${width} 0)"/>`,
    person(150, 250, ink),
    person(165, 252, indigo),
    person(236, 241, ink),
    person(322, 254, paper),
    person(262, 274, ochre),
    '</svg>',
  ].join('');
}

import { PIGMENTS } from '../../src/web/pictures/cloth.ts';

const { ochre, terracotta, clay, indigo } = PIGMENTS;

const spokes = 54;

interface Ring {
  radius: number;
  thickness: number;
  pigment: string;
  /** Lengths shown and hidden in turn, counted in spokes; a ring without any is whole. */
  dashes?: readonly number[];
  offset?: number;
}

/** Lengths are written out: librsvg, which draws the icons, knows no `pathLength`. */
function drawn({ radius, thickness, pigment, dashes, offset = 0 }: Ring): string {
  const long = (spokesLong: number) =>
    Number(((spokesLong * 2 * Math.PI * radius) / spokes).toFixed(3));
  const pattern = dashes
    ? ` stroke-dasharray="${dashes.map(long).join(' ')}" stroke-dashoffset="${long(offset)}"`
    : '';
  return `<circle r="${radius}" stroke="${pigment}" stroke-width="${thickness}"${pattern}/>`;
}

/** A ring that goes over one spoke and under the next. */
const woven = (radius: number, pigment: string, offset: number) =>
  drawn({ radius, thickness: 6, pigment: indigo }) +
  drawn({ radius, thickness: 6, pigment, dashes: [1.5, 0.5], offset });

/**
 * The campaign's sign: a wheel of 54 spokes, woven together by rings as a basket is begun.
 * It is 168 units wide around x, y.
 */
export function wheel(x: number, y: number): string {
  return [
    `<g transform="translate(${x} ${y})">`,
    drawn({ radius: 81.5, thickness: 5, pigment: ochre }),
    // No spoke begins where the circle's arcs meet: browsers draw that one too wide.
    drawn({ radius: 50, thickness: 56, pigment: ochre, dashes: [0.5, 0.5], offset: 0.75 }),
    woven(66, terracotta, 1.25),
    woven(57, clay, 0.25),
    woven(48, terracotta, 1.25),
    drawn({ radius: 20, thickness: 5, pigment: ochre }),
    `<circle r="9" fill="${ochre}"/>`,
    '</g>',
  ].join('');
}

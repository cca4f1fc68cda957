import { AFRICAN_COUNTRIES } from '../../shared/country.ts';
import { OUTLINES, SAHARA } from './outlines.ts';

/** Signatures by the country's English name; those without any may be absent. */
export type ByCountry = Readonly<Record<string, number>>;

export const MAP = {
  width: 400,
  height: 360 /** Terracotta, so light that its lines are seen on paper (3.8:1) and on night (4.4:1) alike. */,
  pigment: '#c65d3b',
};

/** Signatures from which a country is drawn in the next of five shades, by the most that a country has. */
const SCALES = [
  { most: 99, shades: [1, 5, 10, 20, 50] },
  { most: 999, shades: [1, 10, 50, 100, 500] },
  { most: Infinity, shades: [1, 10, 100, 1000, 10_000] },
] as const;
/** How densely a shade is woven, beginning with the one for no one: 0–1. */
const DENSITY = [0.03, 0.22, 0.4, 0.58, 0.77, 0.95];

/** So that countries differ from the first weeks on. */
export function shadesOf(byCountry: ByCountry): readonly number[] {
  const most = Math.max(0, ...AFRICAN_COUNTRIES.map(([, country]) => byCountry[country] ?? 0));
  return (SCALES.find((scale) => most <= scale.most) ?? SCALES[2]).shades;
}

export const densityOf = (signatures: number, shades: readonly number[]): number =>
  DENSITY[shades.filter((from) => signatures >= from).length] ?? 0;

export interface ShadedCountry {
  code: string;
  country: string;
  signatures: number;
  density: number;
  path: string;
}

/** The 54 countries as they are drawn, in the order of the list. */
export function shaded(byCountry: ByCountry): ShadedCountry[] {
  const shades = shadesOf(byCountry);
  return AFRICAN_COUNTRIES.map(([code, country]) => {
    const signatures = byCountry[country] ?? 0;
    return {
      code,
      country,
      signatures,
      density: densityOf(signatures, shades),
      path: OUTLINES[code] ?? '',
    };
  });
}

/**
 * The map as a file of its own, for `<img>`. One pigment in shades, without ground and without a
 * stylesheet: it is right on light and on dark, and a strict Content-Security-Policy lets it be.
 */
export function drawAfrica(byCountry: ByCountry): string {
  const { width, height, pigment } = MAP;
  const countries = shaded(byCountry).map(
    ({ density, path }) => `<path fill-opacity="${density}" d="${path}"/>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<g fill="${pigment}" stroke="${pigment}" stroke-width=".7">${countries.join('')}</g>`,
    `<path fill="none" stroke="${NEUTRAL}" stroke-dasharray="2" d="${SAHARA}"/></svg>`,
  ].join('');
}

/** Of the area that is drawn without a name: 3:1 on paper and on night. */
export const NEUTRAL = '#857552';

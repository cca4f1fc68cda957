import { AFRICAN_COUNTRIES } from '../../shared/country.ts';
import { OUTLINES, SAHARA } from './outlines.ts';

/** Signatures by the country's English name; those without any may be absent. */
export type ByCountry = Readonly<Record<string, number>>;

export const MAP = {
  width: 400,
  height: 360 /** Terracotta, so light that its lines are seen on paper (3.8:1) and on night (4.4:1) alike. */,
  pigment: '#c65d3b',
};

/** Signatures from which a country is drawn in the next of five shades. */
export const SHADES = [1, 10, 100, 1000, 10_000] as const;
/** How densely a shade is woven, beginning with the one for no one: 0–1. */
const DENSITY = [0.08, 0.24, 0.42, 0.6, 0.78, 0.94];

export const densityOf = (signatures: number): number =>
  DENSITY[SHADES.filter((from) => signatures >= from).length] ?? 0;

export interface ShadedCountry {
  code: string;
  country: string;
  signatures: number;
  density: number;
  path: string;
}

/** The 54 countries as they are drawn, in the order of the list. */
export const shaded = (byCountry: ByCountry): ShadedCountry[] =>
  AFRICAN_COUNTRIES.map(([code, country]) => {
    const signatures = byCountry[country] ?? 0;
    return {
      code,
      country,
      signatures,
      density: densityOf(signatures),
      path: OUTLINES[code] ?? '',
    };
  });

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

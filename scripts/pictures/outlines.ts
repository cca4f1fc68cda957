import { readFileSync } from 'node:fs';
import { geoAzimuthalEqualArea } from 'd3-geo';
import { merge } from 'topojson-client';

type Point = [x: number, y: number];
/** The part of TopoJSON that we read: https://github.com/topojson/topojson-specification */
interface Land {
  id?: string;
  properties: { name: string };
  arcs: number[][] | number[][][];
}
interface World {
  objects: { countries: { geometries: Land[] } };
  arcs: Point[][];
  transform: { scale: Point; translate: Point };
}

/** The picture's grid: outlines are whole numbers in it. */
export const GRID = { width: 400, height: 360 };
/** Two triangles smaller than this (in squares of the grid) carry no shape that a phone could show. */
const leastTriangle = 1.6;
/** Islets and enclaves smaller than this are left out; countries of islands are dots. */
const leastRing = 5;
const dotRadius = 5;

/** ISO 3166-1 numeric, as Natural Earth says it, to the two letters of src/shared/country.ts. */
const CODES: Readonly<Record<string, string>> = {
  '012': 'DZ',
  '024': 'AO',
  '204': 'BJ',
  '072': 'BW',
  '854': 'BF',
  '108': 'BI',
  '132': 'CV',
  '120': 'CM',
  '140': 'CF',
  '148': 'TD',
  '174': 'KM',
  '180': 'CD',
  '262': 'DJ',
  '818': 'EG',
  '226': 'GQ',
  '232': 'ER',
  '748': 'SZ',
  '231': 'ET',
  '266': 'GA',
  '270': 'GM',
  '288': 'GH',
  '324': 'GN',
  '624': 'GW',
  '384': 'CI',
  '404': 'KE',
  '426': 'LS',
  '430': 'LR',
  '434': 'LY',
  '450': 'MG',
  '454': 'MW',
  '466': 'ML',
  '478': 'MR',
  '480': 'MU',
  '504': 'MA',
  '508': 'MZ',
  '516': 'NA',
  '562': 'NE',
  '566': 'NG',
  '178': 'CG',
  '646': 'RW',
  '678': 'ST',
  '686': 'SN',
  '690': 'SC',
  '694': 'SL',
  '706': 'SO',
  '710': 'ZA',
  '728': 'SS',
  '729': 'SD',
  '834': 'TZ',
  '768': 'TG',
  '788': 'TN',
  '800': 'UG',
  '894': 'ZM',
  '716': 'ZW',
};
const DOTS = new Set(['CV', 'KM', 'MU', 'ST', 'SC']);

/**
 * Outlines of the 54 countries by code, as SVG path data on the grid, from Natural Earth 1:50m
 * (public domain) in Lambert's azimuthal equal-area projection: no country looks larger than it is.
 * `sahara` is the outline of Western Sahara, which is drawn without a name.
 */
export function outlineAfrica(): { countries: Record<string, string>; sahara: string } {
  const world = JSON.parse(
    readFileSync('node_modules/world-atlas/countries-50m.json', 'utf8'),
  ) as World;
  const lands = world.objects.countries.geometries;
  const named = (name: string) => lands.filter((land) => land.properties.name === name);
  const african = lands.filter((land) => CODES[String(land.id)]);
  const drawn = [...african, ...named('Somaliland'), ...named('W. Sahara')];
  const { flat, onGrid } = flatten(world, drawn);
  const ringsOf = (parts: Land[]): Point[][][] =>
    merge(flat as never, parts as never).coordinates as never;

  const countries: Record<string, string> = {};
  for (const land of african) {
    const code = CODES[String(land.id)] as string;
    // The United Nations know one Somalia; Natural Earth draws its north apart.
    const rings = ringsOf(code === 'SO' ? [land, ...named('Somaliland')] : [land]).flat();
    countries[code] = DOTS.has(code)
      ? dot(rings.flat())
      : pathOf(rings.filter((ring) => Math.abs(areaOf(ring)) >= leastRing));
  }

  // Natural Earth draws who holds the ground; the United Nations' line is the parallel of 27°40′ N.
  const [coast = []] = ringsOf([...named('Morocco'), ...named('W. Sahara')])[0] ?? [];
  const line = [onGrid([-13.17, 27.667]), onGrid([-8.667, 27.667])] as const;
  countries.MA = pathOf([sideOf(coast, line, 1)]);
  return {
    countries: Object.fromEntries(Object.entries(countries).sort()),
    sahara: pathOf([sideOf(coast, line, -1)]),
  };
}

/** The same topology with its arcs projected onto the grid and thinned; borders stay shared. */
function flatten(world: World, drawn: Land[]) {
  const { scale, translate } = world.transform;
  const used = new Set(
    (drawn.flatMap((land) => land.arcs.flat(3)) as number[]).map((arc) => (arc < 0 ? ~arc : arc)),
  );
  const onGlobe = world.arcs.map((arc, index) => {
    if (!used.has(index)) return [];
    let [x, y] = [0, 0];
    return arc.map(([dx = 0, dy = 0]): Point => {
      x += dx;
      y += dy;
      return [x * scale[0] + translate[0], y * scale[1] + translate[1]];
    });
  });
  const projection = geoAzimuthalEqualArea()
    .rotate([-17, -2])
    .fitExtent(
      [
        [dotRadius + 1, 1],
        [GRID.width - dotRadius - 1, GRID.height - 1],
      ],
      // Without the islets far to the south and east, which are not drawn.
      { type: 'MultiPoint', coordinates: onGlobe.flat().filter(([x, y]) => x < 58 && y > -35) },
    );
  const onGrid = (at: Point) => projection(at) as Point;
  const { transform: _, ...rest } = world;
  const arcs = onGlobe.map((arc) => thin(arc.map(onGrid)).map(rounded));
  return { flat: { ...rest, arcs }, onGrid };
}

const rounded = ([x, y]: Point): Point => [Math.round(x), Math.round(y)];

/** Visvalingam and Whyatt's way: the corner whose triangle is smallest goes first; the ends stay. */
function thin(line: Point[]): Point[] {
  const left = [...line];
  while (left.length > 2) {
    let smallest = Number.POSITIVE_INFINITY;
    let at = 0;
    for (let i = 1; i < left.length - 1; i++) {
      const area = Math.abs(areaOf([left[i - 1], left[i], left[i + 1]] as Point[]));
      if (area < smallest) [smallest, at] = [area, i];
    }
    const isRing = String(left[0]) === String(left.at(-1));
    if (smallest >= leastTriangle || (isRing && left.length <= 5)) break;
    left.splice(at, 1);
  }
  return left;
}

/** The part of a ring on one side of a line through two points (Sutherland and Hodgman's way), closed. */
function sideOf(ring: readonly Point[], [a, b]: readonly [Point, Point], side: 1 | -1): Point[] {
  const height = ([x, y]: Point) =>
    side * ((b[1] - a[1]) * (x - a[0]) - (b[0] - a[0]) * (y - a[1]));
  const points = ring.slice(0, -1).flatMap((from, i): Point[] => {
    const to = ring[i + 1] as Point;
    const [here, there] = [height(from), height(to)];
    const share = here / (here - there);
    const crossing = rounded([
      from[0] + share * (to[0] - from[0]),
      from[1] + share * (to[1] - from[1]),
    ]);
    return [...(here >= 0 ? [from] : []), ...(here * there < 0 ? [crossing] : [])];
  });
  return [...points, points[0] as Point];
}

function areaOf(ring: readonly Point[]): number {
  return (
    ring.reduce((sum, [x, y], i) => {
      const [nextX, nextY] = ring[(i + 1) % ring.length] as Point;
      return sum + x * nextY - nextX * y;
    }, 0) / 2
  );
}

function pathOf(rings: readonly (readonly Point[])[]): string {
  return rings.map(ringPath).join('');
}

/** `M12 34l5-6 7 8z`: one point after the other, each relative to the one before it. */
function ringPath(ring: readonly Point[]): string {
  const [start, ...rest] = ring.slice(0, -1) as [Point, ...Point[]];
  let [x, y] = start;
  const steps = rest.flatMap(([toX, toY]) => {
    const step = [toX - x, toY - y];
    [x, y] = [toX, toY];
    return step[0] || step[1] ? step : [];
  });
  return `M${start.join(' ')}l${steps.join(' ').replaceAll(' -', '-')}z`;
}

/** A country of islands: a dot in their midst, large enough to be seen and touched. */
function dot(points: readonly Point[]): string {
  const middle = (axis: 0 | 1) => {
    const all = points.map((point) => point[axis]);
    return Math.round((Math.min(...all) + Math.max(...all)) / 2);
  };
  const r = dotRadius;
  return `M${middle(0) - r} ${middle(1)}a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1-${2 * r} 0z`;
}

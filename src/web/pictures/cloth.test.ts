import { describe, expect, test } from 'vitest';
import { AFRICAN_COUNTRIES } from '../../shared/country.ts';
import { CLOTH, PIGMENTS, rowsOf, stepOf, THREADS, WARP, weftOf } from './cloth.ts';

const lengthsOf = (dashes: string) => dashes.split(' ').map(Number);

/** Whether a dashed line shows at x. */
function showsAt({ path, dashes }: { path: string; dashes: string }, x: number): boolean {
  const [, start = '', end = ''] = /^M(\d+) [\d.]+H(\d+)$/.exec(path) ?? [];
  if (x < Number(start) || x >= Number(end)) return false;
  let edge = Number(start);
  for (const [index, length] of lengthsOf(dashes).entries()) {
    edge += length;
    if (x < edge) return index % 2 === 0;
  }
  return false;
}
const middleOf = ({ x, width }: { x: number; width: number }) => x + width / 2;

describe('the warp', () => {
  test('has a thread for each of the 54 countries, in their order, side by side', () => {
    expect(THREADS.map(({ country }) => country)).toEqual(
      AFRICAN_COUNTRIES.map(([, name]) => name),
    );
    expect(THREADS).toHaveLength(54);
    let edge = 0;
    for (const thread of THREADS) {
      expect(thread.x).toBe(edge);
      expect(thread.width).toBeGreaterThan(0);
      edge += thread.width;
    }
    expect(edge).toBe(CLOTH.width);
  });

  test('is dyed in all seven pigments, and no strip is like another', () => {
    expect(new Set(THREADS.map(({ pigment }) => pigment))).toEqual(new Set(Object.keys(PIGMENTS)));
    const strips = [0, 9, 18, 27, 36, 45].map((first) =>
      THREADS.slice(first, first + 9)
        .map(({ pigment, width }) => `${pigment}${width}`)
        .join(),
    );
    expect(new Set(strips).size).toBe(6);
  });

  test('shows each thread in its own pigment, in one dashed line per pigment', () => {
    expect(WARP).toHaveLength(7);
    for (const thread of THREADS) {
      const shown = WARP.filter((strand) => showsAt(strand, middleOf(thread)));
      expect(shown.map(({ pigment }) => pigment)).toEqual([thread.pigment]);
    }
  });
});

describe('the weft', () => {
  test('is not there before the first signature', () => {
    expect(rowsOf(0)).toEqual({ full: 0, newest: 0 });
    expect(weftOf(0)).toEqual([]);
  });

  test('has a full row for each step 1, 2, 5, 10, 20, 50 … that is reached', () => {
    expect([0, 1, 2, 3, 4, 5, 6, 27].map(stepOf)).toEqual([1, 2, 5, 10, 20, 50, 100, 1e9]);
    for (const [signatures, full] of [
      [1, 1],
      [2, 2],
      [4, 2],
      [5, 3],
      [99, 6],
      [100, 7],
      [1234, 10],
      [1_000_000, 19],
      [1_400_000_000, 28],
    ] as const)
      expect(rowsOf(signatures).full, String(signatures)).toBe(full);
  });

  test('begins the newest row and weaves it further with each signature, never to its end', () => {
    const reachOf = (signatures: number) =>
      Number(/H(\d+)/.exec(weftOf(signatures).at(-1)?.path ?? '')?.[1]);
    expect(rowsOf(15)).toEqual({ full: 4, newest: 0.5 });
    expect(reachOf(15)).toBe(THREADS[27]?.x);
    expect(reachOf(10)).toBe(THREADS[6]?.x);
    const reaches = [10, 12, 14, 16, 18, 19].map(reachOf);
    expect(reaches).toEqual([...reaches].sort((a, b) => a - b));
    expect(reachOf(19)).toBe(THREADS[48]?.x);
  });

  test('never shrinks and stays on the cloth, however many sign', () => {
    let rows = 0;
    for (let signatures = 1; signatures < 1e12; signatures = Math.ceil(signatures * 1.7)) {
      const weft = weftOf(signatures);
      expect(weft.length).toBeGreaterThanOrEqual(rows);
      rows = weft.length;
    }
    expect(rows).toBe(28);
  });

  test('goes over some threads and under others in each row, and over every thread somewhere', () => {
    const weft = weftOf(1e9);
    const over = weft.map((row) => THREADS.map((thread) => showsAt(row, middleOf(thread))));
    for (const row of over) {
      expect(row).toContain(true);
      expect(row).toContain(false);
    }
    for (const [index] of THREADS.entries()) expect(over.some((row) => row[index])).toBe(true);
    for (const [index, row] of over.slice(1).entries()) expect(row).not.toEqual(over[index]);
  });

  test('is the same for the same number', () => {
    expect(weftOf(4321)).toEqual(weftOf(4321));
    expect(weftOf(4321)).not.toEqual(weftOf(43_220));
  });
});

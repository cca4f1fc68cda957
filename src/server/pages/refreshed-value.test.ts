import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { refreshedValue } from './refreshed-value.ts';

const freshMs = 60_000;
const log = { warn: vi.fn() };
let made = 0;
let fails = false;
let slowMs = 0;
const make = async (version: number) => {
  made++;
  const number = made;
  if (slowMs) await new Promise((resolve) => setTimeout(resolve, slowMs));
  if (fails) throw new Error('no database');
  return `${number} for ${version}`;
};

beforeEach(() => {
  vi.useFakeTimers();
  [made, fails, slowMs] = [0, false, 0];
  log.warn.mockClear();
});
afterEach(() => void vi.useRealTimers());

describe('something that is renewed', () => {
  test('is made once for all who ask at the same time', async () => {
    slowMs = 100;
    const page = refreshedValue(make, freshMs);
    const asked = Promise.all(Array.from({ length: 50 }, () => page.get(1, log)));
    await vi.advanceTimersByTimeAsync(100);
    expect(new Set(await asked)).toEqual(new Set(['1 for 1']));
    expect(made).toBe(1);
  });

  test('is made once for all who meet a publication while the old one is still made', async () => {
    slowMs = 100;
    const page = refreshedValue(make, freshMs);
    const before = Promise.all(Array.from({ length: 25 }, () => page.get(1, log)));
    const after = Promise.all(Array.from({ length: 25 }, () => page.get(2, log)));
    await vi.advanceTimersByTimeAsync(100);
    expect([(await before)[0], (await after)[0]]).toEqual(['1 for 1', '2 for 2']);
    expect(made).toBe(2);
    expect(page.ready(2)).toBe('2 for 2');
  });

  test('is handed out while it is renewed behind, when it is a little old', async () => {
    const page = refreshedValue(make, freshMs);
    await page.get(1, log);
    vi.advanceTimersByTime(freshMs + 1);
    expect(page.ready(1)).toBeUndefined();
    expect(await page.get(1, log)).toBe('1 for 1');
    expect(await page.get(1, log)).toBe('2 for 1');
  });

  test('is waited for after a quiet night, but no longer than half a second', async () => {
    const page = refreshedValue(make, freshMs);
    await page.get(1, log);
    vi.advanceTimersByTime(10 * freshMs);
    expect(await page.get(1, log)).toBe('2 for 1');
    slowMs = 5000;
    vi.advanceTimersByTime(10 * freshMs);
    const asked = page.get(1, log);
    await vi.advanceTimersByTimeAsync(500);
    expect(await asked).toBe('2 for 1');
  });

  test('is served on when it cannot be made anew after a publication, and is tried again a second later', async () => {
    const page = refreshedValue(make, freshMs);
    await page.get(1, log);
    fails = true;
    expect(await page.get(2, log)).toBe('1 for 1');
    expect(await page.get(2, log)).toBe('1 for 1');
    expect(made).toBe(2);
    expect(log.warn).toHaveBeenCalledTimes(1);
    fails = false;
    vi.advanceTimersByTime(1000);
    expect(await page.get(2, log)).toBe('3 for 2');
  });

  test('that never was is refused with what went wrong', async () => {
    fails = true;
    await expect(refreshedValue(make, freshMs).get(1, log)).rejects.toThrow('no database');
  });

  test('is not replaced by a slow one of an older version', async () => {
    const page = refreshedValue(make, freshMs);
    slowMs = 100;
    const slow = page.renew(1);
    slowMs = 0;
    await page.renew(2);
    await vi.advanceTimersByTimeAsync(100);
    await slow;
    expect(page.ready(2)).toBe('2 for 2');
  });
});

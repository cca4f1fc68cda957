import { describe, expect, test } from 'vitest';
import { days, hours, minutes } from '../../shared/time.ts';
import { countAttempt, type Attempts } from './login-attempts.store.ts';

const start = Date.UTC(2027, 0, 1);
const at = (ms: number) => new Date(start + ms);

/** Tries at these moments; answers the last state and which were refused until when. */
function tryAt(...moments: number[]) {
  let tries: Attempts | undefined;
  const refusedUntil: (number | undefined)[] = [];
  for (const moment of moments) {
    const outcome = countAttempt(tries, at(moment));
    if ('tries' in outcome) tries = outcome.tries;
    refusedUntil.push('retryAt' in outcome ? outcome.retryAt.getTime() - start : undefined);
  }
  return refusedUntil;
}

describe('tries to log in to one account', () => {
  test('the sixth in five minutes waits until the five minutes are over', () => {
    expect(tryAt(0, 1, 2, 3, 4, minutes(5) - 1).at(-1)).toBe(minutes(5));
    expect(tryAt(0, 1, 2, 3, 4, minutes(5)).at(-1)).toBeUndefined();
  });

  test('the wait doubles with each window that is used up, to at most an hour', () => {
    let tries: Attempts | undefined;
    let now = 0;
    const waits = Array.from({ length: 7 }, () => {
      for (let n = 0; n < 5; n++) {
        const outcome = countAttempt(tries, at(now));
        if (!('tries' in outcome)) throw new Error('refused too early');
        tries = outcome.tries;
      }
      const refused = countAttempt(tries, at(now));
      if (!('retryAt' in refused)) throw new Error('not refused');
      const wait = refused.retryAt.getTime() - at(now).getTime();
      now += wait;
      return wait / minutes(1);
    });
    expect(waits).toEqual([5, 10, 20, 40, 60, 60, 60]);
  });

  test('a refused try does not make the wait longer', () => {
    const refusals = tryAt(0, 0, 0, 0, 0, ...Array.from({ length: 100 }, (_, n) => n * 1000));
    expect(new Set(refusals.slice(5))).toEqual(new Set([minutes(5)]));
  });

  test('somebody who mistypes four times in each five minutes never waits', () => {
    const moments = Array.from({ length: 40 }, (_, n) => Math.floor(n / 4) * minutes(5) + (n % 4));
    expect(tryAt(...moments).every((refused) => refused === undefined)).toBe(true);
  });

  test('after a quiet day the waits begin at five minutes again', () => {
    const used: Attempts = { count: 5, windowEndsAt: at(hours(1)), strikes: 9 };
    const outcome = countAttempt(used, at(hours(1) + days(1)));
    expect(outcome).toEqual({
      tries: { count: 1, strikes: 0, windowEndsAt: at(hours(1) + days(1) + minutes(5)) },
    });
  });
});

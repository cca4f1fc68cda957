import { describe, expect, test } from 'vitest';
import { days, hours, minutes, seconds } from '../../shared/time.ts';
import { countAttempt, type Attempts } from './login-attempts.store.ts';

const start = Date.UTC(2027, 0, 1);
const at = (ms: number) => new Date(start + ms);

/** Attempts at these times; answers the last state and which were refused until when. */
function attemptAt(...times: number[]) {
  let attempts: Attempts | undefined;
  const refusedUntil: (number | undefined)[] = [];
  for (const time of times) {
    const outcome = countAttempt(attempts, at(time));
    if ('attempts' in outcome) attempts = outcome.attempts;
    refusedUntil.push('retryAt' in outcome ? outcome.retryAt.getTime() - start : undefined);
  }
  return refusedUntil;
}

describe('attempts to log in to one account', () => {
  test('the sixth in five minutes waits until the five minutes are over', () => {
    expect(attemptAt(0, 1, 2, 3, 4, minutes(5) - 1).at(-1)).toBe(minutes(5));
    expect(attemptAt(0, 1, 2, 3, 4, minutes(5)).at(-1)).toBeUndefined();
  });

  test('the wait doubles with each window that is used up, to at most an hour', () => {
    let attempts: Attempts | undefined;
    let now = 0;
    const waits = Array.from({ length: 7 }, () => {
      for (let n = 0; n < 5; n++) {
        const outcome = countAttempt(attempts, at(now));
        if (!('attempts' in outcome)) throw new Error('refused too early');
        attempts = outcome.attempts;
      }
      const refused = countAttempt(attempts, at(now));
      if (!('retryAt' in refused)) throw new Error('not refused');
      const wait = refused.retryAt.getTime() - at(now).getTime();
      now += wait;
      return wait / minutes(1);
    });
    expect(waits).toEqual([5, 10, 20, 40, 60, 60, 60]);
  });

  test('no five minutes have more than five, also where one window ends and another begins', () => {
    for (const spread of [0, 1, seconds(20), seconds(59), minutes(1), seconds(61), minutes(2)]) {
      const times = Array.from(
        { length: 2000 },
        (_, n) => minutes(4) * Math.min(n, 1) + n * spread,
      );
      const refusals = attemptAt(...times);
      const taken = times.filter((_, n) => refusals[n] === undefined);
      for (const from of taken)
        expect(taken.filter((t) => t >= from && t < from + minutes(5)).length).toBeLessThan(6);
    }
  });

  test('a refused attempt does not make the wait longer', () => {
    const refusals = attemptAt(0, 0, 0, 0, 0, ...Array.from({ length: 100 }, (_, n) => n * 1000));
    expect(new Set(refusals.slice(5))).toEqual(new Set([minutes(5)]));
  });

  test('somebody who mistypes four times in each five minutes never waits', () => {
    const times = Array.from({ length: 40 }, (_, n) => Math.floor(n / 4) * minutes(5) + (n % 4));
    expect(attemptAt(...times).every((refused) => refused === undefined)).toBe(true);
  });

  test('after a quiet day the waits begin at five minutes again', () => {
    const triedAt = Array.from({ length: 5 }, () => at(0));
    const used: Attempts = { triedAt, windowEndsAt: at(hours(1)), strikes: 9 };
    const outcome = countAttempt(used, at(hours(1) + days(1)));
    expect(outcome).toEqual({
      attempts: {
        triedAt: [at(hours(1) + days(1))],
        strikes: 0,
        windowEndsAt: at(hours(1) + days(1) + minutes(5)),
      },
    });
  });
});

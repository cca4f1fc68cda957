import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { days, hours, minutes, seconds } from '../../../../shared/time.ts';
import {
  LIVE_STATES,
  canStepOrder,
  nextSyncAt,
  expectedChargeDays,
  nextChargeDay,
  PAYPAL_ORDER_STEPS,
} from './card.rules.ts';

describe('the days on which a plan is charged, for its payer', () => {
  const today = '2026-12-01';
  const instalment = (id: string, dueOn: string, chargeOn: string | null = null) => ({
    id,
    status: 'scheduled' as const,
    dueOn,
    chargeOn,
  });
  const expected = (
    instalments: Parameters<typeof expectedChargeDays>[0],
    tries: Record<string, { count: number; lastOn: string }> = {},
  ) => Object.fromEntries(expectedChargeDays(instalments, new Map(Object.entries(tries)), today));

  test('are the announced one, and then the due days as far as charges keep their distance', () => {
    expect(
      expected([
        { ...instalment('paid', '2026-11-05', '2026-11-05'), status: 'paid' as never },
        instalment('announced', '2026-12-05', '2026-12-08'),
        instalment('next', '2027-01-04'),
        instalment('last', '2027-02-05'),
      ]),
    ).toEqual({ announced: '2026-12-08', next: '2027-01-05', last: '2027-02-05' });
  });

  test('are not sooner than seven days after an announcement today', () => {
    expect(
      expected([instalment('overdue', '2026-10-05'), instalment('due', '2026-11-05')]),
    ).toEqual({ overdue: '2026-12-08', due: '2027-01-05' });
  });

  test('are those of the next try after a refusal, and none after the last', () => {
    const refused = instalment('refused', '2026-11-30', '2026-11-30');
    const tries = (count: number) => ({ refused: { count, lastOn: '2026-11-30' } });
    expect(expected([refused], tries(1))).toEqual({ refused: '2026-12-01' });
    expect(expected([refused], tries(4))).toEqual({});
    expect(expected([refused], tries(Infinity))).toEqual({});
  });
});

describe('the days on which an instalment is charged', () => {
  test('are its own and the first, third and seventh after it', () => {
    const tried: string[] = [];
    for (;;) {
      const next = nextChargeDay('2027-01-31', tried.length, tried.at(-1));
      if (!next) break;
      tried.push(next);
    }
    expect(tried).toEqual(['2027-01-31', '2027-02-01', '2027-02-03', '2027-02-07']);
  });

  test('keep their distance when the first try was late', () => {
    expect(nextChargeDay('2027-01-31', 1, '2027-02-20')).toBe('2027-02-21');
    expect(nextChargeDay('2027-01-31', 2, '2027-02-21')).toBe('2027-02-23');
    expect(nextChargeDay('2027-01-31', 3, '2027-02-23')).toBe('2027-02-27');
    expect(nextChargeDay('2027-01-31', 4, '2027-02-27')).toBeUndefined();
  });

  test('are never two on one day, whenever the tries were made', () => {
    const day = fc.date({
      min: new Date('2026-01-01'),
      max: new Date('2036-01-01'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(day, fc.array(fc.nat(20), { maxLength: 4 }), (start, delays) => {
        const dueOn = start.toISOString().slice(0, 10);
        let last: string | undefined;
        for (const [tries, delay] of delays.entries()) {
          const next = nextChargeDay(dueOn, tries, last);
          expect(next === undefined).toBe(tries >= 4);
          if (!next) return;
          if (last) expect(next > last).toBe(true);
          last = new Date(Date.parse(next) + days(delay)).toISOString().slice(0, 10);
        }
      }),
    );
  });
});

describe('the time of the next question', () => {
  const now = new Date('2027-01-01T00:00:00Z');
  const waitMs = (
    state: Parameters<typeof nextSyncAt>[0]['state'],
    asked: number,
    awaits = false,
  ) => {
    const at = nextSyncAt({ state, asked }, awaits, now);
    return at && at.getTime() - now.getTime();
  };

  test('is seconds away as long as anything is unknown, however often it was asked', () => {
    for (const asked of [0, 1, 50, 10_000]) {
      expect(waitMs('creating', asked)).toBe(seconds(10));
      expect(waitMs('capturing', asked)).toBe(seconds(10));
    }
  });

  test('grows for a payer who takes time and for money that is held', () => {
    expect([0, 1, 2, 3, 9].map((n) => waitMs('created', n))).toEqual(
      [2, 5, 15, 30, 30].map(minutes),
    );
    expect(waitMs('pending', 100)).toBe(days(1));
  });

  test('is never, once nothing is left to ask', () => {
    for (const state of ['captured', 'declined', 'void'] as const)
      expect(waitMs(state, 0)).toBeNull();
  });

  test('comes for two days while PayPal has still to tell the account', () => {
    expect(waitMs('captured', 0, true)).toBe(minutes(1));
    expect(waitMs('captured', 3, true)).toBe(hours(3));
    expect(waitMs('captured', 6, true)).toBeNull();
  });
});

test('an order that took money never moves again, a refused one only when money comes after all', () => {
  for (const state of Object.keys(PAYPAL_ORDER_STEPS) as (keyof typeof PAYPAL_ORDER_STEPS)[]) {
    expect(canStepOrder('captured', state)).toBe(false);
    expect(canStepOrder('declined', state)).toBe(state === 'captured');
    if (LIVE_STATES.includes(state)) expect(canStepOrder('pending', state)).toBe(false);
  }
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  APPLICATION_PAYMENT_STATUSES,
  FLAGS,
  flagOf,
  INSTALMENT_STEPS,
  isTransitionAllowed,
  monthsAfter,
  PAYMENT_STATUSES,
  PAYMENT_TRANSITIONS,
  type PaymentStatus,
  paymentStatusOf,
  RAILS,
  SCHEDULE_STATUSES,
  type ScheduleStatus,
} from './payment.rules.ts';

describe('the tables', () => {
  test('list exactly the steps of the design and no other', () => {
    const steps = PAYMENT_STATUSES.flatMap((from) =>
      PAYMENT_STATUSES.filter((to) =>
        isTransitionAllowed<PaymentStatus>(PAYMENT_TRANSITIONS, from, to),
      ).map((to) => `${from} → ${to}`),
    );
    expect(steps.sort()).toEqual(
      [
        'created → action_required',
        'created → awaiting_transfer',
        'created → cancelled',
        'created → expired',
        'action_required → processing',
        'action_required → cancelled',
        'action_required → expired',
        'awaiting_transfer → claimed',
        'awaiting_transfer → cancelled',
        'awaiting_transfer → expired',
        'claimed → processing',
        'expired → processing',
        'processing → succeeded',
        'processing → failed',
        'succeeded → refunded',
        'succeeded → partially_refunded',
        'succeeded → disputed',
        'disputed → succeeded',
        'disputed → reversed',
        // What the design leaves open and life brings: a dispute that ends by agreement, and a payment of
        // which a second part goes back, or the rest, or of which the payer's bank disputes the rest.
        'disputed → partially_refunded',
        'disputed → refunded',
        'partially_refunded → partially_refunded',
        'partially_refunded → refunded',
        'partially_refunded → disputed',
      ].sort(),
    );
  });

  test.each([
    ['payments', PAYMENT_TRANSITIONS],
    ['instalments', INSTALMENT_STEPS],
  ])('of %s lead only to states that they list', (_, table) => {
    const states = Object.keys(table);
    for (const targets of Object.values(table))
      for (const to of targets) expect(states).toContain(to);
  });

  test('never lead from success or an end back to an open attempt', () => {
    const reach = (from: PaymentStatus, seen = new Set<PaymentStatus>()): Set<PaymentStatus> => {
      for (const to of PAYMENT_TRANSITIONS[from] as readonly PaymentStatus[])
        if (!seen.has(to)) reach(to, seen.add(to));
      return seen;
    };
    expect([...reach('succeeded')].sort()).toEqual([
      'disputed',
      'partially_refunded',
      'refunded',
      'reversed',
      'succeeded',
    ]);
    for (const end of ['failed', 'cancelled', 'refunded', 'reversed'] as const)
      expect([...reach(end)]).toEqual([]);
  });
});

describe('days of a plan', () => {
  test.each([
    ['2026-01-31', ['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30']],
    ['2027-11-30', ['2027-11-30', '2027-12-30', '2028-01-30', '2028-02-29']],
    ['2026-12-15', ['2026-12-15', '2027-01-15', '2027-02-15', '2027-03-15']],
  ])('from %s fall on the same day, or on the last of a shorter month', (start, days) => {
    expect(days.map((_, months) => monthsAfter(start, months))).toEqual(days);
  });

  test('move forward and never skip a month', () => {
    const day = fc
      .date({ min: new Date('2000-01-01'), max: new Date('2090-12-31'), noInvalidDate: true })
      .map((d) => d.toISOString().slice(0, 10));
    fc.assert(
      fc.property(day, fc.integer({ min: 0, max: 59 }), (start, n) => {
        const month = (text: string) => Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7));
        expect(month(monthsAfter(start, n))).toBe(month(start) + n);
        expect(monthsAfter(start, n) < monthsAfter(start, n + 1)).toBe(true);
      }),
    );
  });
});

describe('the flag of money', () => {
  test.each([
    [999n, 'none', 'under'],
    [1000n, 'none', 'none'],
    [1000n, 'manual', 'manual'],
    [1000n, 'late', 'late'],
    [1001n, 'late', 'over'],
    [1n, 'manual', 'under'],
  ] as const)('%i of 1000 cents noted as %s is %s', (received, noted, flag) => {
    expect(flagOf(received, 1000n, noted)).toBe(flag);
  });
});

describe('what an application’s payments add up to', () => {
  const attempt = (status: PaymentStatus, changes = {}) => ({
    instalmentId: 'a',
    rail: 'zelle' as const,
    flag: 'none' as const,
    status,
    ...changes,
  });
  const of = (status: ScheduleStatus, ...attempts: ReturnType<typeof attempt>[]) =>
    paymentStatusOf({ status }, attempts);

  test.each([
    ['disputed', of('past_due', attempt('refunded'), attempt('disputed'))],
    ['refunded', of('past_due', attempt('refunded'))],
    ['refunded', of('completed', attempt('reversed'))],
    ['past_due', of('past_due', attempt('claimed'), attempt('succeeded'))],
    [
      'awaiting_verification',
      of('active', attempt('succeeded'), attempt('claimed', { instalmentId: 'b' })),
    ],
    ['confirming', of('draft', attempt('processing', { rail: 'crypto' }))],
    ['processing', of('draft', attempt('processing'))],
    ['completed', of('completed', attempt('failed'), attempt('succeeded'))],
    ['completed', of('completed', attempt('refunded'), attempt('succeeded'))],
    ['partially_paid', of('active', attempt('succeeded'))],
    ['partially_paid', of('draft', attempt('succeeded', { flag: 'under' }), attempt('failed'))],
    ['failed', of('draft', attempt('failed'))],
    ['pending', of('draft', attempt('failed'), attempt('awaiting_transfer'))],
    ['pending', of('draft')],
  ])('is %s where it is the first of the list that holds', (expected, found) => {
    expect(found).toBe(expected);
  });

  test('is one of the ten words, and never “completed” unless the schedule is', () => {
    const any = fc.record({
      instalmentId: fc.constantFrom('a', 'b'),
      rail: fc.constantFrom(...RAILS),
      status: fc.constantFrom(...PAYMENT_STATUSES),
      flag: fc.constantFrom(...FLAGS),
    });
    const schedule = fc.constantFrom(...SCHEDULE_STATUSES);
    fc.assert(
      fc.property(schedule, fc.array(any), (status, attempts) => {
        const view = paymentStatusOf({ status }, attempts);
        expect(APPLICATION_PAYMENT_STATUSES).toContain(view);
        if (view === 'completed') expect(status).toBe('completed');
      }),
    );
  });
});

import { describe, expect, test } from 'vitest';
import { translate } from '../../shared/words.ts';
import { APPLICATION_STATUSES } from '../application/application.rules.ts';
import type { MyApplication } from '../payments/payer/my-applications.contract.ts';
import {
  chronological,
  HISTORY_KINDS,
  kindOfPaymentStep,
  HISTORY_SENTENCES,
} from './history.rules.ts';
import { instalmentStatus, nextSteps } from './next-steps.rules.ts';
import { APPLICATION_STATUS_LABELS } from './status-labels.rules.ts';
import type { Timeline } from './status.contract.ts';

const today = '2026-12-01';

type Due = MyApplication['instalments'][number];
const due = (change: Partial<Due> = {}): Due => ({
  number: 1,
  status: 'due',
  amount: '1000.00',
  received: '0.00',
  rest: '1000.00',
  dueOn: '2026-11-21',
  credits: [],
  memo: 'PX-7K4M2',
  ...change,
});
const application = (change: Partial<MyApplication> = {}) =>
  ({
    applicationStatus: 'submitted',
    paymentStatus: 'pending',
    kitRelease: 'first_payment',
    receivedAmount: '0.00',
    instalments: [due()],
    ...change,
  }) as MyApplication;
const plan = (instalments: Partial<Due>[], change: Partial<MyApplication> = {}) =>
  application({
    paymentStatus: 'partially_paid',
    instalments: instalments.map((one, at) =>
      due({ amount: '100.00', rest: '100.00', number: at + 1, ...one }),
    ),
    ...change,
  });
const paid = { status: 'paid', rest: '0.00' } as const;
const timeline = (change: Partial<Timeline> = {}) =>
  ({
    kitBy: null,
    shipment: null,
    plan: {
      isStopped: false,
      mayStop: false,
      paymentsUntilStop: 0,
      isCharged: false,
      payOff: null,
    },
    ...change,
  }) as Timeline;

const said = (one: MyApplication, known: Timeline = timeline()) =>
  nextSteps({ application: one, timeline: known, today }).map(({ sentence, values, day }) =>
    translate(sentence, { ...values, ...(day ? { day } : {}) }),
  );

describe('the next steps', () => {
  test.each([
    [
      'a draft',
      application({ applicationStatus: 'draft' }),
      timeline(),
      /We have saved.*first payment/,
    ],
    [
      'a cancelled one',
      application({ applicationStatus: 'cancelled' }),
      timeline(),
      /nothing more is due/,
    ],
    [
      'one that waits for the applicant',
      application({ applicationStatus: 'needs_information' }),
      timeline({ kitBy: '2026-12-04' }),
      /what we ask for below/,
    ],
    [
      'one that is promised',
      plan([paid, {}]),
      timeline({ kitBy: '2026-12-01' }),
      /^Your kit leaves by 2026-12-01/,
    ],
    [
      'one whose promise is broken',
      plan([paid, {}]),
      timeline({ kitBy: '2026-11-30' }),
      /should have left by 2026-11-30/,
    ],
    [
      'one on its way',
      application({ applicationStatus: 'dispatched' }),
      timeline({ shipment: { courier: 'DHL', trackingNumber: '42' } }),
      /with DHL. The tracking number is 42/,
    ],
    [
      'one on its way without a number',
      application({ applicationStatus: 'dispatched' }),
      timeline({ shipment: { courier: 'DHL', trackingNumber: null } }),
      /^Your kit is on its way with DHL.$/,
    ],
    [
      'one on its way with nobody known',
      application({ applicationStatus: 'dispatched' }),
      timeline(),
      /on its way to your address/,
    ],
    [
      'a delivered one',
      application({ applicationStatus: 'delivered' }),
      timeline(),
      /is delivered/,
    ],
    [
      'a claim',
      application({ paymentStatus: 'awaiting_verification' }),
      timeline(),
      /We are checking for your payment, which usually/,
    ],
    [
      'a transaction',
      application({ paymentStatus: 'confirming' }),
      timeline(),
      /The network is confirming/,
    ],
    ['a capture', application({ paymentStatus: 'processing' }), timeline(), /is being processed/],
    ['a dispute', application({ paymentStatus: 'disputed' }), timeline(), /in dispute/],
    ['a refund', application({ paymentStatus: 'refunded' }), timeline(), /was returned to you/],
    [
      'a kit that waits for the last payment',
      plan([paid, {}], { kitRelease: 'fully_paid' }),
      timeline(),
      /when everything is paid/,
    ],
    ['an unpaid one', application(), timeline(), /after your payment has reached us/],
  ] as const)('of %s is said', (_what, one, known, sentence) => {
    expect(said(one, known)[0]).toMatch(sentence);
  });

  test.each([
    [application(), '$1,000.00 is left to pay.'],
    [plan([paid, { dueOn: '2026-12-21' }]), 'Payment 2 of 2, $100.00, is due on 2026-12-21.'],
    [
      plan([paid, { dueOn: '2026-12-01' }]),
      'Payment 2 of 2, $100.00, has been due since 2026-12-01.',
    ],
    [
      plan([paid, { status: 'overdue', dueOn: '2026-11-01' }], { paymentStatus: 'past_due' }),
      'Payment 2 of 2, $100.00, was due on 2026-11-01. Your plan continues as soon as you pay it.',
    ],
    [
      plan([paid, { received: '25.00', rest: '75.00', dueOn: '2026-12-21' }]),
      'Payment 2 of 2, $75.00, is due on 2026-12-21.',
    ],
  ])('for the money is “%s”', (one, sentence) => {
    expect(said(one)).toContain(sentence);
  });

  test.each([
    ['that nobody paid for is nothing', {}, 'We have received no money for it.'],
    [
      'that was paid in part says how much was not refunded',
      { paymentStatus: 'partially_paid', receivedAmount: '1100.00' },
      'Of what you paid, $1,100.00 has not been refunded. If you have a question about it, write to us.',
    ],
    [
      'that was refunded is back with its payer',
      { paymentStatus: 'refunded' },
      'The money you paid was returned to you.',
    ],
    [
      'in dispute waits for its end',
      { paymentStatus: 'disputed', receivedAmount: '100.00' },
      'A payment is in dispute. The outcome decides where its money goes.',
    ],
    [
      'with a claimed transfer is still looked for',
      { paymentStatus: 'awaiting_verification' },
      'We are still checking a payment of yours. We will write to you about it.',
    ],
  ] as const)('for the money of a cancelled application %s', (_what, change, sentence) => {
    expect(said(application({ applicationStatus: 'cancelled', ...change }))).toEqual([
      'No kit will be sent, and nothing more is due.',
      sentence,
    ]);
  });

  test('for the money of a plan that PayPal charges is when it does', () => {
    expect(said(plan([paid, { dueOn: '2026-12-21', chargeOn: '2026-12-23' }]))).toContain(
      'PayPal will charge you $100.00 on 2026-12-23: payment 2 of 2.',
    );
    // Announced after a gap.
    const late = { dueOn: '2026-10-21', status: 'overdue', chargeOn: '2026-12-08' } as const;
    expect(said(plan([paid, late]))).toContain(
      'PayPal will charge you $100.00 on 2026-12-08: payment 2 of 2.',
    );
    expect(said(plan([paid, { dueOn: today, chargeOn: today }]))).toContain(
      'PayPal will charge you $100.00 in the next days: payment 2 of 2.',
    );
  });

  test('for the money of a plan that was cancelled is nothing', () => {
    const known = timeline({ plan: { ...timeline().plan, isStopped: true } });
    expect(said(plan([paid, { status: 'cancelled', rest: '0.00' }]), known).at(-1)).toBe(
      'Your payment plan is cancelled. Nothing more is due.',
    );
  });

  test('asks for no money while some is being checked', () => {
    expect(said(application({ paymentStatus: 'awaiting_verification' }))).toHaveLength(1);
  });
});

test('every status of an application has a title, and every kind of event a sentence', () => {
  expect(Object.keys(APPLICATION_STATUS_LABELS).toSorted()).toEqual(
    [...APPLICATION_STATUSES].toSorted(),
  );
  expect(Object.keys(HISTORY_SENTENCES).toSorted()).toEqual([...HISTORY_KINDS].toSorted());
});

test.each([
  ['processing', due(), 'payment on its way'],
  ['claimed', due({ status: 'overdue' }), 'checking for your payment'],
  ['failed', due(), 'due'],
  ['processing', due({ number: 2 }), 'due'],
] as const)('a due with a payment that is %s is called so: %#', (status, one, word) => {
  expect(instalmentStatus(one, [{ instalment: 1, status }])).toBe(word);
});

test.each([
  [due(paid), 'paid'],
  [due({ status: 'waived', rest: '0.00' }), 'no longer due'],
  [due({ status: 'cancelled', rest: '0.00' }), 'cancelled'],
  [due({ received: '1.00', rest: '999.00', status: 'overdue' }), 'paid in part'],
  [due({ status: 'overdue' }), 'overdue'],
  [due(), 'due'],
  [due({ status: 'scheduled' }), 'to come'],
])('a due %# is called “%s”', (one, word) => {
  expect(instalmentStatus(one, [])).toBe(word);
});

describe('a history', () => {
  const step = { rail: 'zelle', from: 'claimed', to: 'processing', isShort: false } as const;
  test.each([
    [step, undefined],
    [{ ...step, rail: 'crypto' }, 'confirming'],
    [{ ...step, rail: 'paypal' }, 'processing'],
    [{ ...step, to: 'created', from: null }, undefined],
    [{ ...step, to: 'cancelled', from: 'action_required' }, undefined],
    [{ ...step, to: 'expired', from: 'action_required' }, undefined],
    [{ ...step, to: 'expired', from: 'awaiting_transfer' }, 'expired'],
    [{ ...step, to: 'succeeded', from: 'processing' }, 'paid'],
    [{ ...step, to: 'succeeded', from: 'processing', isShort: true }, 'paid_in_part'],
    [{ ...step, to: 'succeeded', from: 'disputed' }, 'dispute_won'],
    [{ ...step, to: 'reversed', from: 'disputed' }, 'reversed'],
  ] as const)('shows %j as %s', (given, kind) => {
    expect(kindOfPaymentStep(given)).toBe(kind);
  });

  test('leaves out what was under way and has been received', () => {
    const at = (second: number) => new Date(Date.UTC(2026, 10, 21, 9, 0, second));
    const entry = { instalment: 1, method: 'paypal', amount: '1.00', note: null } as const;
    const begun = { ...entry, at: at(1), told: 'processing' } as const;
    const kindsOf = (entries: Parameters<typeof chronological>[0]) =>
      chronological(entries).map((one) => one.told);
    expect(kindsOf([begun, { ...entry, at: at(1), told: 'paid' }])).toEqual(['paid']);
    expect(kindsOf([{ ...entry, at: at(2), told: 'paid' }, begun])).toEqual(['paid']);
    expect(kindsOf([begun, { ...entry, at: at(2), told: 'paid_in_part' }])).toEqual([
      'paid_in_part',
    ]);
    // What failed, or was received otherwise or for another instalment, is no end of it.
    for (const other of [
      { ...entry, at: at(2), told: 'failed' },
      { ...entry, at: at(2), told: 'paid', instalment: 2 },
      { ...entry, at: at(2), told: 'paid', method: 'zelle' },
      { ...entry, at: at(0), told: 'paid' },
    ] as const)
      expect(kindsOf([begun, other])).toContain('processing');
  });
});

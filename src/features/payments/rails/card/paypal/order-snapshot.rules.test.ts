import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  isTransitionAllowed,
  PAYMENT_TRANSITIONS,
  type PaymentStatus,
} from '../../../core/payment.rules.ts';
import type { OrderAnswer } from './paypal.rules.ts';
import { parseOrder, disputeStatusOf, stepsTowards } from './order-snapshot.rules.ts';

const row = {
  id: '6b0c9d0e-0a0f-4b7e-8f3a-0123456789ab',
  orderId: '5O190127TN364715T',
  captureId: null,
  payee: 'MERCHANT1',
  amountCents: 100_000n,
  currency: 'USD',
};
const amount = { currency_code: 'USD', value: '1000.00' };
const capture = { id: 'CAPTURE1', status: 'COMPLETED', amount, custom_id: row.id };

function answer(change: {
  order?: object;
  unit?: object;
  capture?: object;
  captures?: object[];
}): OrderAnswer {
  return {
    id: row.orderId,
    status: 'COMPLETED',
    purchase_units: [
      {
        custom_id: row.id,
        amount,
        payee: { merchant_id: 'MERCHANT1', email_address: 'us@example.org' },
        payments: { captures: change.captures ?? [{ ...capture, ...change.capture }] },
        ...change.unit,
      },
    ],
    ...change.order,
  } as OrderAnswer;
}

describe('an order of PayPal', () => {
  test('is ours when every fact is', () => {
    expect(parseOrder(row, answer({}))).toMatchObject({
      differences: [],
      state: 'captured',
      capture: { id: 'CAPTURE1', status: 'COMPLETED', amountCents: 100_000n },
    });
  });

  test.each([
    ['order', { order: { id: 'ANOTHER' } }],
    ['custom_id', { unit: { custom_id: 'another' } }],
    ['custom_id', { unit: { custom_id: undefined } }],
    ['custom_id', { capture: { custom_id: 'another' } }],
    ['amount', { unit: { amount: { ...amount, value: '1.00' } } }],
    ['amount', { capture: { amount: { ...amount, value: '999.99' } } }],
    ['amount', { capture: { amount: { ...amount, currency_code: 'CAD' } } }],
    ['amount', { capture: { amount: { ...amount, value: '1e3' } } }],
    ['amount', { capture: { amount: { ...amount, value: '1000.001' } } }],
    ['payee', { unit: { payee: { merchant_id: 'SOMEBODY' } } }],
    ['payee', { unit: { payee: undefined } }],
    ['units', { captures: [capture, capture] }],
    ['units', { order: { purchase_units: [] } }],
  ])('is not ours when its %s is another', (fact, change) => {
    expect(parseOrder(row, answer(change)).differences).toContain(fact);
  });

  test('is not ours when it holds another capture than before', () => {
    expect(parseOrder({ ...row, captureId: 'CAPTURE0' }, answer({})).differences).toEqual([
      'capture',
    ]);
  });

  test('completed without a capture is not taken for paid', () => {
    expect(parseOrder(row, answer({ unit: { payments: {} } }))).toMatchObject({
      state: 'completed',
      capture: undefined,
    });
  });

  test('completed with a declined capture says so', () => {
    expect(parseOrder(row, answer({ capture: { status: 'DECLINED' } })).capture?.status).toBe(
      'DECLINED',
    );
  });

  test('adds up what went back, and counts no refund that is under way', () => {
    const refund = (value: string, status = 'COMPLETED') => ({
      id: value,
      status,
      amount: { ...amount, value },
    });
    const payments = {
      captures: [capture],
      refunds: [refund('10.00'), refund('20.50'), refund('100.00', 'PENDING')],
    };
    expect(parseOrder(row, answer({ unit: { payments } })).refundedCents).toBe(3050n);
  });
});

describe('disputes', () => {
  const dispute = (status: string, outcome: string | null = null) => ({ status, outcome });
  test.each([
    ['none', []],
    ['open', [dispute('OPEN')]],
    ['open', [dispute('UNDER_REVIEW')]],
    ['lost', [dispute('RESOLVED', 'RESOLVED_BUYER_FAVOUR')]],
    ['won', [dispute('RESOLVED', 'RESOLVED_SELLER_FAVOUR')]],
    ['won', [dispute('RESOLVED', 'CANCELED_BY_BUYER')]],
    ['open', [dispute('RESOLVED', 'RESOLVED_BUYER_FAVOUR'), dispute('OPEN')]],
    ['lost', [dispute('RESOLVED', 'RESOLVED_SELLER_FAVOUR'), dispute('RESOLVED', 'ACCEPTED')]],
  ] as const)('have the status %s', (status, disputes) => {
    expect(disputeStatusOf(disputes)).toBe(status);
  });
});

describe('the way onward', () => {
  const received = 100n;
  const disputeStatuses = fc.constantFrom(
    'none' as const,
    'open' as const,
    'lost' as const,
    'won' as const,
  );
  const from = fc.oneof(
    fc.record({
      status: fc.constantFrom<PaymentStatus>('succeeded'),
      refundedCents: fc.constant(0n),
    }),
    fc.record({
      status: fc.constantFrom<PaymentStatus>('partially_refunded'),
      refundedCents: fc.bigInt({ min: 1n, max: 99n }),
    }),
    fc.record({
      status: fc.constantFrom<PaymentStatus>('disputed'),
      refundedCents: fc.bigInt({ min: 0n, max: 99n }),
    }),
    fc.record({
      status: fc.constantFrom<PaymentStatus>('refunded', 'reversed'),
      refundedCents: fc.constant(received),
    }),
  );
  const truths = fc.record({
    refundedCents: fc.bigInt({ min: 0n, max: received }),
    isRefundedWhole: fc.boolean(),
    dispute: disputeStatuses,
  });

  test('takes listed steps alone, and once taken leads nowhere further', () => {
    fc.assert(
      fc.property(from, truths, (payment, truth) => {
        const steps = stepsTowards({ ...payment, receivedCents: received }, truth);
        if (!steps) return;
        let { status, refundedCents } = payment;
        for (const step of steps) {
          expect(isTransitionAllowed<PaymentStatus>(PAYMENT_TRANSITIONS, status, step.to)).toBe(
            true,
          );
          status = step.to;
          if (status === 'refunded' || status === 'reversed') refundedCents = received;
          else refundedCents = step.refundedCents ?? refundedCents;
        }
        expect(stepsTowards({ status, refundedCents, receivedCents: received }, truth)).toEqual([]);
      }),
    );
  });

  test.each([
    ['succeeded', 0n, { refundedCents: 40n }, ['partially_refunded']],
    ['succeeded', 0n, { isRefundedWhole: true }, ['refunded']],
    ['succeeded', 0n, { dispute: 'open' }, ['disputed']],
    ['succeeded', 0n, { dispute: 'lost', isRefundedWhole: true }, ['disputed', 'reversed']],
    ['succeeded', 0n, { dispute: 'lost' }, ['disputed', 'reversed']],
    ['succeeded', 0n, { dispute: 'won' }, []],
    ['disputed', 0n, { dispute: 'won' }, ['succeeded']],
    ['disputed', 0n, { dispute: 'lost', isRefundedWhole: true }, ['reversed']],
    ['disputed', 40n, { dispute: 'won', refundedCents: 40n }, ['partially_refunded']],
    ['partially_refunded', 40n, { refundedCents: 40n }, []],
    ['partially_refunded', 40n, { refundedCents: 60n }, ['partially_refunded']],
    ['reversed', 100n, { isRefundedWhole: true, dispute: 'lost' }, []],
  ] as const)('from %s (%s back) by %o is %o', (status, refundedCents, truth, expected) => {
    const steps = stepsTowards(
      { status, refundedCents, receivedCents: received },
      { refundedCents: 0n, isRefundedWhole: false, dispute: 'none', ...truth },
    );
    expect(steps?.map(({ to }) => to)).toEqual(expected);
  });
});

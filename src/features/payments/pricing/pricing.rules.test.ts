import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decimal } from '../../../shared/money.ts';
import { translate } from '../../../shared/words.ts';
import {
  CANCEL_SENTENCE,
  DEFAULT_PRICING,
  planValues,
  priceOf,
  publicPlans,
  totalSentence,
} from './pricing.rules.ts';

const pricing = (onetime: string, amount: string, totalPayments: number) => ({
  onetime: { ...DEFAULT_PRICING.onetime, amount: onetime },
  installment: { ...DEFAULT_PRICING.installment, amount, totalPayments },
});
const total = (onetime: string, amount: string, payments: number) => {
  const plans = publicPlans(pricing(onetime, amount, payments));
  return translate(totalSentence(plans), planValues(plans));
};

describe('the texts of a price', () => {
  test('are the specification’s figures by default', () => {
    const plans = publicPlans(DEFAULT_PRICING);
    expect(translate(totalSentence(plans), planValues(plans))).toBe(
      '12 payments of $100.00 come to $1,200.00, $200.00 more than paying once.',
    );
    expect(translate(CANCEL_SENTENCE, planValues(plans))).toContain('after 3 payments');
  });

  test('follow every other pricing, also one whose plan is cheaper or equal', () => {
    expect(total('1000.00', '50.00', 10)).toBe(
      '10 payments of $50.00 come to $500.00, $500.00 less than paying once.',
    );
    expect(total('1000.00', '100.00', 10)).toBe(
      '10 payments of $100.00 come to $1,000.00, the same as paying once.',
    );
    expect(total('12345.67', '1234.56', 60)).toBe(
      '60 payments of $1,234.56 come to $74,073.60, $61,727.93 more than paying once.',
    );
  });

  test('leave no placeholder open, whatever the pricing', () => {
    const amount = fc.bigInt({ min: 1n, max: 100_000_000n }).map(decimal);
    fc.assert(
      fc.property(
        amount,
        amount,
        fc.integer({ min: 2, max: 60 }),
        (a, b, n) => !total(a, b, n).includes('{'),
      ),
    );
  });
});

test('a price is one payment, or as many as the pricing says', () => {
  expect(priceOf('onetime', pricing('10.01', '1.00', 7))).toEqual({
    amountCents: 1001n,
    payments: 1,
  });
  expect(priceOf('installment', pricing('10.01', '1.00', 7))).toEqual({
    amountCents: 100n,
    payments: 7,
  });
});

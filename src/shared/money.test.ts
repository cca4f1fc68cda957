import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amountIn, cents, decimal, dollars, isAmount } from './money.ts';

const anyCents = fc.bigInt({ min: -(10n ** 16n), max: 10n ** 16n });

describe('money', () => {
  it('reads numbers and decimal strings as cents', () => {
    expect([cents(1000), cents('1000.5'), cents('0.01'), cents(19.99), cents('007')]).toEqual([
      100_000n,
      100_050n,
      1n,
      1999n,
      700n,
    ]);
  });

  it.each([
    0.1 + 0.2,
    '1.001',
    Number.NaN,
    Number.POSITIVE_INFINITY,
    '1e3',
    1e21,
    1e-7,
    '',
    ' 1',
    '1 ',
    '+1',
    '1,000',
    '.5',
    '5.',
    '0x10',
    '1\n',
    '٣',
  ])('refuses %j', (amount) => {
    expect(isAmount(amount)).toBe(false);
    expect(() => cents(amount)).toThrow(RangeError);
  });

  it('gives every amount back that it wrote', () => {
    fc.assert(fc.property(anyCents, (amount) => cents(decimal(amount)) === amount));
  });

  it('adds in cents exactly as on paper', () => {
    fc.assert(
      fc.property(
        anyCents,
        anyCents,
        (a, b) => cents(decimal(a)) + cents(decimal(b)) === cents(decimal(a + b)),
      ),
    );
  });

  it('reads each number of whole cents that JSON can carry as that number of cents', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 10 ** 11 }),
        (n) => cents(JSON.parse(JSON.stringify(n / 100))) === BigInt(n),
      ),
    );
  });

  it('shows people a dollar sign, thousands and two decimals', () => {
    expect([0n, 1n, 100_000n, 123_456_789n, -5000n].map(dollars)).toEqual([
      '$0.00',
      '$0.01',
      '$1,000.00',
      '$1,234,567.89',
      '-$50.00',
    ]);
  });

  it('keeps the dollar sign first in every language, with the separators of each', () => {
    const amounts = ['$1,000.00', '-$1,234,567.89', '$100.00', '$1,000', '1,000.00', 'PX-7'];
    expect(amounts.map((amount) => amountIn(amount, 'fr'))).toEqual([
      '$1\u00a0000,00',
      '-$1\u00a0234\u00a0567,89',
      '$100,00',
      '$1\u00a0000',
      '1,000.00',
      'PX-7',
    ]);
    expect(amounts.map((amount) => amountIn(amount, 'en'))).toEqual(amounts);
  });

  it('loses no digit between what people read and the amount', () => {
    fc.assert(
      fc.property(anyCents, (amount) => dollars(amount).replace(/[$,]/g, '') === decimal(amount)),
    );
  });
});

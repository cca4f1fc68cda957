import { unprocessable } from './problem.ts';

/** An amount as PayPal writes it: a decimal string and a currency. */
export type Money = { currency_code: string; value: string };

/** PayPal's currencies with the digits that it takes after the point. */
const DIGITS: Record<string, number> = Object.fromEntries([
  ...'AUD BRL CAD CNY CZK DKK EUR HKD ILS MYR MXN NOK NZD PHP PLN GBP SGD SEK CHF THB USD'
    .split(' ')
    .map((code) => [code, 2]),
  ...'HUF JPY TWD'.split(' ').map((code) => [code, 0]),
]);
const LARGEST = 999_999_999;

/**
 * The whole number of minor units that an amount stands for.
 * Throws what PayPal answers to amounts that it does not take: 422 with the issue and the field.
 */
export function minorUnits({ currency_code, value }: Money, field: string): number {
  const digits = DIGITS[currency_code];
  if (digits === undefined)
    throw unprocessable(
      'INVALID_CURRENCY_CODE',
      'Currency code should be a three-character currency code.',
      `${field}/currency_code`,
    );
  const [, sign, whole = '', fraction = ''] = /^(-?)(\d*)(?:\.(\d+))?$/.exec(value) ?? [];
  if (fraction.length > digits)
    throw unprocessable(
      'DECIMAL_PRECISION',
      'If the currency supports decimals, only two decimal place precision is supported.',
      `${field}/value`,
    );
  const units = Number(whole + fraction.padEnd(digits, '0'));
  if (sign || units === 0)
    throw unprocessable(
      'CANNOT_BE_ZERO_OR_NEGATIVE',
      'Must be greater than zero. If the currency supports decimals, only two decimal place precision is supported.',
      `${field}/value`,
    );
  if (units > LARGEST)
    throw unprocessable(
      'MAX_VALUE_EXCEEDED',
      'Should be less than or equal to 9999999.99.',
      `${field}/value`,
    );
  return units;
}

/** Minor units as PayPal writes them: 10000 US cents are "100.00". */
export function money(units: number, currency: string): Money {
  const digits = DIGITS[currency] ?? 2;
  const text = String(Math.abs(units)).padStart(digits + 1, '0');
  const sign = units < 0 ? '-' : '';
  const value = digits ? `${text.slice(0, -digits)}.${text.slice(-digits)}` : text;
  return { currency_code: currency, value: sign + value };
}

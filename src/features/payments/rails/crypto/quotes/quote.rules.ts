import { formatUnits, parseUnits } from 'viem/utils';
import { DECIMALS, type Token } from '../crypto.rules.ts';

/** Dollars of one whole token: `answer` / 10^`decimals`. */
export interface Price {
  answer: bigint;
  decimals: number;
  source: string;
}

type Rate = Pick<Price, 'answer' | 'decimals'>;

/** Rates are stored as decimal strings with this many decimals. */
const RATE_DECIMALS = 18;
/** Node's randomInt works below 2^48. */
const widestJitter = 2n ** 47n;

const power = (exponent: number) => 10n ** BigInt(exponent);

/**
 * The fewest units with a value of so many cents: ceil(cents·10^decimals·10^18 / (100·answer)) for ETH
 * (payments.md §3).
 */
export function unitsFor(amountCents: bigint, token: Token, { answer, decimals }: Rate): bigint {
  const divisor = 100n * answer;
  return (amountCents * power(decimals) * power(DECIMALS[token]) + divisor - 1n) / divisor;
}

/** How many amounts fit into so many cents more: its last digits distinguish a quote from all others. */
export function jitterSpan(token: Token, { answer, decimals }: Rate, cents = 1n): bigint {
  const span = (cents * power(decimals) * power(DECIMALS[token])) / (100n * answer) - 1n;
  return span < 1n ? 1n : span > widestJitter ? widestJitter : span;
}

/** The value of units at a rate, in whole cents. */
export function centsOf(units: bigint, token: Token, rate: string): bigint {
  return (
    (units * parseUnits(rate, RATE_DECIMALS) * 100n) /
    (power(DECIMALS[token]) * power(RATE_DECIMALS))
  );
}

/**
 * What so many units count towards a quote, in cents: its price for exactly the quoted amount, otherwise their value
 * at its rate. One unit less than quoted is less than the price, whatever it is worth.
 */
export function creditedCents(
  units: bigint,
  quote: { units: bigint; amountCents: bigint; token: Token; rate: string },
): bigint {
  if (units === quote.units) return quote.amountCents;
  const value = centsOf(units, quote.token, quote.rate);
  const most = quote.amountCents - 1n;
  return units < quote.units && value > most ? most : value;
}

/** Dollars of one whole token, a decimal string. */
export const rateOf = ({ answer, decimals }: Rate): string => formatUnits(answer, decimals);

/** Whole tokens, a decimal string. */
export const amountOf = (units: bigint, token: Token): string =>
  formatUnits(units, DECIMALS[token]);

/**
 * Units of a decimal string of whole tokens. Digits beyond the smallest unit are rounded; 1e-7 is refused,
 * since we never write it.
 */
export const unitsOf = (amount: string | number, token: Token): bigint | undefined =>
  /^\d+(\.\d+)?$/.test(String(amount)) ? parseUnits(String(amount), DECIMALS[token]) : undefined;

/** Parses an exchange's price; undefined when it is not a number above zero. */
export function priceOfText(text: string): Rate | undefined {
  const [, whole, fraction = ''] = /^(\d{1,12})(?:\.(\d{1,18}))?$/.exec(text) ?? [];
  const answer = whole === undefined ? 0n : BigInt(whole + fraction);
  return answer > 0n ? { answer, decimals: fraction.length } : undefined;
}

/** USDT is quoted only while its price is a dollar. */
export const isNearDollar = ({ answer, decimals }: Rate): boolean =>
  100n * answer >= 99n * power(decimals) && 100n * answer <= 101n * power(decimals);

/** Two prices as whole numbers with the same decimals. */
function aligned(one: Rate, other: Rate) {
  const decimals = Math.max(one.decimals, other.decimals);
  const a = one.answer * power(decimals - one.decimals);
  const b = other.answer * power(decimals - other.decimals);
  return { a, b, decimals };
}

/** Whether two prices differ by at most so many per cent of the lower one. */
export function isWithinPercent(one: Rate, other: Rate, percent: number): boolean {
  const { a, b } = aligned(one, other);
  const [least, most] = a < b ? [a, b] : [b, a];
  return least > 0n && (most - least) * 100n <= least * BigInt(percent);
}

/** The mean of two prices; undefined when they differ by more than one per cent. */
export function agreedPrice(one: Rate, other: Rate): Rate | undefined {
  if (!isWithinPercent(one, other, 1)) return undefined;
  const { a, b, decimals } = aligned(one, other);
  return { answer: (a + b) / 2n, decimals };
}

/** Late money is taken while its value is 99 % of what was quoted (payments.md §3, rule 12). */
export const isValueSufficient = (valueCents: bigint, amountCents: bigint): boolean =>
  valueCents * 100n >= amountCents * 99n;

import { formatUnits, parseUnits } from 'viem/utils';
import { DECIMALS, type Token } from '../crypto.rules.ts';

/** Dollars of one whole token as a whole number: `answer` / 10^`decimals`, and where it is from. */
export interface Price {
  answer: bigint;
  decimals: number;
  source: string;
}

type Rate = Pick<Price, 'answer' | 'decimals'>;

/** Rates are kept as decimal strings; read back with this many decimals. */
const RATE_DECIMALS = 18;
/** Node draws random numbers below 2^48. */
const widestJitter = 2n ** 47n;

const power = (exponent: number) => 10n ** BigInt(exponent);

/** The least units that are worth so many cents: ceil(cents·10^decimals·10^18 / (100·answer)) for ETH (payments.md §3). */
export function unitsFor(amountCents: bigint, token: Token, { answer, decimals }: Rate): bigint {
  const divisor = 100n * answer;
  return (amountCents * power(decimals) * power(DECIMALS[token]) + divisor - 1n) / divisor;
}

/** How many different amounts below so many cents more there are: by its last digits a quote is told from all others. */
export function jitterSpan(token: Token, { answer, decimals }: Rate, cents = 1n): bigint {
  const span = (cents * power(decimals) * power(DECIMALS[token])) / (100n * answer) - 1n;
  return span < 1n ? 1n : span > widestJitter ? widestJitter : span;
}

/** Whole cents that units are worth at a rate. */
export function centsOf(units: bigint, token: Token, rate: string): bigint {
  return (
    (units * parseUnits(rate, RATE_DECIMALS) * 100n) /
    (power(DECIMALS[token]) * power(RATE_DECIMALS))
  );
}

/** Dollars of one whole token, a decimal string. */
export const rateOf = ({ answer, decimals }: Rate): string => formatUnits(answer, decimals);

/** Whole tokens, a decimal string. */
export const amountOf = (units: bigint, token: Token): string =>
  formatUnits(units, DECIMALS[token]);

/** Units of whole tokens as a sender writes them; digits beyond the smallest unit are rounded, and 1e-7 is nothing we wrote. */
export const unitsOf = (amount: string | number, token: Token): bigint | undefined =>
  /^\d+(\.\d+)?$/.test(String(amount)) ? parseUnits(String(amount), DECIMALS[token]) : undefined;

/** A price as an exchange writes it; undefined when it is not a number above zero. */
export function priceOfText(text: string): Rate | undefined {
  const [, whole, fraction = ''] = /^(\d{1,12})(?:\.(\d{1,18}))?$/.exec(text) ?? [];
  const answer = whole === undefined ? 0n : BigInt(whole + fraction);
  return answer > 0n ? { answer, decimals: fraction.length } : undefined;
}

/** USDT is quoted only while it is worth a dollar. */
export const isNearDollar = ({ answer, decimals }: Rate): boolean =>
  100n * answer >= 99n * power(decimals) && 100n * answer <= 101n * power(decimals);

/** The middle of two prices; undefined when they are more than one per cent apart. */
export function agreedPrice(one: Rate, other: Rate): Rate | undefined {
  const decimals = Math.max(one.decimals, other.decimals);
  const a = one.answer * power(decimals - one.decimals);
  const b = other.answer * power(decimals - other.decimals);
  const apart = a > b ? a - b : b - a;
  const least = a < b ? a : b;
  return least > 0n && apart * 100n <= least ? { answer: (a + b) / 2n, decimals } : undefined;
}

/** Late money is taken while it is still worth 99 % of what was asked (payments.md §3, rule 12). */
export const isValueSufficient = (worthCents: bigint, amountCents: bigint): boolean =>
  worthCents * 100n >= amountCents * 99n;

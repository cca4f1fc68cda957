/** The only currency of the specification (§9). */
export const CURRENCY = 'USD';

const AMOUNT = /^(-?)(\d{1,15})(?:\.(\d{1,2}))?$/;

/**
 * An amount in dollars, as a JSON number or decimal string ("1000", "1000.5", "1000.50"), in cents.
 * Throws a RangeError for anything else: more than two decimals, exponents, NaN, signs other than a minus.
 */
export function cents(amount: string | number): bigint {
  // A number is read through its shortest decimal form, so 0.1 + 0.2 is refused, never rounded.
  const [, sign, whole, fraction = ''] = AMOUNT.exec(String(amount)) ?? [];
  if (whole === undefined)
    throw new RangeError('Not an amount of money with at most two decimals.');
  const value = BigInt(whole) * 100n + BigInt(fraction.padEnd(2, '0'));
  return sign ? -value : value;
}

/** Cents as the decimal string that leaves in answers: 100000n is "1000.00". */
export function decimal(amountCents: bigint): string {
  const digits = (amountCents < 0n ? -amountCents : amountCents).toString().padStart(3, '0');
  return `${amountCents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Cents as people read them: 100000n is "$1,000.00". */
export function dollars(amountCents: bigint): string {
  const text = decimal(amountCents < 0n ? -amountCents : amountCents).replace(
    /\B(?=(\d{3}){1,6}\.)/g,
    ',',
  );
  return `${amountCents < 0n ? '-' : ''}$${text}`;
}

const WRITTEN = /^-?\$\d{1,3}(,\d{3})*(\.\d\d)?$/;
const separators = new Map<string, { group: string; decimal: string }>();

/** What `dollars` wrote, with the separators of another language: "$1 000,00" in French. Other texts stay. */
export function amountIn(amount: string, language: string): string {
  if (language === 'en' || !WRITTEN.test(amount)) return amount;
  const known = separators.get(language) ?? separatorsOf(language);
  separators.set(language, known);
  return amount.replace(/[,.]/g, (sign) => (sign === ',' ? known.group : known.decimal));
}

/** A narrow space is half a space in our headline face, whose spaces are narrow: "1 000" would be read as "1000". */
export const withSpaceInSight = (number: string): string => number.replaceAll('\u202f', '\u00a0');

function separatorsOf(language: string) {
  // Some languages group five digits and not four.
  const parts = new Intl.NumberFormat(language).formatToParts(12_345.5);
  const find = (type: string, english: string) =>
    parts.find((part) => part.type === type)?.value ?? english;
  return { group: withSpaceInSight(find('group', ',')), decimal: find('decimal', '.') };
}

/** "$1,000" of "$1,000.00": where an amount is read at a glance. */
export const withoutZeroCents = (amount: string): string => amount.replace(/\.00$/, '');

/** Whether `cents` would take it. */
export function isAmount(amount: string | number): boolean {
  return AMOUNT.test(String(amount));
}

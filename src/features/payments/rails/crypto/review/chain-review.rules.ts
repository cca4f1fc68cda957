import { cents, dollars, isAmount } from '../../../../../shared/money.ts';
import { words } from '../../../../../shared/words.ts';
import type { Token } from '../crypto.rules.ts';
import type { ReviewReason } from '../settlement/matching.rules.ts';
import { amountOf, unitsOf } from '../quotes/quote.rules.ts';

/** The reasons in two or three words; REVIEW_REASONS has the sentences. */
export const REVIEW_LABELS: Readonly<Record<ReviewReason, string>> = {
  unmatched: words('Fits no amount'),
  early: words('Came too early'),
  late: words('Came late'),
  unwatched: words('Came long after its time'),
  paid: words('Already paid'),
  closed: words('Takes no money any more'),
  dust: words('Less than a cent'),
  opaque: words('Came through a contract'),
};

/** What an administrator can do. */
export const REVIEW_ADVICE: Readonly<Record<ReviewReason, string>> = {
  unmatched: words(
    'The sender may have rounded the amount, or an exchange kept a fee. Compare it with the suggestions; if you are unsure, ask the payer for the transaction.',
  ),
  early: words(
    'It may be somebody else’s money. Ask the payer for the transaction before you book it.',
  ),
  late: words('Book it at what it was worth when it came; what is missing stays open.'),
  unwatched: words(
    'Look whether the payer has paid in another way since. If not, book it at what it was worth when it came.',
  ),
  paid: words(
    'Book it for another payment of the same person if they agree, or send it back from the wallet and lay it aside.',
  ),
  closed: words(
    'Ask the payer what it is for. Book it where money is still asked for, or send it back from the wallet and lay it aside.',
  ),
  dust: words('It pays nothing. Lay it aside.'),
  opaque: words(
    'Look the transaction up in a block explorer, and book it only if it really brought this amount to our address.',
  ),
};

interface MessageAnswer {
  sentence: string;
  values: Record<string, string>;
}

/** The difference between received and quoted amount; whole tokens as decimal strings. */
export function gapOf(came: string, asked: string, token: Token): MessageAnswer {
  const over = (unitsOf(came, token) ?? 0n) - (unitsOf(asked, token) ?? 0n);
  const values = { difference: `${amountOf(over < 0n ? -over : over, token)} ${token}` };
  if (over === 0n) return { sentence: words('Exactly this amount came.'), values };
  return over > 0n
    ? { sentence: words('{difference} more came.'), values }
    : { sentence: words('{difference} less came.'), values };
}

/**
 * Whether a quote is likely enough for the list: its payer's browser submitted the transaction, or the amounts
 * differ by at most a tenth.
 */
export function isLikely(
  came: { amount: string; token: Token },
  quote: { amount: string; isClaimed: boolean },
): boolean {
  const asked = unitsOf(quote.amount, came.token) ?? 0n;
  const apart = (unitsOf(came.amount, came.token) ?? 0n) - asked;
  return quote.isClaimed || (apart < 0n ? -apart : apart) * 10n <= asked;
}

/**
 * What recording so many dollars does to an instalment; undefined when `amount` is no amount. What is short or
 * too much is shown in the reconciliation.
 */
export function outcomeOf(
  amount: string,
  due: { amount: string; held: string },
): MessageAnswer | undefined {
  if (!isAmount(amount) || cents(amount) <= 0n) return undefined;
  const total = cents(due.held) + cents(amount);
  const over = total - cents(due.amount);
  const values = {
    total: dollars(total),
    due: dollars(cents(due.amount)),
    difference: dollars(over < 0n ? -over : over),
  };
  if (over === 0n)
    return { sentence: words('With it {total} of {due} have come: this payment is paid.'), values };
  return over > 0n
    ? {
        sentence: words(
          'With it {total} have come, {difference} more than the {due} due: this payment is paid, and stands in the reconciliation until the surplus has gone back.',
        ),
        values,
      }
    : {
        sentence: words(
          'With it {total} of {due} have come: {difference} stay open, and the payer can still pay them.',
        ),
        values,
      };
}

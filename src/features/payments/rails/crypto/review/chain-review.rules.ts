import { cents, decimal, dollars, isAmount } from '../../../../../shared/money.ts';
import { words } from '../../../../../shared/words.ts';
import type { Token } from '../crypto.rules.ts';
import type { ReviewReason } from '../settlement/matching.rules.ts';
import { amountOf, unitsOf } from '../quotes/quote.rules.ts';
import type { ChainInstalments } from './chain-review.contract.ts';

/** The reasons in two or three words; REVIEW_REASONS has the sentences. */
export const REVIEW_LABELS: Readonly<Record<ReviewReason, string>> = {
  unmatched: words('No matching amount'),
  early: words('Arrived too early'),
  late: words('Arrived late'),
  unwatched: words('Arrived more than a day late'),
  paid: words('Already paid'),
  closed: words('No longer payable'),
  dust: words('Less than a cent'),
  single_node: words('Needs your confirmation'),
  opaque: words('Sent through a smart contract'),
};

/** What an administrator can do. */
export const REVIEW_ADVICE: Readonly<Record<ReviewReason, string>> = {
  unmatched: words(
    'The sender may have rounded the amount, or an exchange kept a fee. Compare it with the suggestions. If you are unsure, ask the payer for the transaction.',
  ),
  early: words(
    'It may be someone else’s money. Ask the payer for the transaction before you record it.',
  ),
  late: words('Record it at its value when it arrived. Any shortfall stays due.'),
  unwatched: words(
    'Check whether the payer has since paid in another way. If not, record it at its value when it arrived.',
  ),
  paid: words(
    'If the payer agrees, record it for another of their payments. Otherwise send it back from the wallet and dismiss it.',
  ),
  closed: words(
    'Ask the payer what it is for. Record it for a payment that is still due, or send it back from the wallet and dismiss it.',
  ),
  dust: words('It is too small to count. Dismiss it.'),
  single_node: words(
    'Look up the transaction in a block explorer. Confirm it if this amount really reached our address.',
  ),
  opaque: words(
    'Look up the transaction in a block explorer. Record it only if it really sent this amount to our address.',
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
  if (over === 0n) return { sentence: words('Exactly this amount arrived.'), values };
  return over > 0n
    ? { sentence: words('{difference} more arrived.'), values }
    : { sentence: words('{difference} less arrived.'), values };
}

/** What assigning a transfer to a quote does: what came and what is asked for, and whether that is enough. */
export function matchingOf(
  transfer: { amount: string; token: Token },
  quote: { amount: string; received: string; surplus: string | null },
): MessageAnswer[] {
  const { token } = transfer;
  const units = (amount: string) => unitsOf(amount, token) ?? 0n;
  const total = units(transfer.amount) + units(quote.received);
  const over = total - units(quote.amount);
  const values = {
    received: `${amountOf(total, token)} ${token}`,
    asked: `${quote.amount} ${token}`,
    difference: `${amountOf(over < 0n ? -over : over, token)} ${token}`,
  };
  const outcome =
    over < 0n
      ? words(
          '{difference} is missing. The payer is asked for it: at this price while it is valid, else at a new one.',
        )
      : quote.surplus !== null
        ? words(
            'That is {difference} too much. The payment is paid, and you choose what happens to the surplus.',
          )
        : words('The payment is paid.');
  return [
    { sentence: words('Received: {received}. Asked for: {asked}.'), values },
    { sentence: outcome, values },
  ];
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
    return {
      sentence: words('This makes {total} of {due} received. The payment is paid.'),
      values,
    };
  return over > 0n
    ? {
        sentence: words(
          'This makes {total} received, {difference} more than the {due} due. The payment is paid, and you choose what happens to the surplus.',
        ),
        values,
      }
    : {
        sentence: words(
          'This makes {total} of {due} received. {difference} is still due, and the payer can still pay it.',
        ),
        values,
      };
}

/**
 * What is more than due once so many dollars are recorded for an instalment, and what of it the others of the plan can
 * take, in dollars; undefined where nothing is.
 */
export function surplusOf(
  amount: string,
  { number }: { number: number },
  { dues, applicationId }: Pick<ChainInstalments, 'dues' | 'applicationId'>,
): { over: string; creditable?: string; applicationId: string } | undefined {
  const restOf = (due: { amount: string; held: string }) => cents(due.amount) - cents(due.held);
  const due = dues.find((one) => one.number === number);
  const over = due ? cents(amount) - restOf(due) : 0n;
  if (over <= 0n) return undefined;
  const rest = dues
    .filter((one) => one.canTake && one.number !== number)
    .reduce((sum, one) => sum + restOf(one), 0n);
  const creditable = rest < over ? rest : over;
  return {
    over: decimal(over),
    applicationId,
    ...(creditable > 0n ? { creditable: decimal(creditable) } : {}),
  };
}

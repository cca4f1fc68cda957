import { keysOf } from '../../../../../shared/record.ts';
import { words } from '../../../../../shared/words.ts';
import { blockClockMs, quoteWatchedMs, topUpMs } from '../crypto.rules.ts';
import type { QuoteState } from '../crypto.rules.ts';

/** Why a transfer needs review, in a sentence for an administrator. */
export const REVIEW_REASONS = {
  unmatched: words('No open quote matches this amount.'),
  early: words('It was sent before the quote was made.'),
  late: words(
    'It arrived late and is worth less than 99% of the amount quoted, or its value is unknown.',
  ),
  unwatched: words('It arrived more than a day after the quote ended.'),
  paid: words('The amount quoted is already paid.'),
  closed: words(
    'The payment is no longer open. It was cancelled, or is being paid in another way.',
  ),
  dust: words('It is worth less than a cent.'),
  single_node: words('Only one network node is set up, so this payment needs your confirmation.'),
  opaque: words('It came through a smart contract, and no network node can show how.'),
} as const;
export type ReviewReason = keyof typeof REVIEW_REASONS;
export const isReviewReason = (text: string): text is ReviewReason =>
  Object.hasOwn(REVIEW_REASONS, text);
export const REVIEW_REASON_NAMES = keysOf(REVIEW_REASONS);

interface QuoteTerms {
  state: QuoteState;
  units: bigint;
  amountCents: bigint;
  createdAt: Date;
  expiresAt: Date;
  watchedUntil: Date;
}

interface IncomingMoney {
  units: bigint;
  blockAt: Date;
  /** Of the other transfers of the quote. */
  otherUnits: bigint;
  /** Only used when it is late; undefined when no source gives a price. */
  isValueSufficient: boolean | undefined;
}

export const isLate = (
  { expiresAt }: Pick<QuoteTerms, 'expiresAt'>,
  { blockAt }: Pick<IncomingMoney, 'blockAt'>,
) => blockAt > expiresAt;

/** Until when a quote that was paid in part keeps its rate, and is watched. */
export function topUpTimes(
  { expiresAt }: Pick<QuoteTerms, 'expiresAt'>,
  { blockAt }: Pick<IncomingMoney, 'blockAt'>,
) {
  const untilMs = Math.max(expiresAt.getTime(), blockAt.getTime() + topUpMs);
  return { expiresAt: new Date(untilMs), watchedUntil: new Date(untilMs + quoteWatchedMs) };
}

/** Why a transfer does not pay its quote, by rules 6, 7, 12 and 13 of payments.md §3; undefined when it does. */
export function rejectionReason(quote: QuoteTerms, came: IncomingMoney): ReviewReason | undefined {
  if (came.blockAt.getTime() < quote.createdAt.getTime() - blockClockMs) return 'early';
  if (quote.state === 'paid' || came.otherUnits >= quote.units) return 'paid';
  if (came.blockAt > quote.watchedUntil) return 'unwatched';
  const isFull = came.otherUnits + came.units >= quote.units;
  if (isLate(quote, came) && !(isFull && came.isValueSufficient)) return 'late';
  return undefined;
}

import { days, hours, minutes, seconds } from '../../../../shared/time.ts';
import { words } from '../../../../shared/words.ts';

export const TOKENS = ['ETH', 'USDT'] as const;
export type Token = (typeof TOKENS)[number];
export const DECIMALS: Readonly<Record<Token, number>> = { ETH: 18, USDT: 6 };

/** How long a quote's rate stands, and how long after that money for it is still looked for (payments.md §3). */
export const quoteLifetimeMs = minutes(15);
export const quoteWatchedMs = days(1);
/** A block may bear a time a little before the quote that it pays: its maker's clock is not ours. */
export const blockClockMs = seconds(60);
/** The chain is read well beyond a quote's end before the quote is given up. */
export const expiryGraceMs = minutes(2);

/** `open`: its amount is taken and looked for. */
export const QUOTE_STATES = ['open', 'paid', 'lapsed'] as const;
export type QuoteState = (typeof QUOTE_STATES)[number];

/**
 * Where money that was seen on the chain stands: in a block, booked from a final block, in a block that is gone,
 * to be decided by hand, or decided to be nothing of ours.
 */
export const CHAIN_RECEIPT_STATES = ['seen', 'final', 'orphaned', 'review', 'dismissed'] as const;
export type ChainReceiptState = (typeof CHAIN_RECEIPT_STATES)[number];

/** How often the price must have been renewed to be believed: the feed's heartbeat and some minutes (payments.md §3). */
export const feedFreshMs: Readonly<Record<Token, number>> = {
  ETH: seconds(3900),
  USDT: hours(25),
};

export const CRYPTO_OFF = words(
  'Crypto payments are not available at the moment. If you have already sent money, write to us with your reference.',
);
export const NO_PRICE = words('Failed to get price quote');

/** Where money on the chain that waits for a person stands in the dashboard. */
export const CHAIN_REVIEW_PATH = '/admin/payments/network';

/** The same, narrowed to one transaction. */
export const transactionAddress = (txHash: string) => `${CHAIN_REVIEW_PATH}?search=${txHash}`;

/** First six and last four characters (specification §9). */
export const shortAddress = (address: string) => `${address.slice(0, 6)}…${address.slice(-4)}`;

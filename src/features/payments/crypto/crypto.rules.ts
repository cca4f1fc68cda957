import { days, minutes } from '../../../shared/time.ts';

export const TOKENS = ['ETH', 'USDT'] as const;
export type Token = (typeof TOKENS)[number];
export const DECIMALS: Readonly<Record<Token, number>> = { ETH: 18, USDT: 6 };

/** How long a quote's rate stands, and how long after that money for it is still looked for (payments.md §3). */
export const quoteLifetimeMs = minutes(15);
export const quoteWatchedMs = days(1);

/** `open`: its amount is taken and looked for. */
export const QUOTE_STATES = ['open', 'paid', 'lapsed'] as const;
export type QuoteState = (typeof QUOTE_STATES)[number];

/** Where money that was seen on the chain stands: in a block, in a final block, in a block that is gone, or to be decided by hand. */
export const CHAIN_RECEIPT_STATES = ['seen', 'final', 'orphaned', 'review'] as const;
export type ChainReceiptState = (typeof CHAIN_RECEIPT_STATES)[number];

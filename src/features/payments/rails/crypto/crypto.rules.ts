import { days, hours, minutes, seconds } from '../../../../shared/time.ts';
import { words } from '../../../../shared/words.ts';

export const TOKENS = ['ETH', 'USDT'] as const;
export type Token = (typeof TOKENS)[number];
export const isToken = (text: string): text is Token => TOKENS.some((token) => token === text);
export const DECIMALS: Readonly<Record<Token, number>> = { ETH: 18, USDT: 6 };

/** How long a quote's rate is valid, and how long afterwards money for it is still looked for (payments.md §3). */
export const quoteLifetimeMs = minutes(15);
export const quoteWatchedMs = days(1);
/** After money that is less than the quote, its rate stays valid for so long (payments.md §5). */
export const topUpMs = minutes(60);
/** A block's time may be a little before the quote that it pays: its maker's clock is not ours. */
export const blockClockMs = seconds(60);
/** The chain is scanned well beyond a quote's end before the quote expires. */
export const expiryGraceMs = minutes(2);

/** `open`: its amount is taken and looked for. */
export const QUOTE_STATES = ['open', 'paid', 'lapsed'] as const;
export type QuoteState = (typeof QUOTE_STATES)[number];

/**
 * In a block; settled from a final block; in a block that is gone; waiting for review; dismissed by an
 * administrator.
 */
export const ON_CHAIN_TRANSFER_STATES = [
  'seen',
  'final',
  'orphaned',
  'review',
  'dismissed',
] as const;
export type OnChainTransferState = (typeof ON_CHAIN_TRANSFER_STATES)[number];

/** A feed's heartbeat and some minutes: an older price is not used (payments.md §3). */
export const feedFreshMs: Readonly<Record<Token, number>> = {
  ETH: seconds(3900),
  USDT: hours(25),
};

/**
 * A feed that was updated later than this by our clock is not believed. Its time is that of a block, which is
 * never ahead of the network's; so much can a server's clock be slow when its time service has failed a while.
 */
export const feedAheadMs = seconds(60);

export const CRYPTO_OFF = words(
  'Crypto payments are not available at the moment. If you have already sent money, write to us with your reference.',
);
export const NO_PRICE = words(
  'We can’t quote a price at the moment. Please try again later or pay another way.',
);

/** The dashboard's page of on-chain transfers that need review. */
export const CHAIN_REVIEW_PATH = '/admin/payments/network';

/** The same, narrowed to one transaction. */
export const transactionAddress = (txHash: string) => `${CHAIN_REVIEW_PATH}?search=${txHash}`;

/** What a wallet signs (EIP-191), so that its money counts for a quote whatever the amount. */
export const senderMessage = (quoteId: string) =>
  `One Africa Passport\n\nMoney from this wallet pays quote ${quoteId}. Signing moves no money.`;

/** First six and last four characters (specification §9). */
export const shortAddress = (address: string) => `${address.slice(0, 6)}…${address.slice(-4)}`;

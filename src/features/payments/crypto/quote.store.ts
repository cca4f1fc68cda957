import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  index,
  integer,
  numeric,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { payments } from '../payment.store.ts';
import type { QuoteState, Token } from './crypto.rules.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
/** Wei and USDT units: up to 2^256. */
const units = (name: string) => numeric(name, { precision: 78, scale: 0, mode: 'bigint' });

/** A price in a token that stands for some minutes. The row is the truth of what is to be paid, and where. */
export const cryptoQuotes = pgTable(
  'crypto_quotes',
  {
    id: uuid('id').primaryKey(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id),
    /** SHA-256 of the cookie of the browser that asked for it. */
    tokenDigest: text('token_digest').notNull(),
    token: text('token').$type<Token>().notNull(),
    state: text('state').$type<QuoteState>().notNull(),
    /** Of the instalment's rest, in dollars. */
    amountCents: bigint('amount_cents', { mode: 'bigint' }).notNull(),
    /** To be sent; no other open quote in the token asks for the same. */
    units: units('units').notNull(),
    /** Dollars of one whole token, a decimal string. */
    rate: text('rate').notNull(),
    /** Where the rate is from: a feed's round, or the two exchanges that agreed. */
    source: text('source').notNull(),
    chainId: integer('chain_id').notNull(),
    /** Pinned: a destination that an administrator changes afterwards changes no quote. Lower case. */
    address: text('address').notNull(),
    /** Of the token; null for ETH. Lower case. */
    contract: text('contract'),
    /** What the browser said that it sent: a hint where to look. */
    txHash: text('tx_hash'),
    createdAt: at('created_at').notNull(),
    expiresAt: at('expires_at').notNull(),
    /** Until here money for it is looked for. */
    watchedUntil: at('watched_until').notNull(),
    updatedAt: at('updated_at').notNull(),
  },
  (t) => [
    uniqueIndex('crypto_quotes_amount').on(t.token, t.units).where(sql`${t.state} = 'open'`),
    index('crypto_quotes_open').on(t.address, t.token).where(sql`${t.state} = 'open'`),
    index('crypto_quotes_payment').on(t.paymentId),
    index('crypto_quotes_watched').on(t.watchedUntil).where(sql`${t.state} = 'open'`),
    check('crypto_quotes_units', sql`${t.units} > 0 and ${t.amountCents} > 0`),
  ],
);

export type Quote = typeof cryptoQuotes.$inferSelect;

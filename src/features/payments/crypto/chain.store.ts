import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { payments } from '../payment.store.ts';
import type { ChainReceiptState, Token } from './crypto.rules.ts';
import { cryptoQuotes } from './quote.store.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
const units = (name: string) => numeric(name, { precision: 78, scale: 0, mode: 'bigint' });

/** Money that came to an address of ours, seen in a block. Never removed: what a reorganisation took is `orphaned`. */
export const chainReceipts = pgTable(
  'chain_receipts',
  {
    id: uuid('id').primaryKey(),
    chainId: integer('chain_id').notNull(),
    /** Lower case. */
    txHash: text('tx_hash').notNull(),
    /** Of the token's event; -1 for ETH sent directly. */
    logIndex: integer('log_index').notNull(),
    token: text('token').$type<Token>().notNull(),
    fromAddress: text('from_address').notNull(),
    toAddress: text('to_address').notNull(),
    units: units('units').notNull(),
    blockNumber: bigint('block_number', { mode: 'bigint' }).notNull(),
    blockHash: text('block_hash').notNull(),
    blockAt: at('block_at').notNull(),
    state: text('state').$type<ChainReceiptState>().notNull(),
    /** Which quote it pays. */
    quoteId: uuid('quote_id').references(() => cryptoQuotes.id),
    paymentId: uuid('payment_id').references(() => payments.id),
    /** Why a person must look at it. */
    reviewReason: text('review_reason'),
    seenAt: at('seen_at').notNull(),
    updatedAt: at('updated_at').notNull(),
  },
  (t) => [
    uniqueIndex('chain_receipts_once').on(t.chainId, t.txHash, t.logIndex),
    // A receipt pays one quote; a quote that was short can be topped up by another.
    index('chain_receipts_quote').on(t.quoteId),
    index('chain_receipts_state').on(t.state, t.blockNumber),
    check('chain_receipts_units', sql`${t.units} > 0`),
  ],
);

export type ChainReceipt = typeof chainReceipts.$inferSelect;

/** The last blocks that were read, so that a reorganisation shows, and where to go on after a stop. */
export const chainBlocks = pgTable(
  'chain_blocks',
  {
    chainId: integer('chain_id').notNull(),
    number: bigint('number', { mode: 'bigint' }).notNull(),
    hash: text('hash').notNull(),
    readAt: at('read_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.chainId, t.number] })],
);

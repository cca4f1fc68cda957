import { and, asc, eq, gt, inArray, isNotNull, lte, sql } from 'drizzle-orm';
import {
  bigint,
  check,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { at, units } from '../../../../../server/database/columns.store.ts';
import type { Database } from '../../../../../server/database/database.ts';
import { payments } from '../../../core/payment.store.ts';
import { lockBlocks } from '../chain/block.store.ts';
import type { ChainReceiptState, Token } from '../crypto.rules.ts';
import { cryptoQuotes } from '../quotes/quote.store.ts';
import type { ReviewReason } from './matching.rules.ts';

/** Money to one of our addresses, seen in a block. Never deleted: what a reorganisation took is `orphaned`. */
export const chainReceipts = pgTable(
  'chain_receipts',
  {
    id: uuid('id').primaryKey(),
    chainId: integer('chain_id').notNull(),
    /** Lower case. */
    txHash: text('tx_hash').notNull(),
    /** Of the token's event; -1 for ETH sent directly, below for ETH through a contract. */
    logIndex: integer('log_index').notNull(),
    token: text('token').$type<Token>().notNull(),
    fromAddress: text('from_address').notNull(),
    toAddress: text('to_address').notNull(),
    units: units('units').notNull(),
    /** What the sender asked the token to send, where a fee made less of it. */
    sentUnits: units('sent_units'),
    blockNumber: bigint('block_number', { mode: 'bigint' }).notNull(),
    blockHash: text('block_hash').notNull(),
    blockAt: at('block_at').notNull(),
    state: text('state').$type<ChainReceiptState>().notNull(),
    quoteId: uuid('quote_id').references(() => cryptoQuotes.id),
    paymentId: uuid('payment_id').references(() => payments.id),
    reviewReason: text('review_reason').$type<ReviewReason>(),
    /**
     * An administrator's decision: why it was dismissed, or the amount it was recorded at, which then follows
     * no rate.
     */
    decision: text('decision'),
    seenAt: at('seen_at').notNull(),
    updatedAt: at('updated_at').notNull(),
  },
  (t) => [
    uniqueIndex('chain_receipts_once').on(t.chainId, t.txHash, t.logIndex),
    // A receipt pays one quote; a quote that was short can be topped up by another.
    index('chain_receipts_quote').on(t.quoteId),
    index('chain_receipts_payment').on(t.paymentId),
    index('chain_receipts_state').on(t.state, t.blockNumber),
    check('chain_receipts_units', sql`${t.units} > 0`),
  ],
);

export type ChainReceipt = typeof chainReceipts.$inferSelect;

/** Adds the receipts of a block. Known ones stay as they are; orphaned ones are seen anew. */
export async function addReceipts(tx: Database, receipts: ChainReceipt[]): Promise<void> {
  if (receipts.length === 0) return;
  await tx
    .insert(chainReceipts)
    .values(receipts)
    .onConflictDoUpdate({
      target: [chainReceipts.chainId, chainReceipts.txHash, chainReceipts.logIndex],
      set: {
        state: sql`excluded.state`,
        units: sql`excluded.units`,
        toAddress: sql`excluded.to_address`,
        fromAddress: sql`excluded.from_address`,
        sentUnits: sql`excluded.sent_units`,
        blockNumber: sql`excluded.block_number`,
        blockHash: sql`excluded.block_hash`,
        blockAt: sql`excluded.block_at`,
        quoteId: sql`excluded.quote_id`,
        paymentId: sql`excluded.payment_id`,
        reviewReason: sql`excluded.review_reason`,
        updatedAt: sql`excluded.updated_at`,
      },
      setWhere: eq(chainReceipts.state, 'orphaned'),
    });
}

/** Orphans the receipts above a block that a reorganisation replaced. */
export async function orphanReceiptsAbove(
  tx: Database,
  chainId: number,
  number: bigint,
  now: Date,
): Promise<void> {
  await tx
    .update(chainReceipts)
    .set({ state: 'orphaned', updatedAt: now })
    .where(
      and(
        inArray(chainReceipts.state, ['seen', 'review']),
        eq(chainReceipts.chainId, chainId),
        gt(chainReceipts.blockNumber, number),
      ),
    );
}

/** Oldest first. */
export const listSeenReceipts = (db: Database, which: ReturnType<typeof and>) =>
  db
    .select()
    .from(chainReceipts)
    .where(and(eq(chainReceipts.state, 'seen'), which))
    .orderBy(asc(chainReceipts.blockNumber), asc(chainReceipts.logIndex))
    .limit(500);

export async function findReceipt(db: Database, id: string): Promise<ChainReceipt | undefined> {
  const [found] = await db.select().from(chainReceipts).where(eq(chainReceipts.id, id));
  return found;
}

/**
 * Locks a receipt and with it all receipts of its chain until the transaction ends. Who settles it holds the
 * application's lock before (decision 0012).
 */
export async function lockReceipt(
  tx: Database,
  { id, chainId }: Pick<ChainReceipt, 'id' | 'chainId'>,
): Promise<ChainReceipt | undefined> {
  await lockBlocks(tx, chainId);
  const [locked] = await tx
    .select()
    .from(chainReceipts)
    .where(eq(chainReceipts.id, id))
    .for('update');
  return locked;
}

export async function setReceipt(
  tx: Database,
  id: string,
  change: Partial<ChainReceipt>,
): Promise<void> {
  await tx.update(chainReceipts).set(change).where(eq(chainReceipts.id, id));
}

/** Everything that one transaction brought. */
export async function listReceiptsOfHash(
  db: Database,
  chainId: number,
  txHash: string,
): Promise<ChainReceipt[]> {
  return db
    .select()
    .from(chainReceipts)
    .where(and(eq(chainReceipts.chainId, chainId), eq(chainReceipts.txHash, txHash)))
    .orderBy(asc(chainReceipts.logIndex));
}

/** Matched to a payment, in blocks that are final by now. Oldest first. */
export async function listReceiptsToSettle(
  db: Database,
  chainId: number,
  finalized: bigint,
): Promise<ChainReceipt[]> {
  return listSeenReceipts(
    db,
    and(
      eq(chainReceipts.chainId, chainId),
      isNotNull(chainReceipts.paymentId),
      lte(chainReceipts.blockNumber, finalized),
    ),
  );
}

/** Payments under way whose receipts were orphaned for good. */
export async function listLostPayments(
  db: Database,
  chainId: number,
  finalized: bigint,
): Promise<string[]> {
  const rows = await db
    .selectDistinct({ id: payments.id })
    .from(chainReceipts)
    .innerJoin(payments, eq(payments.id, chainReceipts.paymentId))
    .where(
      and(
        eq(chainReceipts.state, 'orphaned'),
        eq(chainReceipts.chainId, chainId),
        lte(chainReceipts.blockNumber, finalized),
        eq(payments.status, 'processing'),
        sql`not exists (select 1 from ${chainReceipts} as live where live.payment_id = ${payments.id} and live.state in ('seen', 'final'))`,
      ),
    );
  return rows.map(({ id }) => id);
}

/** Whether any receipt of a chain is not final yet. */
export async function hasMoneyUnderWay(db: Database, chainId: number): Promise<boolean> {
  const [found] = await db
    .select({ id: chainReceipts.id })
    .from(chainReceipts)
    .where(and(eq(chainReceipts.state, 'seen'), eq(chainReceipts.chainId, chainId)))
    .limit(1);
  return found !== undefined;
}

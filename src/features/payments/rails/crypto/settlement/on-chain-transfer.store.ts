import { and, asc, desc, eq, gt, inArray, isNotNull, lte, sql, sum } from 'drizzle-orm';
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
import type { OnChainTransferState, Token } from '../crypto.rules.ts';
import { cryptoQuotes } from '../quotes/quote.store.ts';
import type { ReviewReason } from './matching.rules.ts';

/** Money to one of our addresses, seen in a block. Never deleted: what a reorganisation took is `orphaned`. */
export const onChainTransfers = pgTable(
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
    state: text('state').$type<OnChainTransferState>().notNull(),
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
    // A transfer pays one quote; a quote that was short can be topped up by another.
    index('chain_receipts_quote').on(t.quoteId),
    index('chain_receipts_payment').on(t.paymentId),
    index('chain_receipts_state').on(t.state, t.blockNumber),
    check('chain_receipts_units', sql`${t.units} > 0`),
  ],
);

export type OnChainTransfer = typeof onChainTransfers.$inferSelect;

/** Adds the transfers of a block. Known ones stay as they are; orphaned ones are seen anew. */
export async function addOnChainTransfers(
  tx: Database,
  transfers: OnChainTransfer[],
): Promise<void> {
  if (transfers.length === 0) return;
  await tx
    .insert(onChainTransfers)
    .values(transfers)
    .onConflictDoUpdate({
      target: [onChainTransfers.chainId, onChainTransfers.txHash, onChainTransfers.logIndex],
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
      setWhere: eq(onChainTransfers.state, 'orphaned'),
    });
}

/** Orphans the transfers above a block that a reorganisation replaced. */
export async function orphanTransfersAbove(
  tx: Database,
  chainId: number,
  number: bigint,
  now: Date,
): Promise<void> {
  await tx
    .update(onChainTransfers)
    .set({ state: 'orphaned', updatedAt: now })
    .where(
      and(
        inArray(onChainTransfers.state, ['seen', 'review']),
        eq(onChainTransfers.chainId, chainId),
        gt(onChainTransfers.blockNumber, number),
      ),
    );
}

/** Oldest first. */
export const listSeenTransfers = (db: Database, which: ReturnType<typeof and>) =>
  db
    .select()
    .from(onChainTransfers)
    .where(and(eq(onChainTransfers.state, 'seen'), which))
    .orderBy(asc(onChainTransfers.blockNumber), asc(onChainTransfers.logIndex))
    .limit(500);

/** What was dismissed last, newest first. */
export const listDismissedTransfers = (db: Database, limit: number): Promise<OnChainTransfer[]> =>
  db
    .select()
    .from(onChainTransfers)
    .where(eq(onChainTransfers.state, 'dismissed'))
    .orderBy(desc(onChainTransfers.updatedAt))
    .limit(limit);

export async function findOnChainTransfer(
  db: Database,
  id: string,
): Promise<OnChainTransfer | undefined> {
  const [found] = await db.select().from(onChainTransfers).where(eq(onChainTransfers.id, id));
  return found;
}

/**
 * Locks a transfer and with it all transfers of its chain until the transaction ends. Who settles it holds the
 * application's lock before (decision 0012).
 */
export async function lockOnChainTransfer(
  tx: Database,
  { id, chainId }: Pick<OnChainTransfer, 'id' | 'chainId'>,
): Promise<OnChainTransfer | undefined> {
  await lockBlocks(tx, chainId);
  const [locked] = await tx
    .select()
    .from(onChainTransfers)
    .where(eq(onChainTransfers.id, id))
    .for('update');
  return locked;
}

export async function setOnChainTransfer(
  tx: Database,
  id: string,
  change: Partial<OnChainTransfer>,
): Promise<void> {
  await tx.update(onChainTransfers).set(change).where(eq(onChainTransfers.id, id));
}

/** Everything that one transaction brought. */
export async function listTransfersOfHash(
  db: Database,
  chainId: number,
  txHash: string,
): Promise<OnChainTransfer[]> {
  return db
    .select()
    .from(onChainTransfers)
    .where(and(eq(onChainTransfers.chainId, chainId), eq(onChainTransfers.txHash, txHash)))
    .orderBy(asc(onChainTransfers.logIndex));
}

/** What came on the chain for each of these payments, by token. */
export const listCoinsOf = (
  db: Database,
  paymentIds: readonly string[],
): Promise<Pick<OnChainTransfer, 'paymentId' | 'token' | 'units'>[]> =>
  db
    .select({
      paymentId: onChainTransfers.paymentId,
      token: onChainTransfers.token,
      units: sum(onChainTransfers.units).mapWith(onChainTransfers.units),
    })
    .from(onChainTransfers)
    .where(
      and(
        inArray(onChainTransfers.paymentId, [...paymentIds]),
        inArray(onChainTransfers.state, ['seen', 'final']),
      ),
    )
    .groupBy(onChainTransfers.paymentId, onChainTransfers.token)
    .orderBy(onChainTransfers.token);

/** Matched to a payment, in blocks that are final by now. Oldest first. */
export async function listTransfersToSettle(
  db: Database,
  chainId: number,
  finalized: bigint,
): Promise<OnChainTransfer[]> {
  return listSeenTransfers(
    db,
    and(
      eq(onChainTransfers.chainId, chainId),
      isNotNull(onChainTransfers.paymentId),
      lte(onChainTransfers.blockNumber, finalized),
    ),
  );
}

/** Payments under way whose transfers were orphaned for good. */
export async function listLostPayments(
  db: Database,
  chainId: number,
  finalized: bigint,
): Promise<string[]> {
  const rows = await db
    .selectDistinct({ id: payments.id })
    .from(onChainTransfers)
    .innerJoin(payments, eq(payments.id, onChainTransfers.paymentId))
    .where(
      and(
        eq(onChainTransfers.state, 'orphaned'),
        eq(onChainTransfers.chainId, chainId),
        lte(onChainTransfers.blockNumber, finalized),
        eq(payments.status, 'processing'),
        sql`not exists (select 1 from ${onChainTransfers} as live where live.payment_id = ${payments.id} and live.state in ('seen', 'final', 'review'))`,
      ),
    );
  return rows.map(({ id }) => id);
}

/** Whether any transfer of a chain is not final yet. */
export async function hasMoneyUnderWay(db: Database, chainId: number): Promise<boolean> {
  const [found] = await db
    .select({ id: onChainTransfers.id })
    .from(onChainTransfers)
    .where(and(eq(onChainTransfers.state, 'seen'), eq(onChainTransfers.chainId, chainId)))
    .limit(1);
  return found !== undefined;
}

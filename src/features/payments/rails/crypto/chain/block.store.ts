import { and, desc, eq, gt, lt, lte, or, sql } from 'drizzle-orm';
import { bigint, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { at } from '../../../../../server/database/columns.store.ts';
import type { Database } from '../../../../../server/database/database.ts';

/** The last scanned blocks: they show a reorganisation, and where to continue after a stop. */
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

/** Which instance scans a chain; expires soon, so that a killed one is replaced. */
export const chainWatches = pgTable('chain_watches', {
  chainId: integer('chain_id').primaryKey(),
  holder: uuid('holder').notNull(),
  until: at('until').notNull(),
});

export type ReadBlock = typeof chainBlocks.$inferSelect;

/** Serialises changes to the blocks and transfers of a chain. */
export async function lockBlocks(tx: Database, chainId: number): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`chain_blocks ${chainId}`}, 0))`,
  );
}

/** The last scanned block; undefined when none was scanned yet. */
export async function findLastBlock(db: Database, chainId: number): Promise<ReadBlock | undefined> {
  const [last] = await listReadBlocks(db, chainId, { limit: 1 });
  return last;
}

/** Newest first. */
export async function listReadBlocks(
  db: Database,
  chainId: number,
  { upTo, limit }: { upTo?: bigint; limit: number },
): Promise<ReadBlock[]> {
  return db
    .select()
    .from(chainBlocks)
    .where(
      and(
        eq(chainBlocks.chainId, chainId),
        upTo === undefined ? undefined : lte(chainBlocks.number, upTo),
      ),
    )
    .orderBy(desc(chainBlocks.number))
    .limit(limit);
}

/** Starts scanning a chain at this block, unless another instance has started already. */
export async function startScanning(tx: Database, block: ReadBlock): Promise<void> {
  const { chainId } = block;
  await lockBlocks(tx, chainId);
  const last = await findLastBlock(tx, chainId);
  if (last && last.readAt >= block.readAt) return;
  await removeBlocksAbove(tx, chainId, -1n);
  await addBlock(tx, block);
}

export async function addBlock(tx: Database, block: ReadBlock): Promise<void> {
  await tx.insert(chainBlocks).values(block);
}

export async function removeBlocksAbove(
  tx: Database,
  chainId: number,
  number: bigint,
): Promise<void> {
  await tx
    .delete(chainBlocks)
    .where(and(eq(chainBlocks.chainId, chainId), gt(chainBlocks.number, number)));
}

export async function removeBlocksBelow(
  db: Database,
  chainId: number,
  number: bigint,
): Promise<void> {
  await db
    .delete(chainBlocks)
    .where(and(eq(chainBlocks.chainId, chainId), lt(chainBlocks.number, number)));
}

/**
 * Acquires or renews the lease for `forMs`; false while another instance holds it. An expiry further ahead than
 * any lease lasts was written by a clock that has been set back since.
 */
export async function acquireWatchLease(
  db: Database,
  watch: { chainId: number; holder: string; now: Date; forMs: number },
): Promise<boolean> {
  const { chainId, holder, now, forMs } = watch;
  const until = new Date(now.getTime() + forMs);
  const held = await db
    .insert(chainWatches)
    .values({ chainId, holder, until })
    .onConflictDoUpdate({
      target: chainWatches.chainId,
      set: { holder, until },
      setWhere: or(
        eq(chainWatches.holder, holder),
        lt(chainWatches.until, now),
        gt(chainWatches.until, until),
      ),
    })
    .returning({ chainId: chainWatches.chainId });
  return held.length > 0;
}

export async function releaseWatchLease(db: Database, holder: string): Promise<void> {
  await db.delete(chainWatches).where(eq(chainWatches.holder, holder));
}

import { and, asc, desc, eq, gt, isNull, lte, min, ne, or, sql } from 'drizzle-orm';
import { bigint, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { at, units } from '../../../../../server/database/columns.store.ts';
import type { Database } from '../../../../../server/database/database.ts';
import type { Token } from '../crypto.rules.ts';
import { onChainTransfers } from '../settlement/on-chain-transfer.store.ts';

/** The balance of each of our addresses when it was last compared with the known transfers. */
export const treasuryBalances = pgTable(
  'treasury_balances',
  {
    chainId: integer('chain_id').notNull(),
    address: text('address').notNull(),
    token: text('token').$type<Token>().notNull(),
    block: bigint('block', { mode: 'bigint' }).notNull(),
    units: units('units').notNull(),
    checkedAt: at('checked_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.chainId, t.address, t.token] })],
);

/** What a balance changed by and no known transfer explains, after `fromBlock` up to `toBlock`. */
export const treasuryDifferences = pgTable(
  'treasury_differences',
  {
    id: uuid('id').primaryKey(),
    chainId: integer('chain_id').notNull(),
    address: text('address').notNull(),
    token: text('token').$type<Token>().notNull(),
    /** Still to be explained; below zero when money left. */
    units: units('units').notNull(),
    fromBlock: bigint('from_block', { mode: 'bigint' }).notNull(),
    toBlock: bigint('to_block', { mode: 'bigint' }).notNull(),
    /** The transaction that explains it, or why it was dismissed; null while it is open. */
    decision: text('decision'),
    createdAt: at('created_at').notNull(),
    updatedAt: at('updated_at').notNull(),
  },
  (t) => [index('treasury_differences_open').on(t.createdAt).where(sql`${t.decision} is null`)],
);

export type TreasuryBalance = typeof treasuryBalances.$inferSelect;
export type TreasuryDifference = typeof treasuryDifferences.$inferSelect;
type Holding = Pick<TreasuryBalance, 'chainId' | 'address' | 'token'>;

export async function findBalance(
  tx: Database,
  { chainId, address, token }: Holding,
): Promise<TreasuryBalance | undefined> {
  const [found] = await tx
    .select()
    .from(treasuryBalances)
    .where(
      and(
        eq(treasuryBalances.chainId, chainId),
        eq(treasuryBalances.address, address),
        eq(treasuryBalances.token, token),
      ),
    )
    .for('update');
  return found;
}

export async function putBalance(tx: Database, balance: TreasuryBalance): Promise<void> {
  const { block, units: held, checkedAt } = balance;
  await tx
    .insert(treasuryBalances)
    .values(balance)
    .onConflictDoUpdate({
      target: [treasuryBalances.chainId, treasuryBalances.address, treasuryBalances.token],
      set: { block, units: held, checkedAt },
    });
}

/** When the balance that waits longest was compared; undefined before the first time. */
export async function findOldestCheck(db: Database, chainId: number): Promise<Date | undefined> {
  const [found] = await db
    .select({ at: min(treasuryBalances.checkedAt) })
    .from(treasuryBalances)
    .where(eq(treasuryBalances.chainId, chainId));
  return found?.at ?? undefined;
}

/**
 * The units of the known transfers to an address after one block, up to another. What no node could trace is only
 * claimed until an administrator has recorded it.
 */
export async function sumKnownUnits(
  tx: Database,
  { chainId, address, token }: Holding,
  { after, upTo }: { after: bigint; upTo: bigint },
): Promise<bigint> {
  const [found] = await tx
    .select({ units: sql<string>`coalesce(sum(${onChainTransfers.units}), 0)::text` })
    .from(onChainTransfers)
    .where(
      and(
        eq(onChainTransfers.chainId, chainId),
        eq(onChainTransfers.toAddress, address),
        eq(onChainTransfers.token, token),
        gt(onChainTransfers.blockNumber, after),
        lte(onChainTransfers.blockNumber, upTo),
        ne(onChainTransfers.state, 'orphaned'),
        or(
          eq(onChainTransfers.state, 'final'),
          isNull(onChainTransfers.reviewReason),
          ne(onChainTransfers.reviewReason, 'opaque'),
        ),
      ),
    );
  return BigInt(found?.units ?? 0);
}

export async function addDifference(tx: Database, difference: TreasuryDifference): Promise<void> {
  await tx.insert(treasuryDifferences).values(difference);
}

export async function setDifference(
  tx: Database,
  id: string,
  change: Partial<TreasuryDifference>,
): Promise<void> {
  await tx.update(treasuryDifferences).set(change).where(eq(treasuryDifferences.id, id));
}

export async function findDifference(
  db: Database,
  id: string,
): Promise<TreasuryDifference | undefined> {
  const [found] = await db.select().from(treasuryDifferences).where(eq(treasuryDifferences.id, id));
  return found;
}

/** Locks a difference until the transaction ends; undefined once it is decided. */
export async function lockOpenDifference(
  tx: Database,
  id: string,
): Promise<TreasuryDifference | undefined> {
  const [found] = await tx
    .select()
    .from(treasuryDifferences)
    .where(and(eq(treasuryDifferences.id, id), isNull(treasuryDifferences.decision)))
    .for('update');
  return found;
}

const mostShown = 200;

/** Newest first, at most 200. */
export async function listOpenDifferences(db: Database): Promise<TreasuryDifference[]> {
  return db
    .select()
    .from(treasuryDifferences)
    .where(isNull(treasuryDifferences.decision))
    .orderBy(desc(treasuryDifferences.createdAt), asc(treasuryDifferences.id))
    .limit(mostShown);
}

/** Not the hash of a transaction that explained it. */
const isDismissed = sql`${treasuryDifferences.decision} is not null
  and ${treasuryDifferences.decision} !~ '^0x[0-9a-fA-F]{64}$'`;

/** Opens a dismissed difference again; false where it is not dismissed. */
export async function reopenDismissed(tx: Database, id: string, at: Date): Promise<boolean> {
  const opened = await tx
    .update(treasuryDifferences)
    .set({ decision: null, updatedAt: at })
    .where(and(eq(treasuryDifferences.id, id), isDismissed))
    .returning({ id: treasuryDifferences.id });
  return opened.length > 0;
}

/** What was dismissed last, newest first. */
export const listDismissedDifferences = (
  db: Database,
  limit: number,
): Promise<TreasuryDifference[]> =>
  db
    .select()
    .from(treasuryDifferences)
    .where(isDismissed)
    .orderBy(desc(treasuryDifferences.updatedAt))
    .limit(limit);

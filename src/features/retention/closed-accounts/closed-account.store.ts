import { and, asc, eq, lt } from 'drizzle-orm';
import { boolean, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { at } from '../../../server/database/columns.store.ts';
import type { Database } from '../../../server/database/database.ts';
import type { ClaimedApplication } from './claimed-applications.store.ts';

/** Accounts that were closed, and people who were erased, of whom something is still to go; a row goes with the last of it. */
export const closedAccounts = pgTable(
  'closed_accounts',
  {
    /** The account's, if there was one. */
    id: uuid('id').primaryKey(),
    address: text('address').notNull(),
    /** Whether the owner had verified the address: else mails and applications may belong to another person. */
    isProved: boolean('is_proved').notNull(),
    /** The claimed applications that are not finished yet. */
    applications: jsonb('application_ids').$type<ClaimedApplication[]>().notNull(),
    closedAt: at('closed_at').notNull(),
    /** The next time to look; accounts that wait come after those not looked at yet. */
    nextLookAt: at('next_look_at').notNull(),
  },
  (t) => [index('closed_accounts_next').on(t.nextLookAt)],
);

export type ClosedAccount = typeof closedAccounts.$inferSelect;

export async function addClosed(tx: Database, closed: ClosedAccount): Promise<void> {
  await tx.insert(closedAccounts).values(closed);
}

/** Accounts due before a time, the longest waiting first. */
export async function listClosed(db: Database, before: Date, limit: number) {
  return db
    .select({ id: closedAccounts.id })
    .from(closedAccounts)
    .where(lt(closedAccounts.nextLookAt, before))
    .orderBy(asc(closedAccounts.nextLookAt), asc(closedAccounts.id))
    .limit(limit);
}

/** Locks one of them until the transaction ends; undefined when another process has handled it. */
export async function lockClosed(
  tx: Database,
  id: string,
  before: Date,
): Promise<ClosedAccount | undefined> {
  const [found] = await tx
    .select()
    .from(closedAccounts)
    .where(and(eq(closedAccounts.id, id), lt(closedAccounts.nextLookAt, before)))
    .for('update');
  return found;
}

export async function setClosed(
  db: Database,
  id: string,
  change: Pick<ClosedAccount, 'nextLookAt'> & Partial<Pick<ClosedAccount, 'applications'>>,
): Promise<void> {
  await db.update(closedAccounts).set(change).where(eq(closedAccounts.id, id));
}

export async function removeClosed(tx: Database, id: string): Promise<void> {
  await tx.delete(closedAccounts).where(eq(closedAccounts.id, id));
}

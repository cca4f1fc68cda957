import { and, asc, eq, lt } from 'drizzle-orm';
import { boolean, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { at } from '../../server/database/columns.store.ts';
import type { Database } from '../../server/database/database.ts';
import type { Taken } from './abandoned.store.ts';

/** Accounts that were closed and of which something is still to be erased; a row goes with the last of it. */
export const closedAccounts = pgTable(
  'closed_accounts',
  {
    /** The account's. */
    id: uuid('id').primaryKey(),
    address: text('address').notNull(),
    /** Whether its owner had proved to hold the address: nobody else's mails and applications are touched. */
    isProved: boolean('is_proved').notNull(),
    /** The applications that the account had taken over, and that wait to be over. */
    applications: jsonb('application_ids').$type<Taken[]>().notNull(),
    closedAt: at('closed_at').notNull(),
    /** Before that there is nothing to be done: what waits stands behind what has not been looked at. */
    nextLookAt: at('next_look_at').notNull(),
  },
  (t) => [index('closed_accounts_next').on(t.nextLookAt)],
);

export type ClosedAccount = typeof closedAccounts.$inferSelect;

export async function addClosed(tx: Database, closed: ClosedAccount): Promise<void> {
  await tx.insert(closedAccounts).values(closed);
}

/** Those that were to be looked at before a moment, the longest waiting first. */
export async function listClosed(db: Database, before: Date, limit: number) {
  return db
    .select({ id: closedAccounts.id })
    .from(closedAccounts)
    .where(lt(closedAccounts.nextLookAt, before))
    .orderBy(asc(closedAccounts.nextLookAt), asc(closedAccounts.id))
    .limit(limit);
}

/** One of them, held until the transaction ends; undefined when somebody else has looked at it. */
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

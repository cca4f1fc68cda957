import { eq } from 'drizzle-orm';
import { boolean, pgTable, text } from 'drizzle-orm/pg-core';
import { at, units } from '../../../server/database/columns.store.ts';
import type { Database } from '../../../server/database/database.ts';

/** What a rail reports, and how far we have read it. */
export const railChecks = pgTable('rail_checks', {
  name: text('name').$type<RailReport>().primaryKey(),
  /** The rail's name of our account: another account is read from its beginning. */
  account: text('account').notNull(),
  /** Everything until then was read. */
  completeUntil: at('complete_until').notNull(),
  /** When the rail last answered. */
  checkedAt: at('checked_at'),
  /** Why it could not be asked since then. */
  problem: text('problem'),
  /** What the rail says it holds, in the smallest unit, at `completeUntil`. */
  balance: units('balance'),
  isTest: boolean('is_test').notNull(),
});

export type RailReport = 'paypal' | 'paypal_disputes';
export type RailCheck = typeof railChecks.$inferSelect;

export async function findRailCheck(
  db: Database,
  name: RailReport,
): Promise<RailCheck | undefined> {
  const [found] = await db.select().from(railChecks).where(eq(railChecks.name, name));
  return found;
}

/** How far a book was read, for the account that is in use. */
export async function setRailCheck(
  db: Database,
  check: Pick<RailCheck, 'name' | 'account' | 'completeUntil' | 'isTest'> & Partial<RailCheck>,
): Promise<void> {
  await db
    .insert(railChecks)
    .values(check)
    .onConflictDoUpdate({ target: railChecks.name, set: check });
}

/** Notes why a rail could not be asked; how far its report was read before stays. */
export async function noteRailProblem(
  db: Database,
  check: Parameters<typeof setRailCheck>[1],
  problem: string,
): Promise<void> {
  const before = await findRailCheck(db, check.name);
  const isSame = before?.account === check.account;
  await setRailCheck(db, {
    ...check,
    ...(isSame && { completeUntil: before.completeUntil }),
    problem,
  });
}

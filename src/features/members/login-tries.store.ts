import { and, eq, gt, lt, sql } from 'drizzle-orm';
import { index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { Database } from '../../server/database.ts';
import { countTry, forgottenAfterMs, type Tries } from './login-tries.rules.ts';

/** Tries to give a password, shared by every instance. */
export const loginTries = pgTable(
  'login_tries',
  {
    /** What is counted together, as a keyed digest: an address, which may be nobody's, a browser or a session. */
    account: text('account').primaryKey(),
    count: integer('count').notNull(),
    windowEndsAt: timestamp('window_ends_at', { withTimezone: true, mode: 'date' }).notNull(),
    strikes: integer('strikes').notNull(),
  },
  (t) => [index('login_tries_window').on(t.windowEndsAt)],
);

/**
 * Counts a try before its password is looked at, so that parallel ones cannot slip through.
 * Answers when the next may be made if this one may not; a refused try counts for nothing.
 */
export async function takeTry(tx: Database, account: string, now: Date): Promise<Date | undefined> {
  // The row first, empty, so that two first tries wait for each other.
  await tx
    .insert(loginTries)
    .values({ account, count: 0, windowEndsAt: new Date(0), strikes: 0 })
    .onConflictDoNothing();
  const [past] = await tx
    .select()
    .from(loginTries)
    .where(eq(loginTries.account, account))
    .for('update');
  const outcome = countTry(past satisfies Tries | undefined, now);
  if ('retryAt' in outcome) return outcome.retryAt;
  await tx.update(loginTries).set(outcome.tries).where(eq(loginTries.account, account));
  return undefined;
}

/** Gives back a try whose password was never looked at. */
export async function returnTry(db: Database, account: string): Promise<void> {
  await db
    .update(loginTries)
    .set({ count: sql`${loginTries.count} - 1` })
    .where(and(eq(loginTries.account, account), gt(loginTries.count, 0)));
}

/** Forgets the tries of an account: its password was right, or was reset. */
export async function forgiveTries(db: Database, account: string): Promise<void> {
  await db.delete(loginTries).where(eq(loginTries.account, account));
}

export async function removeForgottenTries(db: Database, now: Date): Promise<void> {
  const endedBefore = new Date(now.getTime() - forgottenAfterMs);
  await db.delete(loginTries).where(lt(loginTries.windowEndsAt, endedBefore));
}

import { and, eq, gt, lt, sql } from 'drizzle-orm';
import { index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { Database } from '../../server/database/database.ts';
import { hours, minutes } from '../../shared/time.ts';

/** security.md §2: five attempts in five minutes per account, then a growing delay, never a permanent lock. */
const attemptsPerWindow = 5;
const shortestWindowMs = minutes(5);
const longestWindowMs = hours(1);
/** After this long without an attempt the account starts afresh. */
const attemptsExpireAfterMs = hours(24);

/** The attempts on one account since its last success. */
export interface Attempts {
  count: number;
  windowEndsAt: Date;
  /** Windows that were used up; each doubles the next one. */
  strikes: number;
}

/** The attempts including one more now, or when the next one is allowed. */
export function countAttempt(
  past: Attempts | undefined,
  now: Date,
): { attempts: Attempts } | { retryAt: Date } {
  if (!past || now.getTime() - past.windowEndsAt.getTime() >= attemptsExpireAfterMs) {
    return { attempts: newWindow(0, now) };
  }
  if (now < past.windowEndsAt) {
    if (past.count >= attemptsPerWindow) return { retryAt: past.windowEndsAt };
    return { attempts: { ...past, count: past.count + 1 } };
  }
  const wasUsedUp = past.count >= attemptsPerWindow;
  return { attempts: newWindow(past.strikes + (wasUsedUp ? 1 : 0), now) };
}

function newWindow(strikes: number, now: Date): Attempts {
  const windowMs = Math.min(shortestWindowMs * 2 ** strikes, longestWindowMs);
  return { count: 1, windowEndsAt: new Date(now.getTime() + windowMs), strikes };
}

/** Attempts to give a password, shared by every instance. */
export const loginAttempts = pgTable(
  'login_tries',
  {
    /** What is counted together, as a keyed digest: an address (perhaps without an account), a browser or a session. */
    account: text('account').primaryKey(),
    count: integer('count').notNull(),
    windowEndsAt: timestamp('window_ends_at', { withTimezone: true, mode: 'date' }).notNull(),
    strikes: integer('strikes').notNull(),
  },
  (t) => [index('login_tries_window').on(t.windowEndsAt)],
);

/**
 * Counts an attempt before its password is compared, so that parallel ones cannot slip through.
 * Answers when the next is allowed if this one is refused; a refused attempt is not counted.
 */
export async function recordLoginAttempt(
  tx: Database,
  account: string,
  now: Date,
): Promise<Date | undefined> {
  // The row first, empty, so that two first attempts wait for each other.
  await tx
    .insert(loginAttempts)
    .values({ account, count: 0, windowEndsAt: new Date(0), strikes: 0 })
    .onConflictDoNothing();
  const [past] = await tx
    .select()
    .from(loginAttempts)
    .where(eq(loginAttempts.account, account))
    .for('update');
  const outcome = countAttempt(past satisfies Attempts | undefined, now);
  if ('retryAt' in outcome) return outcome.retryAt;
  await tx.update(loginAttempts).set(outcome.attempts).where(eq(loginAttempts.account, account));
  return undefined;
}

/** Takes back an attempt whose password was never compared. */
export async function returnAttempt(db: Database, account: string): Promise<void> {
  await db
    .update(loginAttempts)
    .set({ count: sql`${loginAttempts.count} - 1` })
    .where(and(eq(loginAttempts.account, account), gt(loginAttempts.count, 0)));
}

/** Removes the attempts on an account: its password was right, or was reset. */
export async function clearAttempts(db: Database, account: string): Promise<void> {
  await db.delete(loginAttempts).where(eq(loginAttempts.account, account));
}

export async function removeStaleAttempts(db: Database, now: Date): Promise<void> {
  const endedBefore = new Date(now.getTime() - attemptsExpireAfterMs);
  await db.delete(loginAttempts).where(lt(loginAttempts.windowEndsAt, endedBefore));
}

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
  /** When those were that still count, oldest first. */
  triedAt: Date[];
  /** When the last of them stops counting. */
  windowEndsAt: Date;
  /** How often all attempts were used up; each time doubles how long one counts. */
  strikes: number;
}

/** The attempts including one more now, or when the next one is allowed. Never more than five in any five minutes. */
export function countAttempt(
  past: Attempts | undefined,
  now: Date,
): { attempts: Attempts } | { retryAt: Date } {
  if (!past || now.getTime() - past.windowEndsAt.getTime() >= attemptsExpireAfterMs)
    return { attempts: attemptsOf([], 0, now) };
  const windowMs = windowMsAfter(past.strikes);
  const recent = within(windowMs, past.triedAt, now);
  const [oldest] = recent;
  if (oldest && recent.length >= attemptsPerWindow)
    return { retryAt: new Date(oldest.getTime() + windowMs) };
  if (past.triedAt.length < attemptsPerWindow)
    return { attempts: attemptsOf(recent, past.strikes, now) };
  return { attempts: attemptsOf(within(shortestWindowMs, recent, now), past.strikes + 1, now) };
}

const within = (ms: number, times: Date[], now: Date) =>
  times.filter((time) => now.getTime() - time.getTime() < ms);

const windowMsAfter = (strikes: number) =>
  Math.min(shortestWindowMs * 2 ** strikes, longestWindowMs);

const attemptsOf = (recent: Date[], strikes: number, now: Date): Attempts => ({
  triedAt: [...recent, now],
  windowEndsAt: new Date(now.getTime() + windowMsAfter(strikes)),
  strikes,
});

/** Attempts to give a password, shared by every instance. */
export const loginAttempts = pgTable(
  'login_tries',
  {
    /** What is counted together, as a keyed digest: an address (perhaps without an account), or a member. */
    account: text('account').primaryKey(),
    /** Not used: instances of the version before count in it while they drain. */
    count: integer('count').notNull().default(0),
    triedAt: timestamp('tried_at', { withTimezone: true, mode: 'date' })
      .array()
      .notNull()
      .default([]),
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
    .values({ account, triedAt: [], windowEndsAt: new Date(0), strikes: 0 })
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
    .set({ triedAt: sql`trim_array(${loginAttempts.triedAt}, 1)` })
    .where(
      and(eq(loginAttempts.account, account), gt(sql`cardinality(${loginAttempts.triedAt})`, 0)),
    );
}

/** Removes the attempts on an account: its password was right, or was reset. */
export async function clearAttempts(db: Database, account: string): Promise<void> {
  await db.delete(loginAttempts).where(eq(loginAttempts.account, account));
}

export async function removeStaleAttempts(db: Database, now: Date): Promise<void> {
  const endedBefore = new Date(now.getTime() - attemptsExpireAfterMs);
  await db.delete(loginAttempts).where(lt(loginAttempts.windowEndsAt, endedBefore));
}

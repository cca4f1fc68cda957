import { and, eq, isNull, lt, or, sql } from 'drizzle-orm';
import { breaksUnique, type Database } from '../../server/database.ts';
import type { Language } from '../../shared/language.ts';
import { type UserRow, users } from './member.store.ts';

/**
 * The account, held until the transaction ends: whatever else changes it waits. For deeds that
 * compare before they write (a share of the row, taken first, would make two of them wait for each other).
 */
export async function lockUser(tx: Database, id: string): Promise<UserRow | undefined> {
  const [locked] = await tx.select().from(users).where(eq(users.id, id)).for('no key update');
  return locked;
}

/** Writes that somebody holds the address; `false` when the account has another one by now. */
export async function markVerified(
  db: Database,
  proof: { id: string; email: string; now: Date },
): Promise<boolean> {
  const { id, email, now } = proof;
  const marked = await db
    .update(users)
    .set({ emailVerifiedAt: sql`coalesce(${users.emailVerifiedAt}, ${now.toISOString()})` })
    .where(and(eq(users.id, id), eq(users.email, email)))
    .returning({ id: users.id });
  return marked.length > 0;
}

/** Gives an account another password; `hash` in PHC notation. */
export async function setPassword(
  db: Database,
  id: string,
  change: { hash: string; now: Date },
): Promise<void> {
  await db
    .update(users)
    .set({ password: change.hash, updatedAt: change.now })
    .where(eq(users.id, id));
}

/**
 * Gives an account another address, which its owner has proved. `false` when another account has taken
 * it meanwhile: the transaction is spent then.
 */
export async function setEmail(
  tx: Database,
  id: string,
  change: { email: string; now: Date },
): Promise<boolean> {
  const { email, now } = change;
  try {
    await tx
      .update(users)
      .set({ email, emailVerifiedAt: now, updatedAt: now })
      .where(eq(users.id, id));
    return true;
  } catch (error) {
    if (breaksUnique(error, 'users_email_unique')) return false;
    throw error;
  }
}

/** Chooses the language in which the member is written to. */
export async function setLocale(
  db: Database,
  id: string,
  { locale, now }: { locale: Language; now: Date },
): Promise<void> {
  await db.update(users).set({ locale, updatedAt: now }).where(eq(users.id, id));
}

/** Writes that the member is here, unless that was written after `since`. */
export async function touchUser(
  db: Database,
  id: string,
  seen: { now: Date; since: Date },
): Promise<void> {
  const isOld = or(isNull(users.lastSeenAt), lt(users.lastSeenAt, seen.since));
  await db
    .update(users)
    .set({ lastSeenAt: seen.now })
    .where(and(eq(users.id, id), isOld));
}

/** Takes the account away, and with it every row that is its own (their foreign keys cascade). */
export async function removeUser(db: Database, id: string): Promise<void> {
  await db.delete(users).where(eq(users.id, id));
}

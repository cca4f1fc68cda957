import { and, asc, eq, gt, gte, lt } from 'drizzle-orm';
import type { Database } from '../../../server/database/database.ts';
import { passkeyChallenges, passkeys } from './second-factor.store.ts';

export type PasskeyRow = typeof passkeys.$inferSelect;
export type ChallengePurpose = (typeof passkeyChallenges.$inferSelect)['purpose'];

/** Adds a passkey; `false` when it is registered already. */
export async function insertPasskey(
  db: Database,
  passkey: Omit<PasskeyRow, 'lastUsedAt'>,
): Promise<boolean> {
  const stored = await db
    .insert(passkeys)
    .values(passkey)
    .onConflictDoNothing({ target: passkeys.id })
    .returning({ id: passkeys.id });
  return stored.length === 1;
}

/** The passkeys of a member, the oldest first. */
export async function listPasskeys(db: Database, userId: string): Promise<PasskeyRow[]> {
  return db
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id));
}

export async function findPasskey(db: Database, id: string): Promise<PasskeyRow | undefined> {
  const [found] = await db.select().from(passkeys).where(eq(passkeys.id, id));
  return found;
}

/** `false` when the member has no such passkey. */
export async function updatePasskeyName(
  db: Database,
  own: { id: string; userId: string },
  name: string,
): Promise<boolean> {
  const called = await db
    .update(passkeys)
    .set({ name })
    .where(and(eq(passkeys.id, own.id), eq(passkeys.userId, own.userId)))
    .returning({ id: passkeys.id });
  return called.length === 1;
}

/** Removes a passkey and answers it; `undefined` when the member has no such one. */
export async function deletePasskey(
  db: Database,
  own: { id: string; userId: string },
): Promise<PasskeyRow | undefined> {
  const [dropped] = await db
    .delete(passkeys)
    .where(and(eq(passkeys.id, own.id), eq(passkeys.userId, own.userId)))
    .returning();
  return dropped;
}

export async function deletePasskeysOf(db: Database, userId: string): Promise<void> {
  await db.delete(passkeys).where(eq(passkeys.userId, userId));
}

/** Removes passkeys added at a time or later; returns how many. */
export async function deletePasskeysSince(
  db: Database,
  userId: string,
  since: Date,
): Promise<number> {
  const dropped = await db
    .delete(passkeys)
    .where(and(eq(passkeys.userId, userId), gte(passkeys.createdAt, since)))
    .returning({ id: passkeys.id });
  return dropped.length;
}

/** Notes a use; `false` when the passkey is gone, or was used since its counter was read. */
export async function recordPasskeyUse(
  db: Database,
  { id, counter: before }: Pick<PasskeyRow, 'id' | 'counter'>,
  use: { counter: number; now: Date },
): Promise<boolean> {
  const noted = await db
    .update(passkeys)
    .set({ counter: use.counter, lastUsedAt: use.now })
    .where(and(eq(passkeys.id, id), eq(passkeys.counter, before)))
    .returning({ id: passkeys.id });
  return noted.length === 1;
}

/** Whether a passkey of the member was last used at exactly this time. */
export async function wasPasskeyUsedAt(db: Database, userId: string, at: Date): Promise<boolean> {
  const shown = and(eq(passkeys.userId, userId), eq(passkeys.lastUsedAt, at));
  return (await db.$count(passkeys, shown)) > 0;
}

export async function addChallenge(
  db: Database,
  challenge: typeof passkeyChallenges.$inferInsert,
): Promise<void> {
  await db.insert(passkeyChallenges).values(challenge);
}

/** Takes a challenge away; `undefined` when it is unknown, was answered, or is too old. */
export async function consumeChallenge(
  db: Database,
  challenge: string,
  now: Date,
): Promise<{ purpose: ChallengePurpose; userId: string | null } | undefined> {
  const [taken] = await db
    .delete(passkeyChallenges)
    .where(and(eq(passkeyChallenges.challenge, challenge), gt(passkeyChallenges.expiresAt, now)))
    .returning({ purpose: passkeyChallenges.purpose, userId: passkeyChallenges.userId });
  return taken;
}

export async function removeStaleChallenges(db: Database, now: Date): Promise<void> {
  await db.delete(passkeyChallenges).where(lt(passkeyChallenges.expiresAt, now));
}

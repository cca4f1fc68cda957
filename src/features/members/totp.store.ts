import { and, eq, gte, isNotNull, isNull, lt, or, type SQL } from 'drizzle-orm';
import type { Database } from '../../server/database.ts';
import { users } from './member.store.ts';

/** Keeps a sealed key that waits to be confirmed, in the place of an earlier one; `false` when one is in use. */
export async function offerTotp(db: Database, userId: string, secret: string): Promise<boolean> {
  const kept = await db
    .update(users)
    .set({ totpSecret: secret, totpStep: null })
    .where(and(eq(users.id, userId), isNull(users.totpConfirmedAt)))
    .returning({ id: users.id });
  return kept.length === 1;
}

export interface Totp {
  /** Sealed. */
  secret: string;
  confirmedAt: Date | null;
}

/** The key of a member, in use or waiting. */
export async function findTotp(db: Database, userId: string): Promise<Totp | undefined> {
  const [found] = await db
    .select({ secret: users.totpSecret, confirmedAt: users.totpConfirmedAt })
    .from(users)
    .where(eq(users.id, userId));
  return found?.secret ? { ...found, secret: found.secret } : undefined;
}

/** Puts a waiting key to use; `false` when another one has taken its place, or it is in use. */
export async function startTotpAt(
  db: Database,
  userId: string,
  { secret, step, now }: { secret: string; step: number; now: Date },
): Promise<boolean> {
  const begun = await db
    .update(users)
    .set({ totpConfirmedAt: now, totpStep: step, updatedAt: now })
    .where(and(eq(users.id, userId), eq(users.totpSecret, secret), isNull(users.totpConfirmedAt)))
    .returning({ id: users.id });
  return begun.length === 1;
}

/** Takes the code of a step; `false` when that one or a later one was taken before, or the key is another. */
export async function takeTotpStep(
  db: Database,
  userId: string,
  { secret, step }: { secret: string; step: number },
): Promise<boolean> {
  const taken = await db
    .update(users)
    .set({ totpStep: step })
    .where(
      and(
        eq(users.id, userId),
        eq(users.totpSecret, secret),
        isNotNull(users.totpConfirmedAt),
        or(isNull(users.totpStep), lt(users.totpStep, step)),
      ),
    )
    .returning({ id: users.id });
  return taken.length === 1;
}

/** Forgets the key; `false` when none was in use. */
export const forgetTotp = (db: Database, userId: string, now: Date): Promise<boolean> =>
  forget(db, { userId, now }, isNotNull(users.totpConfirmedAt));

/** Forgets a key that was put to use at a moment or later; `false` when there was none. */
export const forgetTotpSince = (
  db: Database,
  userId: string,
  { since, now }: { since: Date; now: Date },
): Promise<boolean> => forget(db, { userId, now }, gte(users.totpConfirmedAt, since));

async function forget(
  db: Database,
  { userId, now }: { userId: string; now: Date },
  which: SQL,
): Promise<boolean> {
  const forgotten = await db
    .update(users)
    .set({ totpSecret: null, totpConfirmedAt: null, totpStep: null, updatedAt: now })
    .where(and(eq(users.id, userId), which))
    .returning({ id: users.id });
  return forgotten.length === 1;
}

import {
  and,
  eq,
  exists,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  not,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { bigint, index, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { Database } from '../../../server/database/database.ts';
import { users } from '../../../server/user.store.ts';

/** New codes in the place of all earlier ones. */
export async function replaceRecoveryCodes(
  tx: Database,
  userId: string,
  digests: string[],
): Promise<void> {
  await removeRecoveryCodes(tx, userId);
  await tx.insert(recoveryCodes).values(digests.map((digest) => ({ userId, digest })));
}

export async function removeRecoveryCodes(tx: Database, userId: string): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
}

/** What is stored of the codes of a member that open still. */
export async function listRecoveryCodes(db: Database, userId: string): Promise<string[]> {
  const rows = await db
    .select({ digest: recoveryCodes.digest })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)));
  return rows.map(({ digest }) => digest);
}

/** Codes that open still and were stored as keyed digests by earlier versions: they end with the secret of that time. */
export const countKeyedCodes = (db: Database): Promise<number> =>
  db.$count(
    recoveryCodes,
    and(isNull(recoveryCodes.usedAt), sql`position('.' in ${recoveryCodes.digest}) = 0`),
  );

/** Uses a code up; `false` when it is none of this member's, or was used before. */
export async function consumeRecoveryCode(
  tx: Database,
  userId: string,
  digest: string,
  now: Date,
): Promise<boolean> {
  const spent = await tx
    .update(recoveryCodes)
    .set({ usedAt: now })
    .where(
      and(
        eq(recoveryCodes.userId, userId),
        eq(recoveryCodes.digest, digest),
        isNull(recoveryCodes.usedAt),
      ),
    )
    .returning({ digest: recoveryCodes.digest });
  return spent.length === 1;
}

/** Keeps a sealed key that waits to be confirmed, in the place of an earlier one; `false` when one is in use. */
export async function storePendingTotp(
  db: Database,
  userId: string,
  secret: string,
): Promise<boolean> {
  const stored = await db
    .update(users)
    .set({ totpSecret: secret, totpStep: null })
    .where(and(eq(users.id, userId), isNull(users.totpConfirmedAt)))
    .returning({ id: users.id });
  return stored.length === 1;
}

interface Totp {
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
export async function activateTotp(
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
export async function consumeTotpStep(
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
export const deleteTotp = (db: Database, userId: string, now: Date): Promise<boolean> =>
  forget(db, { userId, now }, isNotNull(users.totpConfirmedAt));

/** Forgets a key that was put to use at a moment or later; `false` when there was none. */
export const deleteTotpSince = (
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

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** A member's public keys, made by their phone, computer or security key. */
export const passkeys = pgTable(
  'passkeys',
  {
    /** The credential's id, base64url. */
    id: text('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** COSE, base64url. */
    publicKey: text('public_key').notNull(),
    /** Of uses, as the authenticator counts them; 0 for those that do not. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    transports: text('transports').array().notNull(),
    /** What its owner calls it. */
    name: text('name').notNull(),
    createdAt: at('created_at').notNull(),
    lastUsedAt: at('last_used_at'),
  },
  (t) => [index('passkeys_user').on(t.userId)],
);

/** Codes for the day the phone is lost; each opens once. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** A sealed digest: who reads this table cannot use one. */
    digest: text('digest').notNull(),
    usedAt: at('used_at'),
  },
  (t) => [primaryKey({ columns: [t.userId, t.digest] })],
);

/** What an authenticator is asked to sign, until it is answered once; rows, so that any instance may ask. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    challenge: text('challenge').primaryKey(),
    purpose: text('purpose').$type<'register' | 'login' | 'confirm'>().notNull(),
    /** Whose; null while nobody is known. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    expiresAt: at('expires_at').notNull(),
  },
  (t) => [index('passkey_challenges_expire').on(t.expiresAt)],
);

/** What guards an account beside its password. */
export interface SecondFactors {
  /** Whether an authenticator app is confirmed. */
  totp: boolean;
  passkeys: number;
  /** That open still. */
  recoveryCodes: number;
}

/** Columns of a select that count what an account has beside an app; `userId` is an id, or the column of one. */
export const factorCounts = (db: Database, userId: string | typeof users.id) => ({
  passkeys: db.$count(passkeys, eq(passkeys.userId, userId)),
  recoveryCodes: db.$count(
    recoveryCodes,
    and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)),
  ),
});

export async function countSecondFactors(db: Database, userId: string): Promise<SecondFactors> {
  const [found] = await db
    .select({ confirmedAt: users.totpConfirmedAt, ...factorCounts(db, userId) })
    .from(users)
    .where(eq(users.id, userId));
  const { confirmedAt = null, ...numbers } = found ?? { passkeys: 0, recoveryCodes: 0 };
  return { totp: confirmedAt !== null, ...numbers };
}

/** Those of the accounts of which more than the password is asked. */
export async function findUsersWithSecondFactor(
  db: Database,
  userIds: string[],
): Promise<Set<string>> {
  if (userIds.length === 0) return new Set();
  const ownKeys = db
    .select({ id: passkeys.id })
    .from(passkeys)
    .where(eq(passkeys.userId, users.id));
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, userIds), or(isNotNull(users.totpConfirmedAt), exists(ownKeys))));
  return new Set(rows.map(({ id }) => id));
}

/** How many who may open the dashboard have nothing but a password. */
export async function countAdministratorsWithoutSecondFactor(db: Database): Promise<number> {
  const own = db.select().from(passkeys).where(eq(passkeys.userId, users.id));
  return db.$count(
    users,
    and(
      eq(users.isAdmin, true),
      isNull(users.suspendedAt),
      isNull(users.totpConfirmedAt),
      not(exists(own)),
    ),
  );
}

export async function hasPasskey(db: Database, userId: string): Promise<boolean> {
  return (await db.$count(passkeys, eq(passkeys.userId, userId))) > 0;
}

/**
 * One action at a time on what guards an account: until the transaction ends the others wait. As strong as `lockUser` and
 * no stronger: who has added a row about the account and goes on to write to it would be waited for, and wait.
 */
export async function lockSecondFactors(tx: Database, userId: string): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
}

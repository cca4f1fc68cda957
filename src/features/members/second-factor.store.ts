import { and, eq, exists, inArray, isNotNull, isNull, not, or } from 'drizzle-orm';
import { bigint, index, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { Database } from '../../server/database.ts';
import { users } from './member.store.ts';

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
    /** Keyed digest: who reads this table cannot use one. */
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
export async function findGuarded(db: Database, userIds: string[]): Promise<Set<string>> {
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
export async function countUnguarded(db: Database): Promise<number> {
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
 * One deed at a time on what guards an account: until the transaction ends the others wait. As strong as `lockUser` and
 * no stronger: who has added a row about the account and goes on to write to it would be waited for, and wait.
 */
export async function lockSecondFactors(tx: Database, userId: string): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
}

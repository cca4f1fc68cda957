import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { and, desc, eq, lt } from 'drizzle-orm';
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { KeyScope } from '../../shared/access.ts';
import { at } from '../database/columns.store.ts';
import type { Database } from '../database/database.ts';
import { users } from '../user.store.ts';

/** The beginning of every key: programs that look for published secrets know them by it. */
export const KEY_START = 'oap_';

/** How much of a key is stored as it is, so that people recognize theirs; 220 of its 256 bits stay unknown. */
const shownCharacters = KEY_START.length + 6;

/** Keys with which programs read in an administrator's name. */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: uuid('id').primaryKey(),
    /** SHA-256 of the key: who reads this table cannot use it. */
    digest: text('digest').notNull().unique(),
    /** Its first characters. */
    prefix: text('prefix').notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    scopes: text('scopes').array().$type<KeyScope[]>().notNull(),
    createdAt: at('created_at').notNull(),
    expiresAt: at('expires_at').notNull(),
    /** At most a minute old while it is in use. */
    lastUsedAt: at('last_used_at'),
  },
  (t) => [index('api_keys_user').on(t.userId)],
);

export type ApiKeyRow = typeof apiKeys.$inferSelect;

const digestOf = (key: string) => createHash('sha256').update(key).digest('base64url');

/** Adds a key of 256 random bits; answers its row and the key itself, which is stored nowhere. */
export async function addApiKey(
  db: Database,
  given: Pick<ApiKeyRow, 'userId' | 'name' | 'scopes' | 'createdAt' | 'expiresAt'>,
): Promise<{ key: string; row: ApiKeyRow }> {
  const key = KEY_START + randomBytes(32).toString('base64url');
  const row = {
    ...given,
    id: randomUUID(),
    digest: digestOf(key),
    prefix: key.slice(0, shownCharacters),
    lastUsedAt: null,
  };
  await db.insert(apiKeys).values(row);
  return { key, row };
}

/** The row of a key, also of one that has expired. */
export async function findApiKey(db: Database, key: string): Promise<ApiKeyRow | undefined> {
  const [found] = await db
    .select()
    .from(apiKeys)
    .where(eq(apiKeys.digest, digestOf(key)));
  return found;
}

export async function recordKeyUse(db: Database, id: string, now: Date): Promise<void> {
  await db.update(apiKeys).set({ lastUsedAt: now }).where(eq(apiKeys.id, id));
}

/** The keys of one person, or everybody's, with their owners, the newest first. */
export const listApiKeys = (db: Database, userId?: string) =>
  db
    .select({ key: apiKeys, owner: users })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.userId))
    .where(userId === undefined ? undefined : eq(apiKeys.userId, userId))
    .orderBy(desc(apiKeys.createdAt), apiKeys.id);

export const countApiKeys = (db: Database, userId: string): Promise<number> =>
  db.$count(apiKeys, eq(apiKeys.userId, userId));

/** Removes a key, of this person where one is given; undefined when there is none. */
export async function removeApiKey(
  db: Database,
  id: string,
  userId?: string,
): Promise<ApiKeyRow | undefined> {
  const [removed] = await db
    .delete(apiKeys)
    .where(and(eq(apiKeys.id, id), userId === undefined ? undefined : eq(apiKeys.userId, userId)))
    .returning();
  return removed;
}

/** Ends every key of a person. */
export async function removeApiKeysOf(db: Database, userId: string): Promise<void> {
  await db.delete(apiKeys).where(eq(apiKeys.userId, userId));
}

/** Sweeps keys that expired before a day. */
export async function removeExpiredApiKeys(db: Database, before: Date): Promise<void> {
  await db.delete(apiKeys).where(lt(apiKeys.expiresAt, before));
}

import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, isNotNull, isNull, lt, or } from 'drizzle-orm';
import { pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { at } from '../../server/columns.store.ts';
import type { Database } from '../../server/database.ts';
import { users } from './member.store.ts';

/** Links that open one thing once. */
export const oneTimeLinks = pgTable('one_time_links', {
  /** SHA-256 of the token: who reads this table cannot use it. */
  digest: text('digest').primaryKey(),
  purpose: text('purpose').notNull(),
  /** Whose; null where nobody has an account yet. */
  userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
  /** What the link carries out: the new email address. */
  detail: text('detail'),
  expiresAt: at('expires_at').notNull(),
  usedAt: at('used_at'),
});

const digestOf = (token: string) => createHash('sha256').update(token).digest('base64url');

/** A new link in the place of earlier unused ones of its purpose; answers the 256-bit token, which is stored nowhere. */
export async function replaceLinks(
  tx: Database,
  link: { purpose: string; expiresAt: Date },
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await tx
    .delete(oneTimeLinks)
    .where(and(eq(oneTimeLinks.purpose, link.purpose), isNull(oneTimeLinks.usedAt)));
  await tx.insert(oneTimeLinks).values({ ...link, digest: digestOf(token) });
  return token;
}

const usable = (purpose: string, token: string, now: Date) =>
  and(
    eq(oneTimeLinks.digest, digestOf(token)),
    eq(oneTimeLinks.purpose, purpose),
    isNull(oneTimeLinks.usedAt),
    gt(oneTimeLinks.expiresAt, now),
  );

export async function isLinkUsable(
  db: Database,
  purpose: string,
  token: string,
  now: Date,
): Promise<boolean> {
  const [found] = await db
    .select({ digest: oneTimeLinks.digest })
    .from(oneTimeLinks)
    .where(usable(purpose, token, now));
  return found !== undefined;
}

/** Uses a link up; `false` when it is unknown, expired or was used before. */
export async function spendLink(
  db: Database,
  purpose: string,
  token: string,
  now: Date,
): Promise<boolean> {
  const spent = await db
    .update(oneTimeLinks)
    .set({ usedAt: now })
    .where(usable(purpose, token, now))
    .returning({ digest: oneTimeLinks.digest });
  return spent.length === 1;
}

/** Sweeps links that open nothing any more. */
export async function removeStaleLinks(db: Database, now: Date): Promise<void> {
  await db
    .delete(oneTimeLinks)
    .where(or(lt(oneTimeLinks.expiresAt, now), isNotNull(oneTimeLinks.usedAt)));
}

import { createHash, randomBytes } from 'node:crypto';
import { and, desc, eq, gt, gte, inArray, isNotNull, isNull, lt, or } from 'drizzle-orm';
import { pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { at } from '../../server/database/columns.store.ts';
import type { Database } from '../../server/database/database.ts';
import { users } from '../../server/user.store.ts';
import { lockUser } from './member.store.ts';

/** Links that open one thing once. */
export const oneTimeLinks = pgTable('one_time_links', {
  /** SHA-256 of the token: who reads this table cannot use it. */
  digest: text('digest').primaryKey(),
  purpose: text('purpose').notNull(),
  /** Whose, an invitation's: who invites; null where there is no account yet. */
  userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
  /** What the link carries out: the new email address, or who is invited. */
  detail: text('detail'),
  expiresAt: at('expires_at').notNull(),
  usedAt: at('used_at'),
});

/** What the table knows a link by; it opens nothing. */
export const digestOf = (token: string) => createHash('sha256').update(token).digest('base64url');

/** What a link opens: for whom, and with what. */
export type LinkRow = typeof oneTimeLinks.$inferSelect;

export interface NewLink {
  purpose: string;
  expiresAt: Date;
  userId?: string;
  detail?: string;
}

/**
 * A new link in the place of earlier unused ones of its purpose, and of its person where it has one;
 * answers the 256-bit token, which is stored nowhere.
 */
export async function replaceLinks(tx: Database, link: NewLink): Promise<string> {
  // One after the other: two at once would each leave a link that opens.
  if (link.userId) await lockUser(tx, link.userId);
  await tx.delete(oneTimeLinks).where(unusedLinks(link.purpose, link.userId));
  return addLink(tx, link);
}

/** A new link beside the others of its purpose; answers the token. */
export async function addLink(tx: Database, link: NewLink): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await tx.insert(oneTimeLinks).values({ ...link, digest: digestOf(token) });
  return token;
}

const unused = (purpose: string) =>
  and(eq(oneTimeLinks.purpose, purpose), isNull(oneTimeLinks.usedAt));

const unusedLinks = (purpose: string, userId: string | undefined) =>
  and(unused(purpose), userId ? eq(oneTimeLinks.userId, userId) : isNull(oneTimeLinks.userId));

const usable = (purpose: string, token: string, now: Date) =>
  and(
    eq(oneTimeLinks.digest, digestOf(token)),
    eq(oneTimeLinks.purpose, purpose),
    isNull(oneTimeLinks.usedAt),
    gt(oneTimeLinks.expiresAt, now),
  );

/** The link of this token while it opens something. */
export async function findLink(
  db: Database,
  purpose: string,
  token: string,
  now: Date,
): Promise<LinkRow | undefined> {
  const [found] = await db
    .select()
    .from(oneTimeLinks)
    .where(usable(purpose, token, now));
  return found;
}

/** Uses a link up and answers it; undefined when it is unknown, expired or was used before. */
export async function consumeLink(
  db: Database,
  purpose: string,
  token: string,
  now: Date,
): Promise<LinkRow | undefined> {
  const [spent] = await db
    .update(oneTimeLinks)
    .set({ usedAt: now })
    .where(usable(purpose, token, now))
    .returning();
  return spent;
}

/** The link of a person that waits to be used; there is at most one of a purpose. */
export async function findWaitingLink(
  db: Database,
  purpose: string,
  userId: string,
  now: Date,
): Promise<LinkRow | undefined> {
  const [found] = await db
    .select()
    .from(oneTimeLinks)
    .where(and(unusedLinks(purpose, userId), gt(oneTimeLinks.expiresAt, now)));
  return found;
}

/** The links of a purpose that wait to be used, whoever they belong to, the newest first. */
export const listWaitingLinks = (db: Database, purpose: string, now: Date): Promise<LinkRow[]> =>
  db
    .select()
    .from(oneTimeLinks)
    .where(and(unused(purpose), gt(oneTimeLinks.expiresAt, now)))
    .orderBy(desc(oneTimeLinks.expiresAt), oneTimeLinks.digest);

/** Makes one of them open nothing and answers it; undefined when it was used or removed before. */
export async function removeWaitingLink(
  db: Database,
  purpose: string,
  digest: string,
): Promise<LinkRow | undefined> {
  const [removed] = await db
    .delete(oneTimeLinks)
    .where(and(unused(purpose), eq(oneTimeLinks.digest, digest)))
    .returning();
  return removed;
}

/** Makes the waiting links of a person open nothing. */
export async function removeLinksOf(
  db: Database,
  userId: string,
  purposes: readonly string[],
): Promise<void> {
  await db
    .delete(oneTimeLinks)
    .where(and(eq(oneTimeLinks.userId, userId), inArray(oneTimeLinks.purpose, [...purposes])));
}

/** Makes the links of a person open nothing that are as new as one of the same purpose, or about the same. */
export async function removeLinksSince(
  tx: Database,
  { userId, purpose, expiresAt, detail }: LinkRow & { userId: string },
): Promise<void> {
  const sameOrNewer = or(
    eq(oneTimeLinks.detail, detail ?? ''),
    gte(oneTimeLinks.expiresAt, expiresAt),
  );
  await tx
    .delete(oneTimeLinks)
    .where(and(eq(oneTimeLinks.userId, userId), eq(oneTimeLinks.purpose, purpose), sameOrNewer));
}

/** Sweeps links that open nothing any more. */
export async function removeStaleLinks(db: Database, now: Date): Promise<void> {
  await db
    .delete(oneTimeLinks)
    .where(or(lt(oneTimeLinks.expiresAt, now), isNotNull(oneTimeLinks.usedAt)));
}

import { and, eq, isNotNull, ne, sql } from 'drizzle-orm';
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { at } from '../../../server/database/columns.store.ts';
import type { Database } from '../../../server/database/database.ts';
import { listOf } from '../../../server/lists/list.store.ts';
import type { SuppressionReason } from './suppression.rules.ts';

/** Addresses that no bulk mail goes to, whatever list they are on. */
export const mailSuppressions = pgTable(
  'mail_suppressions',
  {
    id: uuid('id').primaryKey(),
    /** Trimmed and lower-cased. */
    address: text('address').notNull().unique(),
    /** What somebody else did, where anybody did, or what a server said; `unsubscribed` where there is only that. */
    reason: text('reason').$type<SuppressionReason>().notNull(),
    /** Who gave the reason; null for the owner of the address. */
    createdBy: uuid('created_by'),
    createdAt: at('created_at').notNull(),
    /** Since when its owner wants no bulk mail, whatever else speaks against it: only they take that back. */
    unsubscribedAt: at('unsubscribed_at'),
  },
  (t) => [
    index('mail_suppressions_newest').on(t.createdAt, t.id),
    index('mail_suppressions_of_reason').on(t.reason, t.createdAt, t.id),
    index('mail_suppressions_unsubscribed')
      .on(t.createdAt, t.id)
      .where(sql`${t.unsubscribedAt} is not null`),
  ],
);

type NewSuppression = typeof mailSuppressions.$inferInsert;

/** As administrators search it. */
export const suppressionList = listOf({
  table: mailSuppressions,
  id: mailSuppressions.id,
  columns: {
    id: mailSuppressions.id,
    address: mailSuppressions.address,
    reason: mailSuppressions.reason,
    createdAt: mailSuppressions.createdAt,
    unsubscribedAt: mailSuppressions.unsubscribedAt,
  },
  sorts: { createdAt: mailSuppressions.createdAt, address: mailSuppressions.address },
  search: [mailSuppressions.address],
  status: mailSuppressions.reason,
  statuses: { unsubscribed: isNotNull(mailSuppressions.unsubscribedAt) },
});

/** Few enough for the parameters of one statement. */
const rowsAtOnce = 5000;

/**
 * Adds those that are not there yet. Whoever is there keeps the first reason; one who had only unsubscribed has both
 * from now on.
 */
export async function addSuppressions(
  db: Database,
  rows: NewSuppression[],
): Promise<{ added: number; joined: number }> {
  const new_ = new Set(rows.map(({ id }) => id));
  const written: string[] = [];
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    const found = await db
      .insert(mailSuppressions)
      .values(rows.slice(from, from + rowsAtOnce))
      .onConflictDoUpdate({
        target: mailSuppressions.address,
        set: { reason: sql`excluded.reason`, createdBy: sql`excluded.created_by` },
        setWhere: eq(mailSuppressions.reason, 'unsubscribed'),
      })
      .returning({ id: mailSuppressions.id });
    written.push(...found.map(({ id }) => id));
  }
  const added = written.filter((id) => new_.has(id)).length;
  return { added, joined: written.length - added };
}

/**
 * An address unsubscribes; why it was suppressed before stays, and so does when it first unsubscribed: that and the id of
 * its row is the answer.
 */
export async function putUnsubscribed(
  db: Database,
  { id, address, now }: { id: string; address: string; now: Date },
): Promise<{ id: string; since: Date | null } | undefined> {
  const [put] = await db
    .insert(mailSuppressions)
    .values({ id, address, reason: 'unsubscribed', createdAt: now, unsubscribedAt: now })
    .onConflictDoUpdate({
      target: mailSuppressions.address,
      set: {
        unsubscribedAt: sql`coalesce(${mailSuppressions.unsubscribedAt}, excluded.unsubscribed_at)`,
      },
    })
    .returning({ id: mailSuppressions.id, since: mailSuppressions.unsubscribedAt });
  return put;
}

/** Whether no bulk mail goes to an address. */
export const isSuppressed = async (db: Database, address: string): Promise<boolean> =>
  (await db.$count(mailSuppressions, eq(mailSuppressions.address, address))) > 0;

export async function findSuppression(db: Database, id: string) {
  const [found] = await db
    .select()
    .from(mailSuppressions)
    .where(eq(mailSuppressions.id, id))
    .for('update');
  return found;
}

export async function removeSuppression(db: Database, id: string): Promise<void> {
  await db.delete(mailSuppressions).where(eq(mailSuppressions.id, id));
}

/** Takes back what the owner of an address did, and nothing that somebody else did. */
export async function removeUnsubscribed(db: Database, address: string): Promise<void> {
  const { reason, address: suppressed } = mailSuppressions;
  await db.delete(mailSuppressions).where(and(eq(suppressed, address), eq(reason, 'unsubscribed')));
  await db
    .update(mailSuppressions)
    .set({ unsubscribedAt: null })
    .where(and(eq(suppressed, address), ne(reason, 'unsubscribed')));
}

/** Why and since when no bulk mail goes to an address; that its reader unsubscribed counts for more than what else speaks against it. */
export async function findSuppressed(db: Database, email: string) {
  const { reason, createdAt, unsubscribedAt, address } = mailSuppressions;
  const [found] = await db
    .select({ reason, at: createdAt, unsubscribedAt })
    .from(mailSuppressions)
    .where(eq(address, email));
  if (!found) return null;
  return { at: found.at, reason: found.unsubscribedAt ? ('unsubscribed' as const) : found.reason };
}

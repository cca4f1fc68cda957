import { and, eq } from 'drizzle-orm';
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { at } from '../../../server/columns.store.ts';
import type { Database } from '../../../server/database.ts';
import { listOf } from '../../../server/list.store.ts';
import type { SuppressionReason } from '../mailing.rules.ts';

/** Addresses that no bulk mail goes to, whatever list they stand on. */
export const mailSuppressions = pgTable(
  'mail_suppressions',
  {
    id: uuid('id').primaryKey(),
    /** Trimmed and lower-cased. */
    address: text('address').notNull().unique(),
    /** What somebody did, or what a server said. */
    reason: text('reason').$type<SuppressionReason>().notNull(),
    /** Who gave the reason; null for the owner of the address. */
    createdBy: uuid('created_by'),
    createdAt: at('created_at').notNull(),
  },
  (t) => [index('mail_suppressions_newest').on(t.createdAt, t.id)],
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
  },
  sorts: { createdAt: mailSuppressions.createdAt, address: mailSuppressions.address },
  search: [mailSuppressions.address],
  status: mailSuppressions.reason,
});

/** Few enough for the parameters of one statement. */
const rowsAtOnce = 5000;

/** Adds those that are not there yet. Whoever is there keeps the first reason. */
export async function addSuppressions(
  db: Database,
  rows: NewSuppression[],
): Promise<{ added: number; joined: number }> {
  let added = 0;
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    const found = await db
      .insert(mailSuppressions)
      .values(rows.slice(from, from + rowsAtOnce))
      .onConflictDoNothing({ target: mailSuppressions.address })
      .returning({ id: mailSuppressions.id });
    added += found.length;
  }
  return { added, joined: 0 };
}

/** An address unsubscribes; why it was suppressed before stays. */
export async function putUnsubscribed(
  db: Database,
  { id, address, now }: { id: string; address: string; now: Date },
): Promise<void> {
  await db
    .insert(mailSuppressions)
    .values({ id, address, reason: 'unsubscribed', createdAt: now })
    .onConflictDoNothing({ target: mailSuppressions.address });
}

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
  const { reason, address: kept } = mailSuppressions;
  await db.delete(mailSuppressions).where(and(eq(kept, address), eq(reason, 'unsubscribed')));
}

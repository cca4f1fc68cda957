import { desc, eq } from 'drizzle-orm';
import { boolean, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { at } from '../../server/database/columns.store.ts';
import type { Database } from '../../server/database/database.ts';
import { listOf } from '../../server/lists/list.store.ts';

export const donationLinks = pgTable(
  'donation_links',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull(),
    /** As a browser follows it; unique, so that visitors are offered a page once. */
    url: text('url').notNull().unique(),
    isActive: boolean('is_active').notNull().default(true),
    updatedBy: uuid('updated_by').notNull(),
    createdAt: at('created_at').notNull(),
    updatedAt: at('updated_at').notNull(),
  },
  (t) => [index('donation_links_newest').on(t.createdAt, t.id)],
);

export type StoredLink = typeof donationLinks.$inferSelect;

/** More than any page should offer. */
const mostOffered = 100;

export const donationLinkList = listOf({
  table: donationLinks,
  id: donationLinks.id,
  columns: {
    id: donationLinks.id,
    name: donationLinks.name,
    url: donationLinks.url,
    isActive: donationLinks.isActive,
    updatedBy: donationLinks.updatedBy,
    updatedAt: donationLinks.updatedAt,
  },
  sorts: { createdAt: donationLinks.createdAt, name: donationLinks.name },
  search: [donationLinks.name, donationLinks.url],
});

/** Newest first. */
export async function listActiveLinks(db: Database): Promise<StoredLink[]> {
  return db
    .select()
    .from(donationLinks)
    .where(eq(donationLinks.isActive, true))
    .orderBy(desc(donationLinks.createdAt), desc(donationLinks.id))
    .limit(mostOffered);
}

/** The row, locked until the transaction ends. */
export async function lockLink(tx: Database, id: string): Promise<StoredLink | undefined> {
  const [found] = await tx
    .select()
    .from(donationLinks)
    .where(eq(donationLinks.id, id))
    .for('update');
  return found;
}

/** Adds a link; false when it, or one with its address, is there already. */
export async function addLink(tx: Database, link: StoredLink): Promise<boolean> {
  const added = await tx
    .insert(donationLinks)
    .values(link)
    .onConflictDoNothing()
    .returning({ id: donationLinks.id });
  return added.length > 0;
}

export async function setLink(
  tx: Database,
  { id, ...change }: Pick<StoredLink, 'id' | 'isActive' | 'updatedBy' | 'updatedAt'>,
): Promise<void> {
  await tx.update(donationLinks).set(change).where(eq(donationLinks.id, id));
}

export async function removeLink(tx: Database, id: string): Promise<void> {
  await tx.delete(donationLinks).where(eq(donationLinks.id, id));
}

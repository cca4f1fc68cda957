import { and, count, desc, eq, sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, uuid } from 'drizzle-orm/pg-core';
import { at } from '../../../server/database/columns.store.ts';
import type { Database } from '../../../server/database/database.ts';
import { users } from '../../../server/user.store.ts';
import type { DraftContent } from './draft.contract.ts';

/** Mails that are being written, each its writer's alone. */
export const mailDrafts = pgTable(
  'mail_drafts',
  {
    id: uuid('id').primaryKey(),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    content: jsonb('content').$type<DraftContent>().notNull(),
    /** Rises with each saving, so that no tab overwrites what it has not seen. */
    version: integer('version').notNull(),
    savedAt: at('saved_at').notNull(),
  },
  (t) => [index('mail_drafts_owner').on(t.ownerId, t.savedAt)],
);

export type MailDraft = typeof mailDrafts.$inferSelect;

const ofOwner = (ownerId: string, id: string) =>
  and(eq(mailDrafts.ownerId, ownerId), eq(mailDrafts.id, id));

export async function findDraft(
  db: Database,
  ownerId: string,
  id: string,
): Promise<MailDraft | undefined> {
  const [found] = await db.select().from(mailDrafts).where(ofOwner(ownerId, id));
  return found;
}

/** What a list of them says, the newest first; the words of one are fetched when it is opened. */
export const listDrafts = (db: Database, ownerId: string) =>
  db
    .select({
      id: mailDrafts.id,
      kind: sql<DraftContent['kind']>`${mailDrafts.content}->>'kind'`,
      recipient: sql<string>`coalesce(${mailDrafts.content}->>'recipient', '')`,
      subject: sql<string>`${mailDrafts.content}->>'subject'`,
      beginning: sql<string>`left(${mailDrafts.content}->>'message', 120)`,
      savedAt: mailDrafts.savedAt,
    })
    .from(mailDrafts)
    .where(eq(mailDrafts.ownerId, ownerId))
    .orderBy(desc(mailDrafts.savedAt), desc(mailDrafts.id));

/** How many somebody has. Holds back their next until the transaction ends, so that two at once do not count the same. */
export async function countDrafts(tx: Database, ownerId: string): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`drafts ${ownerId}`}, 0))`);
  const [row] = await tx
    .select({ n: count() })
    .from(mailDrafts)
    .where(eq(mailDrafts.ownerId, ownerId));
  return row?.n ?? 0;
}

/** Adds the first version of a draft; false when its id is taken. */
export async function addDraft(db: Database, draft: Omit<MailDraft, 'version'>): Promise<boolean> {
  const added = await db
    .insert(mailDrafts)
    .values({ ...draft, version: 1 })
    .onConflictDoNothing()
    .returning({ id: mailDrafts.id });
  return added.length > 0;
}

/** Writes over the version that was seen and answers the new one; undefined, and nothing is changed, where another is saved. */
export async function changeDraft(
  db: Database,
  { id, ownerId, content, savedAt }: Omit<MailDraft, 'version'>,
  seen: number,
): Promise<number | undefined> {
  const [changed] = await db
    .update(mailDrafts)
    .set({ content, savedAt, version: seen + 1 })
    .where(and(ofOwner(ownerId, id), eq(mailDrafts.version, seen)))
    .returning({ version: mailDrafts.version });
  return changed?.version;
}

/** Removes a draft of somebody, at the version `seen` alone where one is named; false when they have none such. */
export async function removeDraft(
  db: Database,
  ownerId: string,
  id: string,
  seen?: number,
): Promise<boolean> {
  const isSeen = seen === undefined ? undefined : eq(mailDrafts.version, seen);
  const removed = await db
    .delete(mailDrafts)
    .where(and(ofOwner(ownerId, id), isSeen))
    .returning({ id: mailDrafts.id });
  return removed.length > 0;
}

import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { at } from '../../../server/database/columns.store.ts';
import type { Database } from '../../../server/database/database.ts';

/** What administrators noted about a person, by an address of theirs, trimmed and in small letters. Only added. */
export const personNotes = pgTable(
  'person_notes',
  {
    id: uuid('id').primaryKey(),
    address: text('address').notNull(),
    text: text('text').notNull(),
    authorId: uuid('author_id').notNull(),
    createdAt: at('created_at').notNull(),
  },
  (t) => [index('person_notes_address').on(t.address, t.createdAt)],
);

export const personTags = pgTable(
  'person_tags',
  {
    address: text('address').notNull(),
    tag: text('tag').notNull(),
    addedAt: at('added_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.address, t.tag] })],
);

export async function addPersonNote(
  tx: Database,
  note: typeof personNotes.$inferInsert,
): Promise<void> {
  await tx.insert(personNotes).values(note);
}

/** In the order of the alphabet. */
export async function listTagsOf(db: Database, addresses: readonly string[]): Promise<string[]> {
  const found = await db
    .selectDistinct({ tag: personTags.tag })
    .from(personTags)
    .where(inArray(personTags.address, [...addresses]))
    .orderBy(asc(personTags.tag));
  return found.map(({ tag }) => tag);
}

/** Addresses that bear a tag, those first that got it last. */
export async function listTagged(db: Database, tag: string, limit: number): Promise<string[]> {
  const found = await db
    .select({ address: personTags.address })
    .from(personTags)
    .where(eq(personTags.tag, tag))
    .orderBy(desc(personTags.addedAt), asc(personTags.address))
    .limit(limit);
  return found.map(({ address }) => address);
}

/** Lets one transaction at a time change the tags of an address, so that two cannot pass the limit together. */
export async function lockTags(tx: Database, address: string): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`person_tags ${address}`}, 0))`,
  );
}

export async function addTag(tx: Database, row: typeof personTags.$inferInsert): Promise<void> {
  await tx.insert(personTags).values(row).onConflictDoNothing();
}

/** Takes a tag off all these addresses; whether one of them had it. */
export async function removeTag(
  tx: Database,
  addresses: readonly string[],
  tag: string,
): Promise<boolean> {
  const gone = await tx
    .delete(personTags)
    .where(and(inArray(personTags.address, [...addresses]), eq(personTags.tag, tag)))
    .returning();
  return gone.length > 0;
}

/** The tags that are in use, the most used first. */
export async function listUsedTags(db: Database): Promise<string[]> {
  const found = await db
    .select({ tag: personTags.tag })
    .from(personTags)
    .groupBy(personTags.tag)
    .orderBy(desc(sql`count(*)`), asc(personTags.tag))
    .limit(100);
  return found.map(({ tag }) => tag);
}

/** Every address with a note or a tag. */
export async function listNoted(db: Database): Promise<string[]> {
  const found = await db
    .select({ address: personNotes.address })
    .from(personNotes)
    .union(db.select({ address: personTags.address }).from(personTags));
  return found.map(({ address }) => address);
}

/** Removes what was noted about an address, and its tags. */
export async function forgetNotes(tx: Database, address: string): Promise<void> {
  await tx.delete(personNotes).where(eq(personNotes.address, address));
  await tx.delete(personTags).where(eq(personTags.address, address));
}

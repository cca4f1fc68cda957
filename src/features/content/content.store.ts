import { and, desc, eq, inArray, like, max, ne, or, type SQL, sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { Database } from '../../server/database/database.ts';
import { listOf } from '../../server/lists/list.store.ts';
import { LANGUAGES, type Language } from '../../shared/language.ts';
import { users } from '../../server/user.store.ts';
import type { ContentStatus } from './content.rules.ts';

export const siteContent = pgTable(
  'site_content',
  {
    id: uuid('id').primaryKey(),
    section: text('section').notNull(),
    key: text('key').notNull(),
    language: text('language').$type<Language>().notNull(),
    /** Counts the publications of a text from 1; a draft is none yet. */
    version: integer('version').notNull(),
    status: text('status').$type<ContentStatus>().notNull(),
    value: text('value').notNull(),
    /** Who wrote it; null once the account is gone. */
    updatedBy: uuid('updated_by').references(() => users.id, { onDelete: 'set null' }),
    /** When it was written; an archived row keeps it. */
    updatedAt: timestamp('updated_at', { withTimezone: true, mode: 'date' }).notNull(),
  },
  (t) => [
    unique('site_content_version').on(t.section, t.key, t.language, t.version),
    uniqueIndex('site_content_one_published')
      .on(t.section, t.key, t.language)
      .where(sql`${t.status} = 'published'`),
    uniqueIndex('site_content_one_draft')
      .on(t.section, t.key, t.language)
      .where(sql`${t.status} = 'draft'`),
    index('site_content_newest').on(t.updatedAt, t.id),
    check('site_content_status', sql`${t.status} in ('published', 'draft', 'archived')`),
    check('site_content_draft_is_no_version', sql`(${t.status} = 'draft') = (${t.version} = 0)`),
  ],
);

export type ContentRow = typeof siteContent.$inferSelect;

/** Which text, in which language. */
export type Place = Pick<ContentRow, 'section' | 'key' | 'language'>;

const at = ({ section, key, language }: Place) =>
  and(
    eq(siteContent.section, section),
    eq(siteContent.key, key),
    eq(siteContent.language, language),
  );

const isPublished = eq(siteContent.status, 'published');

/** What the dashboard lists: the published texts, of one language when it is given. */
export const contentList = (language?: Language) =>
  listOf({
    table: siteContent,
    id: siteContent.id,
    columns: {
      id: siteContent.id,
      section: siteContent.section,
      key: siteContent.key,
      language: siteContent.language,
      version: siteContent.version,
      status: siteContent.status,
      value: siteContent.value,
      updatedBy: siteContent.updatedBy,
      updatedAt: siteContent.updatedAt,
    },
    sorts: {
      updatedAt: siteContent.updatedAt,
      section: siteContent.section,
      key: siteContent.key,
    },
    search: [sql`${siteContent.section} || ' / ' || ${siteContent.key}`, siteContent.value],
    status: siteContent.status,
    unlessStatus: isPublished,
    where: language && eq(siteContent.language, language),
  });

/** English holds where a language has no text of its own, in the sections that are for all. */
const shownIn = (language: Language): SQL | undefined =>
  or(
    eq(siteContent.language, language),
    and(eq(siteContent.language, LANGUAGES[0]), like(siteContent.section, 'site%')),
  );

/** Texts that a language's pages show, newest first: at most `limit` of all, or those of the names. */
export async function listShown(
  db: Database,
  language: Language,
  statuses: ContentStatus[],
  which: { limit: number } | { sections: string[]; keys: string[] },
): Promise<Pick<ContentRow, 'section' | 'key' | 'language' | 'status' | 'value'>[]> {
  const rows = db
    .select({
      section: siteContent.section,
      key: siteContent.key,
      language: siteContent.language,
      status: siteContent.status,
      value: siteContent.value,
    })
    .from(siteContent)
    .where(
      and(
        inArray(siteContent.status, statuses),
        shownIn(language),
        ...('limit' in which
          ? []
          : [inArray(siteContent.section, which.sections), inArray(siteContent.key, which.keys)]),
      ),
    )
    .orderBy(desc(siteContent.updatedAt), desc(siteContent.id));
  return 'limit' in which ? rows.limit(which.limit) : rows;
}

export async function listDrafts(db: Database): Promise<ContentRow[]> {
  return db
    .select()
    .from(siteContent)
    .where(eq(siteContent.status, 'draft'))
    .orderBy(desc(siteContent.updatedAt), desc(siteContent.id))
    .limit(500);
}

/**
 * Lets those who write texts pass one at a time, for milliseconds: nobody publishes over what they have
 * not seen. Drafts are shared.
 */
export async function lockContent(tx: Database): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('site_content', 0))`);
}

export async function findPublished(db: Database, place: Place): Promise<ContentRow | undefined> {
  const [found] = await db
    .select()
    .from(siteContent)
    .where(and(at(place), isPublished));
  return found;
}

export async function findDraft(db: Database, place: Place): Promise<ContentRow | undefined> {
  const [found] = await db
    .select()
    .from(siteContent)
    .where(and(at(place), eq(siteContent.status, 'draft')));
  return found;
}

export async function findContent(db: Database, id: string): Promise<ContentRow | undefined> {
  const [found] = await db.select().from(siteContent).where(eq(siteContent.id, id));
  return found;
}

/** The highest version that a text ever had; 0 when it was never published. */
export async function newestVersion(db: Database, place: Place): Promise<number> {
  const [row] = await db
    .select({ version: max(siteContent.version) })
    .from(siteContent)
    .where(at(place));
  return row?.version ?? 0;
}

/** Which texts are published, and the highest version of each that ever was. */
export async function listVersions(
  db: Database,
): Promise<(Place & { version: number; isPublished: boolean })[]> {
  return db
    .select({
      section: siteContent.section,
      key: siteContent.key,
      language: siteContent.language,
      version: sql<number>`max(${siteContent.version})`,
      isPublished: sql<boolean>`bool_or(${isPublished})`,
    })
    .from(siteContent)
    .where(ne(siteContent.status, 'draft'))
    .groupBy(siteContent.section, siteContent.key, siteContent.language);
}

export async function addContent(tx: Database, rows: ContentRow[]): Promise<void> {
  if (rows.length > 0) await tx.insert(siteContent).values(rows);
}

/** Makes the published text of a place an earlier one. */
export async function archivePublished(tx: Database, place: Place): Promise<void> {
  await tx
    .update(siteContent)
    .set({ status: 'archived' })
    .where(and(at(place), isPublished));
}

/** Writes the draft of a place, over the one that is there. */
export async function setDraft(
  tx: Database,
  draft: Place & Pick<ContentRow, 'id' | 'value' | 'updatedBy' | 'updatedAt'>,
): Promise<void> {
  const { value, updatedBy, updatedAt } = draft;
  await tx
    .insert(siteContent)
    .values({ ...draft, version: 0, status: 'draft' })
    .onConflictDoUpdate({
      target: [siteContent.section, siteContent.key, siteContent.language],
      targetWhere: sql`${siteContent.status} = 'draft'`,
      set: { value, updatedBy, updatedAt },
    });
}

/** Removes the draft of a place; false when there was none. */
export async function removeDraft(tx: Database, place: Place): Promise<boolean> {
  const removed = await tx
    .delete(siteContent)
    .where(and(at(place), eq(siteContent.status, 'draft')))
    .returning({ id: siteContent.id });
  return removed.length > 0;
}

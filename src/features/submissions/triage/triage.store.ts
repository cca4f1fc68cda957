import {
  and,
  desc,
  eq,
  inArray,
  isNotNull,
  lt,
  ne,
  not,
  notInArray,
  type SQL,
  sql,
} from 'drizzle-orm';
import { type AnyPgColumn, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { at } from '../../../server/database/columns.store.ts';
import type { Database } from '../../../server/database/database.ts';
import type { Columns, List } from '../../../server/lists/list.store.ts';
import { contactSubmissions } from '../../contact/contact.store.ts';
import { users } from '../../../server/user.store.ts';
import { partnerSubmissions } from '../../partner/partner.store.ts';
import { volunteerSubmissions } from '../../volunteer/volunteer.store.ts';
import {
  NOBODY,
  type TRIAGE_FILTERS,
  type TriagedKind,
  type TriageStatus,
  UNANSWERED,
} from './triage.rules.ts';

/** A table per kind, so that a row goes with its submission. Without a row a submission is new and nobody’s. */
const triageTable = (name: string, of: { id: AnyPgColumn }) =>
  pgTable(
    name,
    {
      submissionId: uuid('submission_id')
        .primaryKey()
        .references(() => of.id, { onDelete: 'cascade' }),
      status: text('status').$type<TriageStatus>().notNull(),
      /** Nobody’s again once the account is gone. */
      ownerId: uuid('owner_id').references(() => users.id, { onDelete: 'set null' }),
      tags: text('tags').array().notNull(),
      /** Rises with every change. */
      version: integer('version').notNull(),
      /** No key: who is gone has still done it. */
      changedBy: uuid('changed_by').notNull(),
      changedAt: at('changed_at').notNull(),
    },
    (t) => [index(`${name}_status`).on(t.status), index(`${name}_owner`).on(t.ownerId)],
  );

/** Notes are only added; they go with their submission. */
const notesTable = (name: string, of: { id: AnyPgColumn }) =>
  pgTable(
    name,
    {
      id: uuid('id').primaryKey(),
      submissionId: uuid('submission_id')
        .notNull()
        .references(() => of.id, { onDelete: 'cascade' }),
      text: text('text').notNull(),
      authorId: uuid('author_id').notNull(),
      createdAt: at('created_at').notNull(),
    },
    (t) => [index(`${name}_of`).on(t.submissionId, t.createdAt)],
  );

export const contactTriage = triageTable('contact_triage', contactSubmissions);
export const volunteerTriage = triageTable('volunteer_triage', volunteerSubmissions);
export const partnerTriage = triageTable('partner_triage', partnerSubmissions);
export const contactNotes = notesTable('contact_notes', contactSubmissions);
export const volunteerNotes = notesTable('volunteer_notes', volunteerSubmissions);
export const partnerNotes = notesTable('partner_notes', partnerSubmissions);

export const TRIAGE_TABLES = {
  contact: { of: contactSubmissions, triage: contactTriage, notes: contactNotes },
  volunteer: { of: volunteerSubmissions, triage: volunteerTriage, notes: volunteerNotes },
  partner: { of: partnerSubmissions, triage: partnerTriage, notes: partnerNotes },
} satisfies Record<TriagedKind, unknown>;

/** The triage of those submissions that somebody has changed. */
export async function listTriage(db: Database, kind: TriagedKind, ids: readonly string[]) {
  const { triage } = TRIAGE_TABLES[kind];
  return db
    .select()
    .from(triage)
    .where(inArray(triage.submissionId, [...ids]));
}

export type TriageRow = typeof contactTriage.$inferSelect;

/** Those of the accounts that are still there. */
export async function listPeople(db: Database, ids: readonly string[]) {
  const { id, firstName, lastName, email } = users;
  return db
    .select({ id, firstName, lastName, email })
    .from(users)
    .where(inArray(id, [...ids]));
}

/** When a submission came in; undefined when there is none. It stays there until the transaction ends. */
export async function holdSubmission(
  tx: Database,
  kind: TriagedKind,
  id: string,
): Promise<Date | undefined> {
  const { of } = TRIAGE_TABLES[kind];
  const [found] = await tx
    .select({ createdAt: of.createdAt })
    .from(of)
    .where(eq(of.id, id))
    .for('key share');
  return found?.createdAt;
}

/** When a submission came in; undefined when there is none. */
export async function findReceivedAt(
  db: Database,
  kind: TriagedKind,
  id: string,
): Promise<Date | undefined> {
  const { of } = TRIAGE_TABLES[kind];
  const [found] = await db.select({ createdAt: of.createdAt }).from(of).where(eq(of.id, id));
  return found?.createdAt;
}

type Change = Pick<
  typeof contactTriage.$inferInsert,
  'status' | 'ownerId' | 'tags' | 'changedBy' | 'changedAt'
>;

/** Writes over the version that somebody has seen, 0 for none; `false` when another one is saved by now. */
export async function saveTriage(
  tx: Database,
  { kind, id, version }: { kind: TriagedKind; id: string; version: number },
  change: Change,
): Promise<boolean> {
  const { triage } = TRIAGE_TABLES[kind];
  const next = { ...change, version: version + 1 };
  const saved =
    version === 0
      ? await tx
          .insert(triage)
          .values({ ...next, submissionId: id })
          .onConflictDoNothing({ target: triage.submissionId })
          .returning({ id: triage.submissionId })
      : await tx
          .update(triage)
          .set(next)
          .where(and(eq(triage.submissionId, id), eq(triage.version, version)))
          .returning({ id: triage.submissionId });
  return saved.length === 1;
}

export async function addNote(
  tx: Database,
  kind: TriagedKind,
  note: typeof contactNotes.$inferInsert,
): Promise<void> {
  await tx.insert(TRIAGE_TABLES[kind].notes).values(note);
}

/** The notes about a submission, newest first. */
export async function listNotes(db: Database, kind: TriagedKind, id: string) {
  const { notes } = TRIAGE_TABLES[kind];
  return db
    .select()
    .from(notes)
    .where(eq(notes.submissionId, id))
    .orderBy(desc(notes.createdAt), desc(notes.id));
}

/** Every tag in use, of whichever kind. */
export async function listTags(db: Database): Promise<string[]> {
  const used = Object.values(TRIAGE_TABLES).map(
    ({ triage }) => sql`select unnest(${triage.tags}) as tag from ${triage}`,
  );
  const { rows } = await db.execute<{ tag: string }>(
    sql`select distinct tag from (${sql.join(used, sql` union all `)}) as used order by tag`,
  );
  return rows.map(({ tag }) => tag);
}

/** The owners of any submission. */
export async function listOwnerIds(db: Database): Promise<string[]> {
  const owned = Object.values(TRIAGE_TABLES).map(
    ({ triage }) =>
      sql`select ${triage.ownerId} as id from ${triage} where ${isNotNull(triage.ownerId)}`,
  );
  const { rows } = await db.execute<{ id: string }>(sql.join(owned, sql` union `));
  return rows.map(({ id }) => id);
}

/**
 * How many of a kind nobody has answered, and since when the oldest waits. As an aggregate, so that the two tables are
 * joined once: to walk along the oldest until one is not answered would look up each that is.
 */
export async function findUnanswered(
  db: Database,
  kind: TriagedKind,
): Promise<{ count: number; since: Date | null }> {
  const { of, triage } = TRIAGE_TABLES[kind];
  const { rows } = await db.execute<{ count: number; since: Date | string | null }>(sql`
    select count(*)::int as count, min(${of.createdAt}) as since from ${of} where not exists (
      select 1 from ${triage} where ${triage.submissionId} = ${of.id}
        and ${notInArray(triage.status, [...UNANSWERED])})`);
  const { count = 0, since = null } = rows[0] ?? {};
  return { count, since: since === null ? null : new Date(since) };
}

/** A list of a kind that can be narrowed to a status, an owner and a tag; `waiting` is what came in before that moment. */
export function triagedList<C extends Columns>(
  list: List<C>,
  kind: TriagedKind,
  { owner, tag, receivedBefore }: Narrowed,
): List<C> {
  const { of, triage } = TRIAGE_TABLES[kind];
  const touched = (holds: SQL) =>
    sql`exists (select 1 from ${triage} where ${triage.submissionId} = ${of.id} and ${holds})`;
  const isDone = touched(notInArray(triage.status, [...UNANSWERED]));
  const isOwned = owner === NOBODY ? isNotNull(triage.ownerId) : eq(triage.ownerId, owner ?? '');
  return {
    ...list,
    statuses: {
      new: not(touched(ne(triage.status, 'new'))),
      in_progress: touched(eq(triage.status, 'in_progress')),
      answered: touched(eq(triage.status, 'answered')),
      closed: touched(eq(triage.status, 'closed')),
      unanswered: not(isDone),
      waiting: sql`(${not(isDone)} and ${lt(of.createdAt, receivedBefore)})`,
    } satisfies Record<(typeof TRIAGE_FILTERS)[number], SQL>,
    where: and(
      owner ? (owner === NOBODY ? not(touched(isOwned)) : touched(isOwned)) : undefined,
      tag ? touched(sql`${tag} = any(${triage.tags})`) : undefined,
    ),
  };
}

interface Narrowed {
  owner?: string | undefined;
  tag?: string | undefined;
  receivedBefore: Date;
}

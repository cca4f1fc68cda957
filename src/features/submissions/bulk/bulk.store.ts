import { and, eq, gt, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { at } from '../../../server/database/columns.store.ts';
import type { Database } from '../../../server/database/database.ts';
import { type Columns, type List, matching } from '../../../server/lists/list.store.ts';
import type { ListQuery } from '../../../shared/list.ts';
import { MOST_TAGS, type TriagedKind, type TriageStatus } from '../triage/triage.rules.ts';
import { TRIAGE_TABLES } from '../triage/triage.store.ts';

/** What many submissions were before they were changed in one go, for as long as that can be taken back. */
export const bulkChanges = pgTable('triage_deeds', {
  id: uuid('id').primaryKey(),
  kind: text('kind').$type<TriagedKind>().notNull(),
  /** No key: who is gone has still done it. */
  changedBy: uuid('changed_by').notNull(),
  changedAt: at('changed_at').notNull(),
  /** Each with the version that the change made of it; without a status it was untouched. */
  before: jsonb('before')
    .$type<
      {
        id: string;
        status: string | null;
        ownerId: string | null;
        tags: string[];
        version: number;
      }[]
    >()
    .notNull(),
  undoneAt: at('undone_at'),
});

/** The ids of those that a list shows when it is asked this, no more than `limit`, in no order. */
export async function listMatching(
  db: Database,
  list: List<Columns>,
  query: ListQuery,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .select({ id: sql<string>`${list.id}::text` })
    .from(list.table)
    .where(matching(list, query))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** A list of ids as one parameter, however many they are. */
const idsIn = (ids: readonly string[]): SQL =>
  sql`(select value::uuid as id from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)) as one`;

/**
 * Those of the ids that are there. They stay, and no other change of many touches them, until the transaction ends.
 * Everybody takes them in the order of their ids, so that two who want the same wait for one another and never both.
 */
export async function holdThese(
  tx: Database,
  kind: TriagedKind,
  ids: readonly string[],
): Promise<string[]> {
  const { of } = TRIAGE_TABLES[kind];
  const rows = await tx
    .select({ id: of.id })
    .from(of)
    .where(sql`${of.id} in (select id from ${idsIn(ids)})`)
    .orderBy(of.id)
    // Not with who changes one alone, holds its key (`holdSubmission`) and waits for nothing after its triage.
    .for('no key update');
  return rows.map(({ id }) => id);
}

/** The same of those that a change of many was about, to take it back. */
export async function holdChanged(
  tx: Database,
  { id, kind }: Pick<BulkChange, 'id' | 'kind'>,
): Promise<void> {
  const [change] = await tx
    .select({ before: bulkChanges.before })
    .from(bulkChanges)
    .where(eq(bulkChanges.id, id));
  await holdThese(
    tx,
    kind,
    (change?.before ?? []).map((one) => one.id),
  );
}

/** Those of the ids whose submission has one of the tags. */
export async function listTagged(
  tx: Database,
  kind: TriagedKind,
  ids: readonly string[],
  tags: readonly string[],
): Promise<string[]> {
  const { triage } = TRIAGE_TABLES[kind];
  const rows = await tx
    .select({ id: triage.submissionId })
    .from(triage)
    .where(
      sql`${triage.submissionId} in (select id from ${idsIn(ids)}) and ${triage.tags} && ${textsOf(tags)}`,
    )
    .orderBy(triage.submissionId);
  return rows.map(({ id }) => id);
}

/** A list of texts as one parameter. */
const textsOf = (texts: readonly string[]): SQL =>
  sql`array(select jsonb_array_elements_text(${JSON.stringify(texts)}::jsonb))`;

interface BulkChange {
  id: string;
  kind: TriagedKind;
  by: string;
  now: Date;
}

export interface Change {
  status?: TriageStatus | undefined;
  ownerId?: string | null | undefined;
  tags?: string[] | undefined;
  /** Taken off those that have them. */
  removedTags?: string[] | undefined;
}

/** Keeps what these are before a change of them, for the one who may want it back. */
export async function keepBefore(
  tx: Database,
  { id, kind, by, now }: BulkChange,
  ids: readonly string[],
): Promise<void> {
  const { triage } = TRIAGE_TABLES[kind];
  await tx.execute(sql`
    insert into ${bulkChanges} (id, kind, changed_by, changed_at, before)
    select ${id}::uuid, ${kind}, ${by}::uuid, ${now.toISOString()}::timestamptz, coalesce(jsonb_agg(jsonb_build_object(
      'id', one.id, 'status', t.status, 'ownerId', t.owner_id, 'tags', coalesce(to_jsonb(t.tags), '[]'),
      'version', coalesce(t.version, 0) + 1)), '[]')
    from ${idsIn(ids)} left join ${triage} t on t.submission_id = one.id`);
}

/** Forgets what can be taken back no more. */
export async function forgetBefore(tx: Database, time: Date): Promise<void> {
  await tx.delete(bulkChanges).where(lt(bulkChanges.changedAt, time));
}

/** Changes all of these; what is not named stays. Answers whether each has room for its tags. */
export async function changeMany(
  tx: Database,
  { kind, by, now }: Omit<BulkChange, 'id'>,
  ids: readonly string[],
  { status, ownerId, tags = [], removedTags = [] }: Change,
): Promise<boolean> {
  const { triage } = TRIAGE_TABLES[kind];
  const [added, removed] = [textsOf(tags), textsOf(removedTags)];
  const owner = sql`${ownerId ?? null}::uuid`;
  const { rows } = await tx.execute<{ most: number | null }>(sql`
    with changed as (
      insert into ${triage} as t (submission_id, status, owner_id, tags, version, changed_by, changed_at)
      select one.id, ${status ?? 'new'}, ${owner}, ${added}, 1, ${by}::uuid, ${now.toISOString()}::timestamptz
      from ${idsIn(ids)}
      on conflict (submission_id) do update set
        status = ${status === undefined ? sql`t.status` : sql`excluded.status`},
        owner_id = ${ownerId === undefined ? sql`t.owner_id` : sql`excluded.owner_id`},
        tags = array(select tag from unnest(t.tags) as tag where tag <> all (${removed}))
          || array(select tag from unnest(excluded.tags) as tag
            where tag <> all (t.tags) or tag = any (${removed})),
        version = t.version + 1, changed_by = excluded.changed_by, changed_at = excluded.changed_at
      returning cardinality(tags) as tags)
    select max(tags) as most from changed`);
  return Number(rows[0]?.most ?? 0) <= MOST_TAGS;
}

/** Marks a change that was made since `since` as taken back; `false` when there is none, or it was taken back already. */
export async function markUndone(
  tx: Database,
  { id, kind, now }: Omit<BulkChange, 'by'>,
  since: Date,
): Promise<boolean> {
  const marked = await tx
    .update(bulkChanges)
    .set({ undoneAt: now })
    .where(
      and(
        eq(bulkChanges.id, id),
        eq(bulkChanges.kind, kind),
        isNull(bulkChanges.undoneAt),
        gt(bulkChanges.changedAt, since),
      ),
    )
    .returning({ id: bulkChanges.id });
  return marked.length === 1;
}

/** Puts those back that nobody has changed since; answers how many. */
export async function putBack(tx: Database, { id, kind, by, now }: BulkChange): Promise<number> {
  const { triage } = TRIAGE_TABLES[kind];
  const before = sql`(select b.* from ${bulkChanges} d, jsonb_to_recordset(d.before)
    as b (id uuid, status text, "ownerId" uuid, tags jsonb, version int) where d.id = ${id}::uuid) as b`;
  const { rows } = await tx.execute<{ n: number }>(sql`
    with dropped as (
      delete from ${triage} t using ${before}
      where t.submission_id = b.id and t.version = b.version and b.status is null returning 1),
    restored as (
      update ${triage} t set status = b.status, tags = array(select jsonb_array_elements_text(b.tags)),
        owner_id = (select u.id from users u where u.id = b."ownerId"), version = t.version + 1,
        changed_by = ${by}::uuid, changed_at = ${now.toISOString()}::timestamptz
      from ${before} where t.submission_id = b.id and t.version = b.version and b.status is not null returning 1)
    select ((select count(*) from dropped) + (select count(*) from restored))::int as n`);
  return rows[0]?.n ?? 0;
}

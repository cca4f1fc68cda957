import { and, count, eq, type GetColumnData, ilike, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { ListQuery } from '../../shared/list.ts';
import type { Database } from '../database/database.ts';

export type Columns = Record<string, PgColumn>;

/** The columns of a table that a list shows, and its filters; nothing else of the table leaves. */
export interface List<C extends Columns> {
  table: PgTable;
  columns: C;
  /** Makes the order total where sort values are equal. */
  id: PgColumn;
  /** By name; not null. The first, backwards, is the usual order: newest first. */
  sorts: Record<string, PgColumn>;
  search: (PgColumn | SQL)[];
  /** Instead of a look into those texts: what holds for the rows that are searched for. */
  found?: SQL | undefined;
  country?: PgColumn;
  status?: PgColumn;
  /** Where a status is no column: by its name, what holds for the rows that have it. */
  statuses?: Readonly<Record<string, SQL>>;
  /** The condition unless a status is requested. */
  unlessStatus?: SQL;
  /** The condition for every row, whatever is requested. */
  where?: SQL | undefined;
}

/** Declares a list; exists to infer its columns. */
export const listOf = <C extends Columns>(list: List<C>): List<C> => list;

export type RowOf<L> = L extends List<infer C> ? { [K in keyof C]: GetColumnData<C[K]> } : never;

/** Behind which row the next page begins: the sort it belongs to, that row's value as text, its id. */
export type Cursor = [sort: string, value: string, id: string];

export interface Page<Row> {
  rows: Row[];
  /** The next page's, when there is one. */
  cursor: Cursor | undefined;
}

export const usualSort = (list: List<Columns>) => `-${Object.keys(list.sorts)[0]}`;

/** The rows that a question is about, whichever page. */
export function matching(list: List<Columns>, query: ListQuery): SQL | undefined {
  return and(
    list.where,
    query.search ? (list.found ?? contains(textOf(list.search), query.search)) : undefined,
    query.id ? eq(list.id, query.id) : undefined,
    query.country && list.country ? eq(list.country, query.country) : undefined,
    ofStatus(list, query.status),
  );
}

/** All searched columns as one text. The search indexes of migration 0001 must have the same expression. */
export const textOf = (parts: (PgColumn | SQL)[]): SQL =>
  sql.join(
    parts.map((part) => sql`coalesce(${part}, '')`),
    sql` || ' ' || `,
  );

/** Whether the text contains the term, in any case. Backslash is ILIKE's escape. */
export const contains = (text: SQL, term: string): SQL =>
  ilike(text, `%${term.replaceAll(/[\\%_]/g, '\\$&')}%`);

function ofStatus(
  { status, statuses = {}, unlessStatus }: List<Columns>,
  asked = '',
): SQL | undefined {
  if (Object.hasOwn(statuses, asked)) return statuses[asked];
  return status && asked ? eq(status, asked) : unlessStatus;
}

/** A serial is an integer that counts by itself: no type of a value. */
const valueType = (column: PgColumn) => column.getSQLType().replace('serial', 'int');

/** The order that a question asks for, or the usual one; a list is sorted by its id besides. */
export function orderOf(list: List<Columns>, query: ListQuery) {
  const sort = query.sort ?? usualSort(list);
  const by = list.sorts[sort.replace(/^-/, '')];
  if (!by) throw new Error(`The list has no sort ${sort}.`);
  return { sort, by, direction: sort.startsWith('-') ? sql`desc` : sql`asc` };
}

/** One page of a list by keyset: as fast at the end as at the beginning, and no row twice or never while others come in. */
export async function readPage<C extends Columns>(
  db: Database,
  list: List<C>,
  query: ListQuery,
  { after, limit }: { after?: Cursor | undefined; limit: number },
): Promise<Page<RowOf<List<C>>>> {
  const { sort, by, direction } = orderOf(list, query);
  const than = sort.startsWith('-') ? sql`<` : sql`>`;
  // The text of a timestamp keeps its microseconds, which a Date would lose.
  const behind =
    after &&
    sql`(${by}, ${list.id}) ${than} (${after[1]}::${sql.raw(by.getSQLType())}, ${after[2]}::${sql.raw(valueType(list.id))})`;
  const found = await db
    .select({
      ...list.columns,
      listValue: sql<string>`${by}::text`,
      listId: sql<string>`${list.id}::text`,
    })
    .from(list.table)
    .where(and(matching(list, query), behind))
    .orderBy(sql`${by} ${direction}`, sql`${list.id} ${direction}`)
    .limit(limit + 1);
  const rows = found.slice(0, limit).map(({ listValue: _, listId: __, ...row }) => row);
  const last = found.length > limit ? found[limit - 1] : undefined;
  return {
    rows: rows as unknown as RowOf<List<C>>[],
    cursor: last && [sort, last.listValue as string, last.listId as string],
  };
}

/** How many rows a question is about; with `limit` no more than that are counted, which takes as long in any list. */
export async function countRows(
  db: Database,
  list: List<Columns>,
  query: ListQuery = {},
  limit?: number,
): Promise<number> {
  return countUpTo(db, list.table, matching(list, query), limit);
}

/** How many rows of a table there are of which something holds; with `limit` no more than that are counted. */
export async function countUpTo(
  db: Database,
  table: PgTable,
  where: SQL | undefined,
  limit?: number,
): Promise<number> {
  const found = db
    .select({ one: sql`1`.as('one') })
    .from(table)
    .where(where);
  const [row] = await db
    .select({ n: count() })
    .from((limit === undefined ? found : found.limit(limit)).as('found'));
  return row?.n ?? 0;
}

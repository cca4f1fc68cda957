import { and, type SQL, sql } from 'drizzle-orm';
import { type PgColumn, PgDialect } from 'drizzle-orm/pg-core';
import { copyToCsv } from '../database/copy.ts';
import { FORMULA_STARTS } from './csv.ts';
import { type Database, findPool } from '../database/database.ts';
import type { ListQuery } from '../../shared/list.ts';
import { type Columns, type List, matching, orderOf } from './list.store.ts';

// Without NUL, which PostgreSQL's texts never hold: it is what `ascii` says of an empty one.
const starts = sql.raw(
  [...FORMULA_STARTS]
    .map((start) => start.codePointAt(0))
    .filter(Boolean)
    .join(', '),
);

/** With a quote in front of what a spreadsheet would run; nothing for what is absent. */
const harmless = (text: SQL) =>
  sql`case when ascii(${text}) in (${starts}) then '''' || ${text} else coalesce(${text}, '') end`;

/** A value as csv.ts writes it, but for the quotes around it; money, which is kept in cents, as a decimal amount. */
function fieldOf(column: PgColumn): SQL {
  const type = column.getSQLType();
  if (type === 'uuid' || type === 'boolean') return sql`coalesce(${column}::text, '')`;
  if (type === 'timestamp with time zone')
    return sql`coalesce(to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), '')`;
  if (type === 'bigint')
    return harmless(sql`to_char(${column}::numeric / 100, 'FM9999999999999999990.00')`);
  return harmless(type === 'text' ? sql`${column}` : sql`${column}::text`);
}

/**
 * A list's rows that a question is about as CSV, as they are at one moment, written by PostgreSQL itself: some times
 * faster than by us. Undefined where there is no PostgreSQL to write them.
 */
export function copyRows(
  db: Database,
  list: List<Columns>,
  query: ListQuery,
): AsyncGenerator<Buffer> | undefined {
  const pool = findPool(db);
  if (!pool) return undefined;
  const fields = sql.join(Object.values(list.columns).map(fieldOf), sql`, `);
  const where = and(matching(list, query), sql`true`);
  const { by, direction } = orderOf(list, query);
  // A COPY takes no parameters: the values of the conditions are written into it, quoted.
  const statement = sql`copy (
    select ${fields} from ${list.table} where ${where} order by ${by} ${direction}, ${list.id} ${direction}
  ) to stdout with (format csv, force_quote *)`.inlineParams();
  return copyToCsv(pool, new PgDialect().sqlToQuery(statement).sql);
}

import { getTableColumns, getTableName, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '../../src/server/database/database.ts';

const rowsPerStatement = 2000;

/**
 * Adds rows of a table, thousands with one statement: one by one, a year would take many minutes. All rows have
 * the keys of the first; columns that these leave out get their defaults.
 */
export async function addRows<T extends PgTable>(
  tx: Database,
  table: T,
  rows: readonly T['$inferInsert'][],
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = Object.entries(getTableColumns(table)).filter(([key]) => key in first);
  const names = sql.join(
    columns.map(([, column]) => sql.identifier(column.name)),
    sql`, `,
  );
  for (let from = 0; from < rows.length; from += rowsPerStatement) {
    const some = rows
      .slice(from, from + rowsPerStatement)
      .map((row) =>
        Object.fromEntries(
          columns.map(([key, column]) => [column.name, (row as Record<string, unknown>)[key]]),
        ),
      );
    await tx.execute(sql`
      insert into ${table} (${names}) select ${names}
      from json_populate_recordset(null::${sql.identifier(getTableName(table))}, ${inJson(some)}::json)`);
  }
}

/** JSON has no bigint; PostgreSQL reads whole numbers from text as well. */
const inJson = (rows: object[]): string =>
  JSON.stringify(rows, (_key, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  );

/** Tells PostgreSQL what the tables hold now, so that its first questions are not planned for empty ones. */
export async function refreshStatistics(tx: Database): Promise<void> {
  await tx.execute(sql`analyze`);
}

import { getTableColumns, is, SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

/** Of a table: its constant defaults, and the select that makes its rows of a JSON. */
interface Shape {
  defaults: object;
  /** Its text before the parameter, and after it. */
  select: readonly [SQL, SQL];
}
const shapes = new WeakMap<PgTable, Shape>();

/**
 * Rows for `insert(table).select(…)`, as one parameter. As values each of their columns would be a parameter, which
 * costs this process and the server more than the row does. What a row leaves out is null, or the column's default where that is a
 * constant.
 */
export function rowsFor<Table extends PgTable>(
  table: Table,
  rows: readonly Table['$inferInsert'][],
): SQL {
  const { defaults, select } = shapeOf(table);
  const json = JSON.stringify(rows.map((row) => ({ ...defaults, ...row })));
  return sql`${select[0]}${json}${select[1]}`;
}

function shapeOf(table: PgTable): Shape {
  const known = shapes.get(table);
  if (known) return known;
  // In the order in which drizzle names the columns of the insert.
  const columns = Object.entries(getTableColumns(table));
  const constants = columns.filter(
    ([, column]) => column.default !== undefined && !is(column.default, SQL),
  );
  const names = columns.map(([name]) => `"${name}"`).join(', ');
  const types = columns.map(([name, column]) => `"${name}" ${column.getSQLType()}`).join(', ');
  const shape: Shape = {
    defaults: Object.fromEntries(constants.map(([name, column]) => [name, column.default])),
    select: [
      sql.raw(`select ${names} from jsonb_to_recordset(`),
      sql.raw(`::jsonb) as r (${types})`),
    ],
  };
  shapes.set(table, shape);
  return shape;
}

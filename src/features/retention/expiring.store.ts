import { inArray, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '../../server/database/database.ts';

/** Records of a kind whose time may be over. */
export interface ExpiringRecords {
  /** Rows with a column `at`: when the time of each removable record began to run. */
  startTimes: SQL;
  /**
   * Removes records whose time began before a time, at most `limit`, and returns how many. Locked rows wait for the
   * next run.
   */
  removeBefore(tx: Database, before: Date, limit: number): Promise<number>;
}

/** A time as a parameter of hand-written SQL. */
export const timestamp = (at: Date) => sql`${at.toISOString()}::timestamptz`;

/** How many records began before each of the times, none counted beyond `most`. */
export async function countOlder(
  db: Database,
  { startTimes: ages }: ExpiringRecords,
  times: readonly Date[],
  most: number,
): Promise<number[]> {
  const latest = times.toSorted((one, other) => other.getTime() - one.getTime())[0];
  if (!latest) return [];
  const counts = times.map(
    (at, n) => sql`count(*) filter (where aged.at < ${timestamp(at)})::int as ${sql.raw(`n${n}`)}`,
  );
  const { rows } = await db.execute<Record<string, number>>(sql`
    select ${sql.join(counts, sql`, `)} from (
      select every.at from (${ages}) every where every.at < ${timestamp(latest)}
      order by every.at limit ${most}) aged`);
  return times.map((_, n) => rows[0]?.[`n${n}`] ?? 0);
}

/** Ends any statement of the transaction that takes longer. */
export async function limitTime(tx: Database, ms: number): Promise<void> {
  await tx.execute(sql`select set_config('statement_timeout', ${String(Math.ceil(ms))}, true)`);
}

/** Turns off JIT for these queries: PostgreSQL overestimates their cost and would compile for seconds what runs in milliseconds. */
export async function disableJit(tx: Database): Promise<void> {
  await tx.execute(sql`select set_config('jit', 'off', true)`);
}

interface TableRule {
  table: PgTable & { id: PgColumn };
  /** A further table that the condition needs: `join … on …`. */
  join?: SQL;
  /** When the time began to run. */
  since: SQL | PgColumn;
  /** Which records can be removed at all. */
  condition: SQL;
  /** Deletes or strips the records, which are locked. */
  remove(tx: Database, ids: string[]): Promise<void>;
}

/** Records that are rows of one table, ended by their ids. */
export function expiringRows({
  table,
  join = sql``,
  since,
  condition,
  remove,
}: TableRule): ExpiringRecords {
  const olderThan = (before: Date) =>
    sql`select ${table.id}::text as id from ${table} ${join} where ${condition} and ${since} < ${timestamp(before)}`;
  const idsOf = async (tx: Database, query: SQL) =>
    (await tx.execute<{ id: string }>(query)).rows.map(({ id }) => id);
  return {
    startTimes: sql`select ${since} as at from ${table} ${join} where ${condition}`,
    async removeBefore(tx, before, limit) {
      const held = await idsOf(
        tx,
        sql`${olderThan(before)} order by ${since} limit ${limit} for update of ${table} skip locked`,
      );
      if (held.length === 0) return 0;
      // Checked again under the lock: what was reopened meanwhile stays.
      const ids = await idsOf(tx, sql`${olderThan(before)} and ${inArray(table.id, held)}`);
      if (ids.length > 0) await remove(tx, ids);
      return ids.length;
    },
  };
}

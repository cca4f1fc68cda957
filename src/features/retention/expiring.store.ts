import { inArray, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '../../server/database/database.ts';

/** Records of a kind whose time may be over. */
export interface Expiring {
  /** Rows with a column `at`: when the time of each record that may go began to run. */
  ages: SQL;
  /**
   * Takes records whose time began before a moment, at most `limit`, and answers how many. What somebody holds just
   * now stays for the next time.
   */
  take(tx: Database, before: Date, limit: number): Promise<number>;
}

/** A moment as a parameter of hand-written SQL. */
export const moment = (at: Date) => sql`${at.toISOString()}::timestamptz`;

/** How many records began before each of the moments, none counted beyond `most`. */
export async function countAged(
  db: Database,
  { ages }: Expiring,
  moments: readonly Date[],
  most: number,
): Promise<number[]> {
  const latest = moments.toSorted((one, other) => other.getTime() - one.getTime())[0];
  if (!latest) return [];
  const counts = moments.map(
    (at, n) => sql`count(*) filter (where aged.at < ${moment(at)})::int as ${sql.raw(`n${n}`)}`,
  );
  const { rows } = await db.execute<Record<string, number>>(sql`
    select ${sql.join(counts, sql`, `)} from (
      select every.at from (${ages}) every where every.at < ${moment(latest)}
      order by every.at limit ${most}) aged`);
  return moments.map((_, n) => rows[0]?.[`n${n}`] ?? 0);
}

/** Ends any statement of the transaction that takes longer. */
export async function limitTime(tx: Database, ms: number): Promise<void> {
  await tx.execute(sql`select set_config('statement_timeout', ${String(Math.ceil(ms))}, true)`);
}

/** Of a transaction with these questions: PostgreSQL holds them to be dear, and would compile for seconds what runs in a few ms. */
export async function withoutCompiling(tx: Database): Promise<void> {
  await tx.execute(sql`select set_config('jit', 'off', true)`);
}

interface Rows {
  table: PgTable & { id: PgColumn };
  /** What else has to be looked at: `join … on …`. */
  beside?: SQL;
  /** When the time began to run. */
  since: SQL | PgColumn;
  /** Which may go at all. */
  ripe: SQL;
  /** Deletes or strips the records, which nobody else can change meanwhile. */
  end(tx: Database, ids: string[]): Promise<void>;
}

/** Records that are rows of one table, ended by their ids. */
export function rowsOf({ table, beside = sql``, since, ripe, end }: Rows): Expiring {
  const old = (before: Date) =>
    sql`select ${table.id}::text as id from ${table} ${beside} where ${ripe} and ${since} < ${moment(before)}`;
  const idsOf = async (tx: Database, query: SQL) =>
    (await tx.execute<{ id: string }>(query)).rows.map(({ id }) => id);
  return {
    ages: sql`select ${since} as at from ${table} ${beside} where ${ripe}`,
    async take(tx, before, limit) {
      const held = await idsOf(
        tx,
        sql`${old(before)} order by ${since} limit ${limit} for update of ${table} skip locked`,
      );
      if (held.length === 0) return 0;
      // Once more, now that they are held: what was reopened a moment ago stays.
      const ids = await idsOf(tx, sql`${old(before)} and ${inArray(table.id, held)}`);
      if (ids.length > 0) await end(tx, ids);
      return ids.length;
    },
  };
}

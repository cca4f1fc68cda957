import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../server/database.ts';
import { RECEIVED } from '../payment.rules.ts';

/** A place where the books contradict themselves. */
export interface LedgerFault {
  /** The id of what is wrong. */
  subject: string;
  found: string;
  expected: string;
}

/** What a rule came to: the first few faults, and how many there are. */
export interface Findings {
  faults: LedgerFault[];
  total: number;
}

const mostShown = 20;

/** Lets the rest of a transaction see one moment, and write nothing. Its first statement. */
export async function holdSnapshot(tx: Database): Promise<void> {
  await tx.execute(sql`set transaction isolation level repeatable read read only`);
  // Sorting millions of events in the usual few megabytes goes through the disk again and again.
  await tx.execute(sql`set local work_mem = '256MB'`);
}

/** Runs a question that answers `subject`, `found` and `expected` for everything that is wrong. */
export async function findFaults(db: Database, question: SQL): Promise<Findings> {
  const { rows } = await db.execute<LedgerFault & { total: string } & Record<string, unknown>>(
    sql`select subject::text, found::text, expected::text, count(*) over () as total
        from (${question}) as faults order by subject limit ${mostShown}`,
  );
  return {
    faults: rows.map(({ subject, found, expected }) => ({ subject, found, expected })),
    total: Number(rows[0]?.total ?? 0),
  };
}

/** The words of a list, for `in (…)`. */
export const anyOf = (words: readonly string[]) =>
  sql.join(
    words.map((word) => sql`${word}`),
    sql`, `,
  );
/** Of the payment `p`: its money has come. */
export const hasCome = sql`p.status in (${anyOf(RECEIVED)})`;

import { and, asc, eq, gt, max, min, sql } from 'drizzle-orm';
import type { Database } from '../../../../server/database/database.ts';
import { passportApplications } from '../../../application/application.store.ts';
import type { Account, Asset } from '../../core/journal/journal.rules.ts';
import { closedPeriods, journal } from '../../core/journal/journal.store.ts';

/** The first day of a month. */
type Period = string;

/** Units of the asset: cents, wei, or millionths of a USDT. */
export interface AccountSum {
  account: Account;
  asset: Asset;
  isTest: boolean;
  /** Before the month, debits less credits. */
  before: bigint;
  debited: bigint;
  credited: bigint;
}

/** What is owed is one sum, whatever money pays it. */
const OWED = sql.raw(`'receivable', 'kit_orders', 'written_off'`);

/** The accounts that were used until the end of a month, with what the month moved. */
export async function sumAccounts(db: Database, period: Period): Promise<AccountSum[]> {
  const side = (account: 'debit' | 'credit') => sql`
    select ${sql.raw(account)} as account, asset, is_test and ${sql.raw(account)} not in (${OWED}) as is_test, period = ${period}::date as now,
      sum(amount) as amount, ${sql.raw(String(account === 'debit'))} as is_debit
    from journal where period <= ${period}::date group by 1, 2, 3, 4`;
  const { rows } = await db.execute<Record<string, unknown>>(sql`
    select account, asset, is_test as "isTest",
      coalesce(sum(case when is_debit then amount else -amount end) filter (where not now), 0)::text as before,
      coalesce(sum(amount) filter (where now and is_debit), 0)::text as debited,
      coalesce(sum(amount) filter (where now and not is_debit), 0)::text as credited
    from (${side('debit')} union all ${side('credit')}) as sides
    group by 1, 2, 3`);
  return rows.map((row) => ({
    account: row.account as Account,
    asset: row.asset as Asset,
    isTest: row.isTest as boolean,
    before: BigInt(String(row.before)),
    debited: BigInt(String(row.debited)),
    credited: BigInt(String(row.credited)),
  }));
}

/** The first month of the journal, and the last that is closed. */
export async function findPeriods(
  db: Database,
): Promise<{ first: Period | null; closed: Period | null }> {
  const [used] = await db.select({ first: min(journal.period) }).from(journal);
  const [ended] = await db.select({ closed: max(closedPeriods.period) }).from(closedPeriods);
  return { first: used?.first ?? null, closed: ended?.closed ?? null };
}

/** Waits for entries that are being written; until the transaction ends, no other is. */
export const holdJournal = (tx: Database) =>
  tx.execute(sql`lock table journal in share row exclusive mode`);

export const addClosedPeriod = (tx: Database, row: typeof closedPeriods.$inferInsert) =>
  tx.insert(closedPeriods).values(row);

/** Entries in their order, after one of them, with the reference of their application. */
export const listEntries = (
  db: Database,
  { period, after, limit }: { period: Period | undefined; after: number; limit: number },
) =>
  db
    .select({ entry: journal, reference: passportApplications.reference })
    .from(journal)
    .leftJoin(passportApplications, eq(passportApplications.id, journal.applicationId))
    .where(and(gt(journal.id, after), period ? eq(journal.period, period) : undefined))
    .orderBy(asc(journal.id))
    .limit(limit);

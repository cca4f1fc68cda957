import { and, desc, eq, like, sql } from 'drizzle-orm';
import { bigserial, boolean, check, date, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { at, units } from '../../../../server/database/columns.store.ts';
import type { Database } from '../../../../server/database/database.ts';
import { passportApplications } from '../../../application/application.store.ts';
import { instalments } from '../schedule/schedule.store.ts';
import { payments } from '../payment.store.ts';
import { ACCOUNTS, ASSETS, type Account, type Asset, type EntryKind } from './journal.rules.ts';

/** Each row moves an amount from one account to another. Triggers refuse to change or remove one. */
export const journal = pgTable(
  'journal',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    /** When we wrote it. */
    at: at('at').notNull(),
    /** When the money moved. */
    day: date('day', { mode: 'string' }).notNull(),
    /** The first day of the month that it counts for: that of its day, or the first open one. A trigger sets it. */
    period: date('period', { mode: 'string' }).notNull(),
    kind: text('kind').$type<EntryKind>().notNull(),
    debit: text('debit').$type<Account>().notNull(),
    credit: text('credit').$type<Account>().notNull(),
    asset: text('asset').$type<Asset>().notNull(),
    amount: units('amount').notNull(),
    /** What it was written for, such as a step of a payment: nothing is written twice for the same. */
    source: text('source').notNull().unique(),
    applicationId: uuid('application_id').references(() => passportApplications.id),
    instalmentId: uuid('instalment_id').references(() => instalments.id),
    paymentId: uuid('payment_id').references(() => payments.id),
    /** Money of the sandbox. */
    isTest: boolean('is_test').notNull(),
  },
  (t) => [
    index('journal_application').on(t.applicationId).where(sql`${t.applicationId} is not null`),
    index('journal_instalment').on(t.instalmentId).where(sql`${t.instalmentId} is not null`),
    index('journal_period').on(t.period, t.id),
    check('journal_amount', sql`${t.amount} > 0`),
    check('journal_two_accounts', sql`${t.debit} <> ${t.credit}`),
    check(
      'journal_accounts',
      sql`${isOneOf(t.debit, ACCOUNTS)} and ${isOneOf(t.credit, ACCOUNTS)}`,
    ),
    check('journal_asset', isOneOf(t.asset, ASSETS)),
  ],
);

function isOneOf(column: unknown, values: readonly string[]) {
  return sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(', '))})`;
}

export type JournalRow = typeof journal.$inferSelect;
export type NewRow = Omit<JournalRow, 'id' | 'period'>;

/** Months that are closed: what belongs to one of them is written into the first open one. */
export const closedPeriods = pgTable('closed_periods', {
  /** The first day of the month. */
  period: date('period', { mode: 'string' }).primaryKey(),
  closedAt: at('closed_at').notNull(),
  closedBy: uuid('closed_by').notNull(),
});

/** Those of a row in `valuesOf`, in its order. A trigger sets the period. */
const COLUMNS =
  'at day kind debit credit asset amount source application_id instalment_id payment_id is_test'.split(
    ' ',
  );
const valuesOf = (row: NewRow) => [
  row.at.toISOString(),
  row.day,
  row.kind,
  row.debit,
  row.credit,
  row.asset,
  String(row.amount),
  row.source,
  row.applicationId,
  row.instalmentId,
  row.paymentId,
  row.isTest,
];

/** A plan has twelve instalments, a step of a payment two rows: these many are prepared once a connection. */
const mostPrepared = 12;

/**
 * Adds rows; those that are in the journal already, by their source, stay as they are. As text: drizzle took longer
 * to build the statement than the database to write the rows.
 */
export async function addToJournal(tx: Database, rows: readonly NewRow[]): Promise<void> {
  if (rows.length === 0) return;
  const name = rows.length <= mostPrepared ? `add_to_journal_${rows.length}` : undefined;
  const query = { sql: insertOf(rows.length), params: rows.flatMap(valuesOf) };
  await tx._.session.prepareQuery(query, undefined, name, false).execute();
}

function insertOf(count: number): string {
  const marks = Array.from({ length: count }, (_row, row) => {
    const own = COLUMNS.map((_name, n) => `$${row * COLUMNS.length + n + 1}`);
    return `(${own.join(', ')})`;
  });
  return `insert into journal (${COLUMNS.join(', ')}) values ${marks.join(', ')} on conflict do nothing`;
}

/** What a row moved into an account, below zero out of it; undefined when nothing was written for the source. */
export async function findAmountOfSource(
  db: Database,
  source: string,
  account: Account,
): Promise<bigint | undefined> {
  const [row] = await db.select().from(journal).where(eq(journal.source, source));
  return row && (row.debit === account ? row.amount : -row.amount);
}

/** The last row that was written for a source of this beginning. */
export async function findLastRowOfSource(
  db: Database,
  beginning: string,
): Promise<JournalRow | undefined> {
  const [row] = await db
    .select()
    .from(journal)
    .where(like(journal.source, `${beginning}%`))
    .orderBy(desc(journal.id))
    .limit(1);
  return row;
}

/** The tokens with which a payment came, "ETH" or "USDT". */
export async function listTokensOf(
  db: Database,
  { id, instalmentId }: { id: string; instalmentId: string },
): Promise<Asset[]> {
  const rows = await db
    .selectDistinct({ asset: journal.asset })
    .from(journal)
    .where(
      and(
        eq(journal.instalmentId, instalmentId),
        eq(journal.paymentId, id),
        eq(journal.kind, 'exchange'),
        like(journal.source, 'chain:%'),
      ),
    );
  return rows.map(({ asset }) => asset);
}

const balanceOf = (account: Account) =>
  sql<string>`coalesce(sum(case when ${journal.debit} = ${account} then ${journal.amount}
    when ${journal.credit} = ${account} then -${journal.amount} end), 0)::text`;

/** What is owed for an instalment in cents: what was charged less what is held; below zero it is owed to the payer. */
export const owedForInstalment = (db: Database, id: string): Promise<bigint> =>
  balanceForInstalment(db, 'receivable', id);

/** What was written off of an instalment, in cents. */
export const writtenOffForInstalment = (db: Database, id: string): Promise<bigint> =>
  balanceForInstalment(db, 'written_off', id);

/** What an instalment was charged for and is still, in cents. */
export const chargedForInstalment = async (db: Database, id: string): Promise<bigint> =>
  -(await balanceForInstalment(db, 'kit_orders', id));

async function balanceForInstalment(db: Database, account: Account, id: string): Promise<bigint> {
  const [row] = await db
    .select({ balance: balanceOf(account) })
    .from(journal)
    .where(eq(journal.instalmentId, id));
  return BigInt(row?.balance ?? 0);
}

/** The same of an application, of all its plans. */
export async function owedForApplication(db: Database, id: string): Promise<bigint> {
  const [row] = await db
    .select({ owed: balanceOf('receivable') })
    .from(journal)
    .where(eq(journal.applicationId, id));
  return BigInt(row?.owed ?? 0);
}

/** What of a payment is in dispute, in cents. */
export async function disputedOfPayment(
  db: Database,
  { id, instalmentId }: { id: string; instalmentId: string },
): Promise<bigint> {
  const [row] = await db
    .select({ disputed: balanceOf('disputes') })
    .from(journal)
    .where(and(eq(journal.instalmentId, instalmentId), eq(journal.paymentId, id)));
  return BigInt(row?.disputed ?? 0);
}

/** The balance of every account, by asset, in the smallest unit. */
export async function listBalances(
  db: Database,
  isTest: boolean,
): Promise<{ account: Account; asset: Asset; balance: bigint }[]> {
  const { rows } = await db.execute<{ account: Account; asset: Asset; balance: string }>(sql`
    select account, asset, sum(amount)::text as balance from (
      select debit as account, asset, amount from journal where is_test = ${isTest}
      union all select credit, asset, -amount from journal where is_test = ${isTest}) as sides
    group by account, asset order by account, asset`);
  return rows.map((row) => ({ ...row, balance: BigInt(row.balance) }));
}

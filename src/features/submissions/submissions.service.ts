import { csvLine } from '../../server/csv.ts';
import type { Database } from '../../server/database.ts';
import { type Columns, type List, type RowOf, readPage } from '../../server/list.store.ts';
import { decimal } from '../../shared/money.ts';
import { findMailed } from '../email/mailed.store.ts';
import { listPaymentsOf } from '../payments/payment.store.ts';
import { listInstalmentsOf } from '../payments/schedule.store.ts';
import type { ExportType } from './submissions.contract.ts';
import {
  applicationList,
  contactList,
  declarationList,
  partnerList,
  userList,
  volunteerList,
} from './submissions.store.ts';

/** Each row with whether its person was written to. */
export async function withMailed<Row extends Reachable>(db: Database, rows: Row[]) {
  const mailed = await findMailed(db, [...new Set(rows.map(addressOf))]);
  return rows.map((row) => ({ ...row, mailed: mailed.has(addressOf(row)) }));
}

type Reachable = { email: string } | { contactEmail: string };
const addressOf = (row: Reachable) => ('email' in row ? row.email : row.contactEmail);

/** Applications with every attempt to pay them, oldest attempt first. */
export async function withPayments(db: Database, rows: RowOf<typeof applicationList>[]) {
  const ids = rows.map((row) => row.id);
  const attempts = await listPaymentsOf(db, ids);
  const dues = Map.groupBy(
    await listInstalmentsOf(db, ids),
    ({ schedule }) => schedule.applicationId,
  );
  const byApplication = Map.groupBy(attempts, ({ application }) => application.id);
  return rows.map(({ paymentAmountCents, ...row }) => ({
    ...row,
    paymentAmount: decimal(paymentAmountCents),
    payments: (byApplication.get(row.id) ?? []).map(({ payment }) => ({
      id: payment.id,
      method: payment.rail,
      number: payment.claimNumber,
      status: payment.status,
      flag: payment.flag,
      amount: decimal(payment.amountCents),
      received: payment.receivedCents === null ? null : decimal(payment.receivedCents),
      createdAt: payment.createdAt,
    })),
    paymentsMade: (dues.get(row.id) ?? []).filter(({ instalment }) => instalment.status === 'paid')
      .length,
    paymentsInAll: (dues.get(row.id) ?? []).length,
  }));
}

const LISTS: Record<ExportType, List<Columns>> = {
  'contact-submissions': contactList,
  'passport-applications': applicationList,
  'unity-declarations': declarationList,
  'volunteer-submissions': volunteerList,
  'partner-submissions': partnerList,
  users: userList,
};

const rowsPerRead = 1000;
// Money leaves as a decimal amount, under the name of the amount.
const columnName = (name: string) => name.replace(/Cents$/, '');
const fieldOf = (value: unknown) => (typeof value === 'bigint' ? decimal(value) : value);

/** The lines of one kind's file, newest row first, read a thousand at a time as fast as they are taken. */
export async function* exportLines(db: Database, type: ExportType): AsyncGenerator<string> {
  const list = LISTS[type];
  let page = await readPage(db, list, {}, { limit: rowsPerRead });
  yield csvLine(Object.keys(list.columns).map(columnName));
  for (;;) {
    yield page.rows.map((row) => csvLine(Object.values(row).map(fieldOf))).join('');
    if (!page.cursor) return;
    page = await readPage(db, list, {}, { after: page.cursor, limit: rowsPerRead });
  }
}

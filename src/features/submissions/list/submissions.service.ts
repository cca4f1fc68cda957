import type { input } from 'zod/v4/core';
import type { Database } from '../../../server/database/database.ts';
import type { RowOf } from '../../../server/lists/list.store.ts';
import type { Permission } from '../../../shared/access.ts';
import { decimal } from '../../../shared/money.ts';
import { findMailed } from '../../mail/log/email-log.store.ts';
import { listPaymentsOf } from '../../payments/core/payment.store.ts';
import { listInstalmentsOf } from '../../payments/core/schedule/schedule.store.ts';
import type { PassportApplication } from '../kinds/submissions.contract.ts';
import type { applicationList } from '../kinds/submissions.store.ts';

/** Each row with whether its person was written to. */
export async function withMailed<Row extends Reachable>(db: Database, rows: Row[]) {
  const mailed = await findMailed(db, [...new Set(rows.map(addressOf))]);
  return rows.map((row) => ({ ...row, mailed: mailed.has(addressOf(row)) }));
}

type Reachable = { email: string } | { contactEmail: string };
const addressOf = (row: Reachable) => ('email' in row ? row.email : row.contactEmail);

type Application = RowOf<typeof applicationList>;
type WithPayments = Omit<input<typeof PassportApplication>, 'mailed'>;

/** Applications with every attempt to pay them, oldest attempt first; without any of it for who may not read payments. */
export async function withPayments(
  db: Database,
  rows: Application[],
  permissions: readonly Permission[],
): Promise<WithPayments[]> {
  if (!permissions.includes('payments:read')) return rows.map(withoutPayments);
  const ids = rows.map((row) => row.id);
  const attempts = await listPaymentsOf(db, ids);
  const instalments = Map.groupBy(
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
    paymentsMade: (instalments.get(row.id) ?? []).filter(
      ({ instalment }) => instalment.status === 'paid',
    ).length,
    paymentsInAll: (instalments.get(row.id) ?? []).length,
  }));
}

/** How it is paid and how far stays, in words: nothing of the money itself. */
const withoutPayments = ({ paymentAmountCents: _, ...row }: Application): WithPayments => ({
  ...row,
  paymentAmount: null,
  paypalOrderId: null,
  payments: null,
  paymentsMade: null,
  paymentsInAll: null,
});

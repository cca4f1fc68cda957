import { asc, inArray } from 'drizzle-orm';
import {
  postChargeEnd,
  postCharges,
  postCoins,
  rowsOfStep,
} from '../../src/features/payments/core/journal/journal.service.ts';
import { journal, type NewRow } from '../../src/features/payments/core/journal/journal.store.ts';
import {
  type PaymentEvent,
  paymentEvents,
} from '../../src/features/payments/core/payment-event.store.ts';
import type { Payment } from '../../src/features/payments/core/payment.store.ts';
import type { Database } from '../../src/server/database/database.ts';
import type { Purchase } from './purchase.ts';
import { addRows } from './rows.ts';
import type { World } from './world.ts';

/** Writes the journal of purchases that are in the database, as the services would have written it. */
export async function writeJournal(
  tx: Database,
  purchases: readonly Purchase[],
  { onChainTransfers }: Pick<World, 'onChainTransfers'>,
): Promise<void> {
  const submitted = purchases.filter(({ application }) => application.submittedAt !== null);
  const paymentsById = new Map(
    purchases.flatMap(({ payments, application }) =>
      payments.map((payment) => [payment.id, { payment, applicationId: application.id }] as const),
    ),
  );
  for (const { application, schedule, instalments } of submitted)
    await postCharges(tx, schedule, instalments, application.submittedAt as Date);
  await addRows(tx, journal, placed(await rowsOfPayments(tx, paymentsById)));
  for (const transfer of onChainTransfers) {
    const paid = transfer.paymentId ? paymentsById.get(transfer.paymentId) : undefined;
    if (transfer.state === 'final' && paid)
      await postCoins(
        tx,
        { ...transfer, transferId: transfer.id },
        paid.payment,
        transfer.updatedAt,
      );
  }
  for (const { schedule, instalments } of submitted)
    for (const due of instalments)
      if (due.status === 'cancelled' || due.status === 'waived')
        await postChargeEnd(tx, schedule, due, due.updatedAt);
}

/** A trigger sets the period. */
const placed = (rows: NewRow[]) => rows.map((row) => ({ ...row, period: row.day }));

async function rowsOfPayments(
  tx: Database,
  paymentsById: ReadonlyMap<string, { payment: Payment; applicationId: string }>,
): Promise<NewRow[]> {
  const events: PaymentEvent[] =
    paymentsById.size === 0
      ? []
      : await tx
          .select()
          .from(paymentEvents)
          .where(inArray(paymentEvents.paymentId, [...paymentsById.keys()]))
          .orderBy(asc(paymentEvents.id));
  const refunded = new Map<string, bigint>();
  return events.flatMap(({ id, paymentId, at, from, to, data }) => {
    const known = paymentsById.get(paymentId);
    if (!known) return [];
    const before = refunded.get(paymentId) ?? 0n;
    const after = data.refundedCents === undefined ? before : BigInt(String(data.refundedCents));
    refunded.set(paymentId, after);
    return rowsOfStep({
      eventId: id,
      before: from === null ? undefined : { status: from, refundedCents: before },
      after: { ...known.payment, status: to, refundedCents: after },
      applicationId: known.applicationId,
      at,
      data,
    });
  });
}

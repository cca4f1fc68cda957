import {
  receiptCounters,
  type Receipt,
  receipts,
} from '../../src/features/payments/core/receipts/receipt.store.ts';
import { passportApplications } from '../../src/features/application/application.store.ts';
import { applicationEvents } from '../../src/features/application/application-event.store.ts';
import { paypalOrders } from '../../src/features/payments/rails/card/paypal-order.store.ts';
import { onChainTransfers } from '../../src/features/payments/rails/crypto/settlement/on-chain-transfer.store.ts';
import { cryptoQuotes } from '../../src/features/payments/rails/crypto/quotes/quote.store.ts';
import { shipments } from '../../src/features/fulfilment/shipment.store.ts';
import { payments } from '../../src/features/payments/core/payment.store.ts';
import { paymentEvents } from '../../src/features/payments/core/payment-event.store.ts';
import {
  instalments,
  paymentSchedules,
} from '../../src/features/payments/core/schedule/schedule.store.ts';
import type { Database } from '../../src/server/database/database.ts';
import { decimal } from '../../src/shared/money.ts';
import type { Purchase } from './purchase.ts';
import { addRows } from './rows.ts';
import type { World } from './world.ts';
import { writeJournal } from './write-journal.ts';

/** Writes applications, their money and their kits, each table in the order of time. */
export async function writePurchases(
  tx: Database,
  purchases: readonly Purchase[],
  world: World,
): Promise<void> {
  const each = <T>(rows: (purchase: Purchase) => readonly T[]): T[] => purchases.flatMap(rows);
  const byTime = <T extends { at: Date }>(rows: T[]) =>
    rows.toSorted((a, b) => a.at.getTime() - b.at.getTime());
  const begun = purchases
    .map(({ application }) => application)
    .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
  await addRows(tx, passportApplications, begun);
  await addRows(tx, applicationEvents, byTime(each((purchase) => purchase.applicationEvents)));
  await addRows(
    tx,
    paymentSchedules,
    purchases.map(({ schedule }) => schedule),
  );
  await addRows(
    tx,
    instalments,
    each(({ instalments }) => instalments),
  );
  await addRows(
    tx,
    payments,
    each((purchase) => purchase.payments),
  );
  await addRows(tx, paymentEvents, byTime(each((purchase) => purchase.paymentEvents)));
  await addRows(tx, paypalOrders, world.orders);
  await addRows(tx, cryptoQuotes, world.quotes);
  await addRows(tx, onChainTransfers, world.onChainTransfers);
  await writeJournal(tx, purchases, world);
  await addRows(tx, shipments, world.shipments);
  const issued = receiptsOf(purchases);
  await addRows(tx, receipts, issued);
  await tx.update(receiptCounters).set({ last: issued.length });
}

/** One receipt for each arrival of money, numbered in the order of time. */
function receiptsOf(purchases: readonly Purchase[]): Receipt[] {
  return purchases
    .flatMap((purchase) =>
      purchase.paymentEvents
        .filter(({ from, to }) => from === 'processing' && to === 'succeeded')
        .map(({ paymentId, at }) => ({ purchase, paymentId, at })),
    )
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    .map(({ purchase, paymentId, at }, index) => ({
      number: index + 1,
      paymentId,
      instalmentId: null,
      issuedAt: at,
      facts: factsOf(purchase, paymentId),
      locale: purchase.application.locale,
    }));
}

/** As receipt.service's `issueReceipt` writes them. */
function factsOf(
  { application, schedule, instalments, payments: attempts }: Purchase,
  paymentId: string,
): Receipt['facts'] {
  const payment = attempts.find(({ id }) => id === paymentId);
  const due = instalments.find(({ id }) => id === payment?.instalmentId);
  if (!payment || !due || payment.receivedCents === null || payment.receivedOn === null)
    throw new Error('A receipt for money that has not come.');
  return {
    reference: application.reference,
    payer: `${application.firstName} ${application.lastName}`,
    email: application.email,
    method: payment.rail,
    plan: schedule.plan,
    instalment: due.number,
    instalments: schedule.payments,
    received: decimal(payment.receivedCents),
    due: decimal(payment.amountCents),
    currency: payment.currency,
    receivedOn: payment.receivedOn,
    railReference: payment.railReference ?? payment.claimNumber,
    isTest: payment.isTest,
  };
}

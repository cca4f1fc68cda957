import type { Database } from '../../../../server/database/database.ts';
import { Fault } from '../../../../shared/fault.ts';
import { decimal } from '../../../../shared/money.ts';
import { words } from '../../../../shared/words.ts';
import { findApplication } from '../../../application/application.store.ts';
import { type Booking } from '../../core/booking.rules.ts';
import {
  type Correction,
  correctableBooking,
  lastCorrection,
} from '../corrections/correction.rules.ts';
import { listPaypalRefundsOf, type PaypalRefund } from '../refunds/paypal-refund.store.ts';
import { type ListedMove, listMovesOf } from '../../core/moves/move.store.ts';
import { heldCentsOf, ownCentsOf } from '../../core/instalment.rules.ts';
import type { ApplicationPaymentStatus, InstalmentStatus } from '../../core/payment.rules.ts';
import { type JoinedPayment, listPaymentsOf } from '../../core/payment.store.ts';
import { listEventsOf, type PaymentEvent } from '../../core/payment-event.store.ts';
import { receiptName } from '../../core/payment-labels.rules.ts';
import { listReceiptsOf } from '../../core/receipts/receipt.store.ts';
import type { Instalment } from '../../core/schedule/schedule.store.ts';
import { historyOf } from './payment-history.service.ts';
import type { GivenPaymentDetail, MovedMoney } from './payment-detail.contract.ts';
import { listSchedulesOf } from './payment-detail.store.ts';

/** Everything that is known of one application's money. Throws 404. */
export async function loadPaymentDetail(
  db: Database,
  applicationId: string,
): Promise<GivenPaymentDetail> {
  const application = await findApplication(db, applicationId);
  if (!application) throw new Fault(404, words('This application does not exist.'));
  const schedules = await listSchedulesOf(db, applicationId);
  const payments = await listPaymentsOf(db, [applicationId]);
  const receipts = await listReceiptsOf(db, applicationId);
  const receiptOf = new Map(
    receipts
      .filter(({ isVoid }) => !isVoid)
      .map(({ receipt }) => [receipt.paymentId, receiptName(receipt.number)]),
  );
  const events = await listEventsOf(
    db,
    payments.map(({ payment }) => payment.id),
  );
  const refunds = await listPaypalRefundsOf(
    db,
    payments.map(({ payment }) => payment.id),
  );
  const eventsOf = Map.groupBy(events, ({ paymentId }) => paymentId);
  const moves = await listMovesOf(db, [applicationId]);
  const inForce = moves.filter(({ move }) => move.undoneAt === null);
  const attemptsOf = ({ id }: Instalment) =>
    payments.map((p) => p.payment).filter(({ instalmentId }) => instalmentId === id);
  const heldFor = (due: Instalment) => heldCentsOf(due, attemptsOf(due));
  // The one in force, or the last one.
  const current = schedules.find(({ schedule }) => schedule.status !== 'cancelled') ?? schedules[0];
  const sum = (amounts: (bigint | null)[]) =>
    decimal(amounts.reduce<bigint>((total, one) => total + (one ?? 0n), 0n));
  return {
    application: {
      id: application.id,
      reference: application.reference,
      name: `${application.firstName} ${application.lastName}`,
      email: application.email,
      applicationStatus: application.applicationStatus,
      paymentStatus: application.paymentStatus as ApplicationPaymentStatus,
    },
    currency: current?.schedule.currency ?? 'USD',
    totals: {
      due: sum(
        (current?.instalments ?? [])
          .filter(({ status }) => !NOT_DUE.includes(status))
          .map(({ amountCents }) => amountCents),
      ),
      received: sum(payments.map(({ payment }) => payment.receivedCents)),
      refunded: sum(payments.map(({ payment }) => payment.refundedCents)),
      held: sum(schedules.flatMap(({ instalments }) => instalments.map(heldFor))),
    },
    schedules: schedules.map(({ schedule, instalments }) => ({
      id: schedule.id,
      plan: schedule.plan,
      status: schedule.status,
      pricedAt: schedule.pricedAt,
      isEndedByUs: schedule.status === 'cancelled' && schedule.endedBy !== null,
      dues: instalments.map((due) => ({
        id: due.id,
        number: due.number,
        amount: decimal(due.amountCents),
        dueOn: due.dueOn,
        status: due.status,
        held: decimal(heldFor(due)),
        credits: inForce
          .filter(({ move }) => move.toInstalmentId === due.id)
          .map((found) => showMove(found, 'from')),
      })),
    })),
    payments: payments.map((joined) =>
      showPayment(joined, {
        receipt: receiptOf.get(joined.payment.id),
        events: eventsOf.get(joined.payment.id) ?? [],
        refund: refunds.find(({ paymentId }) => paymentId === joined.payment.id),
        moved: inForce
          .filter(({ move }) => move.paymentId === joined.payment.id)
          .map((found) => showMove(found, 'to')),
        surplusCents: surplusOf(joined, heldFor(joined.instalment)),
      }),
    ),
    history: await historyOf(db, { application, schedules, payments, receipts, events, moves }),
  };
}

function showPayment(
  { payment, instalment }: JoinedPayment,
  {
    receipt,
    events,
    refund,
    moved,
    surplusCents,
  }: {
    receipt: string | undefined;
    events: PaymentEvent[];
    refund: PaypalRefund | undefined;
    moved: MovedMoney[];
    surplusCents: bigint;
  },
) {
  const { receivedCents, refundedCents } = payment;
  return {
    id: payment.id,
    instalment: instalment.number,
    method: payment.rail,
    status: payment.status,
    flag: payment.flag,
    isTest: payment.isTest,
    amount: decimal(payment.amountCents),
    received: receivedCents === null ? null : decimal(receivedCents),
    receivedOn: payment.receivedOn,
    refunded: refundedCents === null ? null : decimal(refundedCents),
    held: decimal(ownCentsOf([payment])),
    moved,
    surplus: surplusCents > 0n ? decimal(surplusCents) : null,
    railReference: payment.railReference,
    number: payment.claimNumber,
    statementLine: payment.statementLine,
    reason: payment.reason,
    receipt: receipt ?? null,
    paypalRefund: refund
      ? { amount: decimal(refund.amountCents), state: refund.state, issue: refund.issue }
      : null,
    takeBack: showBooking(correctableBooking({ ...payment, events })),
    takenBack: showTakenBack(lastCorrection(events)),
    createdAt: payment.createdAt,
  };
}

/** Not owed, or owed with another instalment. */
const NOT_DUE: readonly InstalmentStatus[] = ['cancelled', 'waived', 'combined'];

/** A move as its other end sees it. */
const showMove = (found: ListedMove, end: 'from' | 'to'): MovedMoney => ({
  operationId: found.move.operationId,
  amount: decimal(found.move.amountCents),
  applicationId: (end === 'from' ? found.fromApplication : found.toApplication).id,
  reference: (end === 'from' ? found.fromApplication : found.toApplication).reference,
  instalment: (end === 'from' ? found.fromInstalment : found.toInstalment).number,
});

/** What of a payment is more than its instalment's price. */
function surplusOf({ payment, instalment }: JoinedPayment, heldCents: bigint): bigint {
  const isHeld = payment.status === 'succeeded' || payment.status === 'partially_refunded';
  const overCents = heldCents - instalment.amountCents;
  const ownCents = ownCentsOf([payment]);
  return isHeld ? (overCents < ownCents ? overCents : ownCents) : 0n;
}

const showBooking = (booking: Booking | undefined) =>
  booking ? { kind: booking.kind, amount: decimal(booking.cents) } : null;

const showTakenBack = (correction: Correction | undefined) =>
  correction
    ? {
        kind:
          'receivedCents' in correction.corrected.data
            ? ('received' as const)
            : ('refunded' as const),
        amount: decimal(BigInt(String(correction.event.data.takenBackCents))),
      }
    : null;

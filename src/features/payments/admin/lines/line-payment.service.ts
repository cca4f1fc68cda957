import { Fault } from '../../../../shared/fault.ts';
import { decimal } from '../../../../shared/money.ts';
import { words } from '../../../../shared/words.ts';
import { lockApplication } from '../../../application/application.store.ts';
import { bookingsOf } from '../../core/booking.rules.ts';
import { findInstalmentToPay } from '../../core/schedule/schedule.service.ts';
import { leftOf } from '../../core/instalment.rules.ts';
import { listPaymentEvents } from '../../core/payment-event.store.ts';
import { findPayment, listPaymentsOfInstalment, type Payment } from '../../core/payment.store.ts';
import { findApplicationId } from '../../core/schedule/schedule.store.ts';
import { notifyAfter } from '../../core/settlement.service.ts';
import {
  type ConfirmationContext,
  confirmTransfer,
} from '../../rails/transfer/confirmation/confirmation.service.ts';
import { claimForPayer } from '../../rails/transfer/confirmation/statement-booking.service.ts';
import type { OpenLine } from '../../rails/transfer/statements/open-line.store.ts';
import { listRefundEvents } from '../../rails/transfer/statements/statement-matching.store.ts';
import { type StatementLine, setLine } from '../../rails/transfer/statements/statement.store.ts';
import { takeBack } from '../corrections/correction.service.ts';
import { bookRefund } from '../refunds/refund.service.ts';

interface Given {
  reference?: string | undefined;
  paymentId?: string | undefined;
  refundId?: string | undefined;
  acceptDifference?: boolean | undefined;
  reason: string;
}

/** Pays the first unpaid instalment of an application with a line, by the claim that waits for it if there is one. */
export async function assignLine(
  context: ConfirmationContext,
  { line, statement }: OpenLine,
  { reference, acceptDifference }: Given,
): Promise<string> {
  const { db } = context;
  if (line.amountCents < 0n)
    throw new Fault(409, words('Only money that came can pay for an application.'));
  const applicationId = reference && (await findApplicationId(db, reference));
  if (!applicationId) {
    const message = words('This application does not exist.');
    throw new Fault(404, message, { fields: { reference: message } });
  }
  await lockApplication(db, applicationId);
  const instalmentId = await findInstalmentToPay(db, applicationId, undefined);
  const claimed = (await listPaymentsOfInstalment(db, instalmentId)).find(
    ({ status, rail }) => status === 'claimed' && rail === statement.rail,
  );
  const paymentId =
    claimed?.id ??
    (await claimForPayer(context, context, statement, { chosenInstalmentId: instalmentId }));
  return confirmTransfer(context, paymentId, {
    receivedAmount: decimal(line.amountCents),
    receivedOn: line.bookedOn,
    lineId: line.id,
    acceptDifference,
  });
}

/** Money of a payment went back with the line: with a refund that is recorded already, or one that is recorded now. */
export async function returnLine(
  context: ConfirmationContext,
  { line, statement }: OpenLine,
  { paymentId, refundId, reason }: Given,
): Promise<string> {
  const { db, jobs, clock, actorId, settings } = context;
  if (line.amountCents > 0n)
    throw new Fault(409, words('Only money that left can have gone back to a payer.'));
  const payment = await lockPayment(context, paymentId);
  if (payment.rail !== statement.rail)
    throw new Fault(409, words('This line is from the statement of another account.'));
  if (refundId !== undefined) {
    await requireRefund(context, payment, Number(refundId), -line.amountCents);
    await setLine(db, line.id, { refundEventId: Number(refundId), reason });
    return words('The line is the refund that was recorded.');
  }
  const heldCents = leftOf(payment);
  if (heldCents < -line.amountCents)
    throw new Fault(409, words('Less is left of this payment than the line says went back.'));
  if (payment.receivedOn && line.bookedOn < payment.receivedOn)
    throw new Fault(409, words('The date cannot be before the money arrived.'));
  await bookRefund(
    { db, jobs, at: clock.now() },
    {
      paymentId: payment.id,
      actor: { kind: 'admin', id: actorId },
      refundedCents: (payment.refundedCents ?? 0n) - line.amountCents,
      refundedOn: line.bookedOn,
      reason,
      eventData: { lineId: line.id },
      notifyAfter: notifyAfter(settings),
    },
  );
  const event = (await listPaymentEvents(db, payment.id)).at(-1);
  await setLine(db, line.id, { refundEventId: event?.id ?? null, reason });
  return words('The refund is recorded.');
}

async function lockPayment({ db }: ConfirmationContext, id: string | undefined): Promise<Payment> {
  const seen = id === undefined ? undefined : await findPayment(db, id);
  if (seen) await lockApplication(db, seen.application.id);
  const locked = seen && (await findPayment(db, seen.payment.id));
  if (!locked) throw new Fault(404, words('This payment does not exist.'));
  return locked.payment;
}

/** A refund of the payment that is in force, of this amount; that one line is it, the database sees to. */
async function requireRefund(
  { db }: ConfirmationContext,
  payment: Payment,
  eventId: number,
  cents: bigint,
): Promise<void> {
  const bookings = bookingsOf(await listPaymentEvents(db, payment.id));
  const refund = bookings.find(({ event, kind }) => kind === 'refunded' && event.id === eventId);
  if (refund?.cents !== cents)
    throw new Fault(409, words('This refund is no longer recorded, or is of another amount.'));
  const [known] = await listRefundEvents(db, [eventId]);
  if (known?.lineId) throw new Fault(409, words('Another line is this refund already.'));
}

/** The payment whose refund was recorded with the line, and not before it. */
async function findRefundedBy(
  { db }: ConfirmationContext,
  { id, refundEventId }: StatementLine,
): Promise<string | undefined> {
  const [refund] = await listRefundEvents(db, refundEventId === null ? [] : [refundEventId]);
  const events = refund ? await listPaymentEvents(db, refund.paymentId) : [];
  const event = events.find((one) => one.id === refundEventId);
  return event?.data.lineId === id ? refund?.paymentId : undefined;
}

/** Takes back what a line recorded of a payment; of a refund that was there before the line, nothing. */
export async function takeBackLine(
  context: ConfirmationContext,
  line: StatementLine,
): Promise<void> {
  const { db } = context;
  const paymentId = line.paymentId ?? (await findRefundedBy(context, line));
  if (!paymentId) return;
  const found = await findPayment(db, paymentId);
  if (!found) throw new Error('The payment of a line vanished.');
  await takeBack(context, paymentId, {
    held: decimal(leftOf(found.payment)),
    reason: words('What its statement line recorded was undone.'),
  });
}

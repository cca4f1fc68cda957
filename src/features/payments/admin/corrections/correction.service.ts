import { addAudit } from '../../../../server/audit.store.ts';
import type { Database } from '../../../../server/database/database.ts';
import { Fault } from '../../../../shared/fault.ts';
import { cents, decimal, dollars } from '../../../../shared/money.ts';
import { words } from '../../../../shared/words.ts';
import {
  requireApproval,
  type ApprovalContext,
} from '../../core/approvals/approval-sum.service.ts';
import type { Booking } from '../../core/booking.rules.ts';
import { leftOf, ownCentsOf } from '../../core/instalment.rules.ts';
import { lockWithApplications, findPaymentOfMove } from '../../core/moves/move.store.ts';
import { dayOf } from '../../core/payment.rules.ts';
import { changePaymentStatus } from '../../core/payment.service.ts';
import { findPayment, type Payment, findApplicationOfPayment } from '../../core/payment.store.ts';
import { listPaymentEvents } from '../../core/payment-event.store.ts';
import { closeOpenAttempts, notifyAfter } from '../../core/settlement.service.ts';
import {
  type ConfirmationContext,
  confirmTransfer,
} from '../../rails/transfer/confirmation/confirmation.service.ts';
import { isResolved } from '../../rails/transfer/statements/statement-matching.service.ts';
import {
  lockLine,
  lockLinesOfPayment,
  setLine,
} from '../../rails/transfer/statements/statement.store.ts';
import { bookRefund } from '../refunds/refund.service.ts';
import { type Correction, correctableBooking, lastCorrection } from './correction.rules.ts';
import type { RequestContext } from '../../../../server/context.ts';
import { findApplication } from '../../../application/application.store.ts';
import { undoMove } from '../../core/moves/move.service.ts';
import {
  listOpenInstalments,
  moveToInstalments,
  restOfAll,
} from '../../core/moves/move-target.service.ts';
import { findApplicationId } from '../../core/schedule/schedule.store.ts';

/**
 * Takes back the last booking that an administrator made of a payment, in the caller's transaction, and answers what
 * was done. The payment, its instalment and its statement line are as before; the journal gets the reverse. The payer
 * is notified only where the booking itself was. Throws 404 and 409.
 */
export async function takeBack(
  context: ConfirmationContext,
  id: string,
  { held, reason }: { held: string; reason: string },
): Promise<string> {
  const { db, clock, jobs, actorId } = context;
  const { undoMs } = context.settings;
  // A line is locked before any application is (confirmation.service).
  const lines = await lockLinesOfPayment(db, id);
  const payment = await lockedPayment(db, id);
  if (leftOf(payment) !== cents(held))
    throw new Fault(
      409,
      words('This payment has changed since you opened it. Check it and try again.'),
    );
  const events = await listPaymentEvents(db, id);
  const booking = correctableBooking({ ...payment, events });
  if (!booking)
    throw new Fault(409, words('This cannot be taken back. Record or send a refund instead.'));
  const at = clock.now();
  const actor = { kind: 'admin', id: actorId } as const;
  const bookedBy = events.find(({ id: eventId }) => eventId === booking.event.id)?.actorId;
  const isUndo = bookedBy === actorId && at.getTime() - booking.event.at.getTime() < undoMs;
  // What an administrator has just recorded, and nobody was notified of, they may undo.
  if (!isUndo) await requireApproval(context, { amountCents: booking.cents, paymentId: id });
  const { status, facts } = booking.before;
  if (status === 'claimed') await closeOpenAttempts(db, payment, { actor, at });
  const line = lines.find(({ paymentId, refundEventId }) =>
    booking.kind === 'received' ? paymentId === id : refundEventId === booking.event.id,
  );
  const after = await changePaymentStatus(db, {
    paymentId: id,
    to: status,
    actor,
    at,
    reason,
    isCorrection: true,
    data: facts,
    eventData: {
      corrects: String(booking.event.id),
      takenBackCents: String(booking.cents),
      ...(line ? { lineId: line.id } : {}),
    },
  });
  if (line) await setLine(db, line.id, { paymentId: null, refundEventId: null, reason: null });
  await audit(context, 'payment.taken_back', { before: payment, after, reason });
  const data = { id, booking: booking.event.id };
  await jobs.send(db, 'payment-corrected', data, notifyAfter(context.settings));
  return messageOf(context, booking);
}

/** Records again what was taken back last. Throws 404, and 409 where anything has happened since. */
export async function undoCorrection(context: ConfirmationContext, id: string): Promise<string> {
  const events = await listPaymentEvents(context.db, id);
  const correction = lastCorrection(events);
  if (!correction) {
    await lockedPayment(context.db, id);
    throw new Fault(409, words('Something has happened since, so this can no longer be undone.'));
  }
  const before = (await findPayment(context.db, id))?.payment;
  const message = await recordAgain(context, id, correction);
  const after = await lockedPayment(context.db, id);
  if (before) await audit(context, 'payment.take_back_undone', { before, after });
  return message;
}

async function recordAgain(
  context: ConfirmationContext,
  id: string,
  { event, corrected }: Correction,
): Promise<string> {
  const { receivedCents, receivedOn, statementLine, refundedCents, refundedOn } =
    corrected.data as Record<string, string | undefined>;
  const { lineId } = event.data as Record<string, string | undefined>;
  if (receivedCents)
    // It was recorded so before.
    return confirmTransfer({ ...context, isApproved: true }, id, {
      receivedAmount: decimal(BigInt(receivedCents)),
      receivedOn: String(receivedOn),
      ...(lineId ? { lineId } : { statementLine: statementLine ?? undefined }),
      acceptDifference: true,
    });
  const { db, jobs, clock, actorId, settings } = context;
  const line = lineId ? await lockLine(db, lineId) : undefined;
  const isFree = line !== undefined && !isResolved(line);
  await bookRefund(
    { db, jobs, at: clock.now() },
    {
      paymentId: id,
      actor: { kind: 'admin', id: actorId },
      refundedCents: BigInt(String(refundedCents)),
      refundedOn: refundedOn ?? dayOf(corrected.at),
      reason: corrected.reason ?? '',
      ...(isFree ? { eventData: { lineId: line.id } } : {}),
      notifyAfter: notifyAfter(settings),
    },
  );
  const again = (await listPaymentEvents(db, id)).at(-1);
  if (isFree && again)
    await setLine(db, line.id, { refundEventId: again.id, reason: corrected.reason });
  return words('The refund is recorded again.');
}

/** The payment, locked after its applications. Throws 404. */
async function lockedPayment(db: Database, id: string): Promise<Payment> {
  const locked = await lockWithApplications(db, id);
  if (!locked) throw new Fault(404, words('This payment does not exist.'));
  return locked;
}

const messageOf = ({ translate, language }: ConfirmationContext, { kind, cents: sum }: Booking) =>
  translate(
    kind === 'received'
      ? words('{amount} is no longer recorded as received. The payment waits to be checked again.')
      : words('{amount} is no longer recorded as refunded.'),
    language,
    { amount: dollars(sum) },
  );

async function audit(
  { db, clock, actorId }: ConfirmationContext,
  action: string,
  { before, after, reason }: { before: Payment; after: Payment; reason?: string },
): Promise<void> {
  await addAudit(db, {
    at: clock.now(),
    actorId,
    action,
    subject: after.id,
    before: snapshot(before),
    after: { ...snapshot(after), ...(reason ? { reason } : {}) },
  });
}

/** For the audit log: without name and address. */
const snapshot = ({ status, receivedCents, refundedCents }: Payment) => ({
  status,
  received: receivedCents === null ? null : decimal(receivedCents),
  refunded: refundedCents === null ? null : decimal(refundedCents),
});

type MoveContext = Pick<RequestContext<never>, 'db' | 'clock' | 'translate' | 'language'> &
  ApprovalContext;

export interface MoveGiven {
  amount: string;
  held: string;
  /** Of the application that it counts for; without it the payment's own. */
  reference?: string | undefined;
  /** The first instalment; the first unpaid one without it. */
  instalment?: number | undefined;
  reason: string;
}

/**
 * Lets money of a payment count for other instalments, of the same or another application, as an administrator enters it.
 * Throws 400, 404, and 409 where the payment cannot be moved or the administrator has not seen what is left of it.
 */
export async function enterMove(
  context: MoveContext,
  id: string,
  given: MoveGiven,
): Promise<{ message: string; operationId: string }> {
  const { db, clock, actorId, translate, language } = context;
  const own = await findApplicationOfPayment(db, id);
  if (!own) throw new Fault(404, words('This payment does not exist.'));
  const { reference } = given;
  const applicationId = reference ? await findApplicationId(db, reference.toUpperCase()) : own;
  if (!applicationId)
    throw atField('reference', words('There is no application with this reference.'));
  const payment = await lockWithApplications(db, id, [applicationId]);
  if (!payment) throw new Error('A locked payment vanished.');
  await requireRunning(db, applicationId);
  const amountCents = cents(given.amount);
  requireMovable(context, payment, { amountCents, heldCents: cents(given.held) });
  const open = await listOpenInstalments(db, applicationId, { payment, from: given.instalment });
  const restCents = restOfAll(open);
  if (amountCents > restCents) {
    const message =
      restCents === 0n
        ? words('Nothing is due there.')
        : translate(words('At most {rest} is due there.'), language, { rest: dollars(restCents) });
    throw atField('amount', message);
  }
  const about = { amountCents, paymentId: id };
  await requireApproval(context, about, payment.movedCents + amountCents);
  const step = {
    actor: { kind: 'admin', id: actorId },
    at: clock.now(),
    reason: given.reason,
  } as const;
  const operationId = await moveToInstalments(db, { paymentId: id, open, amountCents }, step);
  await auditMove(context, 'payment.moved', payment, {
    amount: decimal(amountCents),
    operationId,
    reason: given.reason,
    ...(reference ? { reference } : {}),
  });
  const message = translate(words('{amount} moved.'), language, { amount: dollars(amountCents) });
  return { message, operationId };
}

async function requireRunning(db: MoveContext['db'], applicationId: string): Promise<void> {
  const application = await findApplication(db, applicationId);
  const status = application?.applicationStatus;
  if (!status || status === 'draft' || status === 'cancelled')
    throw new Fault(409, words('This application has no running payment plan.'));
}

function requireMovable(
  { translate, language }: MoveContext,
  payment: Payment,
  { amountCents, heldCents }: { amountCents: bigint; heldCents: bigint },
): void {
  const ownCents = ownCentsOf([payment]);
  const isHeld = payment.status === 'succeeded' || payment.status === 'partially_refunded';
  if (!isHeld || ownCents <= 0n)
    throw new Fault(409, words('There is no money of this payment that can be moved.'));
  if (heldCents !== ownCents)
    throw new Fault(
      409,
      words('This payment has changed since you opened it. Check it and try again.'),
    );
  if (amountCents <= ownCents) return;
  const values = { held: dollars(ownCents) };
  throw atField('amount', translate(words('You can move at most {held}.'), language, values));
}

const atField = (field: string, message: string) =>
  new Fault(400, message, { fields: { [field]: message } });

/** Lets what was moved at once count for its own instalment again. Throws 404 and 409. */
export async function enterUndoMove(context: MoveContext, operationId: string): Promise<void> {
  const { db, clock, actorId } = context;
  const paymentId = await findPaymentOfMove(db, operationId);
  const payment = paymentId && (await lockWithApplications(db, paymentId));
  if (!payment) throw new Fault(404, words('This payment does not exist.'));
  const actor = { kind: 'admin', id: actorId };
  await undoMove(db, { paymentId: payment.id, operationId }, { actor, at: clock.now() });
  await auditMove(context, 'payment.move_undone', payment, { operationId });
}

const auditMove = (
  { db, clock, actorId }: MoveContext,
  action: string,
  payment: Payment,
  after: object,
) =>
  addAudit(db, {
    at: clock.now(),
    actorId,
    action,
    subject: payment.id,
    before: { status: payment.status, held: decimal(ownCentsOf([payment])) },
    after,
  });

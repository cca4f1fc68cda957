import { addAudit } from '../../../../server/audit.store.ts';
import type { RequestContext } from '../../../../server/context.ts';
import { Fault } from '../../../../shared/fault.ts';
import { cents, decimal, dollars } from '../../../../shared/money.ts';
import { days } from '../../../../shared/time.ts';
import { words } from '../../../../shared/words.ts';
import {
  type ApprovalContext,
  requireApproval,
} from '../../core/approvals/approval-sum.service.ts';
import { type MoneyOperation, notifyAfter } from '../../core/settlement.service.ts';
import { ownCentsOf } from '../../core/instalment.rules.ts';
import { lockWithApplications } from '../../core/moves/move.store.ts';
import { dayOf } from '../../core/payment.rules.ts';
import { type Actor, changePaymentStatus } from '../../core/payment.service.ts';
import type { Payment } from '../../core/payment.store.ts';

interface Refund {
  paymentId: string;
  actor: Actor;
  /** In all, with what went back before. */
  refundedCents: bigint;
  /** YYYY-MM-DD. */
  refundedOn: string;
  reason: string;
  /** Further data of the event, such as PayPal's id of the refund. */
  eventData?: Readonly<Record<string, string>>;
  /** When the payer is notified; at once without it. */
  notifyAfter?: { startAfter?: Date };
}

/**
 * Records a refund in part or in full and mails the payer, in the caller's transaction. `refundedCents` is the
 * refunded total, as rails report it: a known total changes nothing. Throws 409 when nothing was received, or
 * less than that.
 */
export async function bookRefund(operation: MoneyOperation, refund: Refund): Promise<Payment> {
  const { paymentId, refundedCents, refundedOn, reason, actor } = refund;
  const payment = await lockedPayment(operation.db, paymentId);
  if (payment.refundedCents === refundedCents) return payment;
  const isWhole = payment.receivedCents === refundedCents;
  const booked = await changePaymentStatus(operation.db, {
    paymentId,
    to: isWhole ? 'refunded' : 'partially_refunded',
    actor,
    at: operation.at,
    reason,
    ...(isWhole ? {} : { data: { refundedCents } }),
    eventData: { ...refund.eventData, refundedOn },
  });
  await notifyPayer(operation, booked, refund.notifyAfter);
  return booked;
}

/** The job names the refunded total, so that each refund is mailed once. */
const notifyPayer = (
  { db, jobs }: MoneyOperation,
  { id, refundedCents }: Payment,
  after?: { startAfter?: Date },
) => jobs.send(db, 'refund-recorded', { id, refundedCents: String(refundedCents) }, after);

type RefundContext = Pick<
  RequestContext<never>,
  'db' | 'jobs' | 'clock' | 'translate' | 'language' | 'settings'
> &
  ApprovalContext;

/** A refund as an administrator enters it, with its audit row. Throws 400, 404 and 409 as sentences. */
export async function enterRefund(
  context: RefundContext,
  id: string,
  given: { amount: string; held: string; refundedOn: string; reason: string },
): Promise<string> {
  const { payment: before, amountCents } = await requireRefundable(context, id, given);
  requirePlausibleDay(context, 'refundedOn', given.refundedOn, before);
  const refundedCents = (before.refundedCents ?? 0n) + amountCents;
  await requireApproval(context, { amountCents, paymentId: id }, refundedCents);
  const after = await bookRefund(moneyOperation(context), {
    paymentId: id,
    actor: { kind: 'admin', id: context.actorId },
    refundedCents,
    refundedOn: given.refundedOn,
    reason: given.reason,
    notifyAfter: notifyAfter(context.settings),
  });
  await audit(context, 'payment.refunded', { before, after, reason: given.reason });
  return context.translate(words('{amount} recorded as refunded.'), context.language, {
    amount: dollars(amountCents),
  });
}

/**
 * The payment, locked, and the cents to refund of it. Throws 404, 409 where nothing is left or the administrator has not
 * seen what is left now, and 400 for more than that.
 */
export async function requireRefundable(
  { db, translate, language }: Pick<RefundContext, 'db' | 'translate' | 'language'>,
  id: string,
  given: { amount: string; held: string },
): Promise<{ payment: Payment; amountCents: bigint }> {
  const payment = await lockedPayment(db, id);
  const heldCents = ownCentsOf([payment]);
  if (payment.receivedCents === null || heldCents === 0n)
    throw new Fault(409, words('There is nothing left of this payment to refund.'));
  if (cents(given.held) !== heldCents) {
    throw new Fault(
      409,
      words('Another refund of this payment was recorded in the meantime. Check it first.'),
    );
  }
  const amountCents = cents(given.amount);
  if (amountCents > heldCents) {
    const values = { held: dollars(heldCents) };
    const message = translate(words('You can refund at most {held}.'), language, values);
    throw new Fault(400, message, { fields: { amount: message } });
  }
  return { payment, amountCents };
}

/** A dispute as an administrator enters it. Throws 404 and 409. */
export async function enterDispute(
  context: RefundContext,
  id: string,
  reason: string,
): Promise<void> {
  const before = await lockedPayment(context.db, id);
  const after = await changePaymentStatus(context.db, {
    paymentId: id,
    to: 'disputed',
    actor: { kind: 'admin', id: context.actorId },
    at: context.clock.now(),
    reason,
  });
  await audit(context, 'payment.disputed', { before, after, reason });
}

/**
 * Records the end of a dispute: the money stayed with us, or the rest of it was taken and the payer gets a
 * mail. Throws 400, 404 and 409.
 */
export async function enterDisputeEnd(
  context: RefundContext,
  id: string,
  { outcome, endedOn, reason }: { outcome: 'kept' | 'lost'; endedOn: string; reason: string },
): Promise<void> {
  const before = await lockedPayment(context.db, id);
  if (before.status !== 'disputed') throw new Fault(409, words('This payment is not disputed.'));
  requirePlausibleDay(context, 'endedOn', endedOn, before);
  if (outcome === 'lost')
    await requireApproval(
      context,
      { amountCents: ownCentsOf([before]), paymentId: id },
      before.receivedCents ?? 0n,
    );
  const statusBefore = before.refundedCents === null ? 'succeeded' : 'partially_refunded';
  const after = await changePaymentStatus(context.db, {
    paymentId: id,
    to: outcome === 'lost' ? 'reversed' : statusBefore,
    actor: { kind: 'admin', id: context.actorId },
    at: context.clock.now(),
    reason,
    eventData: outcome === 'lost' ? { refundedOn: endedOn } : {},
  });
  if (outcome === 'lost') await notifyPayer(moneyOperation(context), after);
  await audit(context, `payment.dispute_${outcome}`, { before, after, reason });
}

const moneyOperation = ({ db, jobs, clock }: RefundContext): MoneyOperation => ({
  db,
  jobs,
  at: clock.now(),
});

/** The payment, locked after its applications. Throws 404. */
async function lockedPayment(db: RefundContext['db'], id: string): Promise<Payment> {
  const locked = await lockWithApplications(db, id);
  if (!locked) throw new Fault(404, words('This payment does not exist.'));
  return locked;
}

function requirePlausibleDay(
  { clock }: RefundContext,
  field: string,
  day: string,
  { receivedOn }: Payment,
): void {
  const refuse = (message: string) => new Fault(400, message, { fields: { [field]: message } });
  // Somewhere on earth it is tomorrow already.
  if (day > dayOf(new Date(clock.now().getTime() + days(1))))
    throw refuse(words('The date cannot be in the future.'));
  if (receivedOn && day < receivedOn)
    throw refuse(words('The date cannot be before the money arrived.'));
}

async function audit(
  { db, clock, actorId }: RefundContext,
  action: string,
  { before, after, reason }: { before: Payment; after: Payment; reason: string },
): Promise<void> {
  await addAudit(db, {
    at: clock.now(),
    actorId,
    action,
    subject: after.id,
    before: auditSnapshot(before),
    after: { ...auditSnapshot(after), reason },
  });
}

/** For the audit log: without name and address. */
const auditSnapshot = ({ status, receivedCents, refundedCents }: Payment) => ({
  status,
  received: receivedCents === null ? null : decimal(receivedCents),
  refunded: refundedCents === null ? null : decimal(refundedCents),
});

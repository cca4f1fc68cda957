import { randomUUID } from 'node:crypto';
import { addAudit } from '../../../../server/audit.store.ts';
import type { AppContext, RequestContext } from '../../../../server/context.ts';
import { type Database, inTransaction } from '../../../../server/database/database.ts';
import type { CardService } from '../../../../server/external-services.ts';
import { Fault } from '../../../../shared/fault.ts';
import { decimal, dollars } from '../../../../shared/money.ts';
import { days } from '../../../../shared/time.ts';
import { words } from '../../../../shared/words.ts';
import {
  type ApprovalContext,
  requireApproval,
} from '../../core/approvals/approval-sum.service.ts';
import { lockApplicationsOfPayment } from '../../core/moves/move.store.ts';
import { ownCentsOf } from '../../core/instalment.rules.ts';
import { dayOf } from '../../core/payment.rules.ts';
import { findPayment } from '../../core/payment.store.ts';
import { readRefund, type RefundOutcome, refundMoney } from '../../rails/card/capture.service.ts';
import {
  NEVER_SAID,
  OPEN_REFUNDS,
  type PaypalRefundState,
  refusalSentence,
} from './paypal-refund.rules.ts';
import {
  addPaypalRefund,
  findCapturedOrder,
  findPaypalRefund,
  hasOpenPaypalRefund,
  type PaypalRefund,
  setPaypalRefund,
} from './paypal-refund.store.ts';
import { bookRefund, requireRefundable } from './refund.service.ts';

type RequestedContext = Pick<
  RequestContext<never>,
  'db' | 'jobs' | 'clock' | 'translate' | 'language' | 'externalServices'
> &
  ApprovalContext;

/**
 * Has PayPal give money back, in part or in full. What is asked for is committed before the call, with its request id;
 * what is not known after it is asked again by a job. `db` is the plain database; `begin` joins the transaction of what is
 * asked for. Answers what to tell the
 * administrator. Throws 400, 404, and 409 where nothing is left, the administrator has not seen the newest amount, a
 * refund is under way, or PayPal refuses: then nothing is recorded.
 */
export async function refundAtPaypal(
  context: RequestedContext,
  id: string,
  given: { amount: string; held: string; reason: string },
  begin: (tx: Database) => Promise<void>,
): Promise<string> {
  const { translate, language } = context;
  const card = context.externalServices.card();
  const refund = await inTransaction(context.db, async (db) => {
    await begin(db);
    return askForRefund({ ...context, db }, card, id, given);
  });
  const { state, issue } = await settlePaypalRefund(context, card, refund.id);
  if (state === 'failed') {
    await setPaypalRefund(context.db, refund.id, { state: 'refused' });
    throw new Fault(409, refusalSentence(issue ?? ''));
  }
  const values = { amount: dollars(refund.amountCents) };
  return state === 'done'
    ? translate(words('{amount} refunded through PayPal.'), language, values)
    : translate(
        words('PayPal has not confirmed the refund of {amount} yet. We keep asking.'),
        language,
        values,
      );
}

async function askForRefund(
  context: RequestedContext,
  card: CardService | undefined,
  id: string,
  given: { amount: string; held: string; reason: string },
): Promise<PaypalRefund> {
  const { db, clock, actorId } = context;
  const { payment, amountCents } = await requireRefundable(context, id, given);
  const order = await findCapturedOrder(db, id);
  if (!order || order.clientId !== card?.clientId)
    throw new Fault(409, words('PayPal cannot refund this payment. Record a refund instead.'));
  if (payment.status !== 'succeeded' && payment.status !== 'partially_refunded')
    throw new Fault(409, words('This payment is in dispute. Answer the dispute instead.'));
  if (await hasOpenPaypalRefund(db, id))
    throw new Fault(409, words('A refund of this payment is under way at PayPal.'));
  const refundedBeforeCents = payment.refundedCents ?? 0n;
  const about = { amountCents, paymentId: id };
  await requireApproval(context, about, refundedBeforeCents + amountCents);
  const at = clock.now();
  const refund: PaypalRefund = {
    id: randomUUID(),
    paymentId: id,
    captureId: order.captureId,
    clientId: order.clientId,
    amountCents,
    currency: payment.currency,
    refundedBeforeCents,
    reason: given.reason,
    state: 'asked',
    refundId: null,
    issue: null,
    requestedBy: actorId,
    createdAt: at,
    updatedAt: at,
  };
  await addPaypalRefund(db, refund);
  await addAudit(db, {
    at,
    actorId,
    action: 'payment.refund_requested',
    subject: id,
    before: { held: decimal(ownCentsOf([payment])) },
    after: { amount: decimal(amountCents), reason: given.reason },
  });
  return refund;
}

/** PayPal knows a request id for 45 days; after that the same call would be a second refund. */
const askedForMs = days(40);

/** An administrator looks it up: one that was made all the same is in PayPal's report, which records it. */
const NEVER_CONFIRMED: RefundOutcome = { state: 'refused', issue: NEVER_SAID, text: NEVER_SAID };

type SettlingContext = Pick<AppContext, 'db' | 'jobs' | 'clock'>;

/**
 * Asks PayPal for a refund, again if need be: with the same request id it happens once. One that PayPal has made is asked
 * about by its id, for as long as PayPal holds it. Records what it answers.
 */
export async function settlePaypalRefund(
  context: SettlingContext,
  card: CardService | undefined,
  id: string,
): Promise<PaypalRefund> {
  const refund = await requireRefund(context.db, id);
  const isOurs = card?.clientId === refund.clientId;
  const ageMs = context.clock.now().getTime() - refund.createdAt.getTime();
  if (!card || !isOurs || !OPEN_REFUNDS.includes(refund.state)) return refund;
  const { amountCents, currency, captureId, reason, refundId } = refund;
  const order = { amount: { amountCents, currency }, note: reason };
  const isTooLate = refundId === null && ageMs > askedForMs;
  const outcome = isTooLate
    ? NEVER_CONFIRMED
    : await (refundId === null
        ? refundMoney(card, captureId, order, id)
        : readRefund(card, refundId));
  if (outcome.state === 'unknown') return refund;
  await inTransaction(context.db, async (db) => {
    // The application first, then the row: a second answer finds the first one's outcome.
    await lockApplicationsOfPayment(db, refund.paymentId);
    const now = await requireRefund(db, id);
    if (OPEN_REFUNDS.includes(now.state)) await record({ ...context, db }, now, outcome);
  });
  return requireRefund(context.db, id);
}

async function record(
  { db, clock, jobs }: SettlingContext,
  refund: PaypalRefund,
  outcome: Exclude<RefundOutcome, { state: 'unknown' }>,
): Promise<void> {
  const at = clock.now();
  const { id, paymentId, refundedBeforeCents, amountCents, reason, requestedBy } = refund;
  if (outcome.state === 'refused') {
    const { issue, text } = outcome;
    await setPaypalRefund(db, id, { state: 'failed', issue, updatedAt: at });
    await audit(db, refund, 'payment.refund_refused', { issue: text }, at);
    return;
  }
  const { state, refundId, issue } = outcome;
  // Asked again, PayPal holds it still: since when it does stays.
  if (refund.state === state && refund.issue === issue) return;
  await setPaypalRefund(db, id, { state, refundId, issue, updatedAt: at });
  if (state === 'pending') return;
  const refundedCents = refundedBeforeCents + amountCents;
  const found = await findPayment(db, paymentId);
  // PayPal's own report of it can have come first.
  if (found && (found.payment.refundedCents ?? 0n) < refundedCents)
    await bookRefund(
      { db, jobs, at },
      {
        paymentId,
        actor: { kind: 'admin', id: requestedBy },
        refundedCents,
        refundedOn: dayOf(at),
        reason,
        eventData: { refundId },
      },
    );
  await audit(db, refund, 'payment.refunded', { refundId }, at);
}

type DecisionContext = Pick<AppContext, 'db' | 'clock'> & { actorId: string };

const NOT_WAITING = words('This refund is no longer in the list.');

/** What PayPal has refused after it was asked needs nothing more. Throws 404 and 409. */
export const dismissFailedRefund = (context: DecisionContext, id: string): Promise<void> =>
  decide(context, id, { from: 'failed', to: 'refused', action: 'payment.refund_dismissed' });

/** Undoes that. Throws 404 and 409. */
export const reopenFailedRefund = (context: DecisionContext, id: string): Promise<void> =>
  decide(context, id, { from: 'refused', to: 'failed', action: 'payment.refund_reopened' });

async function decide(
  { db, clock, actorId }: DecisionContext,
  id: string,
  { from, to, action }: { from: PaypalRefundState; to: PaypalRefundState; action: string },
): Promise<void> {
  const seen = await findPaypalRefund(db, id);
  if (!seen) throw new Fault(404, NOT_WAITING);
  await lockApplicationsOfPayment(db, seen.paymentId);
  const refund = await requireRefund(db, id);
  if (refund.state !== from) throw new Fault(409, NOT_WAITING);
  const at = clock.now();
  await setPaypalRefund(db, id, { state: to, updatedAt: at });
  await audit(db, { ...refund, requestedBy: actorId }, action, { id, issue: refund.issue }, at);
}

const audit = (
  db: Database,
  { paymentId, requestedBy, amountCents }: PaypalRefund,
  action: string,
  facts: object,
  at: Date,
) =>
  addAudit(db, {
    at,
    actorId: requestedBy,
    action,
    subject: paymentId,
    before: null,
    after: { amount: decimal(amountCents), ...facts },
  });

async function requireRefund(db: Database, id: string): Promise<PaypalRefund> {
  const found = await findPaypalRefund(db, id);
  if (!found) throw new Error('A refund at PayPal without its row.');
  return found;
}

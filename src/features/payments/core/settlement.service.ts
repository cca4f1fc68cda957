import type { RequestContext } from '../../../server/context.ts';
import type { Database } from '../../../server/database/database.ts';
import { findApplication, lockApplication } from '../../application/application.store.ts';
import { type Actor, type Facts, changePaymentStatus } from './payment.service.ts';
import {
  findApplicationOfPayment,
  findPayment,
  listPaymentsOfInstalment,
  lockPayment,
  type Payment,
  setPayment,
} from './payment.store.ts';
import { OPEN, receiptAwaitedMs, UNDER_WAY } from './payment.rules.ts';
import { findReceiptOfPayment } from './receipts/receipt.store.ts';
import type { Settings } from '../../../server/settings.ts';
import { addPaymentEvent } from './payment-event.store.ts';

interface ReviewFlag {
  paymentId: string;
  actor: Actor;
  at: Date;
  /** The reason, for administrators. */
  reason: string;
  /** The facts for the event. */
  eventData: Readonly<Record<string, string>>;
}

/**
 * Flags a payment for review without changing its status: adds an event, and the flag `manual` while it is
 * open. In the caller's transaction.
 */
export async function flagForReview(
  tx: Database,
  { paymentId, actor, at, reason, eventData }: ReviewFlag,
): Promise<void> {
  const applicationId = await findApplicationOfPayment(tx, paymentId);
  if (!applicationId) throw new Error('A review flag on a payment that does not exist.');
  await lockApplication(tx, applicationId);
  const payment = await lockPayment(tx, paymentId);
  if (!payment) throw new Error('A locked payment vanished.');
  const flag = OPEN.includes(payment.status) ? ({ flag: 'manual' } as const) : {};
  await setPayment(tx, paymentId, { ...flag, updatedAt: at });
  await addPaymentEvent(tx, {
    paymentId,
    at,
    from: payment.status,
    to: payment.status,
    actor: actor.kind,
    actorId: actor.id ?? null,
    reason,
    data: { ...eventData, ...flag },
  });
}

/** Attempts that wait for the payer make room for the claim that waits again; one with money under way does not. */
export async function closeOpenAttempts(
  db: Database,
  { id, instalmentId }: Payment,
  step: Pick<Parameters<typeof changePaymentStatus>[1], 'actor' | 'at'>,
): Promise<void> {
  for (const other of await listPaymentsOfInstalment(db, instalmentId))
    if (other.id !== id && OPEN.includes(other.status) && !UNDER_WAY.includes(other.status))
      await changePaymentStatus(db, { paymentId: other.id, to: 'cancelled', ...step });
}

/** The transaction, its queue and the time of an operation on payments. */
export type MoneyOperation = Pick<RequestContext<never>, 'db' | 'jobs'> & { at: Date };

/** When the payer is notified of what an administrator has recorded: until then it can be undone unseen. */
export function notifyAfter({ undoMs }: Pick<Settings, 'undoMs'>): { startAfter?: Date } {
  // The queue goes by the machine's clock.
  return undoMs === 0 ? {} : { startAfter: new Date(Date.now() + undoMs) };
}

interface Settlement {
  paymentId: string;
  actor: Actor;
  receivedCents: bigint;
  /** YYYY-MM-DD. */
  receivedOn: string;
  facts?: Pick<Facts, 'railReference' | 'statementLine' | 'flag'>;
  /** When the payer is notified; at once without it. */
  notifyAfter?: { startAfter?: Date };
}

/** Marks a payment as processing: the rail has confirmed that money is under way. Does nothing on a later status. */
export async function markProcessing(
  operation: MoneyOperation,
  { paymentId, actor, facts = {} }: Pick<Settlement, 'paymentId' | 'actor' | 'facts'>,
): Promise<Payment> {
  const payment = await paymentOf(operation.db, paymentId);
  if (
    payment.status !== 'action_required' &&
    payment.status !== 'claimed' &&
    payment.status !== 'expired'
  )
    return payment;
  return withSubmissionMail(operation, paymentId, () =>
    changePaymentStatus(operation.db, {
      paymentId,
      to: 'processing',
      actor,
      at: operation.at,
      data: facts,
    }),
  );
}

/**
 * Settles a payment whose money the rail has, queues its mails in the same transaction, and returns it. Throws
 * 409 where the table does not allow it: then nothing is written. Only for money that was verified at the rail,
 * or by an administrator with evidence.
 */
export async function settlePayment(
  operation: MoneyOperation,
  settlement: Settlement,
): Promise<Payment> {
  const { paymentId, actor, receivedCents, receivedOn, facts = {} } = settlement;
  await markProcessing(operation, { paymentId, actor });
  const booked = await changePaymentStatus(operation.db, {
    paymentId,
    to: 'succeeded',
    actor,
    at: operation.at,
    data: { ...facts, receivedCents, receivedOn },
  });
  const receipt = await findReceiptOfPayment(operation.db, paymentId);
  const data = { id: paymentId, receipt: receipt?.number };
  await operation.jobs.send(operation.db, 'payment-confirmed', data, settlement.notifyAfter);
  return booked;
}

/** Runs a step; when it submits a draft, queues the applicant's mail. */
async function withSubmissionMail(
  { db, jobs }: MoneyOperation,
  paymentId: string,
  take: () => Promise<Payment>,
): Promise<Payment> {
  const applicationId = await findApplicationOfPayment(db, paymentId);
  const before = applicationId && (await findApplication(db, applicationId));
  const payment = await take();
  if (before && before.applicationStatus === 'draft')
    await notifyOfSubmission({ db, jobs }, before.id);
  return payment;
}

/**
 * Queues the email about an application that the start of a payment submits. Most cards are paid within seconds: it
 * waits for that long, and is left out when the receipt's email has said it.
 */
export async function notifyOfSubmission(
  { db, jobs }: Pick<MoneyOperation, 'db' | 'jobs'>,
  id: string,
): Promise<void> {
  // The queue goes by the machine's clock.
  const startAfter = new Date(Date.now() + receiptAwaitedMs);
  await jobs.send(db, 'application-submitted', { id, awaitsReceipt: true }, { startAfter });
}

async function paymentOf(db: Database, id: string): Promise<Payment> {
  const found = await findPayment(db, id);
  if (!found) throw new Error('Money for a payment that does not exist.');
  return found.payment;
}

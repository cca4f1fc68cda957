import type { RequestContext } from '../../../server/context.ts';
import type { Database } from '../../../server/database/database.ts';
import { findApplication, lockApplication } from '../../application/application.store.ts';
import { type Actor, type Facts, step } from './payment.service.ts';
import {
  findApplicationOfPayment,
  findPayment,
  lockPayment,
  type Payment,
  setPayment,
} from './payment.store.ts';
import { OPEN } from './payment.rules.ts';
import { addPaymentEvent } from './payment-event.store.ts';

interface ReviewFlag {
  paymentId: string;
  actor: Actor;
  at: Date;
  /** What is odd, for administrators. */
  reason: string;
  /** The facts, as they will stand in the history. */
  eventData: Readonly<Record<string, string>>;
}

/**
 * Puts a payment before a person without moving it: an event that begins and ends where the payment stands, and
 * the flag `manual` as long as it is open. In the caller's transaction.
 */
export async function flagForReview(
  tx: Database,
  { paymentId, actor, at, reason, eventData }: ReviewFlag,
): Promise<void> {
  const applicationId = await findApplicationOfPayment(tx, paymentId);
  if (!applicationId) throw new Error('A remark on a payment that does not exist.');
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

/** What a operation about money needs: the transaction, the queue that writes into it, and the time. */
export type MoneyOperation = Pick<RequestContext<never>, 'db' | 'jobs'> & { at: Date };

interface Settlement {
  paymentId: string;
  actor: Actor;
  receivedCents: bigint;
  /** YYYY-MM-DD. */
  receivedOn: string;
  facts?: Pick<Facts, 'railReference' | 'statementLine' | 'flag'>;
}

/** Money is under way: the rail has said so, but not yet that it is there. Does nothing on a payment that is further. */
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
    step(operation.db, { paymentId, to: 'processing', actor, at: operation.at, data: facts }),
  );
}

/**
 * Books money that the rail really holds, writes the mails that tell of it into the same transaction, and answers
 * the payment. Throws 409 where the table does not allow it: then nothing is written. Only gateways that have
 * asked the rail, and administrators with a proof, come here.
 */
export async function settlePayment(
  operation: MoneyOperation,
  settlement: Settlement,
): Promise<Payment> {
  const { paymentId, actor, receivedCents, receivedOn, facts = {} } = settlement;
  await markProcessing(operation, { paymentId, actor });
  const booked = await step(operation.db, {
    paymentId,
    to: 'succeeded',
    actor,
    at: operation.at,
    data: { ...facts, receivedCents, receivedOn },
  });
  await operation.jobs.send(operation.db, 'payment-confirmed', { id: paymentId });
  return booked;
}

/** Runs a step; when it made a draft a submitted application, the applicant is written to. */
async function withSubmissionMail(
  { db, jobs }: MoneyOperation,
  paymentId: string,
  take: () => Promise<Payment>,
): Promise<Payment> {
  const applicationId = await findApplicationOfPayment(db, paymentId);
  const before = applicationId && (await findApplication(db, applicationId));
  const payment = await take();
  if (before && before.applicationStatus === 'draft')
    await jobs.send(db, 'application-submitted', { id: before.id });
  return payment;
}

async function paymentOf(db: Database, id: string): Promise<Payment> {
  const found = await findPayment(db, id);
  if (!found) throw new Error('Money for a payment that does not exist.');
  return found.payment;
}

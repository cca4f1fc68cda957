import type { Context } from '../../server/context.ts';
import type { Database } from '../../server/database.ts';
import { findApplication } from '../application/application.store.ts';
import { type Actor, type Facts, step } from './payment.service.ts';
import { findApplicationOfPayment, findPayment, type Payment } from './payment.store.ts';

/** What a deed about money needs: the transaction, the queue that writes into it, and the time. */
export type MoneyDeed = Pick<Context<never>, 'db' | 'jobs'> & { at: Date };

interface Arrival {
  paymentId: string;
  actor: Actor;
  receivedCents: bigint;
  /** YYYY-MM-DD. */
  receivedOn: string;
  facts?: Pick<Facts, 'railReference' | 'statementLine' | 'flag'>;
}

/** Money is under way: the rail has said so, but not yet that it is there. Does nothing on a payment that is further. */
export async function markProcessing(
  deed: MoneyDeed,
  { paymentId, actor, facts = {} }: Pick<Arrival, 'paymentId' | 'actor' | 'facts'>,
): Promise<Payment> {
  const payment = await paymentOf(deed.db, paymentId);
  if (
    payment.status !== 'action_required' &&
    payment.status !== 'claimed' &&
    payment.status !== 'expired'
  )
    return payment;
  return announcing(deed, paymentId, () =>
    step(deed.db, { paymentId, to: 'processing', actor, at: deed.at, data: facts }),
  );
}

/**
 * Books money that the rail really holds, writes the mails that tell of it into the same transaction, and answers
 * the payment. Throws 409 where the table does not allow it: then nothing is written. Only gateways that have
 * asked the rail, and administrators with a proof, come here.
 */
export async function bookArrival(deed: MoneyDeed, arrival: Arrival): Promise<Payment> {
  const { paymentId, actor, receivedCents, receivedOn, facts = {} } = arrival;
  await markProcessing(deed, { paymentId, actor });
  const booked = await step(deed.db, {
    paymentId,
    to: 'succeeded',
    actor,
    at: deed.at,
    data: { ...facts, receivedCents, receivedOn },
  });
  await deed.jobs.send(deed.db, 'payment-confirmed', { id: paymentId });
  return booked;
}

/** Runs a step; when it made a draft a submitted application, the applicant is written to. */
async function announcing(
  { db, jobs }: MoneyDeed,
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

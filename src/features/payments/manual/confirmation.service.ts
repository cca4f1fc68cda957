import { addAudit } from '../../../server/audit.store.ts';
import type { Context } from '../../../server/context.ts';
import { type Database, inTransaction } from '../../../server/database.ts';
import { faultOf } from '../../../server/errors.ts';
import { Fault } from '../../../shared/fault.ts';
import { cents, decimal, dollars } from '../../../shared/money.ts';
import { days } from '../../../shared/time.ts';
import { words } from '../../../shared/words.ts';
import { lockApplication } from '../../application/application.store.ts';
import { dayOf, RECEIVED } from '../payment.rules.ts';
import { receivedCentsOf } from '../instalment.rules.ts';
import { markProcessing } from '../arrival.service.ts';
import { step } from '../payment.service.ts';
import {
  findPayment,
  type JoinedPayment,
  listPaymentsOfInstalment,
  type Payment,
} from '../payment.store.ts';
import { listClaims } from './claim.store.ts';
import { type ManualRail, MANUAL_RAILS } from './claim.rules.ts';
import { demandFreshProof, lockProof, type Proof } from './proof.service.ts';
import { setLine } from './statement-line.store.ts';

export type Deed = Pick<Context<never>, 'db' | 'jobs' | 'clock' | 'translate' | 'language'> & {
  actorId: string;
};

export interface Receipt {
  /** Dollars, a decimal string. */
  receivedAmount: string;
  /** YYYY-MM-DD. */
  receivedOn: string;
  statementLine?: string | undefined;
  /** A line of an imported statement, which then names amount and day. */
  lineId?: string | undefined;
}

/**
 * Confirms a claim with what has arrived and answers how the due stands now. A second click with the same
 * words changes nothing. Throws 404, 409 when it was decided otherwise or the proof was used before.
 */
export async function confirmClaim(deed: Deed, id: string, receipt: Receipt): Promise<string> {
  const { db, actorId, jobs } = deed;
  const at = deed.clock.now();
  // Somewhere on earth it is tomorrow already.
  if (receipt.receivedOn > dayOf(new Date(at.getTime() + days(1)))) {
    const message = words('The money cannot have arrived in the future.');
    throw new Fault(400, message, { fields: { receivedOn: message } });
  }
  const proof = await lockProof(deed, receipt);
  const { payment } = await lockedClaim(db, id);
  const receivedCents = cents(receipt.receivedAmount);
  const { receivedOn } = receipt;
  if (RECEIVED.includes(payment.status)) {
    if (payment.receivedCents === receivedCents && payment.receivedOn === receivedOn)
      return standing(deed, payment);
    throw new Fault(
      409,
      deed.translate(words('This payment was already confirmed with {amount}.'), deed.language, {
        amount: dollars(payment.receivedCents ?? 0n),
      }),
    );
  }
  demandWaiting(payment);
  demandSame(proof, { receivedCents, receivedOn });
  await demandFreshProof(deed, payment, proof);

  const actor = { kind: 'admin', id: actorId } as const;
  const { statementLine, line } = proof;
  // Late money can be what submits an application; then its applicant is written to.
  await markProcessing({ db, jobs, at }, { paymentId: id, actor });
  const confirmed = await step(db, {
    paymentId: id,
    to: 'succeeded',
    actor,
    at,
    data: { receivedCents, receivedOn, statementLine },
  });
  if (line) await setLine(db, line.id, { paymentId: id, failure: null });
  await addAudit(db, {
    at,
    actorId,
    action: 'payment.confirmed',
    subject: id,
    before: told(payment),
    after: told(confirmed),
  });
  await jobs.send(db, 'payment-confirmed', { id });
  return standing(deed, confirmed);
}

/**
 * Confirms several claims, each in a transaction of its own: one that fails answers why and changes nothing, the
 * others stand. `db` is the outer database. Throws only what no administrator can mend.
 */
export async function confirmClaims(
  deed: Deed,
  claims: readonly (Receipt & { id: string })[],
): Promise<{ id: string; isConfirmed: boolean; message: string }[]> {
  const results = [];
  for (const { id, ...receipt } of claims) {
    try {
      const message = await inTransaction(deed.db, (db) =>
        confirmClaim({ ...deed, db }, id, receipt),
      );
      results.push({ id, isConfirmed: true, message });
    } catch (error) {
      const fault = faultOf(error);
      if (!fault) throw error;
      results.push({ id, isConfirmed: false, message: fault.message });
    }
  }
  return results;
}

/** Rejects a claim with a reason for the payer. A second click with the same reason changes nothing. Throws 404 and 409. */
export async function rejectClaim(deed: Deed, id: string, reason: string): Promise<void> {
  const { db, actorId, jobs } = deed;
  const at = deed.clock.now();
  const { payment } = await lockedClaim(db, id);
  if (payment.status === 'failed' && payment.reason === reason) return;
  if (payment.status !== 'claimed') throw new Fault(409, decidedSentence(payment));
  const actor = { kind: 'admin', id: actorId } as const;
  await step(db, { paymentId: id, to: 'processing', actor, at });
  const rejected = await step(db, { paymentId: id, to: 'failed', actor, at, reason });
  await addAudit(db, {
    at,
    actorId,
    action: 'payment.rejected',
    subject: id,
    before: told(payment),
    after: told(rejected),
  });
  await jobs.send(db, 'claim-rejected', { id });
}

/**
 * Decides whose a number is that several applications have claimed: confirms this claim and rejects the others
 * with a reason for their payers, all or nothing. Throws 409 when nobody else waits with the number.
 */
export async function settleNumber(
  deed: Deed,
  id: string,
  receipt: Receipt,
  reason: string,
): Promise<string> {
  const { db } = deed;
  await lockProof(deed, receipt);
  const seen = await findPayment(db, id);
  const number = seen?.payment.claimNumber;
  if (!seen || !isManual(seen.payment) || !number)
    throw new Fault(404, words('This payment does not exist.'));
  const waiting = async () =>
    (await listClaims(db, seen.payment.rail, number)).filter(
      (one) => one.payment.id !== id && one.payment.status === 'claimed',
    );
  // In the order of their ids: whoever decides the other way round waits and does not deadlock.
  const applications = new Set(
    [seen, ...(await waiting())].map(({ application }) => application.id),
  );
  for (const one of [...applications].sort()) await lockApplication(db, one);
  const others = (await waiting()).filter(({ application }) => applications.has(application.id));
  if (others.length === 0)
    throw new Fault(409, words('No other claim with this number waits any more.'));
  const message = await confirmClaim(deed, id, receipt);
  for (const other of others) await rejectClaim(deed, other.payment.id, reason);
  return message;
}

/** The payment on a rail of ours, read after its application is locked: what is read is what will be changed. */
async function lockedClaim(tx: Database, id: string): Promise<JoinedPayment> {
  const seen = await findPayment(tx, id);
  if (seen) await lockApplication(tx, seen.application.id);
  const locked = seen && (await findPayment(tx, id));
  if (!locked || !isManual(locked.payment))
    throw new Fault(404, words('This payment does not exist.'));
  return locked;
}

const isManual = ({ rail }: Payment) => MANUAL_RAILS.includes(rail as ManualRail);

/** A claim, or a transfer that was no longer waited for and came after all. */
function demandWaiting(payment: Payment): void {
  if (payment.status !== 'claimed' && payment.status !== 'expired')
    throw new Fault(409, decidedSentence(payment));
}

const decidedSentence = ({ status }: Payment) =>
  status === 'failed'
    ? words('This payment was already rejected.')
    : words('This payment does not wait to be checked.');

/** An imported line says itself how much came and when. */
function demandSame(
  { line }: Proof,
  received: { receivedCents: bigint; receivedOn: string },
): void {
  if (!line) return;
  if (line.amountCents !== received.receivedCents || line.bookedOn !== received.receivedOn) {
    const message = words('Amount and day must be those of the statement line.');
    throw new Fault(400, message, { fields: { receivedAmount: message } });
  }
}

/** How the due stands after a confirmation, for the administrator. */
async function standing({ db, translate, language }: Deed, payment: Payment): Promise<string> {
  const found = await findPayment(db, payment.id);
  if (!found) throw new Error('A confirmed payment vanished.');
  const heldCents = receivedCentsOf(await listPaymentsOfInstalment(db, payment.instalmentId));
  const differenceCents = heldCents - found.instalment.amountCents;
  const values = {
    received: dollars(payment.receivedCents ?? 0n),
    difference: dollars(differenceCents < 0n ? -differenceCents : differenceCents),
  };
  if (payment.flag === 'under')
    return translate(
      words('{received} are recorded. {difference} are still due.'),
      language,
      values,
    );
  if (payment.flag === 'over')
    return translate(
      words('Payment confirmed. {difference} more than due has arrived.'),
      language,
      values,
    );
  return words('Payment confirmed.');
}

/** What the audit log keeps of a payment: no name, no address. */
const told = ({
  status,
  flag,
  amountCents,
  receivedCents,
  receivedOn,
  statementLine,
  claimNumber,
  reason,
}: Payment) => ({
  status,
  flag,
  amount: decimal(amountCents),
  received: receivedCents === null ? null : decimal(receivedCents),
  receivedOn,
  statementLine,
  claimNumber,
  reason,
});

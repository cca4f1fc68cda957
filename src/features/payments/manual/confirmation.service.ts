import { addAudit } from '../../../server/audit.store.ts';
import type { Context } from '../../../server/context.ts';
import type { Database } from '../../../server/database.ts';
import { Fault } from '../../../shared/fault.ts';
import { cents, decimal, dollars } from '../../../shared/money.ts';
import { days } from '../../../shared/time.ts';
import { words } from '../../../shared/words.ts';
import { lockApplication } from '../../application/application.store.ts';
import { dayOf, RECEIVED } from '../payment.rules.ts';
import { receivedCentsOf } from '../instalment.rules.ts';
import { step } from '../payment.service.ts';
import {
  findByStatementLine,
  findPayment,
  type JoinedPayment,
  listClaims,
  listPaymentsOfInstalment,
  lockClaimNumber,
  type Payment,
} from '../payment.store.ts';
import { type ManualRail, MANUAL_RAILS } from './claim.rules.ts';

type Deed = Pick<Context<never>, 'db' | 'jobs' | 'clock' | 'translate' | 'language'> & {
  actorId: string;
};

interface Receipt {
  /** Dollars, a decimal string. */
  receivedAmount: string;
  /** YYYY-MM-DD. */
  receivedOn: string;
  statementLine?: string | undefined;
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
  const { payment } = await lockedClaim(db, id);
  const receivedCents = cents(receipt.receivedAmount);
  if (RECEIVED.includes(payment.status)) {
    if (payment.receivedCents === receivedCents && payment.receivedOn === receipt.receivedOn)
      return standing(deed, payment);
    throw new Fault(
      409,
      deed.translate(words('This payment was already confirmed with {amount}.'), deed.language, {
        amount: dollars(payment.receivedCents ?? 0n),
      }),
    );
  }
  demandClaimed(payment);
  await demandFreshProof(deed, payment, receipt.statementLine);

  const actor = { kind: 'admin', id: actorId } as const;
  await step(db, { paymentId: id, to: 'processing', actor, at });
  const { receivedOn, statementLine = null } = receipt;
  const confirmed = await step(db, {
    paymentId: id,
    to: 'succeeded',
    actor,
    at,
    data: { receivedCents, receivedOn, statementLine },
  });
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

/** Rejects a claim with a reason for the payer. A second click with the same reason changes nothing. Throws 404 and 409. */
export async function rejectClaim(deed: Deed, id: string, reason: string): Promise<void> {
  const { db, actorId, jobs } = deed;
  const at = deed.clock.now();
  const { payment } = await lockedClaim(db, id);
  if (payment.status === 'failed' && payment.reason === reason) return;
  demandClaimed(payment);
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

function demandClaimed({ status }: Payment): void {
  if (status === 'claimed') return;
  const decided =
    status === 'failed'
      ? words('This payment was already rejected.')
      : words('This payment does not wait to be checked.');
  throw new Fault(409, decided);
}

/** One line of a statement proves one payment; a number that has proved one needs a line of its own to prove another. */
async function demandFreshProof(
  { db: tx, translate, language }: Deed,
  payment: Payment,
  statementLine: string | undefined,
): Promise<void> {
  const { rail, claimNumber } = payment;
  if (!claimNumber) throw new Error('A claim without a number.');
  await lockClaimNumber(tx, rail, claimNumber);
  const twin = (await listClaims(tx, rail, claimNumber)).find(
    (other) => other.payment.id !== payment.id && RECEIVED.includes(other.payment.status),
  );
  if (twin && !statementLine) {
    const message = words(
      'This number has already confirmed a payment of {reference}. Enter the statement line that proves a second transfer.',
    );
    throw new Fault(409, translate(message, language, { reference: twin.application.reference }));
  }
  if (!statementLine) return;
  await lockClaimNumber(tx, rail, `line ${statementLine}`);
  const used = await findByStatementLine(tx, rail, statementLine);
  if (used) {
    const message = words('This statement line has already confirmed a payment of {reference}.');
    throw new Fault(409, translate(message, language, { reference: used.application.reference }));
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

import { addAudit } from '../../../../../server/audit.store.ts';
import { inTransaction } from '../../../../../server/database/database.ts';
import { faultOf } from '../../../../../server/http/errors.ts';
import { Fault } from '../../../../../shared/fault.ts';
import { words } from '../../../../../shared/words.ts';
import { lockApplication } from '../../../../application/application.store.ts';
import { listPaymentEvents } from '../../../core/payment-event.store.ts';
import { changePaymentStatus } from '../../../core/payment.service.ts';
import { findPayment } from '../../../core/payment.store.ts';
import { closeOpenAttempts, notifyAfter } from '../../../core/settlement.service.ts';
import { listClaims } from '../claim.store.ts';
import { isTransferRail } from '../transfer.rules.ts';
import {
  auditSnapshot,
  type ConfirmationContext,
  confirmTransfer,
  decidedMessage,
  lockEvidence,
  lockTransfer,
  type ReceivedMoney,
} from './confirmation.service.ts';

/**
 * Confirms several claims, each in its own transaction: a failing one returns its reason and changes nothing.
 * `db` is the outer database. Throws only what is no Fault.
 */
export async function confirmTransfers(
  context: ConfirmationContext,
  claims: readonly (ReceivedMoney & { id: string })[],
): Promise<{ id: string; isConfirmed: boolean; message: string }[]> {
  const results = [];
  for (const { id, ...receipt } of claims) {
    try {
      const message = await inTransaction(context.db, (db) =>
        confirmTransfer({ ...context, db }, id, receipt),
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
export async function rejectClaim(
  context: ConfirmationContext,
  id: string,
  reason: string,
): Promise<void> {
  const { db, actorId, jobs } = context;
  const at = context.clock.now();
  const { payment } = await lockTransfer(db, id);
  if (payment.status === 'failed' && payment.reason === reason) return;
  if (payment.status !== 'claimed') throw new Fault(409, decidedMessage(payment));
  const actor = { kind: 'admin', id: actorId } as const;
  await changePaymentStatus(db, { paymentId: id, to: 'processing', actor, at });
  const rejected = await changePaymentStatus(db, {
    paymentId: id,
    to: 'failed',
    actor,
    at,
    reason,
  });
  await addAudit(db, {
    at,
    actorId,
    action: 'payment.rejected',
    subject: id,
    before: auditSnapshot(payment),
    after: auditSnapshot(rejected),
  });
  await jobs.send(db, 'claim-rejected', { id }, notifyAfter(context.settings));
}

/**
 * Undoes a rejection: the claim waits again, and the payer's later attempts make room for it. Answers what the payer
 * has read. Throws 404, and 409 where it is not rejected or another claim of the payer waits.
 */
export async function undoRejection(context: ConfirmationContext, id: string): Promise<string> {
  const { db, actorId, settings } = context;
  const at = context.clock.now();
  const { payment } = await lockTransfer(db, id);
  const events = await listPaymentEvents(db, id);
  const last = events.findLast(({ from, to }) => from !== to);
  if (last?.to !== 'failed') throw new Fault(409, words('This payment is not rejected.'));
  const actor = { kind: 'admin', id: actorId } as const;
  await closeOpenAttempts(db, payment, { actor, at });
  const step = { paymentId: id, to: 'claimed', actor, at, isCorrection: true } as const;
  const claimed = await changePaymentStatus(db, step);
  await addAudit(db, {
    at,
    actorId,
    action: 'payment.rejection_undone',
    subject: id,
    before: auditSnapshot(payment),
    after: auditSnapshot(claimed),
  });
  return at.getTime() - last.at.getTime() < settings.undoMs
    ? words('The payment waits to be checked again. The payer gets no email about it.')
    : words(
        'The payment waits to be checked again. The payer has been emailed that it was rejected, so write to them.',
      );
}

/**
 * Decides a number that several applications have claimed: confirms this claim and rejects the others with a
 * reason for their payers, all or nothing. Throws 409 when no other claim waits with the number.
 */
export async function settleNumber(
  context: ConfirmationContext,
  id: string,
  receipt: ReceivedMoney,
  reason: string,
): Promise<string> {
  const { db } = context;
  await lockEvidence(context, receipt);
  const seen = await findPayment(db, id);
  const number = seen?.payment.claimNumber;
  if (!seen || !isTransferRail(seen.payment.rail) || !number)
    throw new Fault(404, words('This payment does not exist.'));
  const waiting = async () =>
    (await listClaims(db, seen.payment.rail, number)).filter(
      (one) => one.payment.id !== id && one.payment.status === 'claimed',
    );
  // In the order of their ids, so that two decisions never deadlock.
  const applications = new Set(
    [seen, ...(await waiting())].map(({ application }) => application.id),
  );
  for (const one of [...applications].sort()) await lockApplication(db, one);
  const others = (await waiting()).filter(({ application }) => applications.has(application.id));
  if (others.length === 0)
    throw new Fault(409, words('No other payment with this number is waiting.'));
  const message = await confirmTransfer(context, id, receipt);
  for (const other of others) await rejectClaim(context, other.payment.id, reason);
  return message;
}

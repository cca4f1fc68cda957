import type { Database } from '../../../server/database.ts';
import { Fault } from '../../../shared/fault.ts';
import { words } from '../../../shared/words.ts';
import type { Application } from '../../application/application.store.ts';
import { PAYABLE } from '../payment.rules.ts';
import { openAttempt, step } from '../payment.service.ts';
import { listClaims, lockClaimNumber, type Payment } from '../payment.store.ts';
import { findActiveConfig } from '../pricing/payment-config.store.ts';
import { findSchedule, type Instalment, listInstalments } from '../schedule.store.ts';
import { type ManualRail, memoOf, RAIL_OFF, readClaim } from './claim.rules.ts';

interface Claim {
  application: Application;
  rail: ManualRail;
  /** Trimmed and upper-cased. */
  number: string;
  /** Which due it pays; the first that asks for money when absent. */
  instalment?: number | undefined;
  /** File it although another application has claimed the number: an administrator decides. */
  review: boolean;
  at: Date;
}

/**
 * Takes a payer's number for the due that it pays. `isNew` is false when this application has claimed the
 * number before: then nothing is written. The caller holds the application's lock.
 * Throws 409 when the rail is off, the number belongs to another application or nothing is asked for.
 */
export async function claimPayment(
  tx: Database,
  claim: Claim,
): Promise<{ payment: Payment; isNew: boolean }> {
  const { application, rail, at } = claim;
  const reading = readClaim(claim.number, application.reference);
  const dues = await duesOf(tx, application.id);
  const wanted = claim.instalment ?? (reading.kind === 'own' ? reading.instalment : undefined);
  const target = wanted === undefined ? nextDue(dues) : dues.find((due) => due.number === wanted);
  const number =
    reading.kind === 'own'
      ? memoOf(application.reference, target?.number ?? dues.length)
      : claim.number;

  await lockClaimNumber(tx, rail, number);
  const claims = await listClaims(tx, rail, number);
  const own = claims.find((other) => other.application.id === application.id);
  if (own) return { payment: own.payment, isNew: false };
  if (!target) throw new Fault(409, words('There is nothing left to pay for this application.'));
  const destination = await findActiveConfig(tx, rail);
  if (!destination) throw new Fault(409, RAIL_OFF[rail]);
  // Our reference is always valid for its own application, whatever others have filed for review.
  const isTaken = reading.kind === 'foreign' || (reading.kind === 'other' && claims.length > 0);
  if (isTaken && !claim.review) {
    throw new Fault(
      409,
      words(
        'This number was already entered for another application. Check it; if it is yours, send it for review and we will look into it.',
      ),
      { detail: { reason: 'review' } },
    );
  }
  const actor = { kind: 'payer' } as const;
  const attempt = await openAttempt(tx, { instalmentId: target.id, rail, actor, at });
  if (attempt.status === 'created')
    await step(tx, { paymentId: attempt.id, to: 'awaiting_transfer', actor, at });
  const payment = await step(tx, {
    paymentId: attempt.id,
    to: 'claimed',
    actor,
    at,
    reason: `to ${rail} ${destination.id}`,
    data: {
      claimNumber: number,
      numberInReview: isTaken,
      ...(isTaken ? { flag: 'manual' as const } : {}),
    },
  });
  return { payment, isNew: true };
}

async function duesOf(tx: Database, applicationId: string): Promise<Instalment[]> {
  const schedule = await findSchedule(tx, applicationId);
  if (!schedule) throw new Error('An application without a schedule cannot be paid.');
  return listInstalments(tx, schedule.id);
}

/** The first due that asks for money. One whose payment waits for us comes first too: it says so when it is paid again. */
const nextDue = (dues: Instalment[]): Instalment | undefined =>
  dues.find(({ status }) => PAYABLE.includes(status));

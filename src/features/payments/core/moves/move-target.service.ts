import type { Database } from '../../../../server/database/database.ts';
import { Fault } from '../../../../shared/fault.ts';
import { words } from '../../../../shared/words.ts';
import { heldCentsOf, ownCentsOf } from '../instalment.rules.ts';
import { OPEN, PAYABLE, UNDER_WAY } from '../payment.rules.ts';
import { type Actor, changePaymentStatus } from '../payment.service.ts';
import { listPaymentsOfInstalment, type Payment } from '../payment.store.ts';
import { findInstalment, findSchedule, listInstalments } from '../schedule/schedule.store.ts';
import { moveMoney } from './move.service.ts';

/** An unpaid instalment with what is still due of it. */
interface OpenInstalment {
  instalmentId: string;
  restCents: bigint;
  attempts: readonly Payment[];
}

/**
 * The unpaid instalments of an application that money of a payment can be moved to, in order, from a number on: not the
 * one that it was made for.
 */
export async function listOpenInstalments(
  tx: Database,
  applicationId: string,
  { payment, from = 1 }: { payment: Payment; from?: number | undefined },
): Promise<OpenInstalment[]> {
  const schedule = await findSchedule(tx, applicationId);
  const open: OpenInstalment[] = [];
  for (const instalment of schedule ? await listInstalments(tx, schedule.id) : []) {
    const { id: instalmentId, status, number, amountCents } = instalment;
    if (!PAYABLE.includes(status) || number < from || instalmentId === payment.instalmentId)
      continue;
    const attempts = await listPaymentsOfInstalment(tx, instalmentId);
    const restCents = amountCents - heldCentsOf(instalment, attempts);
    open.push({ instalmentId, restCents, attempts });
  }
  return open;
}

export const restOfAll = (open: readonly OpenInstalment[]): bigint =>
  open.reduce((sum, { restCents }) => sum + restCents, 0n);

/**
 * Moves an amount, no more than the rest of all, to unpaid instalments, one after the other. Attempts to pay them that
 * wait for the payer end, as less is due now. Throws 409 where a payment of one is being checked. Answers the id under
 * which the move can be undone.
 */
export async function moveToInstalments(
  tx: Database,
  { paymentId, open, amountCents }: Moved,
  { actor, at, reason }: { actor: Actor; at: Date; reason?: string },
): Promise<string> {
  let leftCents = amountCents;
  const targets: { instalmentId: string; amountCents: bigint }[] = [];
  for (const { instalmentId, restCents, attempts } of open) {
    if (leftCents === 0n) break;
    await endAttempts(tx, attempts, { actor, at });
    const movedCents = leftCents < restCents ? leftCents : restCents;
    targets.push({ instalmentId, amountCents: movedCents });
    leftCents -= movedCents;
  }
  const step = { actor, at, ...(reason ? { reason } : {}) };
  return moveMoney(tx, { paymentId, targets }, step);
}

interface Moved {
  paymentId: string;
  open: readonly OpenInstalment[];
  amountCents: bigint;
}

/** What of a payment is more than its instalment's price, as far as later instalments of the plan can take it. */
export async function surplusFor(
  tx: Database,
  payment: Payment,
  receivedCents = 0n,
): Promise<{ cents: bigint; open: OpenInstalment[] }> {
  const place = await findInstalment(tx, payment.instalmentId);
  if (!place) throw new Error('A payment without an instalment.');
  const { instalment, schedule } = place;
  const attempts = await listPaymentsOfInstalment(tx, instalment.id);
  const overCents = heldCentsOf(instalment, attempts) + receivedCents - instalment.amountCents;
  const open = await listOpenInstalments(tx, schedule.applicationId, { payment });
  const amounts = [overCents, restOfAll(open), receivedCents || ownCentsOf([payment])];
  const cents = amounts.reduce((least, one) => (one < least ? one : least));
  return { cents: cents > 0n ? cents : 0n, open };
}

async function endAttempts(
  tx: Database,
  attempts: readonly Payment[],
  step: { actor: Actor; at: Date },
): Promise<void> {
  for (const { id: paymentId, status } of attempts) {
    if (UNDER_WAY.includes(status))
      throw new Fault(
        409,
        words('A payment of this instalment is being checked. Decide it first.'),
      );
    if (OPEN.includes(status))
      await changePaymentStatus(tx, { paymentId, to: 'cancelled', ...step });
  }
}

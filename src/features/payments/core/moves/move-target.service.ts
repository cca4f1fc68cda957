import type { RequestContext } from '../../../../server/context.ts';
import type { Database } from '../../../../server/database/database.ts';
import { Fault } from '../../../../shared/fault.ts';
import { decimal, dollars } from '../../../../shared/money.ts';
import { words } from '../../../../shared/words.ts';
import { heldCentsOf, ownCentsOf } from '../instalment.rules.ts';
import { OPEN, PAYABLE, UNDER_WAY } from '../payment.rules.ts';
import { type Actor, changePaymentStatus } from '../payment.service.ts';
import { findPayment, listPaymentsOfInstalment, type Payment } from '../payment.store.ts';
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
  { payment, from = 1 }: { payment: Pick<Payment, 'instalmentId'>; from?: number | undefined },
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

interface Surplus {
  /** What of the money is more than its instalment's price. */
  overCents: bigint;
  /** Of that, what the other unpaid instalments of the plan can take. */
  creditableCents: bigint;
  open: OpenInstalment[];
}

const least = (...amounts: readonly bigint[]): bigint =>
  amounts.reduce((lowest, one) => (one < lowest ? one : lowest));

/** What would be too much once an amount has come for an instalment; without one, what has come is looked at. */
export async function surplusOf(
  tx: Database,
  payment: Payment | Pick<Payment, 'instalmentId'>,
  newCents?: bigint,
): Promise<Surplus> {
  const place = await findInstalment(tx, payment.instalmentId);
  if (!place) throw new Error('A payment without an instalment.');
  const { instalment, schedule } = place;
  const heldCents = heldCentsOf(instalment, await listPaymentsOfInstalment(tx, instalment.id));
  const own = newCents ?? ('id' in payment ? ownCentsOf([payment]) : 0n);
  const overCents = least(heldCents + (newCents ?? 0n) - instalment.amountCents, own);
  if (overCents <= 0n) return { overCents: 0n, creditableCents: 0n, open: [] };
  const open = await listOpenInstalments(tx, schedule.applicationId, { payment });
  return { overCents, creditableCents: least(overCents, restOfAll(open)), open };
}

/** What is more than due counts for the next payments of the plan; what they cannot take stays. */
export async function moveSurplus(
  tx: Database,
  settled: Payment,
  step: Parameters<typeof moveToInstalments>[2],
): Promise<Payment> {
  const { creditableCents: amountCents, open } = await surplusOf(tx, settled);
  if (amountCents > 0n)
    await moveToInstalments(tx, { paymentId: settled.id, open, amountCents }, step);
  const found = await findPayment(tx, settled.id);
  return found?.payment ?? settled;
}

/** What whoever records money says of a surplus. */
export interface SurplusDecision {
  acceptDifference?: boolean | undefined;
  /** It counts for the next payments of the plan, as far as they are unpaid. */
  keepSurplus?: boolean | undefined;
}

/** Does with a settled payment's surplus as was decided. Throws 409 with both amounts where nothing was decided. */
export async function settleSurplus(
  context: WordsContext & { db: Database },
  { settled, applicationId }: { settled: Payment; applicationId: string },
  { acceptDifference, keepSurplus }: SurplusDecision,
  step: Parameters<typeof moveToInstalments>[2],
): Promise<void> {
  const surplus = await surplusOf(context.db, settled);
  const receivedCents = settled.receivedCents ?? 0n;
  const dueCents = receivedCents - surplus.overCents;
  if (surplus.overCents > 0n && !acceptDifference)
    throw notDue(context, surplus, { receivedCents, dueCents, applicationId });
  if (keepSurplus) await moveSurplus(context.db, settled, step);
}

/** What a difference is that whoever records money must say is meant. */
export const differenceDetail = (
  { overCents, creditableCents }: Pick<Surplus, 'overCents' | 'creditableCents'>,
  applicationId?: string,
) => ({
  reason: 'difference',
  ...(overCents > 0n
    ? {
        over: decimal(overCents),
        /** Where the payment can be refunded once it is recorded. */
        ...(applicationId ? { applicationId } : {}),
      }
    : {}),
  ...(creditableCents > 0n ? { creditable: decimal(creditableCents) } : {}),
});

/**
 * Throws 409 with both amounts, and with what can become of a surplus, where what has come is not what is due of an
 * instalment: then whoever records it must say that it is meant.
 */
export async function requireDue(
  context: WordsContext & { db: Database },
  { instalmentId, ...amounts }: ReceivedAmount & { instalmentId: string },
): Promise<void> {
  const { receivedCents, dueCents } = amounts;
  if (receivedCents === dueCents) return;
  throw notDue(context, await surplusOf(context.db, { instalmentId }, receivedCents), amounts);
}

function notDue(
  { translate, language }: WordsContext,
  surplus: Surplus,
  { receivedCents, dueCents, applicationId }: ReceivedAmount,
): Fault {
  const values = { received: dollars(receivedCents), due: dollars(dueCents) };
  return new Fault(409, translate(NOT_DUE, language, values), {
    detail: {
      ...differenceDetail(surplus, applicationId),
      received: decimal(receivedCents),
      due: decimal(dueCents),
    },
  });
}

const NOT_DUE = words('You confirm {received}. Due: {due}.');

type WordsContext = Pick<RequestContext<never>, 'translate' | 'language'>;

interface ReceivedAmount {
  receivedCents: bigint;
  dueCents: bigint;
  applicationId?: string;
}

/** What is still due of an instalment; undefined once it is paid or waived: then nothing can be recorded for it. */
export async function dueCentsOf(tx: Database, instalmentId: string): Promise<bigint | undefined> {
  const place = await findInstalment(tx, instalmentId);
  if (!place) throw new Error('A payment without an instalment.');
  const { instalment } = place;
  if (!PAYABLE.includes(instalment.status)) return undefined;
  return (
    instalment.amountCents -
    heldCentsOf(instalment, await listPaymentsOfInstalment(tx, instalmentId))
  );
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

import { randomUUID } from 'node:crypto';
import type { Database } from '../../../../server/database/database.ts';
import { Fault } from '../../../../shared/fault.ts';
import { words } from '../../../../shared/words.ts';
import { findApplication } from '../../../application/application.store.ts';
import {
  heldCentsOf,
  isPaying,
  leftOf,
  ownCentsOf,
  requireNoLaterPayment,
} from '../instalment.rules.ts';
import { postMove } from '../journal/journal.service.ts';
import { type Flag, flagOf } from '../payment.rules.ts';
import { addPaymentEvent } from '../payment-event.store.ts';
import {
  listPaymentsOfInstalment,
  lockPayment,
  type Payment,
  setPayment,
} from '../payment.store.ts';
import { refreshPaymentStatus } from '../payment-view.service.ts';
import { issueReceipt } from '../receipts/receipt.service.ts';
import { listReceiptsOfPayment } from '../receipts/receipt.store.ts';
import { balanceInstalment } from '../schedule/schedule.service.ts';
import { findInstalment, type Instalment, setInstalment } from '../schedule/schedule.store.ts';
import { addMove, listMovesOfPayment, type MoneyMove, setMoveUndone } from './move.store.ts';

/** Who moves money, when, and why. */
interface MoveStep {
  actor: { kind: string; id?: string };
  at: Date;
  reason?: string;
}

interface NewMove {
  paymentId: string;
  /** In the order in which they are paid; each amount is no more than what is due. */
  targets: readonly { instalmentId: string; amountCents: bigint }[];
}

/**
 * Lets money of a payment count for other instalments, in the caller's transaction, which holds all applications. Where
 * everything is moved, the receipt gets a successor. Answers the id under which it can be undone.
 */
export async function moveMoney(
  tx: Database,
  { paymentId, targets }: NewMove,
  step: MoveStep,
): Promise<string> {
  const operationId = randomUUID();
  const before = await lockedPayment(tx, paymentId);
  const movedCents = targets.reduce((sum, { amountCents }) => sum + amountCents, 0n);
  if (movedCents > ownCentsOf([before])) throw new Error('More is moved than is there.');
  const [first] = targets;
  const isWhole = before.movedCents === 0n && movedCents === leftOf(before);
  const receiptFor = isWhole && first ? first.instalmentId : undefined;
  const due = receiptFor === undefined ? undefined : await restOf(tx, receiptFor);
  const changes = targets.map(({ instalmentId: toInstalmentId, amountCents }) => ({
    isUndo: false,
    move: {
      id: randomUUID(),
      operationId,
      paymentId,
      toInstalmentId,
      amountCents,
      movedAt: step.at,
      undoneAt: null,
    },
  }));
  const payment = await apply(tx, before, changes, { ...step, operationId, receiptFor });
  if (receiptFor) await issueFor(tx, payment, { instalmentId: receiptFor, dueCents: due }, step.at);
  return operationId;
}

/** Undoes what was moved at once. Throws 409 where that was done, or what was paid before is paid again. */
export async function undoMove(
  tx: Database,
  { paymentId, operationId }: { paymentId: string; operationId: string },
  step: MoveStep,
): Promise<void> {
  const before = await lockedPayment(tx, paymentId);
  const moves = (await listMovesOfPayment(tx, paymentId)).map(({ move }) => move);
  const undone = moves.filter((move) => move.operationId === operationId);
  if (undone.length === 0) throw new Fault(409, words('This was already undone.'));
  const others = await othersOf(tx, before);
  if (before.status === 'succeeded') requireNoLaterPayment('succeeded', others);
  const newest = (await listReceiptsOfPayment(tx, paymentId)).at(-1);
  const receiptFor = newest?.instalmentId ? before.instalmentId : undefined;
  const changes = undone.map((move) => ({ isUndo: true, move }));
  const payment = await apply(tx, before, changes, { ...step, operationId, receiptFor });
  if (receiptFor) await issueFor(tx, payment, { instalmentId: null }, step.at);
}

/** Takes back as much of a payment's moves, the last first, as its money no longer covers: `leftCents` is left of it. */
export async function returnMoved(
  tx: Database,
  before: Payment,
  leftCents: bigint,
  step: MoveStep,
): Promise<Payment> {
  let missing = before.movedCents - leftCents;
  const changes: Change[] = [];
  for (const { move } of (await listMovesOfPayment(tx, before.id)).toReversed()) {
    if (missing <= 0n) break;
    changes.push({ isUndo: true, move });
    const restCents = move.amountCents - missing;
    if (restCents > 0n)
      changes.push({
        isUndo: false,
        move: { ...move, id: randomUUID(), amountCents: restCents, movedAt: step.at },
      });
    missing -= move.amountCents;
  }
  return apply(tx, before, changes, step);
}

interface Change {
  isUndo: boolean;
  move: MoneyMove;
}

interface Applied extends MoveStep {
  /** Of an operation of its own; without it the flags stay as they are. */
  operationId?: string;
  /** What the next receipt is for, where there is one. */
  receiptFor?: string | undefined;
}

/** Writes moves or the reverse of moves: journal, amounts, instalments, schedules and applications. */
async function apply(
  tx: Database,
  before: Payment,
  changes: readonly Change[],
  step: Applied,
): Promise<Payment> {
  const home = await placeOf(tx, before.instalmentId);
  let { movedCents } = before;
  for (const { isUndo, move } of changes) {
    const target = await placeOf(tx, move.toInstalmentId);
    const { amountCents: amount } = move;
    const [from, to] = isUndo ? [target, home] : [home, target];
    const source = `move:${move.id}${isUndo ? ':undone' : ''}`;
    await postMove(tx, before, { from: idsOf(from), to: idsOf(to), amount, source, at: step.at });
    const added = isUndo ? -amount : amount;
    movedCents += added;
    const creditedCents = target.instalment.creditedCents + added;
    await setInstalment(tx, target.instalment.id, { creditedCents });
    if (isUndo) await setMoveUndone(tx, move.id, step.at);
    else await addMove(tx, move);
  }
  const moved = await setPayment(tx, before.id, { movedCents, updatedAt: step.at });
  const after = step.operationId ? await updateFlags(tx, moved, step) : moved;
  await addMoveEvent(tx, before, after, step);
  const touched = new Set([home.instalment.id, ...changes.map(({ move }) => move.toInstalmentId)]);
  for (const id of touched) await balance(tx, id, home.instalment.id, step);
  return after;
}

/** The instalment follows what is held for it now, and its application with it. */
async function balance(
  tx: Database,
  instalmentId: string,
  homeId: string,
  { actor, at }: Applied,
): Promise<void> {
  const { instalment, schedule } = await placeOf(tx, instalmentId);
  const payments = await listPaymentsOfInstalment(tx, instalmentId);
  const heldCents = heldCentsOf(instalment, payments);
  if (instalmentId !== homeId) await flagShort(tx, payments, { instalment, heldCents, actor, at });
  const application = await findApplication(tx, schedule.applicationId);
  const isEnded = application?.applicationStatus === 'cancelled';
  const now = { heldCents, isEnded, isCorrection: true, at };
  await balanceInstalment(tx, { instalment, schedule }, now);
  await refreshPaymentStatus(tx, schedule.applicationId, at);
}

/**
 * A payment that was the last of its instalment is so no more once other money of it is gone: it lacks that, and the
 * next one pays the instalment.
 */
export async function flagShort(
  tx: Database,
  payments: readonly Payment[],
  {
    instalment,
    heldCents,
    actor,
    at,
  }: { instalment: Instalment; heldCents: bigint; actor: MoveStep['actor']; at: Date },
): Promise<void> {
  if (heldCents >= instalment.amountCents) return;
  for (const payment of payments.filter(isPaying)) {
    await setPayment(tx, payment.id, { flag: 'under', updatedAt: at });
    await addFlagEvent(tx, payment, 'under', { actor, at });
  }
}

function addFlagEvent(
  tx: Database,
  { id: paymentId, status }: Payment,
  flag: Flag,
  { actor, at }: Pick<MoveStep, 'actor' | 'at'>,
) {
  const by = { actor: actor.kind, actorId: actor.id ?? null, reason: null };
  return addPaymentEvent(tx, { ...by, paymentId, at, from: status, to: status, data: { flag } });
}

/** One payment pays its instalment, or none while its price is not held; its flag says whether there is too much. */
async function updateFlags(tx: Database, moved: Payment, { actor, at }: Applied): Promise<Payment> {
  const { instalment } = await placeOf(tx, moved.instalmentId);
  const others = await othersOf(tx, moved);
  const heldCents = heldCentsOf(instalment, [...others, moved]);
  const flagNow = ({ flag }: Payment): Flag =>
    flagOf(heldCents, instalment.amountCents, flag === 'over' ? 'none' : flag);
  for (const other of others.filter(isPaying)) {
    const flag = flagNow(other);
    if (flag === other.flag) continue;
    await setPayment(tx, other.id, { flag, updatedAt: at });
    await addFlagEvent(tx, other, flag, { actor, at });
  }
  const flag = others.some(isPaying) ? moved.flag : flagNow(moved);
  return flag === moved.flag ? moved : setPayment(tx, moved.id, { flag });
}

async function addMoveEvent(
  tx: Database,
  before: Payment,
  { id, status, flag, movedCents }: Payment,
  { actor, at, reason, operationId, receiptFor }: Applied,
): Promise<void> {
  const changed = movedCents - before.movedCents;
  await addPaymentEvent(tx, {
    paymentId: id,
    at,
    from: status,
    to: status,
    actor: actor.kind,
    actorId: actor.id ?? null,
    reason: reason ?? null,
    data: {
      movedCents: String(movedCents),
      [changed > 0n ? 'movedNowCents' : 'movedBackCents']: String(
        changed > 0n ? changed : -changed,
      ),
      ...(operationId ? { operationId } : {}),
      ...(receiptFor ? { receiptFor } : {}),
      ...(flag === before.flag ? {} : { flag }),
    },
  });
}

async function issueFor(
  tx: Database,
  payment: Payment,
  { instalmentId, dueCents }: { instalmentId: string | null; dueCents?: bigint | undefined },
  at: Date,
): Promise<void> {
  const { instalment, schedule } = await placeOf(tx, instalmentId ?? payment.instalmentId);
  const application = await findApplication(tx, schedule.applicationId);
  if (!application) throw new Error('A receipt without an application.');
  const place = { application, schedule, instalment, payment, at };
  await issueReceipt(tx, { ...place, movedTo: instalmentId, dueCents });
}

async function restOf(tx: Database, instalmentId: string): Promise<bigint> {
  const { instalment } = await placeOf(tx, instalmentId);
  const payments = await listPaymentsOfInstalment(tx, instalmentId);
  return instalment.amountCents - heldCentsOf(instalment, payments);
}

type Place = NonNullable<Awaited<ReturnType<typeof findInstalment>>>;

const idsOf = ({ instalment, schedule }: Place) => ({
  instalmentId: instalment.id,
  applicationId: schedule.applicationId,
});

async function placeOf(tx: Database, instalmentId: string): Promise<Place> {
  const found = await findInstalment(tx, instalmentId);
  if (!found) throw new Error('Money counts for an instalment that does not exist.');
  return found;
}

async function othersOf(tx: Database, { id, instalmentId }: Payment): Promise<Payment[]> {
  return (await listPaymentsOfInstalment(tx, instalmentId)).filter((other) => other.id !== id);
}

async function lockedPayment(tx: Database, id: string): Promise<Payment> {
  const locked = await lockPayment(tx, id);
  if (!locked) throw new Fault(404, words('This payment does not exist.'));
  return locked;
}

import { randomUUID } from 'node:crypto';
import type { Database } from '../../../../server/database/database.ts';
import { Fault } from '../../../../shared/fault.ts';
import { CURRENCY } from '../../../../shared/money.ts';
import type { Plan } from '../../../../shared/plan.ts';
import { words } from '../../../../shared/words.ts';
import {
  dayOf,
  overdueAfterMs,
  INSTALMENT_STEPS,
  type InstalmentStatus,
  isTransitionAllowed,
  monthsAfter,
  PAYABLE,
  priceHeldMs,
} from '../payment.rules.ts';
import { payOffOf } from './pay-off.rules.ts';
import { heldCentsOf } from '../instalment.rules.ts';
import { listPaymentsOfInstalment } from '../payment.store.ts';
import {
  postChargeAgain,
  postChargeChange,
  postChargeEnd,
  postCharges,
} from '../journal/journal.service.ts';
import { activePricing } from '../../pricing/payment-config.store.ts';
import { priceOf } from '../../pricing/pricing.rules.ts';
import {
  addDraftSchedule,
  findSchedule,
  type Instalment,
  listInstalments,
  type Schedule,
  setInstalment,
  setSchedule,
} from './schedule.store.ts';

/** Opens an application's schedule at the price in force, which from here on is frozen. */
export async function openSchedule(
  tx: Database,
  applicationId: string,
  plan: Plan,
  at: Date,
): Promise<Schedule> {
  const pricing = await activePricing(tx);
  const { amountCents, payments } = priceOf(plan, pricing);
  const schedule: Schedule = {
    id: randomUUID(),
    applicationId,
    plan,
    amountCents,
    currency: CURRENCY,
    payments,
    status: 'draft',
    kitRelease: pricing.kitRelease ?? 'first_payment',
    endedBy: null,
    pricedAt: at,
    createdAt: at,
    updatedAt: at,
  };
  const instalments = Array.from(
    { length: payments },
    (_, index): Instalment => ({
      id: randomUUID(),
      scheduleId: schedule.id,
      number: index + 1,
      amountCents,
      creditedCents: 0n,
      dueOn: monthsAfter(dayOf(at), index),
      chargeOn: null,
      status: index === 0 ? 'due' : 'scheduled',
      updatedAt: at,
    }),
  );
  await addDraftSchedule(tx, schedule, instalments);
  return schedule;
}

/**
 * Whether an unpaid schedule is still valid: its plan is the wanted one, and its price is current or, with
 * `holdPrice`, was frozen recently enough that the payer may have sent money at it.
 */
export async function isScheduleCurrent(
  tx: Database,
  schedule: Schedule,
  asked: { plan: Plan; holdPrice: boolean; at: Date },
): Promise<boolean> {
  if (schedule.plan !== asked.plan) return false;
  if (asked.holdPrice && asked.at.getTime() - schedule.pricedAt.getTime() <= priceHeldMs)
    return true;
  const price = priceOf(asked.plan, await activePricing(tx));
  return price.amountCents === schedule.amountCents && price.payments === schedule.payments;
}

/** Cancels a schedule with its unpaid instalments; cancel open attempts on them before. */
export async function cancelSchedule(tx: Database, schedule: Schedule, at: Date): Promise<void> {
  for (const due of await listInstalments(tx, schedule.id))
    if (PAYABLE.includes(due.status)) await endInstalment(tx, schedule, due, at);
  await setSchedule(tx, schedule.id, { storedStatus: 'cancelled', updatedAt: at });
}

/** Runs a cancelled schedule again: what was cancelled is charged again, and due on its day. */
export async function resumeSchedule(tx: Database, schedule: Schedule, at: Date): Promise<void> {
  for (const instalment of await listInstalments(tx, schedule.id)) {
    if (instalment.status !== 'cancelled') continue;
    await stepInstalment(tx, instalment, statusOn(instalment.dueOn, at), at);
    await postChargeAgain(tx, schedule, instalment, at);
  }
  await setSchedule(tx, schedule.id, { storedStatus: 'active', updatedAt: at });
}

/**
 * Charges the instalments and starts the calendar on this day: when the application is submitted, and again with a claim
 * after a failed one.
 */
export async function startSchedule(tx: Database, applicationId: string, at: Date): Promise<void> {
  const schedule = await findSchedule(tx, applicationId);
  if (!schedule) throw new Error('An application is submitted without a schedule.');
  const instalments = await listInstalments(tx, schedule.id);
  await postCharges(tx, schedule, instalments, at);
  for (const due of instalments) {
    await setInstalment(tx, due.id, {
      dueOn: monthsAfter(dayOf(at), due.number - 1),
      updatedAt: at,
    });
  }
}

/**
 * Makes an instalment paid while its price is held, and due again once money has gone back.
 * `isEnded`: its application was cancelled, so that nothing becomes due again.
 */
export async function balanceInstalment(
  tx: Database,
  { instalment, schedule }: { instalment: Instalment; schedule: Schedule },
  {
    heldCents,
    isEnded,
    isCorrection = false,
    at,
  }: { heldCents: bigint; isEnded: boolean; isCorrection?: boolean; at: Date },
): Promise<void> {
  const isHeld = heldCents >= instalment.amountCents;
  if (isHeld && PAYABLE.includes(instalment.status)) {
    // An instalment that is paid early becomes due first, then paid.
    const due =
      instalment.status === 'scheduled'
        ? await stepInstalment(tx, instalment, 'due', at)
        : instalment;
    await stepInstalment(tx, due, 'paid', at);
    await activateSchedule(tx, schedule, at);
  } else if (!isHeld && instalment.status === 'paid') {
    const isOver = isEnded || schedule.status === 'cancelled';
    if (isOver) await endInstalment(tx, schedule, instalment, at);
    // What was recorded too early was never due.
    else if (isCorrection && instalment.dueOn > dayOf(at))
      await stepInstalment(tx, instalment, 'scheduled', at);
    else await stepInstalment(tx, instalment, 'due', at);
    if (isOver && schedule.status !== 'cancelled') await cancelSchedule(tx, schedule, at);
  } else if (instalment.status === 'cancelled' || instalment.status === 'waived')
    await postChargeEnd(tx, schedule, instalment, at);
}

type Place = { instalment: Instalment; schedule: Schedule };

/** Writes off what is still owed for an unpaid instalment. */
export async function waiveInstalment(
  tx: Database,
  { instalment, schedule }: Place,
  at: Date,
): Promise<void> {
  const waived = await stepInstalment(tx, instalment, 'waived', at);
  await postChargeEnd(tx, schedule, waived, at);
  await activateSchedule(tx, schedule, at);
}

/** Charges again what was written off; the instalment is what its day says. */
export async function unwaiveInstalment(
  tx: Database,
  { instalment, schedule }: Place,
  at: Date,
): Promise<void> {
  await stepInstalment(tx, instalment, statusOn(instalment.dueOn, at), at);
  await postChargeAgain(tx, schedule, instalment, at);
}

/** Moves unpaid instalments to other days; each is what its day says, and a charge of it is announced anew. */
export async function moveInstalments(
  tx: Database,
  moved: readonly { instalment: Instalment; dueOn: string }[],
  at: Date,
): Promise<void> {
  for (const { instalment, dueOn } of moved) {
    await setInstalment(tx, instalment.id, { dueOn, chargeOn: null, updatedAt: at });
    const status = statusOn(dueOn, at);
    if (status !== instalment.status) await stepInstalment(tx, instalment, status, at);
  }
}

const statusOn = (dueOn: string, at: Date) => (dueOn > dayOf(at) ? 'scheduled' : 'due');

/** Nothing is owed for it any more. */
async function endInstalment(tx: Database, schedule: Schedule, due: Instalment, at: Date) {
  const ended = await stepInstalment(tx, due, 'cancelled', at);
  await postChargeEnd(tx, schedule, ended, at);
}

/** With its first instalment that is paid or waived. */
async function activateSchedule(tx: Database, schedule: Schedule, at: Date): Promise<void> {
  if (schedule.status === 'draft')
    await setSchedule(tx, schedule.id, { storedStatus: 'active', updatedAt: at });
}

/** Makes instalments due on their day, and overdue after the grace period. */
export async function advanceInstalments(
  tx: Database,
  applicationId: string,
  busy: ReadonlySet<string>,
  at: Date,
): Promise<void> {
  const schedule = await findSchedule(tx, applicationId);
  if (!schedule || (schedule.status !== 'active' && schedule.status !== 'past_due')) return;
  const lateDay = dayOf(new Date(at.getTime() - overdueAfterMs));
  const instalments = await listInstalments(tx, schedule.id);
  const offer = payOffOf(schedule, instalments);
  for (let due of instalments) {
    if (due.status === 'scheduled' && due.dueOn <= dayOf(at))
      due = await stepInstalment(tx, due, 'due', at);
    // A claim that waits for us is not the payer's delay. Due again after a refund, it is due for as long as at first.
    const isLate = due.dueOn <= lateDay && dayOf(due.updatedAt) <= lateDay;
    // The rest of a plan at once is not late while it is offered.
    const isOffered = due.id === offer?.whole.id && at < offer.until;
    if (due.status === 'due' && isLate && !isOffered && !busy.has(due.id))
      await stepInstalment(tx, due, 'overdue', at);
  }
}

async function stepInstalment(
  tx: Database,
  instalment: Instalment,
  to: InstalmentStatus,
  at: Date,
): Promise<Instalment> {
  if (!isTransitionAllowed<InstalmentStatus>(INSTALMENT_STEPS, instalment.status, to)) {
    throw new Fault(
      409,
      words('This instalment cannot move to this step from its current status.'),
    );
  }
  await setInstalment(tx, instalment.id, { status: to, updatedAt: at });
  return { ...instalment, status: to };
}

/** The id of an instalment by its number, or of the first unpaid one. Throws 404, and 409 when nothing is left to pay. */
export async function findInstalmentToPay(
  tx: Database,
  applicationId: string,
  instalment: number | undefined,
): Promise<string> {
  const schedule = await findSchedule(tx, applicationId);
  if (!schedule) throw new Fault(404, words('This application does not exist.'));
  const instalments = await listInstalments(tx, schedule.id);
  const due =
    instalment === undefined
      ? instalments.find(({ status }) => PAYABLE.includes(status))
      : instalments.find(({ number }) => number === instalment);
  if (!due) throw new Fault(409, words('There is nothing left to pay for this application.'));
  return due.id;
}

/** Money that we hold for an instalment. */
const heldFor = async (tx: Database, instalment: Instalment) =>
  heldCentsOf(instalment, await listPaymentsOfInstalment(tx, instalment.id));

/**
 * Combines the unpaid instalments of a running plan into the first of them, so that one payment pays the rest. No day
 * is set any more on which a stored account is charged. The caller holds the application's lock, has ended its open
 * payments and ends its stored account. Throws 409 when nothing can be combined.
 */
export async function combineInstalments(
  tx: Database,
  schedule: Schedule,
  at: Date,
): Promise<Instalment> {
  const open = (await listInstalments(tx, schedule.id)).filter(({ status }) =>
    PAYABLE.includes(status),
  );
  const [first, ...later] = open;
  if (!first || later.length === 0)
    throw new Fault(409, words('There is only one payment left. Pay it as usual.'));
  for (const one of later)
    if ((await heldFor(tx, one)) > 0n)
      throw new Fault(
        409,
        words('A later payment is paid in part. Please pay the rest of it first.'),
      );
  let addedCents = 0n;
  for (const one of later) {
    await stepInstalment(tx, one, 'combined', at);
    await setInstalment(tx, one.id, { chargeOn: null });
    await postChargeChange(tx, schedule, one, -one.amountCents, at);
    addedCents += one.amountCents;
  }
  const amountCents = first.amountCents + addedCents;
  await setInstalment(tx, first.id, { amountCents, chargeOn: null, updatedAt: at });
  await postChargeChange(tx, schedule, first, addedCents, at);
  return { ...first, amountCents };
}

/**
 * Undoes the same as long as it is not paid: each instalment is again what its day says. Returns false when nothing is
 * combined, or money has come that is more than one instalment. The caller holds the application's lock.
 */
export async function separateInstalments(
  tx: Database,
  schedule: Schedule,
  at: Date,
): Promise<boolean> {
  const found = payOffOf(schedule, await listInstalments(tx, schedule.id));
  if (!found || (await heldFor(tx, found.whole)) >= schedule.amountCents) return false;
  const { whole, parts } = found;
  let movedCents = 0n;
  for (const part of parts) {
    await stepInstalment(tx, part, statusOn(part.dueOn, at), at);
    await postChargeChange(tx, schedule, part, part.amountCents, at);
    movedCents += part.amountCents;
  }
  const amountCents = whole.amountCents - movedCents;
  await setInstalment(tx, whole.id, { amountCents, updatedAt: at });
  await postChargeChange(tx, schedule, whole, -movedCents, at);
  return true;
}

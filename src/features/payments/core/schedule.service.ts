import { randomUUID } from 'node:crypto';
import type { Database } from '../../../server/database/database.ts';
import { Fault } from '../../../shared/fault.ts';
import { CURRENCY } from '../../../shared/money.ts';
import type { Plan } from '../../../shared/plan.ts';
import { words } from '../../../shared/words.ts';
import {
  dayOf,
  overdueAfterMs,
  INSTALMENT_STEPS,
  type InstalmentStatus,
  isTransitionAllowed,
  monthsAfter,
  PAYABLE,
  priceHeldMs,
  SCHEDULE_STEPS,
  type ScheduleStatus,
} from './payment.rules.ts';
import { activePricing } from '../pricing/payment-config.store.ts';
import { priceOf } from '../pricing/pricing.rules.ts';
import {
  addSchedule,
  findInstalment,
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
      dueOn: monthsAfter(dayOf(at), index),
      status: index === 0 ? 'due' : 'scheduled',
      updatedAt: at,
    }),
  );
  await addSchedule(tx, schedule, instalments);
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
    if (PAYABLE.includes(due.status)) await stepInstalment(tx, due, 'cancelled', at);
  await stepSchedule(tx, schedule, 'cancelled', at);
}

/** Starts the calendar on this day: when the application is submitted, and again with a claim after a failed one. */
export async function startSchedule(tx: Database, applicationId: string, at: Date): Promise<void> {
  const schedule = await findSchedule(tx, applicationId);
  if (!schedule) throw new Error('An application is submitted without a schedule.');
  for (const due of await listInstalments(tx, schedule.id)) {
    await setInstalment(tx, due.id, {
      dueOn: monthsAfter(dayOf(at), due.number - 1),
      updatedAt: at,
    });
  }
}

/** Marks an instalment as paid and updates its schedule: started, no longer past due, completed. */
export async function settleInstalment(
  tx: Database,
  instalmentId: string,
  at: Date,
): Promise<void> {
  const found = await findInstalment(tx, instalmentId);
  if (!found) throw new Error('A paid instalment vanished.');
  const { instalment, schedule } = found;
  // An instalment that is paid early becomes due first, then paid.
  const due =
    instalment.status === 'scheduled'
      ? await stepInstalment(tx, instalment, 'due', at)
      : instalment;
  await stepInstalment(tx, due, 'paid', at);

  const instalments = await listInstalments(tx, schedule.id);
  const isLate = instalments.some(({ status }) => status === 'overdue');
  const isDone = instalments.every(({ status }) => status === 'paid' || status === 'waived');
  let current = schedule;
  if (schedule.status === 'draft' || (schedule.status === 'past_due' && !isLate))
    current = await stepSchedule(tx, current, 'active', at);
  if (isDone) await stepSchedule(tx, current, 'completed', at);
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
  for (let due of await listInstalments(tx, schedule.id)) {
    if (due.status === 'scheduled' && due.dueOn <= dayOf(at))
      due = await stepInstalment(tx, due, 'due', at);
    // A claim that waits for us is not the payer's delay.
    if (due.status === 'due' && due.dueOn <= lateDay && !busy.has(due.id))
      await stepInstalment(tx, due, 'overdue', at);
  }
  const isLate = (await listInstalments(tx, schedule.id)).some(
    ({ status }) => status === 'overdue',
  );
  if (isLate && schedule.status === 'active') await stepSchedule(tx, schedule, 'past_due', at);
}

async function stepInstalment(
  tx: Database,
  instalment: Instalment,
  to: InstalmentStatus,
  at: Date,
): Promise<Instalment> {
  if (!isTransitionAllowed<InstalmentStatus>(INSTALMENT_STEPS, instalment.status, to)) {
    throw new Fault(409, words('This instalment cannot take this step from its status.'));
  }
  await setInstalment(tx, instalment.id, { status: to, updatedAt: at });
  return { ...instalment, status: to };
}

async function stepSchedule(
  tx: Database,
  schedule: Schedule,
  to: ScheduleStatus,
  at: Date,
): Promise<Schedule> {
  if (!isTransitionAllowed<ScheduleStatus>(SCHEDULE_STEPS, schedule.status, to)) {
    throw new Fault(409, words('This schedule cannot take this step from where it stands.'));
  }
  await setSchedule(tx, schedule.id, { status: to, updatedAt: at });
  return { ...schedule, status: to };
}

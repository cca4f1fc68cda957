import { Fault } from '../../shared/fault.ts';
import { words } from '../../shared/words.ts';
import { lockApplication } from '../application/application.store.ts';
import { cancelOpenPayments, endPlan } from '../payments/rails/card/renewals/renewals.service.ts';
import {
  endStoredAccount,
  hasStoredAccount,
} from '../payments/rails/card/renewals/vault.service.ts';
import { payOffOf } from '../payments/core/schedule/pay-off.rules.ts';
import {
  combineInstalments,
  separateInstalments,
} from '../payments/core/schedule/schedule.service.ts';
import { dayOf, PAYABLE } from '../payments/core/payment.rules.ts';
import { refreshPaymentStatus } from '../payments/core/payment-view.service.ts';
import { PAYMENTS_BEFORE_CANCELLING } from '../payments/pricing/pricing.rules.ts';
import {
  findSchedule,
  type Instalment,
  listInstalments,
  type Schedule,
} from '../payments/core/schedule/schedule.store.ts';
import { type ApplicantContext, findProven } from './access.service.ts';

/** Whether the payer can cancel a plan, now or after further payments. */
export function planCancellation(
  schedule: Pick<Schedule, 'plan' | 'status'> | undefined,
  instalments: Instalment[],
) {
  const paid = instalments.filter(({ status }) => status === 'paid').length;
  const isRunning =
    schedule?.plan === 'installment' &&
    (schedule.status === 'active' || schedule.status === 'past_due') &&
    instalments.some(({ status }) => PAYABLE.includes(status));
  const paymentsUntilStop = Math.max(0, PAYMENTS_BEFORE_CANCELLING - paid);
  return {
    isStopped: schedule?.plan === 'installment' && schedule.status === 'cancelled',
    isRunning,
    mayStop: isRunning && paymentsUntilStop === 0,
    paymentsUntilStop: isRunning ? paymentsUntilStop : 0,
  };
}

/**
 * Ends a plan for its payer: nothing more is due, and what was paid stays paid. Throws 409 before the third
 * payment, when no plan runs, and while money is on its way.
 */
export async function stopPlan(context: ApplicantContext, id: string): Promise<void> {
  await findProven(context, id);
  await lockApplication(context.db, id);
  const schedule = await findSchedule(context.db, id);
  const instalments = schedule ? await listInstalments(context.db, schedule.id) : [];
  const { isRunning, mayStop } = planCancellation(schedule, instalments);
  if (!schedule || !isRunning)
    throw new Fault(409, words('There is no active payment plan to cancel.'));
  if (!mayStop) {
    const stop = PAYMENTS_BEFORE_CANCELLING;
    const sentence = words('You can cancel a plan after {stop} payments.');
    throw new Fault(409, context.translate(sentence, context.language, { stop }));
  }
  await endPlan(context, schedule, { kind: 'payer' });
}

/**
 * Combines what is left of a plan into one payment for its payer. From then on PayPal charges nothing by itself, also
 * when the payer goes back to monthly payments. Throws 409 when no plan runs, one payment is left, and while money is on
 * its way.
 */
export async function payOff(context: ApplicantContext, id: string): Promise<Instalment> {
  const { schedule, at } = await lockRunningPlan(context, id);
  await cancelOpenPayments(context, id, changeOf(at, ON_ITS_WAY));
  const whole = await combineInstalments(context.db, schedule, at);
  const endsCharges = await hasStoredAccount(context.db, schedule.id);
  await endStoredAccount(context, schedule.id);
  await refreshPaymentStatus(context.db, id, at);
  await context.jobs.send(context.db, 'plan-pay-off', { id, endsCharges });
  return whole;
}

/** Undoes the same before it is paid. Throws 409 when there is nothing to undo, and while money is on its way. */
export async function payMonthly(context: ApplicantContext, id: string): Promise<void> {
  const { schedule, at } = await lockRunningPlan(context, id);
  await cancelOpenPayments(context, id, changeOf(at, BEING_CHECKED));
  if (!(await separateInstalments(context.db, schedule, at)))
    throw new Fault(
      409,
      words('There is nothing to change: the rest is paid monthly, or has come.'),
    );
  // PayPal may have reported the account only meanwhile.
  await endStoredAccount(context, schedule.id);
  await refreshPaymentStatus(context.db, id, at);
}

async function lockRunningPlan(context: ApplicantContext, id: string) {
  await findProven(context, id);
  await lockApplication(context.db, id);
  const schedule = await findSchedule(context.db, id);
  const instalments = schedule ? await listInstalments(context.db, schedule.id) : [];
  if (!schedule || !planCancellation(schedule, instalments).isRunning)
    throw new Fault(409, words('There is no active payment plan.'));
  return { schedule, at: context.clock.now() };
}

/** What is left of a plan, which can be paid at once, or is going to be: then until when. */
export function payOffChoice(schedule: Schedule | undefined, instalments: Instalment[]) {
  if (!schedule || !planCancellation(schedule, instalments).isRunning) return null;
  const combined = payOffOf(schedule, instalments);
  if (combined) return { payments: combined.parts.length + 1, until: dayOf(combined.until) };
  const open = instalments.filter(({ status }) => PAYABLE.includes(status));
  return open.length > 1 ? { payments: open.length, until: null } : null;
}

const BEING_CHECKED = words(
  'We are still checking a payment. Please wait for the result, then cancel the plan.',
);
const ON_ITS_WAY = words(
  'A payment is on its way: PayPal is charging it, or we are checking it. Please wait for the result, then pay the rest.',
);

const changeOf = (at: Date, refusal: string) =>
  ({ actor: { kind: 'payer' }, at, refusal, reason: 'the plan was changed' }) as const;

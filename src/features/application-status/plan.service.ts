import type { Database } from '../../server/database/database.ts';
import { Fault } from '../../shared/fault.ts';
import { words } from '../../shared/words.ts';
import { lockApplication } from '../application/application.store.ts';
import { endStoredAccount } from '../payments/rails/card/vault.service.ts';
import { OPEN, PAYABLE, UNDER_WAY } from '../payments/core/payment.rules.ts';
import { refreshPaymentStatus, changePaymentStatus } from '../payments/core/payment.service.ts';
import { listPaymentsOf } from '../payments/core/payment.store.ts';
import { PAYMENTS_BEFORE_CANCELLING } from '../payments/pricing/pricing.rules.ts';
import { cancelSchedule } from '../payments/core/schedule.service.ts';
import {
  findSchedule,
  type Instalment,
  listInstalments,
  type Schedule,
} from '../payments/core/schedule.store.ts';
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
  const at = context.clock.now();
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
  await cancelOpenPayments(context.db, id, at);
  await cancelSchedule(context.db, schedule, at);
  await endStoredAccount(context, schedule.id);
  await refreshPaymentStatus(context.db, id, at);
  await context.jobs.send(context.db, 'plan-stopped', { id });
}

/** Ends what was begun to be paid; money that may be on its way is waited for instead. */
async function cancelOpenPayments(tx: Database, id: string, at: Date): Promise<void> {
  const open = (await listPaymentsOf(tx, [id])).filter(({ payment }) =>
    OPEN.includes(payment.status),
  );
  if (open.some(({ payment }) => UNDER_WAY.includes(payment.status)))
    throw new Fault(
      409,
      words('We are still checking a payment. Please wait for the result, then cancel the plan.'),
    );
  for (const { payment } of open)
    await changePaymentStatus(tx, {
      paymentId: payment.id,
      to: 'cancelled',
      actor: { kind: 'payer' },
      at,
      reason: 'the plan was cancelled',
    });
}

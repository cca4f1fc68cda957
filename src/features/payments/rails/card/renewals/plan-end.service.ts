import type { AppContext } from '../../../../../server/context.ts';
import { Fault } from '../../../../../shared/fault.ts';
import { words } from '../../../../../shared/words.ts';
import { OPEN, UNDER_WAY } from '../../../core/payment.rules.ts';
import { type Actor, changePaymentStatus } from '../../../core/payment.service.ts';
import { listPaymentsOf } from '../../../core/payment.store.ts';
import { refreshPaymentStatus } from '../../../core/payment-view.service.ts';
import { cancelSchedule, resumeSchedule } from '../../../core/schedule/schedule.service.ts';
import { type Schedule, setSchedule } from '../../../core/schedule/schedule.store.ts';
import { endStoredAccount, reuseStoredAccount } from './vault.service.ts';

/** `db` is a transaction that holds the application. */
type PlanContext = Pick<AppContext, 'db' | 'jobs' | 'clock'>;

/**
 * Ends a plan: what is unpaid is cancelled, what was begun to be paid ends, and the stored account is charged no more.
 * The payer gets an email, at once without `after`. Throws 409 while money is on its way.
 */
export async function endPlan(
  context: PlanContext,
  schedule: Schedule,
  actor: Actor,
  after: { startAfter?: Date } = {},
): Promise<void> {
  const { db, jobs, clock } = context;
  const { id, applicationId } = schedule;
  const at = clock.now();
  await cancelOpenPayments(context, applicationId, {
    actor,
    at,
    refusal:
      actor.kind === 'admin'
        ? words('A payment of this plan is being checked. Decide it first.')
        : words(
            'We are still checking a payment. Please wait for the result, then cancel the plan.',
          ),
    reason: 'the plan was cancelled',
  });
  await cancelSchedule(db, schedule, at);
  if (actor.kind === 'admin' && actor.id) await setSchedule(db, id, { endedBy: actor.id });
  await endStoredAccount(context, id, after);
  await refreshPaymentStatus(db, applicationId, at);
  await jobs.send(db, 'plan-stopped', { id: applicationId }, after);
}

/** Undoes it: the plan runs again, with the stored account where PayPal still has it. */
export async function resumePlan(
  { db, clock }: Omit<PlanContext, 'jobs'>,
  schedule: Schedule,
): Promise<void> {
  const at = clock.now();
  await resumeSchedule(db, schedule, at);
  await setSchedule(db, schedule.id, { endedBy: null });
  await reuseStoredAccount({ db }, schedule.id, schedule.updatedAt);
  await refreshPaymentStatus(db, schedule.applicationId, at);
}

/** Ends what was begun to be paid. Throws 409 with `refusal` while money may be on its way. */
export async function cancelOpenPayments(
  { db }: Pick<PlanContext, 'db'>,
  applicationId: string,
  { refusal, ...step }: { actor: Actor; at: Date; refusal: string; reason: string },
): Promise<void> {
  const open = (await listPaymentsOf(db, [applicationId])).filter(({ payment }) =>
    OPEN.includes(payment.status),
  );
  if (open.some(({ payment }) => UNDER_WAY.includes(payment.status))) throw new Fault(409, refusal);
  for (const { payment } of open)
    await changePaymentStatus(db, { paymentId: payment.id, to: 'cancelled', ...step });
}

import type { Database } from '../../../server/database/database.ts';
import { setPaymentView } from '../../application/application.store.ts';
import { kitReleasedAt } from './instalment.rules.ts';
import { paymentStatusOf } from './payment.rules.ts';
import { listPaymentsOf } from './payment.store.ts';
import {
  findSchedule,
  listCreditedInstalments,
  listInstalments,
} from './schedule/schedule.store.ts';

/**
 * Writes application.paymentStatus, its plan, price and method, and since when the kit may leave, anew from schedule
 * and payments: the only writer of these.
 */
export async function refreshPaymentStatus(
  tx: Database,
  applicationId: string,
  at: Date,
): Promise<void> {
  const schedule = await findSchedule(tx, applicationId);
  if (!schedule) throw new Error('An application with payments has no schedule in force.');
  const attempts = (await listPaymentsOf(tx, [applicationId])).map(({ payment }) => payment);
  const credited = await listCreditedInstalments(tx, [applicationId]);
  const latest = attempts.findLast((attempt) => attempt.status !== 'cancelled');
  await setPaymentView(
    tx,
    applicationId,
    {
      paymentStatus: paymentStatusOf(schedule, attempts, credited),
      paymentPlan: schedule.plan,
      paymentAmountCents: schedule.amountCents,
      kitReleasedAt: kitReleasedAt(schedule, await listInstalments(tx, schedule.id)),
      ...(latest ? { paymentMethod: latest.rail } : {}),
    },
    at,
  );
}

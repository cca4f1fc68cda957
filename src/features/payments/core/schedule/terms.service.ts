import type { Database } from '../../../../server/database/database.ts';
import { Fault } from '../../../../shared/fault.ts';
import type { Plan } from '../../../../shared/plan.ts';
import { words } from '../../../../shared/words.ts';
import type { Application } from '../../../application/application.store.ts';
import { OPEN, RECEIVED, UNDER_WAY } from '../payment.rules.ts';
import { changePaymentStatus } from '../payment.service.ts';
import { refreshPaymentStatus } from '../payment-view.service.ts';
import { listPaymentsOf } from '../payment.store.ts';
import {
  cancelSchedule,
  isScheduleCurrent,
  openSchedule,
  startSchedule,
} from './schedule.service.ts';
import { findSchedule, type Schedule } from './schedule.store.ts';

interface Terms {
  plan: Plan;
  /** Keep a price that the payer may have paid already. */
  holdPrice: boolean;
  at: Date;
}

/** The schedule in force, exchanged for one at today's price or of the other plan where it no longer fits. */
export async function agreeTerms(
  tx: Database,
  applicationId: string,
  terms: Terms,
): Promise<Schedule> {
  const { plan, at } = terms;
  const schedule = await findSchedule(tx, applicationId);
  if (schedule && (await isScheduleCurrent(tx, schedule, terms))) return schedule;
  if (schedule) {
    for (const { payment } of await listPaymentsOf(tx, [applicationId])) {
      if (!OPEN.includes(payment.status)) continue;
      await changePaymentStatus(tx, {
        paymentId: payment.id,
        to: 'cancelled',
        actor: { kind: 'payer' },
        at,
        reason: 'the plan or its price changed',
      });
    }
    await cancelSchedule(tx, schedule, at);
  }
  return openSchedule(tx, applicationId, plan, at);
}

/**
 * The terms of a submitted application at its next payment. While no money was received and no attempt is open,
 * plan and price are agreed anew and the calendar starts on this day. After that they are fixed, and the other
 * plan is refused with 409. The caller holds the application's lock.
 */
export async function renewTerms(
  tx: Database,
  application: Pick<Application, 'id' | 'paymentPlan'>,
  plan: Plan,
  at: Date,
): Promise<void> {
  const attempts = await listPaymentsOf(tx, [application.id]);
  const isBound = attempts.some(
    ({ payment: { status, rail } }) =>
      UNDER_WAY.includes(status) ||
      RECEIVED.includes(status) ||
      // A card payment only arrives by our own capture: a closed window binds no one.
      (OPEN.includes(status) && rail !== 'paypal'),
  );
  if (!isBound) {
    await agreeTerms(tx, application.id, { plan, holdPrice: true, at });
    await startSchedule(tx, application.id, at);
    await refreshPaymentStatus(tx, application.id, at);
  } else if (application.paymentPlan !== plan) {
    throw new Fault(
      409,
      words(
        'You are already paying with the other plan. The plan cannot be changed while a payment is being checked or after money has arrived.',
      ),
    );
  }
}

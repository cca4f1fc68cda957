import { asc, eq } from 'drizzle-orm';
import type { Database } from '../../server/database/database.ts';
import { payments } from '../payments/core/payment.store.ts';
import { paymentEvents } from '../payments/core/payment-event.store.ts';
import { instalments, paymentSchedules } from '../payments/core/schedule/schedule.store.ts';

/** Every step of every payment of an application, oldest first. */
export async function listPaymentSteps(db: Database, applicationId: string) {
  return db
    .select({ event: paymentEvents, payment: payments, instalment: instalments })
    .from(paymentEvents)
    .innerJoin(payments, eq(payments.id, paymentEvents.paymentId))
    .innerJoin(instalments, eq(instalments.id, payments.instalmentId))
    .innerJoin(paymentSchedules, eq(paymentSchedules.id, instalments.scheduleId))
    .where(eq(paymentSchedules.applicationId, applicationId))
    .orderBy(asc(paymentEvents.id));
}

import { asc, eq, gt, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../../server/database.ts';
import { passportApplications } from '../../application/application.store.ts';
import { payments } from '../payment.store.ts';
import { instalments, paymentSchedules } from '../schedule.store.ts';

const shownColumns = {
  id: passportApplications.id,
  paymentStatus: passportApplications.paymentStatus,
  plan: passportApplications.paymentPlan,
  amountCents: passportApplications.paymentAmountCents,
};

/**
 * Applications that have a schedule, in the order of their ids: what each shows, its schedule in force (the
 * last one where all were cancelled) and every attempt to pay it.
 */
export async function readStandings(
  db: Database,
  { after, limit }: { after: string | undefined; limit: number },
) {
  const rows = await db
    .select({ shown: shownColumns, schedule: paymentSchedules })
    .from(passportApplications)
    .innerJoin(
      paymentSchedules,
      sql`${paymentSchedules.id} = (
        select one.id from payment_schedules as one
        where one.application_id = ${passportApplications.id}
        order by one.status = 'cancelled', one.created_at desc, one.id limit 1)`,
    )
    .where(after ? gt(passportApplications.id, after) : undefined)
    .orderBy(asc(passportApplications.id))
    .limit(limit);
  const attempts = Map.groupBy(
    await listAttempts(
      db,
      rows.map(({ shown }) => shown.id),
    ),
    ({ applicationId }) => applicationId,
  );
  return rows.map(({ shown, schedule }) => ({
    id: shown.id,
    shown,
    schedule,
    attempts: attempts.get(shown.id) ?? [],
  }));
}

async function listAttempts(db: Database, applicationIds: string[]) {
  if (applicationIds.length === 0) return [];
  return db
    .select({
      applicationId: paymentSchedules.applicationId,
      instalmentId: payments.instalmentId,
      rail: payments.rail,
      status: payments.status,
      flag: payments.flag,
    })
    .from(payments)
    .innerJoin(instalments, eq(instalments.id, payments.instalmentId))
    .innerJoin(paymentSchedules, eq(paymentSchedules.id, instalments.scheduleId))
    .where(inArray(paymentSchedules.applicationId, applicationIds));
}

/** What all payments say came, and went back. */
export async function sumPayments(
  db: Database,
): Promise<{ receivedCents: string; refundedCents: string }> {
  const sumOf = (column: typeof payments.receivedCents | typeof payments.refundedCents) =>
    sql<string>`coalesce(sum(${column}), 0)::text`;
  const [sums] = await db
    .select({
      receivedCents: sumOf(payments.receivedCents),
      refundedCents: sumOf(payments.refundedCents),
    })
    .from(payments);
  if (!sums) throw new Error('A sum without a row.');
  return sums;
}

import { asc, eq, gt, inArray, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../../server/database/database.ts';
import { RECEIVED } from '../../core/payment.rules.ts';
import { passportApplications } from '../../../application/application.store.ts';
import { payments } from '../../core/payment.store.ts';
import {
  instalments,
  listCreditedInstalments,
  paymentSchedules,
} from '../../core/schedule/schedule.store.ts';

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
export async function listApplicationStatuses(
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
  const ids = rows.map(({ shown }) => shown.id);
  const byApplication = ({ applicationId }: { applicationId: string }) => applicationId;
  const attempts = Map.groupBy(await listAttempts(db, ids), byApplication);
  const credited = Map.groupBy(await listCreditedInstalments(db, ids), byApplication);
  return rows.map(({ shown, schedule }) => ({
    id: shown.id,
    shown,
    schedule,
    attempts: attempts.get(shown.id) ?? [],
    credited: credited.get(shown.id) ?? [],
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
      receivedCents: payments.receivedCents,
      refundedCents: payments.refundedCents,
      movedCents: payments.movedCents,
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

/** A violation of a rule of the ledger. */
export interface Violation {
  /** The id of what is wrong. */
  subject: string;
  found: string;
  expected: string;
}

/** What a rule came to: the first few faults, and how many there are. */
export interface Findings {
  faults: Violation[];
  total: number;
}

const mostShown = 20;

/** Makes the rest of a transaction read-only on one snapshot. Must be its first statement. */
export async function beginSnapshot(tx: Database): Promise<void> {
  await tx.execute(sql`set transaction isolation level repeatable read read only`);
  // Sorting millions of events in the usual few megabytes goes through the disk again and again.
  await tx.execute(sql`set local work_mem = '256MB'`);
}

/** Runs a question that answers `subject`, `found` and `expected` for everything that is wrong. */
export async function findViolations(db: Database, question: SQL): Promise<Findings> {
  const { rows } = await db.execute<Violation & { total: string } & Record<string, unknown>>(
    sql`select subject::text, found::text, expected::text, count(*) over () as total
        from (${question}) as faults order by subject limit ${mostShown}`,
  );
  return {
    faults: rows.map(({ subject, found, expected }) => ({ subject, found, expected })),
    total: Number(rows[0]?.total ?? 0),
  };
}

/** A list for `in (…)`. */
export const anyOf = (words: readonly string[]) =>
  sql.join(
    words.map((word) => sql`${word}`),
    sql`, `,
  );
/** Of the payment `p`: its money has come. */
export const isReceived = sql`p.status in (${anyOf(RECEIVED)})`;

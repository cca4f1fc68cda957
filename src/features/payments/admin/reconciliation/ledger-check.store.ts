import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../../server/database/database.ts';
import {
  type Flag,
  type InstalmentStatus,
  type PaymentStatus,
  type Rail,
  RECEIVED,
  type ScheduleStatus,
} from '../../core/payment.rules.ts';
import { payments } from '../../core/payment.store.ts';
import { scheduleStatus } from '../../core/schedule/schedule.store.ts';

/** So many faults of a rule are named. */
export const mostShown = 20;

/** Applications that are alike in all that their payment status follows from. */
export interface LikeApplications extends Record<string, unknown> {
  /** What they show. */
  shown: { paymentStatus: string; plan: string; amountCents: string };
  /** Their schedule in force, the last one where all were cancelled. */
  schedule: { status: ScheduleStatus; plan: string; amountCents: string };
  /** Every attempt to pay them; amounts only where money was moved. */
  attempts: {
    instalmentId: string;
    rail: Rail;
    status: PaymentStatus;
    flag: Flag;
    receivedCents: string | null;
    refundedCents: string | null;
    movedCents: string;
  }[];
  /** Instalments that money was moved to. */
  credited: { id: string; status: InstalmentStatus }[];
  total: number;
  /** Some of their ids. */
  ids: string[];
}

/**
 * All applications that have a schedule, in groups: of a million there are few kinds. An instalment of a schedule in
 * force goes by its number, which is the same in many applications.
 */
export async function groupApplicationStatuses(db: Database): Promise<LikeApplications[]> {
  const instalment = sql`case s.status when 'cancelled' then i.id::text else i.number::text end`;
  const cents = (column: string) =>
    sql`case when p.moved_cents > 0 then ${sql.raw(column)}::text end`;
  const { rows } = await db.execute<LikeApplications>(sql`
    with in_force as (
      select distinct on (application_id) application_id, ${scheduleStatus} as status, plan, amount_cents
      from payment_schedules
      order by application_id, payment_schedules.status = 'cancelled', created_at desc, id),
    attempts as (
      select s.application_id, jsonb_agg(jsonb_build_object('instalmentId', ${instalment}, 'rail', p.rail,
        'status', p.status, 'flag', p.flag, 'receivedCents', ${cents('p.received_cents')},
        'refundedCents', ${cents('p.refunded_cents')}, 'movedCents', p.moved_cents::text)) as list
      from payments p join instalments i on i.id = p.instalment_id join payment_schedules s on s.id = i.schedule_id
      group by s.application_id),
    credited as (
      select s.application_id, jsonb_agg(jsonb_build_object('id', ${instalment}, 'status', i.status)) as list
      from instalments i join payment_schedules s on s.id = i.schedule_id where i.credited_cents > 0
      group by s.application_id)
    select jsonb_build_object('paymentStatus', a.payment_status, 'plan', a.payment_plan,
        'amountCents', a.payment_amount_cents::text) as shown,
      jsonb_build_object('status', f.status, 'plan', f.plan, 'amountCents', f.amount_cents::text) as schedule,
      coalesce(t.list, '[]') as attempts, coalesce(c.list, '[]') as credited,
      count(*)::int as total, (array_agg(a.id::text))[1:${mostShown}] as ids
    from passport_applications a join in_force f on f.application_id = a.id
    left join attempts t on t.application_id = a.id left join credited c on c.application_id = a.id
    group by a.payment_status, a.payment_plan, a.payment_amount_cents, f.status, f.plan, f.amount_cents, t.list, c.list`);
  return rows;
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

/** Makes the rest of a transaction read-only on one snapshot. Must be its first statement. */
export async function beginSnapshot(tx: Database): Promise<void> {
  await tx.execute(sql`set transaction isolation level repeatable read read only`);
  // Sorting millions of events in the usual few megabytes goes through the disk again and again.
  await tx.execute(sql`set local work_mem = '256MB'`);
  // Compiling took longer than it saved, and each parallel worker groups all events for itself.
  await tx.execute(sql`set local jit = off`);
  await tx.execute(sql`set local max_parallel_workers_per_gather = 0`);
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

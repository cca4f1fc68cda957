import { and, asc, desc, eq, getTableColumns, gt, inArray, lte, or, sql } from 'drizzle-orm';
import {
  check,
  date,
  index,
  pgTable,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { at, cents } from '../../../../server/database/columns.store.ts';
import type { Database } from '../../../../server/database/database.ts';
import type { KitRelease, Plan } from '../../../../shared/plan.ts';
import { passportApplications } from '../../../application/application.store.ts';
import {
  dayOf,
  overdueAfterMs,
  PAYABLE,
  priceHeldMs,
  type InstalmentStatus,
  type ScheduleStatus,
} from '../payment.rules.ts';

/** What an application pays, at the price that was active when it was frozen. */
export const paymentSchedules = pgTable(
  'payment_schedules',
  {
    id: uuid('id').primaryKey(),
    applicationId: uuid('application_id')
      .notNull()
      .references(() => passportApplications.id),
    plan: text('plan').$type<Plan>().notNull(),
    /** Of one instalment. */
    amountCents: cents('amount_cents').notNull(),
    currency: text('currency').notNull(),
    payments: smallint('payments').notNull(),
    /**
     * A draft until the first instalment is paid or waived. Cancelled, never overwritten, when the plan or price is
     * exchanged.
     */
    storedStatus: text('status').$type<'draft' | 'active' | 'cancelled'>().notNull(),
    /** When the kit is sent, as it was promised with the price. */
    kitRelease: text('kit_release').$type<KitRelease>().notNull().default('first_payment'),
    /** The administrator who has ended the plan, while it is; null where it ended otherwise. */
    endedBy: uuid('ended_by'),
    /** When the price was frozen. */
    pricedAt: at('priced_at').notNull(),
    createdAt: at('created_at').notNull(),
    updatedAt: at('updated_at').notNull(),
  },
  (t) => [
    uniqueIndex('payment_schedules_one_live')
      .on(t.applicationId)
      .where(sql`${t.storedStatus} <> 'cancelled'`),
    index('payment_schedules_application').on(t.applicationId, t.createdAt),
    check('payment_schedules_status', sql`${t.storedStatus} in ('draft', 'active', 'cancelled')`),
    check('payment_schedules_price', sql`${t.amountCents} > 0 and ${t.payments} > 0`),
  ],
);

export const instalments = pgTable(
  'instalments',
  {
    id: uuid('id').primaryKey(),
    scheduleId: uuid('schedule_id')
      .notNull()
      .references(() => paymentSchedules.id),
    /** From 1. */
    number: smallint('number').notNull(),
    amountCents: cents('amount_cents').notNull(),
    /** What counts for it of payments that were made for another instalment (moves/move.store). */
    creditedCents: cents('credited_cents').notNull().default(sql`0`),
    dueOn: date('due_on', { mode: 'string' }).notNull(),
    /** From this day on the stored account is charged for it: announced to its payer seven days before. */
    chargeOn: date('charge_on', { mode: 'string' }),
    status: text('status').$type<InstalmentStatus>().notNull(),
    updatedAt: at('updated_at').notNull(),
  },
  (t) => [
    unique('instalments_schedule_number').on(t.scheduleId, t.number),
    index('instalments_due').on(t.status, t.dueOn),
    // The report of a month reads that month alone.
    index('instalments_month').on(t.dueOn),
    check('instalments_price', sql`${t.amountCents} > 0`),
    check('instalments_credited', sql`${t.creditedCents} >= 0`),
  ],
);

export type StoredSchedule = typeof paymentSchedules.$inferSelect;
export type Instalment = typeof instalments.$inferSelect;

const { storedStatus, ...columns } = getTableColumns(paymentSchedules);
const ownInstalments = sql`from ${instalments} own where own.schedule_id = ${paymentSchedules}.id`;
const isPayable = inArray(sql`own.status`, [...PAYABLE]);
const hasPayable = sql`exists (select 1 ${ownInstalments} and ${isPayable})`;

/** Money is still to come for the schedule. */
export const isOwing = sql`(${storedStatus} = 'active' and ${hasPayable})`;
/** It is completed or cancelled. */
export const isOver = sql`(${storedStatus} <> 'draft' and not ${hasPayable})`;

/**
 * What a schedule is: stored, and while it is active as its instalments say. As a sum over them, because PostgreSQL may
 * answer “exists” from a list of every overdue instalment of the site.
 */
export const scheduleStatus = sql<ScheduleStatus>`case when ${storedStatus} = 'active' then (
  select case when bool_or(own.status = 'overdue') then 'past_due' when bool_or(${isPayable}) then 'active'
    else 'completed' end ${ownInstalments}) else ${storedStatus} end`;
export const scheduleColumns = { ...columns, status: scheduleStatus };
export type Schedule = Omit<StoredSchedule, 'storedStatus'> & { status: ScheduleStatus };

export async function addDraftSchedule(
  tx: Database,
  draft: Omit<StoredSchedule, 'storedStatus'>,
  added: Instalment[],
): Promise<void> {
  await tx.insert(paymentSchedules).values({ ...draft, storedStatus: 'draft' });
  await tx.insert(instalments).values(added);
}

/**
 * The current schedule of an application; every other one was cancelled before it. It is the last one when its
 * payer has stopped it: its money is still shown, and may still come late or be refunded.
 */
export async function findSchedule(
  db: Database,
  applicationId: string,
): Promise<Schedule | undefined> {
  const [found] = await db
    .select(scheduleColumns)
    .from(paymentSchedules)
    .where(eq(paymentSchedules.applicationId, applicationId))
    .orderBy(sql`${storedStatus} = 'cancelled'`, desc(paymentSchedules.createdAt))
    .limit(1);
  return found;
}

export async function findScheduleById(db: Database, id: string): Promise<Schedule | undefined> {
  const [found] = await db
    .select(scheduleColumns)
    .from(paymentSchedules)
    .where(eq(paymentSchedules.id, id));
  return found;
}

/** The same for the rows of a statement. */
const isInForce = sql`${paymentSchedules.id} = (
  select other.id from ${paymentSchedules} other where other.application_id = ${paymentSchedules.applicationId}
  order by other.status = 'cancelled', other.created_at desc limit 1)`;

/** Of a schedule, in order. */
export async function listInstalments(db: Database, scheduleId: string): Promise<Instalment[]> {
  return db
    .select()
    .from(instalments)
    .where(eq(instalments.scheduleId, scheduleId))
    .orderBy(asc(instalments.number));
}

/** Of many applications' schedules in force, in order. */
export async function listInstalmentsOf(db: Database, applicationIds: string[]) {
  if (applicationIds.length === 0) return [];
  return db
    .select({ instalment: instalments, schedule: scheduleColumns })
    .from(instalments)
    .innerJoin(paymentSchedules, eq(paymentSchedules.id, instalments.scheduleId))
    .where(and(inArray(paymentSchedules.applicationId, applicationIds), isInForce))
    .orderBy(asc(instalments.number));
}

/** The instalments of these applications that money was moved to. */
export async function listCreditedInstalments(db: Database, applicationIds: string[]) {
  if (applicationIds.length === 0) return [];
  return db
    .select({
      id: instalments.id,
      status: instalments.status,
      applicationId: paymentSchedules.applicationId,
    })
    .from(instalments)
    .innerJoin(paymentSchedules, eq(paymentSchedules.id, instalments.scheduleId))
    .where(
      and(
        inArray(paymentSchedules.applicationId, applicationIds),
        gt(instalments.creditedCents, 0n),
      ),
    );
}

/** Where an instalment belongs. */
export async function findInstalment(
  db: Database,
  id: string,
): Promise<{ instalment: Instalment; schedule: Schedule } | undefined> {
  const [found] = await db
    .select({ instalment: instalments, schedule: scheduleColumns })
    .from(instalments)
    .innerJoin(paymentSchedules, eq(paymentSchedules.id, instalments.scheduleId))
    .where(eq(instalments.id, id));
  return found;
}

export async function setInstalment(
  tx: Database,
  id: string,
  change: Partial<Instalment>,
): Promise<void> {
  await tx.update(instalments).set(change).where(eq(instalments.id, id));
}

export async function setSchedule(
  tx: Database,
  id: string,
  change: Partial<StoredSchedule>,
): Promise<void> {
  await tx.update(paymentSchedules).set(change).where(eq(paymentSchedules.id, id));
}

/**
 * Applications with a running plan and an instalment that becomes due or overdue, or that waited too long for its rest
 * at once; in the order of their ids.
 */
export async function listApplicationsWithDueInstalments(
  db: Database,
  now: Date,
  { after, limit }: { after?: string | undefined; limit: number },
): Promise<string[]> {
  const { status, dueOn, updatedAt } = instalments;
  const rows = await db
    .selectDistinct({ id: paymentSchedules.applicationId })
    .from(instalments)
    .innerJoin(paymentSchedules, eq(paymentSchedules.id, instalments.scheduleId))
    .where(
      and(
        isOwing,
        after ? gt(paymentSchedules.applicationId, after) : undefined,
        or(
          and(eq(status, 'scheduled'), lte(dueOn, dayOf(now))),
          and(eq(status, 'due'), lte(dueOn, dayOf(new Date(now.getTime() - overdueAfterMs)))),
          and(eq(status, 'combined'), lte(updatedAt, new Date(now.getTime() - priceHeldMs))),
        ),
      ),
    )
    .orderBy(asc(paymentSchedules.applicationId))
    .limit(limit);
  return rows.map((row) => row.id);
}

/** The application of a reference that an administrator entered. */
export async function findApplicationId(
  db: Database,
  reference: string,
): Promise<string | undefined> {
  const [found] = await db
    .select({ id: passportApplications.id })
    .from(passportApplications)
    .where(eq(passportApplications.reference, reference));
  return found?.id;
}

import { and, asc, count, desc, eq, inArray, lt, or, sql, type SQLWrapper } from 'drizzle-orm';
import { boolean, check, date, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { at, cents } from '../../../server/database/columns.store.ts';
import type { Database } from '../../../server/database/database.ts';
import { passportApplications } from '../../application/application.store.ts';
import type { Flag, PaymentStatus, Rail } from './payment.rules.ts';
import { instalments, paymentSchedules, scheduleColumns } from './schedule/schedule.store.ts';

/** Where a page of the list ends: the next one begins behind it. */
export interface PaymentCursor {
  createdAt: Date;
  id: string;
}

/** A page of all payments, newest first. */
export async function listPayments(
  db: Database,
  {
    id,
    status,
    after,
    limit,
  }: {
    id?: string | undefined;
    status?: PaymentStatus | undefined;
    after?: PaymentCursor | undefined;
    limit: number;
  },
): Promise<JoinedPayment[]> {
  return joinedPayments(db)
    .where(
      and(
        id ? eq(payments.id, id) : undefined,
        status ? eq(payments.status, status) : undefined,
        after
          ? or(
              lt(payments.createdAt, after.createdAt),
              and(eq(payments.createdAt, after.createdAt), lt(payments.id, after.id)),
            )
          : undefined,
      ),
    )
    .orderBy(desc(payments.createdAt), desc(payments.id))
    .limit(limit);
}

/** How many there are; with `limit` no more than that are counted, which takes as long among any number. */
export async function countPayments(
  db: Database,
  status?: PaymentStatus,
  limit?: number,
): Promise<number> {
  const found = db
    .select({ id: payments.id })
    .from(payments)
    .where(status ? eq(payments.status, status) : undefined);
  const [row] = await db
    .select({ n: count() })
    .from((limit === undefined ? found : found.limit(limit)).as('found'));
  return row?.n ?? 0;
}

/** match.rules' keyOf as SQL; a claim's number is upper-cased already. */
export const claimKey = (number: SQLWrapper) =>
  sql`translate(regexp_replace(${number}, '[^A-Z0-9]', '', 'g'), 'OIL', '011')`;

/** One attempt to pay one instalment on one rail. Changed by payment.service's `step` alone. */
export const payments = pgTable(
  'payments',
  {
    id: uuid('id').primaryKey(),
    instalmentId: uuid('instalment_id')
      .notNull()
      .references(() => instalments.id),
    rail: text('rail').$type<Rail>().notNull(),
    status: text('status').$type<PaymentStatus>().notNull(),
    flag: text('flag').$type<Flag>().notNull(),
    /** The unpaid amount when the attempt began. */
    amountCents: cents('amount_cents').notNull(),
    currency: text('currency').notNull(),
    /** The rail's own name of the payment: an order, a transaction. */
    railReference: text('rail_reference'),
    /** The payer's number of a transfer, upper-cased: a claim, never a payment. */
    claimNumber: text('claim_number'),
    /** Another application has claimed the same number; an administrator decides whose it is. */
    numberInReview: boolean('number_in_review').notNull(),
    receivedCents: cents('received_cents'),
    receivedOn: date('received_on', { mode: 'string' }),
    /** Of what was received, what has gone back to the payer. */
    refundedCents: cents('refunded_cents'),
    /** Of what was received, what counts for other instalments (moves/move.store). */
    movedCents: cents('moved_cents').notNull().default(sql`0`),
    /** Paid to the sandbox: no real money, and production refuses to start with such a payment. */
    isTest: boolean('is_test').notNull().default(false),
    /** The line of the bank statement that proves it; one line proves one payment. */
    statementLine: text('statement_line'),
    /** Why it failed, for the payer to read. */
    reason: text('reason'),
    createdAt: at('created_at').notNull(),
    updatedAt: at('updated_at').notNull(),
  },
  (t) => [
    uniqueIndex('payments_rail_reference').on(t.rail, t.railReference),
    uniqueIndex('payments_claim_number')
      .on(t.rail, t.claimNumber)
      .where(sql`${t.status} <> 'failed' and not ${t.numberInReview}`),
    uniqueIndex('payments_statement_line').on(t.rail, t.statementLine),
    // What stays of a number that is copied by hand: match.rules' keyOf.
    index('payments_claim_key')
      .on(t.rail, claimKey(t.claimNumber))
      .where(sql`${t.claimNumber} is not null`),
    uniqueIndex('payments_one_open')
      .on(t.instalmentId)
      .where(
        sql`${t.status} in ('created', 'action_required', 'awaiting_transfer', 'claimed', 'processing')`,
      ),
    // What came short before does not count as the instalment's payment.
    uniqueIndex('payments_one_succeeded')
      .on(t.instalmentId)
      .where(sql`${t.status} = 'succeeded' and ${t.flag} <> 'under'`),
    index('payments_instalment').on(t.instalmentId),
    index('payments_queue').on(t.status, t.createdAt, t.id),
    // What a person should look at (admin/review/review.store), oldest first.
    index('payments_flagged')
      .on(t.updatedAt)
      .where(
        sql`${t.status} in ('claimed', 'processing') and (${t.numberInReview} or ${t.flag} in ('late', 'manual'))`,
      ),
    index('payments_uneven')
      .on(t.updatedAt)
      .where(
        sql`${t.status} in ('succeeded', 'partially_refunded') and ${t.flag} in ('under', 'over')`,
      ),
    // The report of a month reads that month alone.
    index('payments_received').on(t.receivedOn).where(sql`${t.receivedOn} is not null`),
    check(
      'payments_amount',
      sql`${t.amountCents} > 0 and (${t.receivedCents} is null or ${t.receivedCents} > 0)`,
    ),
    check(
      'payments_refunded',
      sql`${t.refundedCents} is null or (${t.refundedCents} > 0 and ${t.refundedCents} <= ${t.receivedCents})`,
    ),
    check('payments_moved', sql`${t.movedCents} >= 0`),
    check('payments_received', sql`${t.status} <> 'succeeded' or ${t.receivedCents} is not null`),
  ],
);

export type Payment = typeof payments.$inferSelect;

export async function addPayment(tx: Database, payment: Payment): Promise<void> {
  await tx.insert(payments).values(payment);
}

/** A payment, locked until the transaction ends. */
export async function lockPayment(tx: Database, id: string): Promise<Payment | undefined> {
  const [locked] = await tx.select().from(payments).where(eq(payments.id, id)).for('update');
  return locked;
}

export async function setPayment(
  tx: Database,
  id: string,
  change: Partial<Payment>,
): Promise<Payment> {
  const [changed] = await tx.update(payments).set(change).where(eq(payments.id, id)).returning();
  if (!changed) throw new Error('A locked payment vanished.');
  return changed;
}

/** The application that a payment belongs to. */
export async function findApplicationOfPayment(
  db: Database,
  id: string,
): Promise<string | undefined> {
  const [found] = await db
    .select({ applicationId: paymentSchedules.applicationId })
    .from(payments)
    .innerJoin(instalments, eq(instalments.id, payments.instalmentId))
    .innerJoin(paymentSchedules, eq(paymentSchedules.id, instalments.scheduleId))
    .where(eq(payments.id, id));
  return found?.applicationId;
}

export async function listPaymentsOfInstalment(
  db: Database,
  instalmentId: string,
): Promise<Payment[]> {
  return db
    .select()
    .from(payments)
    .where(eq(payments.instalmentId, instalmentId))
    .orderBy(asc(payments.createdAt), asc(payments.id));
}

const joined = {
  payment: payments,
  instalment: instalments,
  schedule: scheduleColumns,
  application: passportApplications,
};

/** Payments with what they are for; the caller says which. */
export const joinedPayments = (db: Database) =>
  db
    .select(joined)
    .from(payments)
    .innerJoin(instalments, eq(instalments.id, payments.instalmentId))
    .innerJoin(paymentSchedules, eq(paymentSchedules.id, instalments.scheduleId))
    .innerJoin(passportApplications, eq(passportApplications.id, paymentSchedules.applicationId));

export type JoinedPayment = Awaited<ReturnType<typeof joinedPayments>>[number];

/** Every attempt of these applications, oldest first, with its instalment, schedule and application. */
export async function listPaymentsOf(
  db: Database,
  applicationIds: string[],
): Promise<JoinedPayment[]> {
  if (applicationIds.length === 0) return [];
  return joinedPayments(db)
    .where(inArray(paymentSchedules.applicationId, applicationIds))
    .orderBy(asc(payments.createdAt), asc(payments.id));
}

export async function findPayment(db: Database, id: string): Promise<JoinedPayment | undefined> {
  const [found] = await joinedPayments(db).where(eq(payments.id, id));
  return found;
}

/** These payments, as far as there are such. */
export async function listPaymentsByIds(
  db: Database,
  ids: readonly string[],
): Promise<JoinedPayment[]> {
  return ids.length === 0 ? [] : joinedPayments(db).where(inArray(payments.id, [...ids]));
}

/** Whether the ledger has payments of the sandbox. */
export async function hasTestPayments(db: Database): Promise<boolean> {
  const [found] = await db
    .select({ id: payments.id })
    .from(payments)
    .where(eq(payments.isTest, true))
    .limit(1);
  return found !== undefined;
}

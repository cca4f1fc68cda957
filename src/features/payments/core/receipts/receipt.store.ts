import { and, asc, desc, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { at } from '../../../../server/database/columns.store.ts';
import type { Database } from '../../../../server/database/database.ts';
import type { Plan } from '../../../../shared/plan.ts';
import type { Rail } from '../payment.rules.ts';
import { payments } from '../payment.store.ts';
import { instalments, paymentSchedules } from '../schedule/schedule.store.ts';

/** The last number given; its row is locked by who takes the next, so that none is skipped or given twice. */
export const receiptCounters = pgTable('receipt_counters', {
  name: text('name').primaryKey(),
  last: integer('last').notNull(),
});

/** What a receipt says, frozen on the day it was issued. Amounts are decimal strings of dollars. */
export interface ReceiptFacts {
  reference: string;
  payer: string;
  email: string;
  method: Rail;
  plan: Plan;
  instalment: number;
  instalments: number;
  received: string;
  /** The unpaid amount when the payment began. */
  due: string;
  currency: string;
  /** YYYY-MM-DD. */
  receivedOn: string;
  /** What the payer can find again at the bank, PayPal or on the chain. */
  railReference: string | null;
  /** Paid to the sandbox. */
  isTest: boolean;
}

/**
 * One for each time that a payment's money was recorded, numbered from 1 without gaps. Never changed: it is void once
 * its payment was taken back, and the next receipt of the payment is its successor.
 */
export const receipts = pgTable(
  'receipts',
  {
    number: integer('number').primaryKey(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id),
    /** What its money counts for, where all of it was moved; else what the payment was made for. */
    instalmentId: uuid('instalment_id').references(() => instalments.id),
    issuedAt: at('issued_at').notNull(),
    facts: jsonb('facts').$type<ReceiptFacts>().notNull(),
    locale: text('locale').notNull(),
  },
  (t) => [
    index('receipts_payment').on(t.paymentId, t.number),
    check('receipts_number', sql`${t.number} > 0`),
  ],
);

export type Receipt = typeof receipts.$inferSelect;

const COUNTER = 'receipts';

/**
 * The next number. Its row stays locked until the transaction ends, so that a number that is rolled back is
 * used next. An operation that settles payments of several applications locks all of them first, in the order
 * of their ids: waiting for an application while holding the counter could deadlock.
 */
export async function takeReceiptNumber(tx: Database): Promise<number> {
  const [counter] = await tx
    .update(receiptCounters)
    .set({ last: sql`${receiptCounters.last} + 1` })
    .where(eq(receiptCounters.name, COUNTER))
    .returning();
  if (!counter) throw new Error('The counter of receipts is gone.');
  return counter.last;
}

export async function addReceipt(tx: Database, receipt: Receipt): Promise<void> {
  await tx.insert(receipts).values(receipt);
}

/** Of one payment, if its money has come: the newest, as the others are void. */
export async function findReceiptOfPayment(
  db: Database,
  paymentId: string,
): Promise<Receipt | undefined> {
  const [found] = await db
    .select({ receipt: receipts })
    .from(receipts)
    .innerJoin(payments, eq(payments.id, receipts.paymentId))
    .where(and(eq(receipts.paymentId, paymentId), isNotNull(payments.receivedCents)))
    .orderBy(desc(receipts.number))
    .limit(1);
  return found?.receipt;
}

/** All of one payment, void ones too, in the order in which its money was recorded. */
export async function listReceiptsOfPayment(db: Database, paymentId: string): Promise<Receipt[]> {
  return db
    .select()
    .from(receipts)
    .where(eq(receipts.paymentId, paymentId))
    .orderBy(asc(receipts.number));
}

/** The next receipt of the same payment. */
const successor = sql<number | null>`(
  select min(later.number) from receipts later
  where later.payment_id = ${receipts.paymentId} and later.number > ${receipts.number})`;

async function withApplication(db: Database, which: SQL) {
  const rows = await db
    .select({
      receipt: receipts,
      payment: payments,
      applicationId: paymentSchedules.applicationId,
      /** Of one instalment. */
      priceCents: paymentSchedules.amountCents,
      successor,
    })
    .from(receipts)
    .innerJoin(payments, eq(payments.id, receipts.paymentId))
    .innerJoin(
      instalments,
      eq(instalments.id, sql`coalesce(${receipts.instalmentId}, ${payments.instalmentId})`),
    )
    .innerJoin(paymentSchedules, eq(paymentSchedules.id, instalments.scheduleId))
    .where(which)
    .orderBy(asc(receipts.number));
  return rows.map((row) => ({
    ...row,
    isVoid: row.successor !== null || row.payment.receivedCents === null,
  }));
}

/** A receipt with its payment, whose it is, and whether it is void. */
export async function findReceipt(db: Database, number: number) {
  const [found] = await withApplication(db, eq(receipts.number, number));
  return found;
}

/** Of these payments, in the order of their numbers. */
export const listReceiptsOfPayments = (db: Database, paymentIds: readonly string[]) =>
  withApplication(db, inArray(receipts.paymentId, [...paymentIds]));

/** Of one application, in the order of their numbers. */
export const listReceiptsOf = (db: Database, applicationId: string) =>
  withApplication(db, eq(paymentSchedules.applicationId, applicationId));

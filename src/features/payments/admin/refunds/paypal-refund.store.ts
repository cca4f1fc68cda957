import { and, asc, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import { check, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { at, cents } from '../../../../server/database/columns.store.ts';
import type { Database } from '../../../../server/database/database.ts';
import { payments } from '../../core/payment.store.ts';
import { type PaypalOrder, paypalOrders } from '../../rails/card/paypal-order.store.ts';
import { OPEN_REFUNDS, type PaypalRefundState } from './paypal-refund.rules.ts';

/** Refunds that PayPal was asked for. Each is written down before the call, and its id is the request id. */
export const paypalRefunds = pgTable(
  'paypal_refunds',
  {
    id: uuid('id').primaryKey(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id),
    captureId: text('capture_id').notNull(),
    /** Of our PayPal account: another account does not know the capture. */
    clientId: text('client_id').notNull(),
    amountCents: cents('amount_cents').notNull(),
    currency: text('currency').notNull(),
    /** What had gone back before it. */
    refundedBeforeCents: cents('refunded_before_cents').notNull(),
    /** For the payer. */
    reason: text('reason').notNull(),
    state: text('state').$type<PaypalRefundState>().notNull(),
    /** PayPal's name of it. */
    refundId: text('refund_id').unique(),
    /** Why PayPal refused or holds it, in its word. */
    issue: text('issue'),
    requestedBy: uuid('requested_by').notNull(),
    createdAt: at('created_at').notNull(),
    updatedAt: at('updated_at').notNull(),
  },
  (t) => [
    uniqueIndex('paypal_refunds_one_open')
      .on(t.paymentId)
      .where(sql`${t.state} in ('asked', 'pending')`),
    index('paypal_refunds_payment').on(t.paymentId, t.createdAt),
    check('paypal_refunds_amount', sql`${t.amountCents} > 0`),
  ],
);

export type PaypalRefund = typeof paypalRefunds.$inferSelect;

export async function addPaypalRefund(tx: Database, refund: PaypalRefund): Promise<void> {
  await tx.insert(paypalRefunds).values(refund);
}

export async function findPaypalRefund(
  db: Database,
  id: string,
): Promise<PaypalRefund | undefined> {
  const [found] = await db.select().from(paypalRefunds).where(eq(paypalRefunds.id, id));
  return found;
}

export async function setPaypalRefund(
  tx: Database,
  id: string,
  change: Partial<PaypalRefund>,
): Promise<void> {
  await tx.update(paypalRefunds).set(change).where(eq(paypalRefunds.id, id));
}

const isOpen = inArray(paypalRefunds.state, [...OPEN_REFUNDS]);

/** Ids of those whose outcome is not known yet, oldest first. */
export async function listOpenPaypalRefunds(db: Database): Promise<string[]> {
  const rows = await db
    .select({ id: paypalRefunds.id })
    .from(paypalRefunds)
    .where(isOpen)
    .orderBy(asc(paypalRefunds.createdAt));
  return rows.map(({ id }) => id);
}

export async function hasOpenPaypalRefund(db: Database, paymentId: string): Promise<boolean> {
  const open = await db.$count(paypalRefunds, and(eq(paypalRefunds.paymentId, paymentId), isOpen));
  return open > 0;
}

/** Of these payments, newest first. */
export async function listPaypalRefundsOf(
  db: Database,
  paymentIds: string[],
): Promise<PaypalRefund[]> {
  if (paymentIds.length === 0) return [];
  return db
    .select()
    .from(paypalRefunds)
    .where(inArray(paypalRefunds.paymentId, paymentIds))
    .orderBy(desc(paypalRefunds.createdAt));
}

/** Those that PayPal refused and an administrator knows of, newest first. */
export const listRefusedRefunds = (db: Database, limit: number): Promise<PaypalRefund[]> =>
  db
    .select()
    .from(paypalRefunds)
    .where(eq(paypalRefunds.state, 'refused'))
    .orderBy(desc(paypalRefunds.updatedAt))
    .limit(limit);

/** The order whose capture is a payment's money. */
export async function findCapturedOrder(
  db: Database,
  paymentId: string,
): Promise<(PaypalOrder & { captureId: string }) | undefined> {
  const [found] = await db
    .select()
    .from(paypalOrders)
    .where(
      and(
        eq(paypalOrders.paymentId, paymentId),
        eq(paypalOrders.state, 'captured'),
        isNotNull(paypalOrders.captureId),
      ),
    )
    .limit(1);
  return found?.captureId ? { ...found, captureId: found.captureId } : undefined;
}

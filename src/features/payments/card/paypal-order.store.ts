import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { payments } from '../payment.store.ts';
import type { PaypalOrderKind, PaypalOrderState } from './card.rules.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/**
 * One order at PayPal for one attempt. The row and its request id are committed before PayPal is called:
 * what became of a call that nobody heard the end of can always be asked.
 */
export const paypalOrders = pgTable(
  'paypal_orders',
  {
    id: uuid('id').primaryKey(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id),
    kind: text('kind').$type<PaypalOrderKind>().notNull(),
    state: text('state').$type<PaypalOrderState>().notNull(),
    /** `PayPal-Request-Id` of the call that creates it. */
    requestId: uuid('request_id').notNull().unique(),
    /** PayPal's own id, once it has answered. */
    orderId: text('order_id').unique(),
    /** `PayPal-Request-Id` of the capture. */
    captureRequestId: uuid('capture_request_id').notNull().unique(),
    captureId: text('capture_id').unique(),
    /** The account of ours (its public client id) that was asked: another one cannot be asked about the order. */
    clientId: text('client_id').notNull(),
    /** Who gets the money there, in PayPal's name; unknown until the account has answered once. */
    payee: text('payee'),
    amountCents: bigint('amount_cents', { mode: 'bigint' }).notNull(),
    currency: text('currency').notNull(),
    /** SHA-256 of the cookie of the browser that may approve and capture it; null for a monthly charge. */
    tokenDigest: text('token_digest'),
    /** PayPal is asked to keep the payer's account for the later payments of a plan. */
    wantsVault: boolean('wants_vault').notNull(),
    /** Why PayPal refused, in its own word. */
    issue: text('issue'),
    /** When the reconciler asks PayPal again; null when nothing is left to ask. */
    askAt: at('ask_at'),
    asked: integer('asked').notNull(),
    createdAt: at('created_at').notNull(),
    updatedAt: at('updated_at').notNull(),
  },
  (t) => [
    index('paypal_orders_payment').on(t.paymentId),
    index('paypal_orders_to_ask').on(t.askAt).where(sql`${t.askAt} is not null`),
    // One attempt never waits for two orders at once. A void one that took money after all is still recorded.
    uniqueIndex('paypal_orders_one_live')
      .on(t.paymentId)
      .where(sql`${t.state} in ('creating', 'created', 'capturing')`),
    check('paypal_orders_amount', sql`${t.amountCents} > 0`),
  ],
);

export type PaypalOrder = typeof paypalOrders.$inferSelect;

import { and, eq, inArray, sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { at, cents } from '../../../server/columns.store.ts';
import type { Database } from '../../../server/database.ts';
import { payments } from '../payment.store.ts';
import { LIVE, mayStepOrder, type PaypalOrderKind, type PaypalOrderState } from './card.rules.ts';
import { vaultTokens } from './vault.store.ts';

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
    amountCents: cents('amount_cents').notNull(),
    currency: text('currency').notNull(),
    /** SHA-256 of the cookie of the browser that may approve and capture it; null for a monthly charge. */
    tokenDigest: text('token_digest'),
    /** PayPal is asked to keep the payer's account for the later payments of a plan. */
    wantsVault: boolean('wants_vault').notNull(),
    /** The account that a `stored` order charges. */
    vaultTokenId: uuid('vault_token_id').references(() => vaultTokens.id),
    /** Why PayPal refused, in its own word. */
    issue: text('issue'),
    /** When the reconciler asks PayPal again; null when nothing is left to ask. */
    askAt: at('ask_at'),
    asked: integer('asked').notNull(),
    /** How often in a row a question about it broke on our side; 0 once one went through. */
    failures: integer('failures').notNull().default(0),
    createdAt: at('created_at').notNull(),
    updatedAt: at('updated_at').notNull(),
  },
  (t) => [
    index('paypal_orders_payment').on(t.paymentId),
    index('paypal_orders_to_ask').on(t.askAt).where(sql`${t.askAt} is not null`),
    // What a person should look at (ledger/review.store), oldest first.
    index('paypal_orders_unended')
      .on(t.updatedAt)
      .where(sql`${t.failures} > 0 or ${t.state} in ('creating', 'capturing')`),
    // One attempt never waits for two orders at once. A void one that took money after all is still recorded.
    uniqueIndex('paypal_orders_one_live')
      .on(t.paymentId)
      .where(sql`${t.state} in ('creating', 'created', 'capturing')`),
    check('paypal_orders_stored', sql`(${t.kind} = 'stored') = (${t.vaultTokenId} is not null)`),
    check('paypal_orders_amount', sql`${t.amountCents} > 0`),
  ],
);

export type PaypalOrder = typeof paypalOrders.$inferSelect;

export async function addOrder(tx: Database, order: PaypalOrder): Promise<void> {
  await tx.insert(paypalOrders).values(order);
}

export async function findOrder(db: Database, id: string): Promise<PaypalOrder | undefined> {
  const [found] = await db.select().from(paypalOrders).where(eq(paypalOrders.id, id));
  return found;
}

/** The order as it stands, locked until the transaction ends. The caller holds its application's lock. */
export async function lockOrder(tx: Database, id: string): Promise<PaypalOrder> {
  const [locked] = await tx
    .select()
    .from(paypalOrders)
    .where(eq(paypalOrders.id, id))
    .for('update');
  if (!locked) throw new Error('An order at PayPal vanished.');
  return locked;
}

/** Writes over a locked order; a state that the table does not list is a bug. */
export async function setOrder(
  tx: Database,
  order: PaypalOrder,
  change: Partial<PaypalOrder>,
): Promise<PaypalOrder> {
  if (change.state && change.state !== order.state && !mayStepOrder(order.state, change.state))
    throw new Error(`An order cannot go from ${order.state} to ${change.state}.`);
  const [changed] = await tx
    .update(paypalOrders)
    .set(change)
    .where(eq(paypalOrders.id, order.id))
    .returning();
  if (!changed) throw new Error('A locked order vanished.');
  return changed;
}

/** By PayPal's own id. */
export async function findByOrderId(
  db: Database,
  orderId: string,
): Promise<PaypalOrder | undefined> {
  const [found] = await db.select().from(paypalOrders).where(eq(paypalOrders.orderId, orderId));
  return found;
}

export async function findByCaptureId(
  db: Database,
  captureId: string,
): Promise<PaypalOrder | undefined> {
  const [found] = await db.select().from(paypalOrders).where(eq(paypalOrders.captureId, captureId));
  return found;
}

/** The one order of a payment that may still take money. */
export async function findLiveOrder(
  db: Database,
  paymentId: string,
): Promise<PaypalOrder | undefined> {
  const [found] = await db
    .select()
    .from(paypalOrders)
    .where(and(eq(paypalOrders.paymentId, paymentId), inArray(paypalOrders.state, [...LIVE])));
  return found;
}

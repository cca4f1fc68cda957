import { and, asc, desc, eq, gte, inArray, isNotNull, ne, sql } from 'drizzle-orm';
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
import { at, cents } from '../../../../server/database/columns.store.ts';
import type { Database } from '../../../../server/database/database.ts';
import { RECEIVED } from '../../core/payment.rules.ts';
import { payments } from '../../core/payment.store.ts';
import {
  LIVE_STATES,
  canStepOrder,
  type PaypalOrderKind,
  type PaypalOrderState,
  UNKNOWN_STATES,
} from './card.rules.ts';
import { ORDER_REASONS, type OrderReason } from './order-issue.rules.ts';
import { vaultTokens } from './renewals/vault.store.ts';
import { instalments, paymentSchedules } from '../../core/schedule/schedule.store.ts';

/** When a payer created orders of one application since a time, oldest first. */
export async function listOrderTimes(
  db: Database,
  applicationId: string,
  since: Date,
): Promise<Date[]> {
  const rows = await db
    .select({ createdAt: paypalOrders.createdAt })
    .from(paypalOrders)
    .innerJoin(payments, eq(payments.id, paypalOrders.paymentId))
    .innerJoin(instalments, eq(instalments.id, payments.instalmentId))
    .innerJoin(paymentSchedules, eq(paymentSchedules.id, instalments.scheduleId))
    .where(
      and(
        eq(paymentSchedules.applicationId, applicationId),
        eq(paypalOrders.kind, 'approval'),
        gte(paypalOrders.createdAt, since),
      ),
    )
    .orderBy(asc(paypalOrders.createdAt));
  return rows.map(({ createdAt }) => createdAt);
}

/** Our other orders under the same invoice, of any attempt to pay this instalment, newest first. */
export async function listOrdersOfSameInvoice(
  db: Database,
  {
    id,
    paymentId,
    clientId,
    invoiceRound,
  }: Pick<PaypalOrder, 'id' | 'paymentId' | 'clientId' | 'invoiceRound'>,
): Promise<PaypalOrder[]> {
  const [own] = await db
    .select({ applicationId: paymentSchedules.applicationId, number: instalments.number })
    .from(payments)
    .innerJoin(instalments, eq(instalments.id, payments.instalmentId))
    .innerJoin(paymentSchedules, eq(paymentSchedules.id, instalments.scheduleId))
    .where(eq(payments.id, paymentId));
  if (!own) throw new Error('An order at PayPal without a payment.');
  const rows = await db
    .select({ order: paypalOrders })
    .from(paypalOrders)
    .innerJoin(payments, eq(payments.id, paypalOrders.paymentId))
    .innerJoin(instalments, eq(instalments.id, payments.instalmentId))
    .innerJoin(paymentSchedules, eq(paymentSchedules.id, instalments.scheduleId))
    .where(
      and(
        eq(paymentSchedules.applicationId, own.applicationId),
        eq(instalments.number, own.number),
        eq(paypalOrders.clientId, clientId),
        eq(paypalOrders.invoiceRound, invoiceRound),
        ne(paypalOrders.id, id),
        isNotNull(paypalOrders.orderId),
      ),
    )
    .orderBy(desc(paypalOrders.createdAt));
  return rows.map(({ order }) => order);
}

/** The round of an order that is made now: one more than payments of the instalment that PayPal has taken. */
export async function nextInvoiceRound(tx: Database, instalmentId: string): Promise<number> {
  const came = and(
    eq(payments.instalmentId, instalmentId),
    eq(payments.rail, 'paypal'),
    inArray(payments.status, [...RECEIVED]),
  );
  return 1 + (await tx.$count(payments, came));
}

/** The newest order of a payment that is open at PayPal and has a reason. */
export async function findWaitingOrder(
  db: Database,
  paymentId: string,
): Promise<PaypalOrder | undefined> {
  const [found] = await db
    .select()
    .from(paypalOrders)
    .where(
      and(
        eq(paypalOrders.paymentId, paymentId),
        inArray(paypalOrders.state, [...UNKNOWN_STATES]),
        isNotNull(paypalOrders.reason),
      ),
    )
    .orderBy(desc(paypalOrders.createdAt))
    .limit(1);
  return found;
}

/** The charges of one instalment to a stored account, oldest first. */
export async function listCharges(db: Database, instalmentId: string): Promise<PaypalOrder[]> {
  const rows = await db
    .select({ order: paypalOrders })
    .from(paypalOrders)
    .innerJoin(payments, eq(payments.id, paypalOrders.paymentId))
    .where(and(eq(payments.instalmentId, instalmentId), eq(paypalOrders.kind, 'stored')))
    .orderBy(asc(paypalOrders.createdAt));
  return rows.map(({ order }) => order);
}

/** The payee of our PayPal account, as PayPal has named it before. */
export async function findPayee(db: Database, clientId: string): Promise<string | null> {
  const [found] = await db
    .select({ payee: paypalOrders.payee })
    .from(paypalOrders)
    .where(and(eq(paypalOrders.clientId, clientId), isNotNull(paypalOrders.payee)))
    .orderBy(desc(paypalOrders.createdAt))
    .limit(1);
  return found?.payee ?? null;
}

/**
 * One order at PayPal for one attempt. The row and its request id are committed before PayPal is called, so
 * that the outcome of a lost call can always be checked.
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
    /** Our PayPal account (its public client id); another one cannot read the order. */
    clientId: text('client_id').notNull(),
    /** PayPal's name of the payee; unknown until the account has answered once. */
    payee: text('payee'),
    amountCents: cents('amount_cents').notNull(),
    currency: text('currency').notNull(),
    /** Orders of one round share an invoice; a round ends with money that came and went back. */
    invoiceRound: integer('invoice_round').notNull().default(1),
    /** SHA-256 of the cookie of the browser that may approve and capture it; null for a monthly charge. */
    tokenDigest: text('token_digest'),
    /** Whether PayPal should store the payer's account for later payments of a plan. */
    wantsVault: boolean('wants_vault').notNull(),
    /** The account that a `stored` order charges. */
    vaultTokenId: uuid('vault_token_id').references(() => vaultTokens.id),
    /** Why it ended or waits; null where nothing is wrong. */
    reason: text('reason').$type<OrderReason>(),
    /** PayPal's own code for it, as PayPal gave it. */
    paypalCode: text('paypal_code'),
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
    // What a person should look at (admin/review/review.store), oldest first.
    index('paypal_orders_unended')
      .on(t.updatedAt)
      .where(sql`${t.failures} > 0 or ${t.state} in ('creating', 'capturing')`),
    // One attempt never waits for two orders at once. A void one that took money after all is still recorded.
    uniqueIndex('paypal_orders_one_live')
      .on(t.paymentId)
      .where(sql`${t.state} in ('creating', 'created', 'capturing')`),
    check('paypal_orders_stored', sql`(${t.kind} = 'stored') = (${t.vaultTokenId} is not null)`),
    check(
      'paypal_orders_reason',
      sql`${t.reason} in (${sql.raw(ORDER_REASONS.map((one) => `'${one}'`).join(', '))})`,
    ),
    check('paypal_orders_code', sql`${t.paypalCode} is null or ${t.reason} is not null`),
    check('paypal_orders_amount', sql`${t.amountCents} > 0`),
  ],
);

export type PaypalOrder = typeof paypalOrders.$inferSelect;

/** PayPal's id of an order that was created there. */
export function requireOrderId({ orderId }: Pick<PaypalOrder, 'orderId'>): string {
  if (orderId === null) throw new Error('An order without its id at PayPal.');
  return orderId;
}

export async function addOrder(tx: Database, order: PaypalOrder): Promise<void> {
  await tx.insert(paypalOrders).values(order);
}

export async function findOrder(db: Database, id: string): Promise<PaypalOrder | undefined> {
  const [found] = await db.select().from(paypalOrders).where(eq(paypalOrders.id, id));
  return found;
}

/** Locked until the transaction ends. The caller holds its application's lock. */
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
  if (change.state && change.state !== order.state && !canStepOrder(order.state, change.state))
    throw new Error(`An order cannot go from ${order.state} to ${change.state}.`);
  const [changed] = await tx
    .update(paypalOrders)
    .set(change)
    .where(eq(paypalOrders.id, order.id))
    .returning();
  if (!changed) throw new Error('A locked order vanished.');
  return changed;
}

/** When our account was first asked for an order. */
export async function findFirstOrderTime(
  db: Database,
  clientId: string,
): Promise<Date | undefined> {
  const [first] = await db
    .select({ createdAt: paypalOrders.createdAt })
    .from(paypalOrders)
    .where(eq(paypalOrders.clientId, clientId))
    .orderBy(asc(paypalOrders.createdAt))
    .limit(1);
  return first?.createdAt;
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
    .where(
      and(eq(paypalOrders.paymentId, paymentId), inArray(paypalOrders.state, [...LIVE_STATES])),
    );
  return found;
}

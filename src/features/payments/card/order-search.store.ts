import { and, asc, desc, eq, gte, inArray, isNotNull, ne } from 'drizzle-orm';
import type { Database } from '../../../server/database.ts';
import { payments } from '../payment.store.ts';
import { instalments, paymentSchedules } from '../schedule.store.ts';
import { UNKNOWN } from './card.rules.ts';
import { type PaypalOrder, paypalOrders } from './paypal-order.store.ts';

/** When the orders of one application that a payer has begun since a moment were made, oldest first. */
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

/** The other orders of ours at PayPal under the same invoice: of any attempt to pay the due of this number. Newest first. */
export async function listOrdersBeside(
  db: Database,
  { id, paymentId, clientId }: Pick<PaypalOrder, 'id' | 'paymentId' | 'clientId'>,
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
        ne(paypalOrders.id, id),
        isNotNull(paypalOrders.orderId),
      ),
    )
    .orderBy(desc(paypalOrders.createdAt));
  return rows.map(({ order }) => order);
}

/** The order of a payment that PayPal left open and of which it is written down why; the newest. */
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
        inArray(paypalOrders.state, [...UNKNOWN]),
        isNotNull(paypalOrders.issue),
      ),
    )
    .orderBy(desc(paypalOrders.createdAt))
    .limit(1);
  return found;
}

/** The tries to charge one due with a kept account, oldest first. */
export async function listCharges(db: Database, instalmentId: string): Promise<PaypalOrder[]> {
  const rows = await db
    .select({ order: paypalOrders })
    .from(paypalOrders)
    .innerJoin(payments, eq(payments.id, paypalOrders.paymentId))
    .where(and(eq(payments.instalmentId, instalmentId), eq(paypalOrders.kind, 'stored')))
    .orderBy(asc(paypalOrders.createdAt));
  return rows.map(({ order }) => order);
}

/** Who gets the money of an account of ours, as PayPal has named it before. */
export async function findPayee(db: Database, clientId: string): Promise<string | null> {
  const [found] = await db
    .select({ payee: paypalOrders.payee })
    .from(paypalOrders)
    .where(and(eq(paypalOrders.clientId, clientId), isNotNull(paypalOrders.payee)))
    .orderBy(desc(paypalOrders.createdAt))
    .limit(1);
  return found?.payee ?? null;
}

import { asc, eq, inArray, sql } from 'drizzle-orm';
import { bigserial, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { at } from '../../../server/database/columns.store.ts';
import type { Database } from '../../../server/database/database.ts';
import type { PaymentStatus } from './payment.rules.ts';
import { payments } from './payment.store.ts';

/** Every step of every payment; triggers refuse to change or remove one. */
export const paymentEvents = pgTable(
  'payment_events',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id),
    at: at('at').notNull(),
    /** Null for the first. */
    from: text('from').$type<PaymentStatus>(),
    to: text('to').$type<PaymentStatus>().notNull(),
    /** `payer`, `admin`, `system` or the rail. */
    actor: text('actor').notNull(),
    actorId: uuid('actor_id'),
    reason: text('reason'),
    /** The step's data; amounts as decimal strings of cents. */
    data: jsonb('data').$type<Record<string, unknown>>().notNull(),
  },
  (t) => [
    index('payment_events_payment').on(t.paymentId, t.id),
    // Few rows among many, and every report reads them.
    index('payment_events_refunds').on(t.paymentId, t.id).where(sql`${t.data} ? 'refundedCents'`),
  ],
);

export type PaymentEvent = typeof paymentEvents.$inferSelect;

/** Adds an event and answers its id. */
export async function addPaymentEvent(
  tx: Database,
  event: Omit<PaymentEvent, 'id'>,
): Promise<number> {
  const [added] = await tx.insert(paymentEvents).values(event).returning({ id: paymentEvents.id });
  if (!added) throw new Error('An event was not written.');
  return added.id;
}

export async function listPaymentEvents(db: Database, paymentId: string): Promise<PaymentEvent[]> {
  return db
    .select()
    .from(paymentEvents)
    .where(eq(paymentEvents.paymentId, paymentId))
    .orderBy(asc(paymentEvents.id));
}

/** Every step of these payments, in the order in which they were taken. */
export async function listEventsOf(db: Database, paymentIds: string[]): Promise<PaymentEvent[]> {
  if (paymentIds.length === 0) return [];
  return db
    .select()
    .from(paymentEvents)
    .where(inArray(paymentEvents.paymentId, paymentIds))
    .orderBy(asc(paymentEvents.id));
}

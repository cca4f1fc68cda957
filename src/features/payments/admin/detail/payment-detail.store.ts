import { asc, desc, eq, inArray, or } from 'drizzle-orm';
import type { Database } from '../../../../server/database/database.ts';
import { users } from '../../../../server/user.store.ts';
import { type PaypalOrder, paypalOrders } from '../../rails/card/paypal-order.store.ts';
import {
  type OnChainTransfer,
  onChainTransfers,
} from '../../rails/crypto/settlement/on-chain-transfer.store.ts';
import { cryptoQuotes, type Quote } from '../../rails/crypto/quotes/quote.store.ts';
import {
  instalments,
  paymentSchedules,
  scheduleColumns,
} from '../../core/schedule/schedule.store.ts';
import { type WebhookEvent, webhookEvents } from '../../core/webhook-event.store.ts';

/** All schedules of an application, newest first, with their instalments in order. */
export async function listSchedulesOf(db: Database, applicationId: string) {
  const rows = await db
    .select({ schedule: scheduleColumns, instalment: instalments })
    .from(paymentSchedules)
    .innerJoin(instalments, eq(instalments.scheduleId, paymentSchedules.id))
    .where(eq(paymentSchedules.applicationId, applicationId))
    .orderBy(desc(paymentSchedules.createdAt), asc(paymentSchedules.id), asc(instalments.number));
  const bySchedule = Map.groupBy(rows, ({ schedule }) => schedule.id);
  return [...bySchedule.values()].flatMap((own) =>
    own
      .slice(0, 1)
      .map(({ schedule }) => ({ schedule, instalments: own.map(({ instalment }) => instalment) })),
  );
}

/** What was exchanged with the rails about these payments. */
export interface RailRecords {
  orders: PaypalOrder[];
  quotes: Quote[];
  chain: OnChainTransfer[];
  webhookEvents: WebhookEvent[];
}

/** Each oldest first. `references` are the rails' own names of the payments. */
export async function readRailRecords(
  db: Database,
  paymentIds: string[],
  references: string[],
): Promise<RailRecords> {
  if (paymentIds.length === 0) return { orders: [], quotes: [], chain: [], webhookEvents: [] };
  const orders = await db
    .select()
    .from(paypalOrders)
    .where(inArray(paypalOrders.paymentId, paymentIds))
    .orderBy(asc(paypalOrders.createdAt));
  const quotes = await db
    .select()
    .from(cryptoQuotes)
    .where(inArray(cryptoQuotes.paymentId, paymentIds))
    .orderBy(asc(cryptoQuotes.createdAt));
  const quoteIds = quotes.map(({ id }) => id);
  const chain = await db
    .select()
    .from(onChainTransfers)
    .where(
      or(
        inArray(onChainTransfers.paymentId, paymentIds),
        quoteIds.length > 0 ? inArray(onChainTransfers.quoteId, quoteIds) : undefined,
      ),
    )
    .orderBy(asc(onChainTransfers.seenAt));
  const named = orders.flatMap(({ orderId, captureId }) => [orderId, captureId]);
  const resources = [...references, ...named].filter((one) => one !== null);
  const events =
    resources.length === 0
      ? []
      : await db
          .select()
          .from(webhookEvents)
          .where(inArray(webhookEvents.resourceId, resources))
          .orderBy(asc(webhookEvents.receivedAt));
  return { orders, quotes, chain, webhookEvents: events };
}

/** How accounts are called, by their ids. */
export async function listUserNames(db: Database, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
    })
    .from(users)
    .where(inArray(users.id, ids));
  return new Map(
    rows.map(({ id, firstName, lastName, email }) => [
      id,
      [firstName, lastName].filter(Boolean).join(' ') || email,
    ]),
  );
}

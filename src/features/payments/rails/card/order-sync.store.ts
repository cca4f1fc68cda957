import { and, asc, eq, gte, inArray, isNotNull, lte, or, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../../../server/database/database.ts';
import { UNKNOWN_STATES } from './card.rules.ts';
import { type PaypalOrder, paypalOrders } from './paypal-order.store.ts';

/**
 * Takes the orders whose time to ask has come, the longest waiting first, and puts their next time off to
 * `again`, so that no other process asks about them meanwhile.
 */
export async function claimOrdersToSync(
  tx: Database,
  { now, again, limit }: { now: Date; again: Date; limit: number },
): Promise<PaypalOrder[]> {
  const due = tx
    .select({ id: paypalOrders.id })
    .from(paypalOrders)
    .where(lte(paypalOrders.askAt, now))
    .orderBy(asc(paypalOrders.askAt))
    .limit(limit)
    .for('update', { skipLocked: true });
  return tx
    .update(paypalOrders)
    .set({ askAt: again })
    .where(inArray(paypalOrders.id, due))
    .returning();
}

/** When the next check of an unknown outcome is due; undefined when all are known. */
export async function nextUnknownSyncAt(db: Database): Promise<Date | undefined> {
  const [found] = await db
    .select({ askAt: paypalOrders.askAt })
    .from(paypalOrders)
    .where(and(inArray(paypalOrders.state, [...UNKNOWN_STATES]), isNotNull(paypalOrders.askAt)))
    .orderBy(asc(paypalOrders.askAt))
    .limit(1);
  return found?.askAt ?? undefined;
}

/** Schedules a check of every order that was created or changed since a time; returns how many. */
export async function scheduleOrdersSince(db: Database, since: Date, now: Date): Promise<number> {
  const lately = and(
    isNotNull(paypalOrders.orderId),
    or(gte(paypalOrders.createdAt, since), gte(paypalOrders.updatedAt, since)),
  );
  const asked = await db
    .update(paypalOrders)
    .set({ askAt: now })
    .where(inArray(paypalOrders.id, notLocked(db, lately)))
    .returning({ id: paypalOrders.id });
  return asked.length;
}

/** A question about an order broke: it is asked again at `askAt`. Locks nothing else. Answers how often it broke in a row. */
export async function recordSyncFailure(db: Database, id: string, askAt: Date): Promise<number> {
  const [noted] = await db
    .update(paypalOrders)
    .set({ failures: sql`${paypalOrders.failures} + 1`, askAt })
    .where(eq(paypalOrders.id, id))
    .returning({ failures: paypalOrders.failures });
  return noted?.failures ?? 0;
}

/** A question about an order went through again. */
export async function resetSyncFailures(db: Database, id: string): Promise<void> {
  await db.update(paypalOrders).set({ failures: 0 }).where(eq(paypalOrders.id, id));
}

/** Schedules checks of these orders. */
export async function scheduleSync(db: Database, ids: string[], askAt: Date): Promise<void> {
  if (ids.length === 0) return;
  await db
    .update(paypalOrders)
    .set({ askAt })
    .where(inArray(paypalOrders.id, notLocked(db, inArray(paypalOrders.id, ids))));
}

/** Paid orders whose stored account PayPal has not reported yet. */
export async function scheduleAwaitingVault(db: Database, since: Date, now: Date): Promise<void> {
  const awaiting = and(
    eq(paypalOrders.state, 'captured'),
    eq(paypalOrders.wantsVault, true),
    isNotNull(paypalOrders.askAt),
    gte(paypalOrders.createdAt, since),
  );
  await db
    .update(paypalOrders)
    .set({ askAt: now })
    .where(inArray(paypalOrders.id, notLocked(db, awaiting)));
}

/**
 * Orders that are not locked. An operation on many orders waits for none of them (decision 0012): a locked one
 * is being checked right now.
 */
const notLocked = (db: Database, which: SQL | undefined) =>
  db
    .select({ id: paypalOrders.id })
    .from(paypalOrders)
    .where(which)
    .for('update', { skipLocked: true });

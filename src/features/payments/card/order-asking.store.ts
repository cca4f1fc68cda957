import { and, asc, eq, gte, inArray, isNotNull, lte, or, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../../server/database.ts';
import { UNKNOWN } from './card.rules.ts';
import { type PaypalOrder, paypalOrders } from './paypal-order.store.ts';

/**
 * Takes the orders whose time to ask has come, the longest waiting first, and puts their next time off to
 * `again`, so that no other process asks about them meanwhile.
 */
export async function takeOrdersToAsk(
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

/** When the next question is due about something of which nobody knows what became of it; undefined when all is known. */
export async function nextUnknownAt(db: Database): Promise<Date | undefined> {
  const [found] = await db
    .select({ askAt: paypalOrders.askAt })
    .from(paypalOrders)
    .where(and(inArray(paypalOrders.state, [...UNKNOWN]), isNotNull(paypalOrders.askAt)))
    .orderBy(asc(paypalOrders.askAt))
    .limit(1);
  return found?.askAt ?? undefined;
}

/** Has PayPal asked now about every order that was begun or changed since a moment; answers how many there are. */
export async function askAllSince(db: Database, since: Date, now: Date): Promise<number> {
  const lately = and(
    isNotNull(paypalOrders.orderId),
    or(gte(paypalOrders.createdAt, since), gte(paypalOrders.updatedAt, since)),
  );
  const asked = await db
    .update(paypalOrders)
    .set({ askAt: now })
    .where(inArray(paypalOrders.id, unheld(db, lately)))
    .returning({ id: paypalOrders.id });
  return asked.length;
}

/** A question about an order broke: it is asked again at `askAt`. Locks nothing else. Answers how often it broke in a row. */
export async function noteFailure(db: Database, id: string, askAt: Date): Promise<number> {
  const [noted] = await db
    .update(paypalOrders)
    .set({ failures: sql`${paypalOrders.failures} + 1`, askAt })
    .where(eq(paypalOrders.id, id))
    .returning({ failures: paypalOrders.failures });
  return noted?.failures ?? 0;
}

/** A question about an order went through again. */
export async function forgetFailures(db: Database, id: string): Promise<void> {
  await db.update(paypalOrders).set({ failures: 0 }).where(eq(paypalOrders.id, id));
}

/** Has PayPal asked about these at a moment. */
export async function askThese(db: Database, ids: string[], askAt: Date): Promise<void> {
  if (ids.length === 0) return;
  await db
    .update(paypalOrders)
    .set({ askAt })
    .where(inArray(paypalOrders.id, unheld(db, inArray(paypalOrders.id, ids))));
}

/** Paid orders of which PayPal has not yet told the account that it was asked to keep. */
export async function askForAccounts(db: Database, since: Date, now: Date): Promise<void> {
  const awaiting = and(
    eq(paypalOrders.state, 'captured'),
    eq(paypalOrders.wantsVault, true),
    isNotNull(paypalOrders.askAt),
    gte(paypalOrders.createdAt, since),
  );
  await db
    .update(paypalOrders)
    .set({ askAt: now })
    .where(inArray(paypalOrders.id, unheld(db, awaiting)));
}

/**
 * Orders that nobody is writing about. Whoever touches many at once waits for none of them (decision 0012): one that
 * is held is being asked about at this moment.
 */
const unheld = (db: Database, which: SQL | undefined) =>
  db
    .select({ id: paypalOrders.id })
    .from(paypalOrders)
    .where(which)
    .for('update', { skipLocked: true });

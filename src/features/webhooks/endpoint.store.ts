import { asc, count, eq, sql } from 'drizzle-orm';
import type { Database } from '../../server/database/database.ts';
import { webhookDeliveries, webhookEndpoints } from '../../server/webhook-outbox.store.ts';

export type StoredEndpoint = typeof webhookEndpoints.$inferSelect;

/** All of them, oldest first, with how many of their events wait or have failed. */
export async function listEndpoints(db: Database) {
  const { state, endpointId } = webhookDeliveries;
  return db
    .select({
      id: webhookEndpoints.id,
      url: webhookEndpoints.url,
      events: webhookEndpoints.events,
      fields: webhookEndpoints.fields,
      isPaused: webhookEndpoints.isPaused,
      createdAt: webhookEndpoints.createdAt,
      waiting: sql<number>`(count(*) filter (where ${state} in ('waiting', 'sending')))::int`,
      failed: sql<number>`(count(*) filter (where ${state} = 'failed'))::int`,
    })
    .from(webhookEndpoints)
    .leftJoin(webhookDeliveries, eq(endpointId, webhookEndpoints.id))
    .groupBy(webhookEndpoints.id)
    .orderBy(asc(webhookEndpoints.createdAt), asc(webhookEndpoints.id));
}

export async function findEndpoint(db: Database, id: string): Promise<StoredEndpoint | undefined> {
  const [found] = await db.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, id));
  return found;
}

/** The row, locked until the transaction ends. */
export async function lockEndpoint(tx: Database, id: string): Promise<StoredEndpoint | undefined> {
  const [found] = await tx
    .select()
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.id, id))
    .for('update');
  return found;
}

/** How many there are; nobody else adds one until the transaction ends. */
export async function countEndpoints(tx: Database): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('webhook_endpoints', 0))`);
  const [row] = await tx.select({ n: count() }).from(webhookEndpoints);
  return row?.n ?? 0;
}

/** Adds an endpoint; false when there is one with this address already. */
export async function addEndpoint(tx: Database, endpoint: StoredEndpoint): Promise<boolean> {
  const added = await tx
    .insert(webhookEndpoints)
    .values(endpoint)
    .onConflictDoNothing({ target: webhookEndpoints.url })
    .returning({ id: webhookEndpoints.id });
  return added.length > 0;
}

/** Whether another endpoint has this address. */
export async function isUrlTaken(tx: Database, { id, url }: Pick<StoredEndpoint, 'id' | 'url'>) {
  const found = await tx
    .select({ id: webhookEndpoints.id })
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.url, url));
  return found.some((other) => other.id !== id);
}

export async function setEndpoint(
  tx: Database,
  { id, ...changes }: Partial<StoredEndpoint> & Pick<StoredEndpoint, 'id'>,
): Promise<void> {
  await tx.update(webhookEndpoints).set(changes).where(eq(webhookEndpoints.id, id));
}

export async function removeEndpoint(tx: Database, id: string): Promise<void> {
  await tx.delete(webhookEndpoints).where(eq(webhookEndpoints.id, id));
}

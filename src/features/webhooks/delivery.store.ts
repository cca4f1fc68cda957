import { and, eq, isNotNull, lt, ne, sql } from 'drizzle-orm';
import type { Database } from '../../server/database/database.ts';
import { listOf } from '../../server/lists/list.store.ts';
import {
  type WebhookDelivery,
  webhookDeliveries,
  webhookEndpoints,
} from '../../server/webhook-outbox.store.ts';

/** The log as owners search it. */
export const deliveryList = listOf({
  table: webhookDeliveries,
  id: webhookDeliveries.id,
  columns: {
    id: webhookDeliveries.id,
    endpointId: webhookDeliveries.endpointId,
    type: webhookDeliveries.type,
    objectId: webhookDeliveries.objectId,
    createdAt: webhookDeliveries.createdAt,
    state: webhookDeliveries.state,
    attempts: webhookDeliveries.attempts,
    attemptedAt: webhookDeliveries.attemptedAt,
    nextAttemptAt: webhookDeliveries.nextAttemptAt,
    status: webhookDeliveries.status,
    error: webhookDeliveries.error,
  },
  sorts: { createdAt: webhookDeliveries.createdAt },
  search: [
    webhookDeliveries.type,
    sql`${webhookDeliveries.objectId}::text`,
    webhookDeliveries.error,
  ],
  status: webhookDeliveries.state,
});

/** `now`, and until when a new event waits because its fact may still be undone. */
export interface Times {
  now: Date;
  settledBefore: Date;
}

const isDue = ({ now, settledBefore }: Times) => sql`next_attempt_at <= ${now.toISOString()}
  and (attempts > 0 or created_at <= ${settledBefore.toISOString()}::timestamptz)`;

/** The endpoints that have something to be sent now. */
export async function listDueEndpoints(db: Database, times: Times): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from ${webhookEndpoints} e where not is_paused and exists (
      select from ${webhookDeliveries} where endpoint_id = e.id and ${isDue(times)})`);
  return rows.map(({ id }) => id);
}

/**
 * Takes what is due for an endpoint, of each object no more than its first open event: later ones wait until that has
 * arrived or was given up. Whoever takes it has until `stuckAt`; then another process may.
 */
export async function claimDeliveries(
  db: Database,
  {
    endpointId,
    times,
    stuckAt,
    limit,
  }: {
    endpointId: string;
    times: Times;
    stuckAt: Date;
    limit: number;
  },
): Promise<WebhookDelivery[]> {
  return db
    .update(webhookDeliveries)
    .set({
      state: 'sending',
      attempts: sql`${webhookDeliveries.attempts} + 1`,
      attemptedAt: times.now,
      nextAttemptAt: stuckAt,
    })
    .where(
      sql`${webhookDeliveries.id} in (
        select id from ${webhookDeliveries} d
        where endpoint_id = ${endpointId} and ${isDue(times)} and not exists (
          select from ${webhookDeliveries} earlier
          where earlier.endpoint_id = d.endpoint_id and earlier.object_id = d.object_id
            and earlier.place < d.place and earlier.next_attempt_at is not null)
        order by next_attempt_at, place limit ${limit} for update skip locked)`,
    )
    .returning();
}

/** Writes how an attempt ended; false where another process has taken the delivery since. */
export async function recordAttempt(
  db: Database,
  { id, attempts }: Pick<WebhookDelivery, 'id' | 'attempts'>,
  end: Pick<WebhookDelivery, 'state' | 'nextAttemptAt' | 'status' | 'error'>,
): Promise<boolean> {
  const recorded = await db
    .update(webhookDeliveries)
    .set(end)
    .where(
      and(
        eq(webhookDeliveries.id, id),
        eq(webhookDeliveries.state, 'sending'),
        eq(webhookDeliveries.attempts, attempts),
      ),
    )
    .returning({ id: webhookDeliveries.id });
  return recorded.length > 0;
}

/** Lets a delivery begin anew; undefined where it does not exist or is being sent. Answers its endpoint. */
export async function restartDelivery(
  tx: Database,
  id: string,
  now: Date,
): Promise<{ endpointId: string } | undefined> {
  const [restarted] = await tx
    .update(webhookDeliveries)
    .set({ state: 'waiting', attempts: 0, nextAttemptAt: now })
    .where(and(eq(webhookDeliveries.id, id), ne(webhookDeliveries.state, 'sending')))
    .returning({ endpointId: webhookDeliveries.endpointId });
  return restarted;
}

export async function hasDelivery(db: Database, id: string): Promise<boolean> {
  const found = await db
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.id, id));
  return found.length > 0;
}

export async function removeDeliveriesBefore(db: Database, before: Date): Promise<void> {
  await db.delete(webhookDeliveries).where(lt(webhookDeliveries.createdAt, before));
}

/** How many events were given up, by the address that did not take them, most first. */
export async function countFailedDeliveries(
  db: Database,
  { since, until }: { since: Date; until: Date },
): Promise<{ url: string; count: number }[]> {
  return db
    .select({ url: webhookEndpoints.url, count: sql<number>`count(*)::int` })
    .from(webhookDeliveries)
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId))
    .where(
      and(
        eq(webhookDeliveries.state, 'failed'),
        isNotNull(webhookDeliveries.attemptedAt),
        sql`${webhookDeliveries.attemptedAt} > ${since.toISOString()}::timestamptz`,
        sql`${webhookDeliveries.attemptedAt} <= ${until.toISOString()}::timestamptz`,
      ),
    )
    .groupBy(webhookEndpoints.url)
    .orderBy(sql`count(*) desc`, webhookEndpoints.url);
}

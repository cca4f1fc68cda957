import { and, asc, eq, isNull, lte, or, sql } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { at } from '../../../server/database/columns.store.ts';
import type { Database } from '../../../server/database/database.ts';
import type { Rail } from './payment.rules.ts';

/** Webhook events of a rail, each once. An event is a reason to ask the rail, never a payment. */
export const webhookEvents = pgTable(
  'webhook_events',
  {
    rail: text('rail').$type<Rail>().notNull(),
    eventId: text('event_id').notNull(),
    type: text('type').notNull(),
    /** The order, capture, dispute or stored account that it is about. */
    resourceId: text('resource_id').notNull(),
    receivedAt: at('received_at').notNull(),
    handledAt: at('handled_at'),
    /** How often following it up broke on our side. */
    failures: integer('failures').notNull().default(0),
    /** Not followed up again before. */
    retryAt: at('retry_at'),
    /** What asking the rail led to. */
    outcome: text('outcome'),
  },
  (t) => [
    primaryKey({ columns: [t.rail, t.eventId] }),
    index('webhook_events_unhandled').on(t.receivedAt).where(sql`${t.handledAt} is null`),
  ],
);

export type WebhookEvent = typeof webhookEvents.$inferSelect;

/** Stores an event; `false` when it was stored before. */
export async function addWebhookEvent(
  tx: Database,
  event: Omit<WebhookEvent, 'handledAt' | 'failures' | 'retryAt' | 'outcome'>,
): Promise<boolean> {
  const added = await tx
    .insert(webhookEvents)
    .values(event)
    .onConflictDoNothing()
    .returning({ eventId: webhookEvents.eventId });
  return added.length === 1;
}

export async function findWebhookEvent(
  db: Database,
  rail: Rail,
  eventId: string,
): Promise<WebhookEvent | undefined> {
  const [found] = await db
    .select()
    .from(webhookEvents)
    .where(and(eq(webhookEvents.rail, rail), eq(webhookEvents.eventId, eventId)));
  return found;
}

/** Events that wait are about the same under another name. */
export async function renameResource(
  tx: Database,
  rail: Rail,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const isWaiting = and(eq(webhookEvents.rail, rail), isNull(webhookEvents.handledAt));
  await tx
    .update(webhookEvents)
    .set({ resourceId: to })
    .where(and(isWaiting, eq(webhookEvents.resourceId, from)));
}

/** Notes what asking the rail led to. */
export async function setWebhookHandled(
  db: Database,
  { rail, eventId }: Pick<WebhookEvent, 'rail' | 'eventId'>,
  outcome: string,
  at: Date,
): Promise<void> {
  await db
    .update(webhookEvents)
    .set({ handledAt: at, outcome })
    .where(and(eq(webhookEvents.rail, rail), eq(webhookEvents.eventId, eventId)));
}

/** Processing failed: the event waits until `retryAt`. */
export async function deferWebhookEvent(
  db: Database,
  { rail, eventId }: Pick<WebhookEvent, 'rail' | 'eventId'>,
  change: { failures: number; retryAt: Date },
): Promise<void> {
  await db
    .update(webhookEvents)
    .set(change)
    .where(and(eq(webhookEvents.rail, rail), eq(webhookEvents.eventId, eventId)));
}

/** Unprocessed events of a rail that came before a time and are not deferred, oldest first. */
export async function listUnhandledEvents(
  db: Database,
  { rail, before, now, limit }: { rail: Rail; before: Date; now: Date; limit: number },
): Promise<WebhookEvent[]> {
  return db
    .select()
    .from(webhookEvents)
    .where(
      and(
        eq(webhookEvents.rail, rail),
        isNull(webhookEvents.handledAt),
        lte(webhookEvents.receivedAt, before),
        or(isNull(webhookEvents.retryAt), lte(webhookEvents.retryAt, now)),
      ),
    )
    .orderBy(asc(sql`coalesce(${webhookEvents.retryAt}, ${webhookEvents.receivedAt})`))
    .limit(limit);
}

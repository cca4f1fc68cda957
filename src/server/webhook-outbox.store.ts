import { sql } from 'drizzle-orm';
import {
  bigserial,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { WebhookEvent, WebhookField } from '../shared/webhooks/events.ts';
import { at } from './database/columns.store.ts';
import type { Database } from './database/database.ts';

/** Where an owner has events sent to. */
export const webhookEndpoints = pgTable(
  'webhook_endpoints',
  {
    id: uuid('id').primaryKey(),
    url: text('url').notNull(),
    events: jsonb('events').$type<WebhookEvent[]>().notNull(),
    /** What is sent besides ids. */
    fields: jsonb('fields').$type<WebhookField[]>().notNull(),
    /** While it is, events wait. */
    isPaused: boolean('is_paused').notNull(),
    /** `Secrets.seal`, bound to this row. */
    sealedSecret: text('sealed_secret').notNull(),
    updatedBy: uuid('updated_by').notNull(),
    createdAt: at('created_at').notNull(),
    updatedAt: at('updated_at').notNull(),
  },
  (t) => [uniqueIndex('webhook_endpoints_url').on(t.url)],
);

/** What may leave of an event, without anything about a person: that is looked up when it is sent. */
export interface EventData {
  id: string;
  applicationId?: string;
  /** In dollars: "120.00". */
  amount?: string;
  method?: string;
  isTest?: boolean;
}

export type DeliveryState = 'waiting' | 'sending' | 'delivered' | 'failed';

/** One event on its way to one endpoint. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: uuid('id').primaryKey(),
    /** In which events of one object happened: what changes an object locks it. */
    place: bigserial('place', { mode: 'number' }).notNull(),
    endpointId: uuid('endpoint_id')
      .notNull()
      .references(() => webhookEndpoints.id, { onDelete: 'cascade' }),
    type: text('type').$type<WebhookEvent>().notNull(),
    /** Its events arrive in their order; that of a payment is its application. */
    objectId: uuid('object_id').notNull(),
    data: jsonb('data').$type<EventData>().notNull(),
    createdAt: at('created_at').notNull(),
    state: text('state').$type<DeliveryState>().notNull(),
    /** Since it was written or last sent again by hand. */
    attempts: integer('attempts').notNull(),
    /** While it is being sent: from when on that attempt is taken for dead. Null at its end. */
    nextAttemptAt: at('next_attempt_at'),
    attemptedAt: at('attempted_at'),
    /** The HTTP status of the last answer; null without one. */
    status: integer('status'),
    /** Why the last attempt failed. */
    error: text('error'),
  },
  (t) => [
    index('webhook_deliveries_open')
      .on(t.endpointId, t.objectId, t.place)
      .where(sql`${t.nextAttemptAt} is not null`),
    index('webhook_deliveries_newest').on(t.createdAt, t.id),
    index('webhook_deliveries_failed').on(t.attemptedAt).where(sql`${t.state} = 'failed'`),
  ],
);

export type WebhookDelivery = typeof webhookDeliveries.$inferSelect;

interface Published {
  type: WebhookEvent;
  /** Whose events keep their order. */
  objectId: string;
  data: EventData;
  at: Date;
}

/**
 * Writes an event for every endpoint that wants it, in the transaction of the fact itself: it leaves if and only if
 * that commits. Nothing is written where nobody listens.
 */
export async function publishEvent(
  tx: Database,
  { type, objectId, data, at: createdAt }: Published,
): Promise<void> {
  const timestamp = createdAt.toISOString();
  await tx.execute(sql`
    insert into ${webhookDeliveries}
      (id, endpoint_id, type, object_id, data, created_at, state, attempts, next_attempt_at)
    select gen_random_uuid(), id, ${type}, ${objectId}::uuid, ${JSON.stringify(data)}::jsonb,
      ${timestamp}::timestamptz, 'waiting', 0, ${timestamp}::timestamptz
    from ${webhookEndpoints} where events @> ${JSON.stringify(type)}::jsonb`);
}

/** Takes the last such event back where it has not been tried yet, because its fact has been undone. */
export async function withdrawEvent(
  tx: Database,
  { type, objectId, id }: { type: WebhookEvent; objectId: string; id: string },
): Promise<void> {
  await tx.execute(sql`
    delete from ${webhookDeliveries} where state = 'waiting' and attempted_at is null and place in (
      select max(place) from ${webhookDeliveries}
      where type = ${type} and object_id = ${objectId}::uuid and data->>'id' = ${id}
      group by endpoint_id)`);
}

import { sql } from 'drizzle-orm';
import { index, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import type { Rail } from './payment.rules.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** Notices that a rail has sent, each once. A notice is a hint to ask the rail, never a payment. */
export const webhookEvents = pgTable(
  'webhook_events',
  {
    rail: text('rail').$type<Rail>().notNull(),
    eventId: text('event_id').notNull(),
    type: text('type').notNull(),
    /** Of what it tells: an order, a capture, a dispute, a stored account. */
    resourceId: text('resource_id').notNull(),
    receivedAt: at('received_at').notNull(),
    handledAt: at('handled_at'),
    /** What asking the rail led to. */
    outcome: text('outcome'),
  },
  (t) => [
    primaryKey({ columns: [t.rail, t.eventId] }),
    index('webhook_events_unhandled').on(t.receivedAt).where(sql`${t.handledAt} is null`),
  ],
);

export type WebhookEvent = typeof webhookEvents.$inferSelect;

import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { passportApplications } from '../application/application.store.ts';
import { users } from '../members/member.store.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** The kit on its way; begins when its label is printed or it is handed to a courier. */
export const shipments = pgTable('shipments', {
  applicationId: uuid('application_id')
    .primaryKey()
    .references(() => passportApplications.id),
  courier: text('courier'),
  trackingNumber: text('tracking_number'),
  labelPrintedAt: at('label_printed_at'),
  dispatchedAt: at('dispatched_at'),
  dispatchedBy: uuid('dispatched_by').references(() => users.id),
  deliveredAt: at('delivered_at'),
  updatedAt: at('updated_at').notNull(),
});

export type Shipment = typeof shipments.$inferSelect;

import { boolean, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { at } from '../../server/columns.store.ts';

/**
 * Letters between members. Sender and recipient are no foreign keys on purpose: who deletes the
 * account leaves what they wrote to others, without a name.
 */
export const messages = pgTable(
  'messages',
  {
    id: uuid('id').primaryKey(),
    senderId: uuid('sender_id').notNull(),
    recipientId: uuid('recipient_id').notNull(),
    subject: text('subject'),
    content: text('content').notNull(),
    isRead: boolean('is_read').notNull().default(false),
    readAt: at('read_at'),
    createdAt: at('created_at').notNull(),
    /** Each deletes for themselves; the row goes when both have. */
    isDeletedBySender: boolean('is_deleted_by_sender').notNull().default(false),
    isDeletedByRecipient: boolean('is_deleted_by_recipient').notNull().default(false),
  },
  (t) => [
    // Read backwards: newest first.
    index('messages_received').on(t.recipientId, t.createdAt, t.id),
    index('messages_sent').on(t.senderId, t.createdAt, t.id),
    index('messages_thread').on(t.senderId, t.recipientId, t.createdAt, t.id),
  ],
);

export type MessageRow = typeof messages.$inferSelect;

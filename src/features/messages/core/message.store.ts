import { and, desc, eq, gt, or, sql } from 'drizzle-orm';
import { boolean, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { at } from '../../../server/database/columns.store.ts';
import type { Database } from '../../../server/database/database.ts';

/**
 * Messages between members. Sender and recipient are no foreign keys on purpose: when an account is
 * deleted, its messages stay with the recipients, without a name.
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

export type NewMessageRow = Pick<
  MessageRow,
  'id' | 'senderId' | 'recipientId' | 'subject' | 'content' | 'createdAt'
>;

export async function addMessage(tx: Database, message: NewMessageRow): Promise<void> {
  await tx.insert(messages).values(message);
}

/** The messages that a member received and sent, without those they deleted for themselves. */
export const receivedBy = (memberId: string) =>
  and(eq(messages.recipientId, memberId), eq(messages.isDeletedByRecipient, false));
export const sentBy = (memberId: string) =>
  and(eq(messages.senderId, memberId), eq(messages.isDeletedBySender, false));

/** A message as one of the two still has it. */
export async function findOwnMessage(
  db: Database,
  memberId: string,
  id: string,
): Promise<MessageRow | undefined> {
  const [found] = await db
    .select()
    .from(messages)
    .where(and(eq(messages.id, id), or(receivedBy(memberId), sentBy(memberId))));
  return found;
}

/** When the member sent their `n`th newest message after `since`; `undefined` when there are fewer. */
export async function findNthSent(
  db: Database,
  memberId: string,
  { n, since }: { n: number; since: Date },
): Promise<Date | undefined> {
  const [found] = await db
    .select({ at: messages.createdAt })
    .from(messages)
    .where(and(eq(messages.senderId, memberId), gt(messages.createdAt, since)))
    .orderBy(desc(messages.createdAt))
    .offset(n - 1)
    .limit(1);
  return found?.at;
}

/** Marks received messages as read, all from one sender or one of them; answers how many were unread. */
export async function markRead(
  tx: Database,
  which: { recipientId: string; senderId: string; id?: string },
  now: Date,
): Promise<number> {
  const marked = await tx
    .update(messages)
    .set({ isRead: true, readAt: now })
    .where(
      and(
        receivedBy(which.recipientId),
        eq(messages.senderId, which.senderId),
        eq(messages.isRead, false),
        which.id ? eq(messages.id, which.id) : undefined,
      ),
    )
    .returning({ id: messages.id });
  return marked.length;
}

/** Deletes a message for one of the two, and the row when the other has none of it either. */
export async function deleteFor(
  tx: Database,
  { id, memberId }: { id: string; memberId: string },
): Promise<void> {
  await tx
    .update(messages)
    .set({
      isDeletedBySender: sql`${messages.isDeletedBySender} or ${messages.senderId} = ${memberId}`,
      isDeletedByRecipient: sql`${messages.isDeletedByRecipient} or ${messages.recipientId} = ${memberId}`,
    })
    .where(eq(messages.id, id));
  await tx
    .delete(messages)
    .where(
      and(
        eq(messages.id, id),
        eq(messages.isDeletedBySender, true),
        eq(messages.isDeletedByRecipient, true),
      ),
    );
}

/** Deletes everything for a member whose account goes; what they wrote to others stays with those. */
export async function deleteAllFor(tx: Database, memberId: string): Promise<void> {
  await tx
    .delete(messages)
    .where(
      or(
        and(eq(messages.senderId, memberId), eq(messages.isDeletedByRecipient, true)),
        and(eq(messages.recipientId, memberId), eq(messages.isDeletedBySender, true)),
      ),
    );
  await tx.update(messages).set({ isDeletedBySender: true }).where(sentBy(memberId));
  await tx.update(messages).set({ isDeletedByRecipient: true }).where(receivedBy(memberId));
}

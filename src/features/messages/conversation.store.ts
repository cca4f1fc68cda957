import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { at } from '../../server/columns.store.ts';
import { users } from '../members/member.store.ts';

/**
 * One member's side of what two write to each other, kept in the transaction of every message: the list
 * of conversations costs the same however many messages there are.
 */
export const conversations = pgTable(
  'conversations',
  {
    memberId: uuid('member_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** No foreign key: it stays when the other deletes the account. */
    otherId: uuid('other_id').notNull(),
    lastMessageId: uuid('last_message_id').notNull(),
    lastAt: at('last_at').notNull(),
    unread: integer('unread').notNull().default(0),
    /** Whether this member wrote first: new accounts may begin only so many an hour. */
    isBegunByMember: boolean('is_begun_by_member').notNull(),
    begunAt: at('begun_at').notNull(),
    /** Since when this member wants to hear nothing of it. */
    mutedAt: at('muted_at'),
  },
  (t) => [
    primaryKey({ columns: [t.memberId, t.otherId] }),
    index('conversations_newest').on(t.memberId, t.lastAt, t.otherId),
    index('conversations_other').on(t.otherId),
    // For the number in the menu, and for those who may be told by mail.
    index('conversations_unread').on(t.memberId).where(sql`${t.unread} > 0`),
    index('conversations_untold')
      .on(t.lastAt)
      .where(sql`${t.unread} > 0 and ${t.mutedAt} is null`),
  ],
);

import { and, desc, eq, gt, notExists, or, sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { at } from '../../../server/database/columns.store.ts';
import type { Database } from '../../../server/database/database.ts';
import { users } from '../../../server/user.store.ts';
import { memberBlocks } from './block.store.ts';
import { messages } from './message.store.ts';

/**
 * One member's side of a conversation, updated in the transaction of every message: the list of conversations
 * costs the same however many messages there are.
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
    isStartedByMember: boolean('is_begun_by_member').notNull(),
    startedAt: at('begun_at').notNull(),
    /** Since when this member wants to hear nothing of it. */
    mutedAt: at('muted_at'),
  },
  (t) => [
    primaryKey({ columns: [t.memberId, t.otherId] }),
    index('conversations_newest').on(t.memberId, t.lastAt, t.otherId),
    index('conversations_other').on(t.otherId),
    // For the number in the menu and for digests.
    index('conversations_unread').on(t.memberId).where(sql`${t.unread} > 0`),
    index('conversations_untold').on(t.lastAt).where(sql`${t.unread} > 0 and ${t.mutedAt} is null`),
  ],
);

type Sides = { memberId: string; otherId: string };
const isSide = ({ memberId, otherId }: Sides) =>
  and(eq(conversations.memberId, memberId), eq(conversations.otherId, otherId));

/** Keeps the last message of a side if its member still has it and it is the newer one, whichever was stored first. */
const staysLast = sql`((${conversations.lastAt}, ${conversations.lastMessageId}) > (excluded.last_at, excluded.last_message_id)
  and exists (select 1 from ${messages} where ${messages.id} = ${conversations.lastMessageId}
    and not case when ${messages.senderId} = ${conversations.memberId} then ${messages.isDeletedBySender} else ${messages.isDeletedByRecipient} end))`;

/**
 * Notes a message on both sides. The sides are written in the order of their ids, so that two who write to each
 * other at once wait for each other and not for ever.
 */
export async function recordMessage(
  tx: Database,
  message: { id: string; senderId: string; recipientId: string; createdAt: Date },
): Promise<void> {
  const { id: lastMessageId, senderId, recipientId, createdAt } = message;
  const side = (memberId: string, otherId: string) => ({
    memberId,
    otherId,
    lastMessageId,
    lastAt: createdAt,
    unread: memberId === recipientId ? 1 : 0,
    isStartedByMember: memberId === senderId,
    startedAt: createdAt,
  });
  const sides = [side(senderId, recipientId), side(recipientId, senderId)];
  await tx
    .insert(conversations)
    .values(sides.sort((a, b) => (a.memberId < b.memberId ? -1 : 1)))
    .onConflictDoUpdate({
      target: [conversations.memberId, conversations.otherId],
      set: {
        lastMessageId: sql`case when ${staysLast} then ${conversations.lastMessageId} else excluded.last_message_id end`,
        lastAt: sql`case when ${staysLast} then ${conversations.lastAt} else excluded.last_at end`,
        unread: sql`${conversations.unread} + excluded.unread`,
      },
    });
}

/** Locks the member's side until the transaction ends, so that one operation at a time changes its numbers. */
export async function lockConversation(tx: Database, sides: Sides) {
  const [found] = await tx.select().from(conversations).where(isSide(sides)).for('update');
  return found;
}

export async function findConversation(db: Database, sides: Sides) {
  const [found] = await db.select().from(conversations).where(isSide(sides));
  return found;
}

export async function updateConversation(
  tx: Database,
  sides: Sides,
  change: Partial<Pick<typeof conversations.$inferSelect, 'unread' | 'lastMessageId' | 'lastAt'>>,
): Promise<void> {
  await tx.update(conversations).set(change).where(isSide(sides));
}

/** Mutes a conversation or not (null); `false` when there is none. */
export async function setMuted(tx: Database, sides: Sides, mutedAt: Date | null): Promise<boolean> {
  const changed = await tx
    .update(conversations)
    .set({ mutedAt })
    .where(isSide(sides))
    .returning({ id: conversations.memberId });
  return changed.length === 1;
}

/** Counts unread messages, also of muted conversations, but not those of blocked members. */
export async function countUnread(db: Database, memberId: string): Promise<number> {
  const blocks = db
    .select({ one: sql`1` })
    .from(memberBlocks)
    .where(
      and(
        eq(memberBlocks.blockerId, conversations.memberId),
        eq(memberBlocks.blockedId, conversations.otherId),
      ),
    );
  const [found] = await db
    .select({ unread: sql<number>`coalesce(sum(${conversations.unread}), 0)::int` })
    .from(conversations)
    .where(
      and(eq(conversations.memberId, memberId), gt(conversations.unread, 0), notExists(blocks)),
    );
  return found?.unread ?? 0;
}

/** When the member wrote to their `n`th newest new recipient after `since`; `undefined` when there are fewer. */
export async function findNthStarted(
  db: Database,
  memberId: string,
  { n, since }: { n: number; since: Date },
): Promise<Date | undefined> {
  const [found] = await db
    .select({ at: conversations.startedAt })
    .from(conversations)
    .where(
      and(
        eq(conversations.memberId, memberId),
        eq(conversations.isStartedByMember, true),
        gt(conversations.startedAt, since),
      ),
    )
    .orderBy(desc(conversations.startedAt))
    .offset(n - 1)
    .limit(1);
  return found?.at;
}

/** Whether two members have exchanged messages, and whether the first has blocked the second. */
export async function findRelation(
  db: Database,
  { memberId, viewerId }: { memberId: string; viewerId: string },
): Promise<{ hasWritten: boolean; hasBlocked: boolean }> {
  const { senderId, recipientId } = messages;
  const written = db
    .select({ one: sql`1` })
    .from(messages)
    .where(
      or(
        and(eq(senderId, memberId), eq(recipientId, viewerId)),
        and(eq(senderId, viewerId), eq(recipientId, memberId)),
      ),
    );
  const block = db
    .select({ one: sql`1` })
    .from(memberBlocks)
    .where(and(eq(memberBlocks.blockerId, memberId), eq(memberBlocks.blockedId, viewerId)));
  const [found] = await db
    .select({
      hasWritten: sql<boolean>`exists ${written}`,
      hasBlocked: sql<boolean>`exists ${block}`,
    })
    .from(sql`(select 1) as one`);
  return found ?? { hasWritten: false, hasBlocked: false };
}

/** Makes what one member sends wait for what they send already, until the transaction ends. */
export async function lockSender(tx: Database, id: string): Promise<void> {
  await tx.select({ one: sql`1` }).from(users).where(eq(users.id, id)).for('no key update');
}

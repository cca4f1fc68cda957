import { and, desc, eq, type SQLWrapper, sql } from 'drizzle-orm';
import { index, pgTable, primaryKey, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { Database } from '../../../server/database/database.ts';
import { users } from '../../../server/user.store.ts';

/** Members who get no messages from another. */
export const memberBlocks = pgTable(
  'member_blocks',
  {
    blockerId: uuid('blocker_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    blockedId: uuid('blocked_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    blockedAt: timestamp('blocked_at', { withTimezone: true, mode: 'date' }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.blockerId, t.blockedId] }),
    index('member_blocks_blocked').on(t.blockedId),
  ],
);

/** Blocks a member for another; again changes nothing. */
export async function addBlock(
  tx: Database,
  block: { blockerId: string; blockedId: string; blockedAt: Date },
): Promise<void> {
  await tx.insert(memberBlocks).values(block).onConflictDoNothing();
}

export async function removeBlock(
  tx: Database,
  block: { blockerId: string; blockedId: string },
): Promise<void> {
  await tx
    .delete(memberBlocks)
    .where(
      and(eq(memberBlocks.blockerId, block.blockerId), eq(memberBlocks.blockedId, block.blockedId)),
    );
}

export async function hasBlocked(
  db: Database,
  { blockerId, blockedId }: { blockerId: string; blockedId: string },
): Promise<boolean> {
  const found = await db
    .select({ one: sql`1` })
    .from(memberBlocks)
    .where(and(eq(memberBlocks.blockerId, blockerId), eq(memberBlocks.blockedId, blockedId)));
  return found.length === 1;
}

/** Whether a message is shown as read to a member; not for what was read after the reader blocked them. */
export const isReadFor = (
  memberId: string,
  message: Record<'isRead' | 'readAt' | 'senderId' | 'recipientId', SQLWrapper>,
) =>
  sql<boolean>`(${message.isRead} and not (${message.senderId} = ${memberId} and exists (select 1 from ${memberBlocks}
    where ${memberBlocks.blockerId} = ${message.recipientId} and ${memberBlocks.blockedId} = ${message.senderId}
    and ${memberBlocks.blockedAt} <= ${message.readAt})))`;

/** The members that a member has blocked, the latest first. */
export const listBlocksOf = (db: Database, blockerId: string) =>
  db
    .select({
      member: { id: users.id, firstName: users.firstName, lastName: users.lastName },
      blockedAt: memberBlocks.blockedAt,
    })
    .from(memberBlocks)
    .innerJoin(users, eq(users.id, memberBlocks.blockedId))
    .where(eq(memberBlocks.blockerId, blockerId))
    .orderBy(desc(memberBlocks.blockedAt), desc(users.id));

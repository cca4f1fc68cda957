import { and, eq, inArray, notExists, or, sql } from 'drizzle-orm';
import type { Database } from '../../server/database/database.ts';
import { users } from '../../server/user.store.ts';
import { conversations } from '../messages/core/conversation.store.ts';
import { messages } from '../messages/core/message.store.ts';
import type { ExpiringRecords } from './expiring.store.ts';

/** Messages that were read and whose sender's account is deleted. */
const condition = sql`${messages.isRead} and ${messages.readAt} is not null
  and not exists (select 1 from ${users} where ${users.id} = ${messages.senderId})`;

/** Makes the newest remaining message the last one of conversations whose last message was deleted. */
async function updateConversations(tx: Database, gone: string[]): Promise<void> {
  await tx.execute(sql`
    update ${conversations} set last_message_id = newest.id, last_at = newest.created_at
    from (
      select side.member_id, side.other_id, left_over.id, left_over.created_at
      from ${conversations} side cross join lateral (
        select m.id, m.created_at from ${messages} m
        where (m.sender_id = side.other_id and m.recipient_id = side.member_id and not m.is_deleted_by_recipient)
          or (m.sender_id = side.member_id and m.recipient_id = side.other_id and not m.is_deleted_by_sender)
        order by m.created_at desc, m.id desc limit 1) left_over
      where ${inArray(sql`side.last_message_id`, gone)}) newest
    where ${conversations.memberId} = newest.member_id and ${conversations.otherId} = newest.other_id`);
}

export const messagesOfClosedAccounts: ExpiringRecords = {
  startTimes: sql`select ${messages.readAt} as at from ${messages} where ${condition}`,
  async removeBefore(tx, before, limit) {
    const { rows } = await tx.execute<{ id: string; member: string; other: string }>(sql`
      select ${messages.id}::text as id, ${messages.recipientId}::text as member, ${messages.senderId}::text as other
      from ${messages} where ${condition} and ${messages.readAt} < ${before.toISOString()}::timestamptz
      order by ${messages.readAt} limit ${limit}`);
    if (rows.length === 0) return 0;
    const { memberId, otherId } = conversations;
    const sides = rows.map(({ member, other }) => and(eq(memberId, member), eq(otherId, other)));
    // Lock the conversation before its messages, as reading and deleting a message do.
    await tx
      .select({ memberId })
      .from(conversations)
      .where(or(...sides))
      .orderBy(memberId, otherId)
      .for('update');
    const writer = tx.select().from(users).where(eq(users.id, messages.senderId));
    const ids = rows.map(({ id }) => id);
    const gone = await tx
      .delete(messages)
      .where(and(inArray(messages.id, ids), notExists(writer)))
      .returning({ id: messages.id });
    if (gone.length > 0)
      await updateConversations(
        tx,
        gone.map(({ id }) => id),
      );
    return gone.length;
  },
};

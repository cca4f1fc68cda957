import { and, desc, eq, or, sql } from 'drizzle-orm';
import type { Database } from '../../../server/database/database.ts';
import type { PageOf, Place } from '../../../server/lists/page.store.ts';
import { users } from '../../../server/user.store.ts';
import { isReadFor, memberBlocks } from '../core/block.store.ts';
import { conversations } from '../core/conversation.store.ts';
import { BEGINNING_LENGTH } from '../core/message.rules.ts';
import { messages, receivedBy, sentBy } from '../core/message.store.ts';
import { personOf, namesOf } from '../core/person.store.ts';

/** One page of the member's conversations, the newest first; not those of which everything was deleted. */
export async function listConversationsOf(
  db: Database,
  memberId: string,
  { after, limit }: PageOf,
) {
  const behind =
    after &&
    sql`(${conversations.lastAt}, ${conversations.otherId}) < (${after[0]}::timestamptz, ${after[1]}::uuid)`;
  const found = await db
    .select({
      otherId: conversations.otherId,
      other: namesOf(users),
      last: {
        id: messages.id,
        senderId: messages.senderId,
        subject: messages.subject,
        // No more of a long message is carried over than may be shown.
        beginning: sql<string>`left(regexp_replace(left(${messages.content}, ${BEGINNING_LENGTH * 4}), '\\s+', ' ', 'g'), ${BEGINNING_LENGTH})`,
        isRead: isReadFor(memberId, messages),
        createdAt: messages.createdAt,
      },
      unread: conversations.unread,
      isMuted: sql<boolean>`${conversations.mutedAt} is not null`,
      isBlocked: sql<boolean>`${memberBlocks.blockedAt} is not null`,
      at: sql<string>`${conversations.lastAt}::text`,
    })
    .from(conversations)
    .innerJoin(
      messages,
      and(eq(messages.id, conversations.lastMessageId), or(receivedBy(memberId), sentBy(memberId))),
    )
    .leftJoin(users, eq(users.id, conversations.otherId))
    .leftJoin(
      memberBlocks,
      and(eq(memberBlocks.blockerId, memberId), eq(memberBlocks.blockedId, conversations.otherId)),
    )
    .where(and(eq(conversations.memberId, memberId), behind))
    .orderBy(desc(conversations.lastAt), desc(conversations.otherId))
    .limit(limit + 1);
  const last = found.length > limit ? found[limit - 1] : undefined;
  const rows = found
    .slice(0, limit)
    .map(({ at: _, otherId, other, ...row }) => ({ ...row, other: personOf(otherId, other) }));
  return { rows, next: last && ([last.at, last.otherId] satisfies Place) };
}

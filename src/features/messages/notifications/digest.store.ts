import { and, asc, desc, eq, exists, gt, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';
import type { Database } from '../../../server/database/database.ts';
import { sessions } from '../../../server/security/session.store.ts';
import { users } from '../../../server/user.store.ts';
import { memberBlocks } from '../core/block.store.ts';
import { conversations } from '../core/conversation.store.ts';
import { messages } from '../core/message.store.ts';

/** The times that decide who gets a digest, from the durations in `message.rules.ts`. */
export interface DigestTimes {
  now: Date;
  /** A message from before has waited long enough. */
  waitedSince: Date;
  /** Conversations that were quiet before are not looked at. */
  notBefore: Date;
  /** A member seen since then is online. */
  hereSince: Date;
  /** A digest from before is far enough away: for who has been here since it, and for who has not. */
  lastBefore: Date;
  lastBeforeAway: Date;
}

const hasNewUnread = (times: DigestTimes) =>
  and(
    gt(conversations.unread, 0),
    isNull(conversations.mutedAt),
    gt(conversations.lastAt, times.notBefore),
    sql`not exists (select 1 from ${memberBlocks} where ${memberBlocks.blockerId} = ${conversations.memberId} and ${memberBlocks.blockedId} = ${conversations.otherId})`,
  );

const seen = (since: Date | typeof users.messageMailedAt) =>
  sql`exists (select 1 from ${sessions} where ${eq(sessions.userId, users.id)} and ${gt(sessions.lastSeenAt, since)})`;

/** Whether the member can be mailed now. */
const canBeMailed = (times: DigestTimes) =>
  and(
    eq(users.messageMail, true),
    isNotNull(users.emailVerifiedAt),
    isNull(users.suspendedAt),
    sql`not ${seen(times.hereSince)}`,
    or(
      isNull(users.messageMailedAt),
      lte(users.messageMailedAt, times.lastBeforeAway),
      and(lte(users.messageMailedAt, times.lastBefore), seen(users.messageMailedAt)),
    ),
  );

/** Members with unread messages that have waited and were in no digest yet. */
export async function findMembersToNotify(
  db: Database,
  times: DigestTimes,
  limit: number,
): Promise<string[]> {
  const waits = db
    .select({ one: sql`1` })
    .from(messages)
    .where(
      and(
        eq(messages.senderId, conversations.otherId),
        eq(messages.recipientId, conversations.memberId),
        eq(messages.isRead, false),
        eq(messages.isDeletedByRecipient, false),
        lte(messages.createdAt, times.waitedSince),
        gt(messages.createdAt, times.notBefore),
        sql`${messages.createdAt} > coalesce(${users.messageMailedAt}, '-infinity')`,
      ),
    );
  const found = await db
    .selectDistinct({ id: conversations.memberId })
    .from(conversations)
    .innerJoin(users, eq(users.id, conversations.memberId))
    .where(and(hasNewUnread(times), canBeMailed(times), exists(waits)))
    .orderBy(asc(conversations.memberId))
    .limit(limit);
  return found.map(({ id }) => id);
}

/** Records that a member is mailed now and returns them; `undefined` when another instance was first, or they were just seen. */
export async function claimDigest(tx: Database, id: string, times: DigestTimes) {
  const [claimed] = await tx
    .update(users)
    .set({ messageMailedAt: times.now })
    .where(and(eq(users.id, id), canBeMailed(times)))
    .returning({ email: users.email, firstName: users.firstName, locale: users.locale });
  return claimed;
}

/** The senders of a member's unread messages, with the number of each, the latest first. */
export const listUnreadSenders = (db: Database, memberId: string, times: DigestTimes) =>
  db
    .select({
      firstName: users.firstName,
      lastName: users.lastName,
      unread: conversations.unread,
    })
    .from(conversations)
    .leftJoin(users, eq(users.id, conversations.otherId))
    .where(and(eq(conversations.memberId, memberId), hasNewUnread(times)))
    .orderBy(desc(conversations.lastAt));

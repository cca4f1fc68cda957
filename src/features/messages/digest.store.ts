import { and, asc, desc, eq, exists, gt, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';
import type { Database } from '../../server/database/database.ts';
import { sessions } from '../../server/security/session.store.ts';
import { users } from '../members/member.store.ts';
import { memberBlocks } from './block.store.ts';
import { conversations } from './conversation.store.ts';
import { messages } from './message.store.ts';

/** The moments that decide who is told: `rules` has the lengths. */
export interface DigestTimes {
  now: Date;
  /** A message from before has waited long enough. */
  waitedSince: Date;
  /** Conversations that were quiet before are not looked at. */
  notBefore: Date;
  /** Who was seen since is here. */
  hereSince: Date;
  /** A digest from before is far enough away: for who has been here since it, and for who has not. */
  lastBefore: Date;
  lastBeforeAway: Date;
}

const isUntold = (times: DigestTimes) =>
  and(
    gt(conversations.unread, 0),
    isNull(conversations.mutedAt),
    gt(conversations.lastAt, times.notBefore),
    sql`not exists (select 1 from ${memberBlocks} where ${memberBlocks.blockerId} = ${conversations.memberId} and ${memberBlocks.blockedId} = ${conversations.otherId})`,
  );

const seen = (since: Date | typeof users.messageMailedAt) =>
  sql`exists (select 1 from ${sessions} where ${eq(sessions.userId, users.id)} and ${gt(sessions.lastSeenAt, since)})`;

/** Whether the member may be told now, by what is known of them. */
const mayBeTold = (times: DigestTimes) =>
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

/** Members who have something unread that has waited and of which no mail has told yet. */
export async function findUntold(
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
    .where(and(isUntold(times), mayBeTold(times), exists(waits)))
    .orderBy(asc(conversations.memberId))
    .limit(limit);
  return found.map(({ id }) => id);
}

/** Notes that a member is told now and answers who they are; `undefined` when another instance was first, or they are here. */
export async function claimDigest(tx: Database, id: string, times: DigestTimes) {
  const [claimed] = await tx
    .update(users)
    .set({ messageMailedAt: times.now })
    .where(and(eq(users.id, id), mayBeTold(times)))
    .returning({ email: users.email, firstName: users.firstName, locale: users.locale });
  return claimed;
}

/** Whose messages wait for a member, how many of each, the latest first. */
export const listUntold = (db: Database, memberId: string, times: DigestTimes) =>
  db
    .select({
      firstName: users.firstName,
      lastName: users.lastName,
      unread: conversations.unread,
    })
    .from(conversations)
    .leftJoin(users, eq(users.id, conversations.otherId))
    .where(and(eq(conversations.memberId, memberId), isUntold(times)))
    .orderBy(desc(conversations.lastAt));

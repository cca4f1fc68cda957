import { and, eq, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../server/database/database.ts';
import { users } from '../../../server/user.store.ts';
import { userProfiles } from '../../members/profile/profile.store.ts';
import { memberBlocks } from './block.store.ts';
import { conversations } from './conversation.store.ts';
import { namesOf } from './person.store.ts';

/** drizzle shortens the names of columns where one table is asked; inside a subquery that would be another's. */
export const theirId = sql.raw('"users"."id"');
/** Scalar, as those below: a row costs one look into an index whatever the planner believes. */
export const isPublic = sql<boolean>`coalesce((select ${userProfiles.isPublic} from ${userProfiles} where ${userProfiles.userId} = ${theirId}), true)`;
export const blockBy = (blocker: string | SQL, blocked: string | SQL) =>
  sql<boolean>`coalesce((select true from ${memberBlocks} where ${memberBlocks.blockerId} = ${blocker} and ${memberBlocks.blockedId} = ${blocked}), false)`;
export const wroteWith = (memberId: string | SQL) =>
  sql<boolean>`coalesce((select true from ${conversations} where ${conversations.memberId} = ${memberId} and ${conversations.otherId} = ${theirId}), false)`;
const mutes = (memberId: string) =>
  sql<boolean>`coalesce((select ${conversations.mutedAt} is not null from ${conversations} where ${conversations.memberId} = ${theirId} and ${conversations.otherId} = ${memberId}), false)`;

/**
 * A member as seen by another; `undefined` when there is none that the other may know of: who wants not to be found
 * is known to those who have written with them, or who have blocked them.
 */
export async function findRecipient(db: Database, memberId: string, id: string) {
  const [found] = await db
    .select({
      id: users.id,
      ...namesOf(users),
      isSuspended: sql<boolean>`${users.suspendedAt} is not null`,
      wroteWith: wroteWith(memberId),
      isBlocked: blockBy(memberId, theirId),
      hasBlocked: blockBy(theirId, memberId),
      /** Whether they want to hear nothing of what this member writes. */
      mutes: mutes(memberId),
    })
    .from(users)
    .where(and(eq(users.id, id), or(isPublic, wroteWith(memberId), blockBy(memberId, theirId))));
  return found;
}

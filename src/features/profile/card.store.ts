import { and, eq, isNotNull, or, sql } from 'drizzle-orm';
import type { Database } from '../../server/database.ts';
import { users } from '../members/member.store.ts';
import { memberBlocks } from '../messages/block.store.ts';
import { messages } from '../messages/message.store.ts';
import { userProfiles } from './profile.store.ts';

/** A member as another one may come to see them; `profile` is null for who never saved one. */
export async function findCard(db: Database, id: string, viewerId: string) {
  const { senderId, recipientId } = messages;
  const hasWritten = db
    .select({ one: sql`1` })
    .from(messages)
    .where(
      or(
        and(eq(senderId, id), eq(recipientId, viewerId)),
        and(eq(senderId, viewerId), eq(recipientId, id)),
      ),
    );
  const hasBlocked = db
    .select({ one: sql`1` })
    .from(memberBlocks)
    .where(and(eq(memberBlocks.blockerId, id), eq(memberBlocks.blockedId, viewerId)));
  const [found] = await db
    .select({
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      isSuspended: sql<boolean>`${isNotNull(users.suspendedAt)}`,
      profile: userProfiles,
      /** Either to the other. */
      hasWritten: sql<boolean>`exists ${hasWritten}`,
      /** The member, the viewer. */
      hasBlocked: sql<boolean>`exists ${hasBlocked}`,
    })
    .from(users)
    .leftJoin(userProfiles, eq(userProfiles.userId, users.id))
    .where(eq(users.id, id));
  return found;
}

export type Card = NonNullable<Awaited<ReturnType<typeof findCard>>>;

import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import { alias, unionAll } from 'drizzle-orm/pg-core';
import type { Database } from '../../../server/database/database.ts';
import type { PageOf, Place } from '../../../server/lists/page.store.ts';
import { users } from '../../../server/user.store.ts';
import { isReadFor } from './block.store.ts';
import { messages, receivedBy, sentBy } from './message.store.ts';
import { personOf, namesOf } from './person.store.ts';

const sender = alias(users, 'sender');
const recipient = alias(users, 'recipient');

/** One page of what the member has sent and received, newest first. */
export const listMessagesOf = (db: Database, memberId: string, page: PageOf) =>
  readMerged(db, memberId, [receivedBy(memberId), sentBy(memberId)], page);

/** The same of what two wrote to each other, as the first of them still has it. */
export const listThread = (db: Database, memberId: string, otherId: string, page: PageOf) =>
  readMerged(
    db,
    memberId,
    [
      and(eq(messages.senderId, otherId), receivedBy(memberId)),
      and(eq(messages.recipientId, otherId), sentBy(memberId)),
    ],
    page,
  );

/** The newest message that the member still has of a thread. */
export async function findNewest(db: Database, memberId: string, otherId: string) {
  const { rows } = await listThread(db, memberId, otherId, { after: undefined, limit: 1 });
  return rows[0];
}

/** Two walks along an index, merged: a page costs the same however many messages there are. */
async function readMerged(
  db: Database,
  memberId: string,
  [one, two]: [SQL | undefined, SQL | undefined],
  { after, limit }: PageOf,
) {
  const behind =
    after &&
    sql`(${messages.createdAt}, ${messages.id}) < (${after[0]}::timestamptz, ${after[1]}::uuid)`;
  const pageOf = (where: SQL | undefined) =>
    db
      .select()
      .from(messages)
      .where(and(where, behind))
      .orderBy(desc(messages.createdAt), desc(messages.id))
      .limit(limit + 1);
  const both = unionAll(pageOf(one), pageOf(two)).as('both');
  const found = await db
    .select({
      message: {
        id: both.id,
        senderId: both.senderId,
        recipientId: both.recipientId,
        subject: both.subject,
        content: both.content,
        isRead: isReadFor(memberId, both),
        createdAt: both.createdAt,
      },
      at: sql<string>`${both.createdAt}::text`,
      sender: namesOf(sender),
      recipient: namesOf(recipient),
    })
    .from(both)
    .leftJoin(sender, eq(sender.id, both.senderId))
    .leftJoin(recipient, eq(recipient.id, both.recipientId))
    .orderBy(desc(both.createdAt), desc(both.id))
    .limit(limit + 1);
  const last = found.length > limit ? found[limit - 1] : undefined;
  const rows = found.slice(0, limit).map((row) => ({
    ...row.message,
    sender: personOf(row.message.senderId, row.sender),
    recipient: personOf(row.message.recipientId, row.recipient),
  }));
  return { rows, next: last && ([last.at, last.message.id] satisfies Place) };
}

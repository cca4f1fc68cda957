import type { Caller, AppContext } from '../../../server/context.ts';
import type { Database } from '../../../server/database/database.ts';
import { announce, type LiveEvent as Announcement } from '../../../server/live/live.store.ts';
import { Fault } from '../../../shared/fault.ts';
import { words } from '../../../shared/words.ts';
import { hasBlocked } from './block.store.ts';
import { lockConversation, updateConversation } from './conversation.store.ts';
import type { LiveEvent } from './events.contract.ts';
import { findNewest } from './message-list.store.ts';
import { deleteFor, findOwnMessage, markRead, type MessageRow } from './message.store.ts';

/** The event for the open pages of one member that something changed between them and another. */
const liveEvent = (event: LiveEvent, to: string, other: string): Announcement => ({
  to,
  event,
  data: { with: other },
});

/** Marks a received message as read; again changes nothing. Throws 404 for everyone but its recipient. */
export async function readMessage(
  tx: Database,
  { clock }: Pick<AppContext, 'clock'>,
  reader: Caller,
  id: string,
): Promise<void> {
  const message = await findOwnMessage(tx, reader.id, id);
  if (message?.recipientId !== reader.id) throw noMessage();
  await readFrom(tx, clock.now(), { readerId: reader.id, senderId: message.senderId, id });
}

/** Marks all messages of one member to another as read, or one of them. A blocked sender is not notified. */
export async function readFrom(
  tx: Database,
  now: Date,
  { readerId, senderId, id }: { readerId: string; senderId: string; id?: string },
): Promise<void> {
  const sides = { memberId: readerId, otherId: senderId };
  const side = await lockConversation(tx, sides);
  // What is written from here on could not be locked, so it stays unread.
  if (!side) return;
  const which = { recipientId: readerId, senderId, ...(id ? { id } : {}) };
  const count = await markRead(tx, which, now);
  if (count === 0) return;
  await updateConversation(tx, sides, { unread: Math.max(0, side.unread - count) });
  const isHidden = await hasBlocked(tx, { blockerId: readerId, blockedId: senderId });
  await announce(tx, [
    ...(isHidden ? [] : [liveEvent('read', senderId, readerId)]),
    liveEvent('unread', readerId, senderId),
  ]);
}

/** Deletes a message for its reader or writer alone. Throws 404 where it is not theirs, or not any more. */
export async function deleteMessage(tx: Database, member: Caller, id: string): Promise<void> {
  const found = await findOwnMessage(tx, member.id, id);
  if (!found) throw noMessage();
  const otherId = found.senderId === member.id ? found.recipientId : found.senderId;
  const sides = { memberId: member.id, otherId };
  const side = await lockConversation(tx, sides);
  // Read again: it may have been read or deleted before the conversation was locked.
  const message = await findOwnMessage(tx, member.id, id);
  if (!message) throw noMessage();
  await deleteFor(tx, { id, memberId: member.id });
  if (side) await updateAfterDeletion(tx, sides, side, message);
  await announce(tx, [liveEvent('unread', member.id, otherId)]);
}

async function updateAfterDeletion(
  tx: Database,
  sides: { memberId: string; otherId: string },
  side: { unread: number; lastMessageId: string },
  deleted: MessageRow,
): Promise<void> {
  const wasUnread = deleted.recipientId === sides.memberId && !deleted.isRead;
  // With nothing left the row stays, mute and all; the list leaves it out.
  const newest =
    side.lastMessageId === deleted.id
      ? await findNewest(tx, sides.memberId, sides.otherId)
      : undefined;
  if (!wasUnread && !newest) return;
  await updateConversation(tx, sides, {
    ...(wasUnread ? { unread: Math.max(0, side.unread - 1) } : {}),
    ...(newest ? { lastMessageId: newest.id, lastAt: newest.createdAt } : {}),
  });
}

export const noMessage = () => new Fault(404, words('This message does not exist.'));

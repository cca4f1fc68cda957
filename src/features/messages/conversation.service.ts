import type { Caller, AppContext } from '../../server/context.ts';
import type { Database } from '../../server/database/database.ts';
import { Fault } from '../../shared/fault.ts';
import { words } from '../../shared/words.ts';
import { addBlock, removeBlock } from './block.store.ts';
import { findConversation, setMuted } from './conversation.store.ts';
import { named } from './person.store.ts';
import { findRecipient } from './recipient.store.ts';

/**
 * What stands above the thread of two: who the other is and whether the member may write. Throws 404 where the
 * two have not written and the other is not to be found.
 */
export async function openConversation(db: Database, member: Caller, otherId: string) {
  const sides = { memberId: member.id, otherId };
  const found = otherId === member.id ? undefined : await findRecipient(db, member.id, otherId);
  const side = await findConversation(db, sides);
  if (!side && (!found || found.isSuspended)) throw noConversation();
  return {
    other: named(otherId, found),
    isMuted: Boolean(side?.mutedAt),
    isBlocked: found?.isBlocked ?? false,
    isOpen: found !== undefined && !found.isSuspended,
    unread: side?.unread ?? 0,
  };
}

/** Throws 404 where the two have not written. */
export async function mute(
  tx: Database,
  { clock }: Pick<AppContext, 'clock'>,
  sides: { memberId: string; otherId: string },
  muted: boolean,
): Promise<void> {
  if (!(await setMuted(tx, sides, muted ? clock.now() : null))) throw noConversation();
}

/** Blocks a member or not. Throws 400 for oneself and 404 for whom the caller cannot know of. */
export async function block(
  tx: Database,
  { clock }: Pick<AppContext, 'clock'>,
  { blockerId, blockedId }: { blockerId: string; blockedId: string },
  blocked: boolean,
): Promise<void> {
  if (blockerId === blockedId) throw new Fault(400, words('You cannot block yourself.'));
  if (!(await findRecipient(tx, blockerId, blockedId)))
    throw new Fault(404, words('There is no such member.'));
  if (blocked) await addBlock(tx, { blockerId, blockedId, blockedAt: clock.now() });
  else await removeBlock(tx, { blockerId, blockedId });
}

const noConversation = () => new Fault(404, words('There is no such conversation.'));

import type { Caller, AppContext } from '../../../server/context.ts';
import type { Database } from '../../../server/database/database.ts';
import { Fault } from '../../../shared/fault.ts';
import { words } from '../../../shared/words.ts';
import { findConversation, setMuted } from '../core/conversation.store.ts';
import { personOf } from '../core/person.store.ts';
import { findRecipient } from '../core/recipient.store.ts';

/**
 * The other member of a conversation and whether the caller can write to them. Throws 404 where the two have not
 * written and the other cannot be found.
 */
export async function openConversation(db: Database, member: Caller, otherId: string) {
  const sides = { memberId: member.id, otherId };
  const found = otherId === member.id ? undefined : await findRecipient(db, member.id, otherId);
  const side = await findConversation(db, sides);
  if (!side && (!found || found.isSuspended)) throw noConversation();
  return {
    other: personOf(otherId, found),
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

const noConversation = () => new Fault(404, words('This conversation does not exist.'));

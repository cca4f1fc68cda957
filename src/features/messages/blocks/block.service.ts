import type { AppContext } from '../../../server/context.ts';
import type { Database } from '../../../server/database/database.ts';
import { Fault } from '../../../shared/fault.ts';
import { words } from '../../../shared/words.ts';
import { addBlock, removeBlock } from '../core/block.store.ts';
import { findRecipient } from '../core/recipient.store.ts';

/** Blocks or unblocks a member. Throws 400 for oneself and 404 for whom the caller cannot know of. */
export async function setBlocked(
  tx: Database,
  { clock }: Pick<AppContext, 'clock'>,
  { blockerId, blockedId }: { blockerId: string; blockedId: string },
  blocked: boolean,
): Promise<void> {
  if (blockerId === blockedId) throw new Fault(400, words('You cannot block yourself.'));
  if (!(await findRecipient(tx, blockerId, blockedId)))
    throw new Fault(404, words('This member does not exist.'));
  if (blocked) await addBlock(tx, { blockerId, blockedId, blockedAt: clock.now() });
  else await removeBlock(tx, { blockerId, blockedId });
}

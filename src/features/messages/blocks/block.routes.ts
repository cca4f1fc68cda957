import { callerOf } from '../../../server/context.ts';
import { route } from '../../../server/http/route.ts';
import { words } from '../../../shared/words.ts';
import { blockMember, listBlocks } from '../core/block.contract.ts';
import { setBlocked } from './block.service.ts';
import { listBlocksOf } from '../core/block.store.ts';

export const blockRoutes = [
  route(blockMember, async (context) => {
    const { db, params, body } = context;
    const sides = { blockerId: callerOf(context).id, blockedId: params.id };
    await setBlocked(db, context, sides, body.blocked);
    return {
      message: body.blocked
        ? words('This member can no longer write to you.')
        : words('This member can write to you again.'),
    };
  }),

  route(listBlocks, async (context) => listBlocksOf(context.db, callerOf(context).id)),
];

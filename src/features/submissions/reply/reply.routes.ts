import { route } from '../../../server/http/route.ts';
import { words } from '../../../shared/words.ts';
import { findReplies, sendReply } from './reply.contract.ts';
import { readReplies, reply } from './reply.service.ts';

export const replyRoutes = [
  route(findReplies, (context) => readReplies(context, context.params)),
  route(sendReply, async (context) => {
    await reply(context, context.params, context.body);
    return { message: words('Your reply is on its way.') };
  }),
];

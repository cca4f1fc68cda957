import { callerOf } from '../../../server/context.ts';
import { answerPage } from '../../../server/lists/cursor.ts';
import { route } from '../../../server/http/route.ts';
import { words } from '../../../shared/words.ts';
import { listConversationsOf } from './conversation-list.store.ts';
import {
  listConversations,
  muteConversation,
  readConversation,
  showConversation,
} from '../core/conversation.contract.ts';
import { mute, openConversation } from './conversation.service.ts';
import { listThread } from '../core/message-list.store.ts';
import { USUAL_PAGE } from '../core/message.rules.ts';
import { readFrom } from '../core/message.service.ts';

export const conversationRoutes = [
  route(listConversations, async (context) => {
    const { path } = listConversations;
    return answerPage(context, { path, usualLimit: USUAL_PAGE }, (page) =>
      listConversationsOf(context.db, callerOf(context).id, page),
    );
  }),

  route(showConversation, async (context) => {
    const { db, params } = context;
    const caller = callerOf(context);
    const head = await openConversation(db, caller, params.id);
    const path = showConversation.path.replace(':id', params.id);
    const messages = await answerPage(context, { path, usualLimit: USUAL_PAGE }, (page) =>
      listThread(db, caller.id, params.id, page),
    );
    return { ...head, messages };
  }),

  route(readConversation, async (context) => {
    const { db, clock, params } = context;
    await readFrom(db, clock.now(), { readerId: callerOf(context).id, senderId: params.id });
    return { message: words('Marked as read.') };
  }),

  route(muteConversation, async (context) => {
    const { db, params, body } = context;
    const sides = { memberId: callerOf(context).id, otherId: params.id };
    await mute(db, context, sides, body.muted);
    return {
      message: body.muted
        ? words('You will not get notifications about this conversation.')
        : words('You will get notifications about this conversation again.'),
    };
  }),
];

import { callerOf, sessionOf } from '../../server/context.ts';
import { answerPage } from '../../server/lists/cursor.ts';
import { route } from '../../server/http/route.ts';
import { words } from '../../shared/words.ts';
import { openEvents } from './core/events.contract.ts';
import { listMessagesOf } from './core/message-list.store.ts';
import {
  deleteMessage,
  findRecipients,
  listMessages,
  readMessage,
  sendMessage,
  stopMessageMail,
} from './core/message.contract.ts';
import { USUAL_PAGE, USUAL_RECIPIENTS } from './core/message.rules.ts';
import * as service from './core/message.service.ts';
import { stopMail } from './notifications/digest.service.ts';
import * as sending from './compose/sending.service.ts';
import { findRecipientsFor } from './compose/sending.service.ts';
import { reportMessage } from './reports/report.contract.ts';
import * as reporting from './reports/report.service.ts';

export const messageRoutes = [
  route(findRecipients, async (context) => {
    const { search = '', limit = USUAL_RECIPIENTS } = context.query;
    const found = await findRecipientsFor(context, callerOf(context), { search, limit });
    return found.map((user) => ({ user }));
  }),

  route(listMessages, async (context) => {
    const { path } = listMessages;
    return answerPage(context, { path, usualLimit: USUAL_PAGE }, (page) =>
      listMessagesOf(context.db, callerOf(context).id, page),
    );
  }),

  route(sendMessage, async (context) => {
    const id = await sending.sendMessage(context, context.db, callerOf(context), context.body);
    return { message: words('Your message has been sent.'), id };
  }),

  route(readMessage, async (context) => {
    await service.readMessage(context.db, context, callerOf(context), context.params.id);
    return { message: words('Marked as read.') };
  }),

  route(deleteMessage, async (context) => {
    await service.deleteMessage(context.db, callerOf(context), context.params.id);
    return { message: words('The message is deleted for you.') };
  }),

  route(reportMessage, async (context) => {
    const report = { ...context.body, id: context.params.id };
    await reporting.reportMessage(context.db, context, callerOf(context), report);
    return { message: words('Thank you. An administrator will review this message.') };
  }),

  route(stopMessageMail, async ({ db, secrets, query }) => {
    await stopMail(db, secrets, query.key);
    return { message: words('We will no longer email you about unread messages.') };
  }),

  route(openEvents, async (context) => ({
    caller: callerOf(context),
    session: sessionOf(context),
  })),
];

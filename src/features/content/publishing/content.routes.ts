import { callerOf } from '../../../server/context.ts';
import { answerList } from '../../../server/lists/list.ts';
import { route } from '../../../server/http/route.ts';
import { words } from '../../../shared/words.ts';
import {
  dropContentDraft,
  listContent,
  listContentDrafts,
  publishContent,
  readContent,
  saveContentDraft,
  seedContent,
  withdrawContent,
} from './content.contract.ts';
import {
  dropDraft,
  listPublished,
  publishText,
  saveDraft,
  seedTexts,
  withdrawText,
} from './content.service.ts';
import { contentList, listDrafts } from '../content.store.ts';

const SEEDED = words(
  '{count, plural, =0 {Every text was there already.} one {# text was added.} other {# texts were added.}}',
);

export const contentRoutes = [
  route(readContent, async (context) => {
    const { db, user, query, language } = context;
    if (!user?.permissions.includes('content:write'))
      return listPublished(db, query.lang ?? language);
    return answerList(context, contentList(query.lang), listContent.path);
  }),
  route(publishContent, async (ctx) => {
    await publishText({ ...ctx, actor: callerOf(ctx) }, ctx.body);
    return { message: words('The text is published.') };
  }),
  route(withdrawContent, async (ctx) => {
    await withdrawText({ ...ctx, actor: callerOf(ctx) }, ctx.params.id);
    return { message: words('Visitors no longer see the published text.') };
  }),
  route(listContentDrafts, ({ db }) => listDrafts(db)),
  route(saveContentDraft, async (ctx) => {
    await saveDraft({ ...ctx, actor: callerOf(ctx) }, ctx.body);
    return { message: words('The draft is saved.') };
  }),
  route(dropContentDraft, async (ctx) => {
    await dropDraft({ ...ctx, actor: callerOf(ctx) }, ctx.query);
    return { message: words('The draft was discarded.') };
  }),
  route(seedContent, async (ctx) => {
    const count = await seedTexts({ ...ctx, actor: callerOf(ctx) }, ctx.translate);
    return { message: ctx.translate(SEEDED, ctx.language, { count }) };
  }),
];

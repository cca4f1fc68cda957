import { callerOf } from '../../../server/context.ts';
import { route } from '../../../server/route.ts';
import { words } from '../../../shared/words.ts';
import { deleteMailDraft, listMailDrafts, readMailDraft, saveMailDraft } from './draft.contract.ts';
import { discardDraft, keepDraft, openDraft } from './draft.service.ts';
import { listDrafts } from './draft.store.ts';

export const draftRoutes = [
  route(listMailDrafts, (context) => listDrafts(context.db, callerOf(context).id)),
  route(readMailDraft, (context) => openDraft(context, context.params.id)),
  route(saveMailDraft, (context) => keepDraft(context, { id: context.params.id, ...context.body })),
  route(deleteMailDraft, async (context) => {
    await discardDraft(context, context.params.id);
    return { message: words('The draft is thrown away.') };
  }),
];

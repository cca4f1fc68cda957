import { callerOf } from '../../../../server/context.ts';
import { answerList } from '../../../../server/lists/list.ts';
import { route, routeWithCommit } from '../../../../server/http/route.ts';
import {
  assignChainReceipt,
  dismissChainReceipt,
  listChainReview,
  readChainDues,
} from './review.contract.ts';
import { assignReceipt, dismissReceipt, showReceipts } from './review.service.ts';
import { chainReviewList } from './review.store.ts';
import { showDues } from './review-dues.service.ts';

/** Each row is looked up in the quotes that it may be for. */
const usualPage = 50;

export const chainReviewRoutes = [
  route(listChainReview, async (context) => {
    const query = { ...context.query, limit: context.query.limit ?? usualPage };
    const receipts = await answerList({ ...context, query }, chainReviewList, listChainReview.path);
    return showReceipts(context.db, receipts);
  }),
  route(readChainDues, ({ db, query }) => showDues(db, query.reference)),
  routeWithCommit(assignChainReceipt, (ctx, commit) =>
    assignReceipt({ ...ctx, actorId: callerOf(ctx).id }, ctx.params.id, ctx.body, commit),
  ),
  route(dismissChainReceipt, (ctx) =>
    dismissReceipt({ ...ctx, actorId: callerOf(ctx).id }, ctx.params.id, ctx.body.reason),
  ),
];

import { callerOf } from '../../../../../server/context.ts';
import { answerList } from '../../../../../server/lists/list.ts';
import { route, routeWithCommit } from '../../../../../server/http/route.ts';
import {
  assignChainReceipt,
  dismissChainReceipt,
  listChainReview,
  readChainInstalments,
} from './chain-review.contract.ts';
import { showInstalments, showReceipts } from './chain-review.service.ts';
import { assignReceipt, dismissReceipt } from './transfer-decision.service.ts';
import { chainReviewList } from './chain-review.store.ts';

/** Each row is matched against open quotes. */
const usualPage = 50;

export const chainReviewRoutes = [
  route(listChainReview, async (context) => {
    const query = { ...context.query, limit: context.query.limit ?? usualPage };
    const receipts = await answerList({ ...context, query }, chainReviewList, listChainReview.path);
    return showReceipts(context.db, receipts);
  }),
  route(readChainInstalments, ({ db, query }) => showInstalments(db, query.reference)),
  routeWithCommit(assignChainReceipt, (ctx, commit) =>
    assignReceipt({ ...ctx, actorId: callerOf(ctx).id }, ctx.params.id, ctx.body, commit),
  ),
  route(dismissChainReceipt, (ctx) =>
    dismissReceipt({ ...ctx, actorId: callerOf(ctx).id }, ctx.params.id, ctx.body.reason),
  ),
];

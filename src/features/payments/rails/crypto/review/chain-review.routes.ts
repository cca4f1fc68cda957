import { callerOf } from '../../../../../server/context.ts';
import { answerList } from '../../../../../server/lists/list.ts';
import { route, routeWithCommit } from '../../../../../server/http/route.ts';
import {
  confirmOnChainTransfer,
  dismissOnChainTransfer,
  listChainReview,
  readChainInstalments,
} from './chain-review.contract.ts';
import { showInstalments, showTransfers } from './chain-review.service.ts';
import { confirmTransfer, dismissTransfer } from './transfer-decision.service.ts';
import { chainReviewList } from './chain-review.store.ts';

/** Each row is matched against open quotes. */
const usualPage = 50;

export const chainReviewRoutes = [
  route(listChainReview, async (context) => {
    const query = { ...context.query, limit: context.query.limit ?? usualPage };
    const transfers = await answerList(
      { ...context, query },
      chainReviewList,
      listChainReview.path,
    );
    return showTransfers(context.db, transfers);
  }),
  route(readChainInstalments, ({ db, query }) => showInstalments(db, query)),
  routeWithCommit(confirmOnChainTransfer, (ctx, commit) =>
    confirmTransfer({ ...ctx, actorId: callerOf(ctx).id }, ctx.params.id, commit),
  ),
  route(dismissOnChainTransfer, (ctx) =>
    dismissTransfer({ ...ctx, actorId: callerOf(ctx).id }, ctx.params.id, ctx.body.reason),
  ),
];

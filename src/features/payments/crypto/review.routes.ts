import { callerOf } from '../../../server/context.ts';
import { route, routeWithCommit } from '../../../server/route.ts';
import { assignChainReceipt, dismissChainReceipt, listChainReview } from './review.contract.ts';
import { assignReceipt, dismissReceipt, listReviews } from './review.service.ts';

export const chainReviewRoutes = [
  route(listChainReview, ({ db }) => listReviews(db)),
  routeWithCommit(assignChainReceipt, (ctx, commit) =>
    assignReceipt({ ...ctx, actorId: callerOf(ctx).id }, ctx.params.id, ctx.body, commit),
  ),
  route(dismissChainReceipt, (ctx) =>
    dismissReceipt({ ...ctx, actorId: callerOf(ctx).id }, ctx.params.id, ctx.body.reason),
  ),
];

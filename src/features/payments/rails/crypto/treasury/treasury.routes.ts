import { callerOf } from '../../../../../server/context.ts';
import { route, routeWithCommit } from '../../../../../server/http/route.ts';
import { dismissDifference, explainDifference, readTreasury } from './treasury.contract.ts';
import { dismiss, explain, showTreasury } from './treasury.service.ts';

export const treasuryRoutes = [
  route(readTreasury, (context) => showTreasury(context)),
  routeWithCommit(explainDifference, (ctx, commit) =>
    explain({ ...ctx, actorId: callerOf(ctx).id }, ctx.params.id, ctx.body.txHash, commit),
  ),
  route(dismissDifference, (ctx) =>
    dismiss({ ...ctx, actorId: callerOf(ctx).id }, ctx.params.id, ctx.body.reason),
  ),
];

import { callerOf } from '../../../../../server/context.ts';
import { route } from '../../../../../server/http/route.ts';
import { words } from '../../../../../shared/words.ts';
import { applyLines, bookNow, discard, undoLines } from './statement-booking.service.ts';
import {
  applyStatement,
  bookStatement,
  discardStatement,
  undoStatement,
} from '../statements/statement.contract.ts';

export const statementBookingRoutes = [
  route(applyStatement, async (ctx) => ({
    bookAt: await applyLines({ ...ctx, actorId: callerOf(ctx).id }, ctx.params.id, ctx.body),
    message: words('The lines will be recorded in ten minutes. Until then you can undo this.'),
  })),
  route(bookStatement, async (ctx) => {
    await bookNow({ ...ctx, actorId: callerOf(ctx).id }, ctx.params.id);
    return { message: words('The lines are being recorded.') };
  }),
  route(undoStatement, async (ctx) => {
    await undoLines({ ...ctx, actorId: callerOf(ctx).id }, ctx.params.id);
    return { message: words('No payment has changed.') };
  }),
  route(discardStatement, async (ctx) => {
    await discard({ ...ctx, actorId: callerOf(ctx).id }, ctx.params.id);
    return { message: words('No payment has changed.') };
  }),
];

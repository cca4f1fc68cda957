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
    message: words(
      'The lines are confirmed. They are booked in ten minutes; until then you can take them back.',
    ),
  })),
  route(bookStatement, async (ctx) => {
    await bookNow({ ...ctx, actorId: callerOf(ctx).id }, ctx.params.id);
    return { message: words('The lines are being booked.') };
  }),
  route(undoStatement, async (ctx) => {
    await undoLines({ ...ctx, actorId: callerOf(ctx).id }, ctx.params.id);
    return { message: words('Taken back. No payment has changed.') };
  }),
  route(discardStatement, async (ctx) => {
    await discard({ ...ctx, actorId: callerOf(ctx).id }, ctx.params.id);
    return { message: words('The statement is forgotten. No payment has changed.') };
  }),
];

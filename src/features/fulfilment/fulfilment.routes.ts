import { callerOf } from '../../server/context.ts';
import { route } from '../../server/http/route.ts';
import { words } from '../../shared/words.ts';
import {
  changeShipment,
  listKits,
  moveKits,
  printLabels,
  undoKits,
} from './fulfilment.contract.ts';
import { addressesOf, correctShipment, moveAll, readBoard, undoAll } from './fulfilment.service.ts';

export const fulfilmentRoutes = [
  route(listKits, ({ query, ...ctx }) =>
    readBoard(ctx, {
      ...query,
      search: query.search || undefined,
      overdue: query.overdue === 'true',
    }),
  ),
  route(moveKits, async (ctx) => {
    const { preview = false, ...move } = ctx.body;
    const { moved, refused } = await moveAll({ ...ctx, actorId: callerOf(ctx).id }, move, preview);
    const sentence = preview
      ? words(
          '{count, plural, one {# application can move to this step.} other {# applications can move to this step.}}',
        )
      : words(
          '{count, plural, =0 {No application was updated.} one {# application was updated. The applicant will get an email.} other {# applications were updated. The applicants will get an email.}}',
        );
    return { moved, refused, message: ctx.translate(sentence, ctx.language, { count: moved }) };
  }),
  route(undoKits, async (ctx) => {
    const { undone, isAnnounced } = await undoAll({ ...ctx, actorId: callerOf(ctx).id }, ctx.body);
    const sentence = isAnnounced
      ? words(
          '{count, plural, one {# application is back at its earlier status. The applicant may have had an email about the step, so write to them.} other {# applications are back at their earlier status. The applicants may have had an email about the step, so write to them.}}',
        )
      : words(
          '{count, plural, one {# application is back at its earlier status. The applicant gets no email.} other {# applications are back at their earlier status. The applicants get no email.}}',
        );
    return { message: ctx.translate(sentence, ctx.language, { count: undone }) };
  }),
  route(changeShipment, async (ctx) => {
    await correctShipment({ ...ctx, actorId: callerOf(ctx).id }, ctx.params.id, ctx.body);
    return { message: words('Corrected. The applicant will get an email.') };
  }),
  route(printLabels, async (ctx) => ({
    labels: await addressesOf({ ...ctx, actorId: callerOf(ctx).id }, ctx.body.ids),
  })),
];

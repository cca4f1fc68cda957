import { callerOf } from '../../../../server/context.ts';
import { route, routeWithCommit } from '../../../../server/http/route.ts';
import { Fault } from '../../../../shared/fault.ts';
import { words } from '../../../../shared/words.ts';
import {
  captureCardOrder,
  createCardOrder,
  readCardEnvironment,
  receiveCardWebhook,
} from './card.contract.ts';
import { requireGenuineWebhook, storeWebhook } from './webhook.service.ts';
import { createOrderForPayer, captureForPayer, CARD_OFF } from './order.service.ts';

import { endWaitingCard } from './card-review.contract.ts';
import { resolveCardPayment } from './card-review.service.ts';

export const cardRoutes = [
  route(readCardEnvironment, async ({ externalServices }) => {
    const card = externalServices.card();
    if (!card) throw new Fault(503, CARD_OFF);
    return { clientId: card.clientId, environment: card.environment };
  }),
  routeWithCommit(createCardOrder, async (ctx, commit) => {
    const { id, cookies } = await createOrderForPayer(ctx);
    return commit(async () => {
      for (const cookie of cookies) ctx.setCookie(...cookie);
      return { id };
    });
  }),
  routeWithCommit(captureCardOrder, async (ctx, commit) => {
    const status = await captureForPayer(ctx, ctx.params.id);
    return commit(async () => ({ status }));
  }),
  routeWithCommit(receiveCardWebhook, async (ctx, commit) => {
    await requireGenuineWebhook(ctx);
    return commit(async (tx) => {
      await storeWebhook({ ...ctx, db: tx }, ctx.body);
      return { message: words('Thank you.') };
    });
  }),
  routeWithCommit(endWaitingCard, (ctx, commit) => {
    if (!ctx.externalServices.card()) throw new Fault(503, CARD_OFF);
    return resolveCardPayment(
      { ...ctx, actorId: callerOf(ctx).id },
      ctx.params.id,
      ctx.body,
      commit,
    );
  }),
];

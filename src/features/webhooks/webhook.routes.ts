import { callerOf } from '../../server/context.ts';
import { route } from '../../server/http/route.ts';
import { answerList } from '../../server/lists/list.ts';
import { words } from '../../shared/words.ts';
import { listWebhookDeliveries, resendWebhook } from './delivery.contract.ts';
import { resend } from './delivery.service.ts';
import { deliveryList } from './delivery.store.ts';
import {
  changeWebhookEndpoint,
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  listWebhookEndpoints,
  replaceWebhookSecret,
} from './endpoint.contract.ts';
import {
  changeEndpoint,
  createEndpoint,
  deleteEndpoint,
  replaceSecret,
} from './endpoint.service.ts';
import { listEndpoints } from './endpoint.store.ts';

export const webhookRoutes = [
  route(listWebhookEndpoints, ({ db }) => listEndpoints(db)),
  route(createWebhookEndpoint, async (context) => {
    const created = await createEndpoint({ ...context, actor: callerOf(context) }, context.body);
    return { ...created, message: words('New events will be sent there.') };
  }),
  route(changeWebhookEndpoint, async (context) => {
    const { params, body } = context;
    await changeEndpoint({ ...context, actor: callerOf(context) }, params.id, body);
    return {
      message: body.isPaused
        ? words('We keep the events and send them once you resume it.')
        : words('The endpoint is saved.'),
    };
  }),
  route(replaceWebhookSecret, async (context) => {
    const { id } = context.params;
    const secret = await replaceSecret({ ...context, actor: callerOf(context) }, id);
    return { id, secret, message: words('The old secret is no longer used.') };
  }),
  route(deleteWebhookEndpoint, async (context) => {
    await deleteEndpoint({ ...context, actor: callerOf(context) }, context.params.id);
    return { message: words('No more events will be sent there.') };
  }),
  route(listWebhookDeliveries, (context) =>
    answerList(context, deliveryList, listWebhookDeliveries.path),
  ),
  route(resendWebhook, async (context) => {
    await resend({ ...context, actor: callerOf(context) }, context.params.id);
    return { message: words('The event is on its way again.') };
  }),
];

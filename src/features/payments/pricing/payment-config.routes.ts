import { callerOf } from '../../../server/context.ts';
import { route } from '../../../server/http/route.ts';
import { words } from '../../../shared/words.ts';
import {
  changePaymentConfig,
  createPaymentConfig,
  deletePaymentConfig,
  listPaymentConfig,
} from './payment-config.contract.ts';
import { changeConfig, createConfig, deleteConfig } from './payment-config.service.ts';
import { listPaymentConfigs } from './payment-config.store.ts';

export const paymentConfigRoutes = [
  route(listPaymentConfig, ({ db }) => listPaymentConfigs(db)),
  route(createPaymentConfig, async (ctx) => {
    await createConfig({ ...ctx, actor: callerOf(ctx) }, ctx.body);
    return { message: words('Payment configuration created and active.') };
  }),
  route(changePaymentConfig, async (ctx) => {
    await changeConfig({ ...ctx, actor: callerOf(ctx) }, ctx.params.id, ctx.body);
    return { message: words('Payment configuration updated.') };
  }),
  route(deletePaymentConfig, async (ctx) => {
    await deleteConfig({ ...ctx, actor: callerOf(ctx) }, ctx.params.id, ctx.query.version);
    return { message: words('Payment configuration deleted.') };
  }),
];

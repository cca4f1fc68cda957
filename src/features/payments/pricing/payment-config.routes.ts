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
import { listActiveConfigs, listPaymentConfigs } from './payment-config.store.ts';
import { listActivePaymentConfig } from './public-config.contract.ts';

export const paymentConfigRoutes = [
  route(listPaymentConfig, ({ db }) => listPaymentConfigs(db)),
  route(createPaymentConfig, async (ctx) => {
    await createConfig({ ...ctx, actor: callerOf(ctx) }, ctx.body);
    return { message: words('It is active from now on.') };
  }),
  route(changePaymentConfig, async (ctx) => {
    await changeConfig({ ...ctx, actor: callerOf(ctx) }, ctx.params.id, ctx.body);
    return { message: words('Payment configuration updated.') };
  }),
  route(deletePaymentConfig, async (ctx) => {
    await deleteConfig({ ...ctx, actor: callerOf(ctx) }, ctx.params.id, ctx.query.version);
    return { message: words('Payment configuration deleted.') };
  }),
  route(listActivePaymentConfig, async ({ db }) => {
    const active = await listActiveConfigs(db);
    // A Bitcoin address is stored and never offered (gaps.md §2).
    return active.map(({ configData: { bitcoinAddress: _, ...configData }, ...config }) => ({
      ...config,
      configData,
    }));
  }),
];

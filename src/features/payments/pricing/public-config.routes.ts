import { route } from '../../../server/http/route.ts';
import { listActiveConfigs } from './payment-config.store.ts';
import { listActivePaymentConfig } from './public-config.contract.ts';

export const publicConfigRoutes = [
  route(listActivePaymentConfig, async ({ db }) => {
    const active = await listActiveConfigs(db);
    // A Bitcoin address is stored and never offered (gaps.md §2).
    return active.map(({ configData: { bitcoinAddress: _, ...configData }, ...config }) => ({
      ...config,
      configData,
    }));
  }),
];

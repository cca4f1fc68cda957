import * as z from 'zod/mini';
import type { AppContext } from '../../../../../server/context.ts';
import { job } from '../../../../../server/queue/queue.ts';
import { ById } from '../../../../../shared/schema.ts';
import { requirePrices } from '../quotes/price.service.ts';
import { checkTreasury } from '../treasury/treasury.service.ts';
import { checkSubmittedTransaction } from './watch.service.ts';

export const cryptoJobs = [
  /** Retried for about an hour; the watch finds what a chain that is silent for longer withholds. */
  job<AppContext, typeof ById>({
    name: 'chain-hint',
    data: ById,
    retries: 8,
    handle: ({ id }, { context }) => checkSubmittedTransaction(context, id),
  }),
  /** Retried for some minutes: an exchange that is away for a moment is no news. */
  job<AppContext, z.ZodMiniType<object>>({
    name: 'crypto-prices',
    data: z.object({}),
    retries: 2,
    retryDelaySeconds: 120,
    singleton: true,
    cron: '37 * * * *',
    handle: (_data, { context }) => requirePrices(context),
  }),
  job<AppContext, z.ZodMiniType<object>>({
    name: 'treasury-balances',
    data: z.object({}),
    retries: 2,
    retryDelaySeconds: 120,
    singleton: true,
    cron: '47 * * * *',
    handle: (_data, { context }) => checkTreasury(context),
  }),
];

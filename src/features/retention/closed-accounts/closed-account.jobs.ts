import * as z from 'zod/mini';
import type { AppContext } from '../../../server/context.ts';
import { job } from '../../../server/queue/queue.ts';
import { eraseClosedAccounts } from './closed-account.service.ts';

export const closedAccountJobs = [
  job<AppContext, z.ZodMiniType<object>>({
    name: 'erase-closed-accounts',
    data: z.object({}),
    retries: 3,
    singleton: true,
    cron: '51 * * * *',
    handle: (_data, { context, log, isStopping }) =>
      eraseClosedAccounts(context, { log, isStopping }),
  }),
];

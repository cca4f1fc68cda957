import * as z from 'zod/mini';
import type { AppContext } from '../../server/context.ts';
import { job } from '../../server/queue/queue.ts';
import { runBulkMailWorker } from './batches/bulk-mail-worker.service.ts';
import { BULK_MAIL_JOB } from './batches/batch.rules.ts';

export const campaignJobs = [
  job<AppContext, z.ZodMiniType<object>>({
    name: BULK_MAIL_JOB,
    data: z.object({}),
    // The minute's own follows anyway.
    retries: 0,
    singleton: true,
    cron: '* * * * *',
    atStart: true,
    handle: (_data, { context, log, isStopping }) =>
      runBulkMailWorker(context, { log, isStopping: () => isStopping?.() ?? false }),
  }),
];

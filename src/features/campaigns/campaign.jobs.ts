import * as z from 'zod/mini';
import type { AppContext } from '../../server/context.ts';
import { job } from '../../server/queue/queue.ts';
import { runBulkMailWorker } from './batches/bulk-mail-worker.service.ts';
import { BULK_MAIL_JOB } from './batches/batch.rules.ts';
import { sendWelcomeMails } from './welcome/welcome.service.ts';

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
  job<AppContext, z.ZodMiniType<object>>({
    name: 'welcome-mails',
    data: z.object({}),
    retries: 3,
    singleton: true,
    cron: '17 * * * *',
    handle: (_data, { context }) => sendWelcomeMails(context),
  }),
];

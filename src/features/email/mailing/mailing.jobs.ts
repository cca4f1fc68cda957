import * as z from 'zod/mini';
import type { House } from '../../../server/context.ts';
import { job } from '../../../server/queue.ts';
import { BULK_JOB, sendBulkMail } from './round.service.ts';

export const mailingJobs = [
  job<House, z.ZodMiniType<object>>({
    name: BULK_JOB,
    data: z.object({}),
    // The minute's own follows anyway.
    retries: 0,
    singleton: true,
    cron: '* * * * *',
    atStart: true,
    handle: (_data, { services, log, isStopping }) =>
      sendBulkMail(services, { log, isStopping: () => isStopping?.() ?? false }),
  }),
];

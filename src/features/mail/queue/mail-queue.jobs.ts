import * as z from 'zod/mini';
import type { AppContext } from '../../../server/context.ts';
import { job } from '../../../server/queue/queue.ts';
import { ById } from '../../../shared/schema.ts';
import { deliverMail, sweepMails } from './delivery.service.ts';

export const emailJobs = [
  job<AppContext, typeof ById>({
    name: 'mail-deliver',
    data: ById,
    // For a database that is away or a bug; what mail servers answer is retried by the sweep.
    retries: 5,
    concurrency: 4,
    handle: ({ id }, { context, log }) => deliverMail(context, id, log),
  }),
  job<AppContext, z.ZodMiniType<object>>({
    name: 'mail-sweep',
    data: z.object({}),
    retries: 0,
    singleton: true,
    cron: '* * * * *',
    handle: (_data, { context, log }) => sweepMails(context, log),
  }),
];

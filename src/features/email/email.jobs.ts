import * as z from 'zod/mini';
import type { House } from '../../server/context.ts';
import { job } from '../../server/queue.ts';
import { ById } from '../../shared/schema.ts';
import { deliverMail, sweepMails } from './delivery.service.ts';

export const emailJobs = [
  job<House, typeof ById>({
    name: 'mail-deliver',
    data: ById,
    // For a database that is away or a bug; what mail servers answer is retried by the sweep.
    retries: 5,
    concurrency: 4,
    handle: ({ id }, { services, log }) => deliverMail(services, id, log),
  }),
  job<House, z.ZodMiniType<object>>({
    name: 'mail-sweep',
    data: z.object({}),
    retries: 0,
    singleton: true,
    cron: '* * * * *',
    handle: (_data, { services, log }) => sweepMails(services, log),
  }),
];

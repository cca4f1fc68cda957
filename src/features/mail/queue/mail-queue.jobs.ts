import * as z from 'zod/mini';
import type { AppContext } from '../../../server/context.ts';
import { job } from '../../../server/queue/queue.ts';
import { ById } from '../../../shared/schema.ts';
import { deliverMails, sweepMails } from './delivery.service.ts';

/** Jobs from before there were lists have an id. */
const HandedOver = z.union([z.object({ ids: z.array(z.uuid()) }), ById]);

export const emailJobs = [
  job<AppContext, typeof HandedOver>({
    name: 'mail-deliver',
    data: HandedOver,
    // For a database that is away or a bug; what mail servers answer is retried by the sweep.
    retries: 5,
    concurrency: 4,
    // Each is a list.
    batch: 2,
    handle: (data, work) => deliverMails('ids' in data ? data.ids : [data.id], work),
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

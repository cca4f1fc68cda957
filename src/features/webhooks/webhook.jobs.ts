import * as z from 'zod/mini';
import type { AppContext } from '../../server/context.ts';
import { job } from '../../server/queue/queue.ts';
import { ById } from '../../shared/schema.ts';
import { deliverWebhooks, removeOldDeliveries, sweepWebhooks } from './delivery.service.ts';

export const webhookJobs = [
  job<AppContext, typeof ById>({
    name: 'webhook-deliver',
    data: ById,
    // The sweep comes back to what is left; what receivers answer is retried by its own pauses.
    retries: 0,
    // One receiver that is slow does not hold up the others.
    concurrency: 2,
    handle: ({ id }, { context, ...rest }) => deliverWebhooks(context, id, rest),
  }),
  job<AppContext, z.ZodMiniType<object>>({
    name: 'webhook-sweep',
    data: z.object({}),
    retries: 0,
    singleton: true,
    cron: '* * * * *',
    handle: (_data, { context }) => sweepWebhooks(context),
  }),
  job<AppContext, z.ZodMiniType<object>>({
    name: 'webhook-log',
    data: z.object({}),
    retries: 3,
    singleton: true,
    cron: '50 3 * * *',
    handle: (_data, { context }) => removeOldDeliveries(context),
  }),
];

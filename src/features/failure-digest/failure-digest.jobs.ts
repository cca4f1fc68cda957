import * as z from 'zod/mini';
import type { AppContext } from '../../server/context.ts';
import { job } from '../../server/queue/queue.ts';
import { sendDigest } from './failure-digest.service.ts';

export const digestJobs = [
  job<AppContext, z.ZodMiniType<object>>({
    name: 'failure-digest',
    data: z.object({}),
    retries: 3,
    singleton: true,
    // Each hour, so that a morning on which the site was down is not left out; a day has one all the same.
    cron: '7 * * * *',
    handle: (_data, { context }) => sendDigest(context),
  }),
];

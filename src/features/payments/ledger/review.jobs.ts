import * as z from 'zod/mini';
import type { House } from '../../../server/context.ts';
import { job } from '../../../server/queue.ts';
import { tellOfWaiting } from './review.service.ts';

export const reviewJobs = [
  job<House, z.ZodMiniType<object>>({
    name: 'money-waits',
    data: z.object({}),
    retries: 3,
    singleton: true,
    // Soon after the hour that it tells of: what began to wait in it is written down by then.
    cron: '2 * * * *',
    handle: (_data, { services: house }) => tellOfWaiting(house),
  }),
];

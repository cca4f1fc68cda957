import * as z from 'zod/mini';
import type { AppContext } from '../../server/context.ts';
import { job } from '../../server/queue/queue.ts';
import { removeEmptyMerges } from './merge.service.ts';

export const mergeJobs = [
  job<AppContext, z.ZodMiniType<object>>({
    name: 'remove-empty-merges',
    data: z.object({}),
    retries: 3,
    singleton: true,
    // After the rules for old records have removed what they remove that night.
    cron: '20 5 * * *',
    handle: (_data, { context }) => removeEmptyMerges(context),
  }),
];

import * as z from 'zod/mini';
import type { AppContext } from '../../../server/context.ts';
import { job } from '../../../server/queue/queue.ts';
import { unusedRetentionMs } from './pictures.rules.ts';
import { removeUnused } from './pictures.service.ts';

export const pictureJobs = [
  job<AppContext, z.ZodMiniObject>({
    name: 'sweep-pictures',
    data: z.object({}),
    retries: 3,
    singleton: true,
    cron: '41 3 * * *',
    async handle(_data, { context: { db, clock } }) {
      await removeUnused(db, clock.now(), unusedRetentionMs);
    },
  }),
];

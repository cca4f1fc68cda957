import * as z from 'zod/mini';
import type { AppContext } from '../../server/context.ts';
import { job } from '../../server/queue/queue.ts';
import { removeExpired } from './retention-run.service.ts';

const RETENTION_JOB = 'retention';

export const retentionJobs = [
  job<AppContext, z.ZodMiniType<object>>({
    name: RETENTION_JOB,
    data: z.object({}),
    retries: 3,
    singleton: true,
    // Each night (UTC): until then a period that is too short can be changed back.
    cron: '40 3 * * *',
    async handle(_data, { context, isStopping }) {
      const end = await removeExpired(context, { isStopping });
      if (end === 'interrupted') await context.jobs.send(context.db, RETENTION_JOB, {});
    },
  }),
];

import * as z from 'zod/mini';
import type { AppContext } from '../../server/context.ts';
import { job } from '../../server/queue/queue.ts';
import { eraseClosed } from './closed.service.ts';
import { removeExpired } from './run.service.ts';

const RETENTION_JOB = 'retention';

export const retentionJobs = [
  job<AppContext, z.ZodMiniType<object>>({
    name: RETENTION_JOB,
    data: z.object({}),
    retries: 3,
    singleton: true,
    // Each night (UTC): until then whoever chose too short a period can take it back.
    cron: '40 3 * * *',
    async handle(_data, { context, isStopping }) {
      const end = await removeExpired(context, { isStopping });
      if (end === 'interrupted') await context.jobs.send(context.db, RETENTION_JOB, {});
    },
  }),
  job<AppContext, z.ZodMiniType<object>>({
    name: 'erase-closed-accounts',
    data: z.object({}),
    retries: 3,
    singleton: true,
    cron: '51 * * * *',
    handle: (_data, { context, log, isStopping }) => eraseClosed(context, { log, isStopping }),
  }),
];

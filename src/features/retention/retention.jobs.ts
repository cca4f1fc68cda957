import * as z from 'zod/mini';
import type { House } from '../../server/context.ts';
import { job } from '../../server/queue.ts';
import { eraseClosed } from './closed.service.ts';
import { removeExpired } from './run.service.ts';

const RETENTION_JOB = 'retention';

export const retentionJobs = [
  job<House, z.ZodMiniType<object>>({
    name: RETENTION_JOB,
    data: z.object({}),
    retries: 3,
    singleton: true,
    // Each night (UTC): until then whoever chose too short a period can take it back.
    cron: '40 3 * * *',
    async handle(_data, { services: house, isStopping }) {
      const end = await removeExpired(house, { isStopping });
      if (end === 'interrupted') await house.jobs.send(house.db, RETENTION_JOB, {});
    },
  }),
  job<House, z.ZodMiniType<object>>({
    name: 'erase-closed-accounts',
    data: z.object({}),
    retries: 3,
    singleton: true,
    cron: '51 * * * *',
    handle: (_data, { services: house, log, isStopping }) =>
      eraseClosed(house, { log, isStopping }),
  }),
];

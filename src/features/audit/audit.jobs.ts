import * as z from 'zod/mini';
import type { AppContext } from '../../server/context.ts';
import { job } from '../../server/queue/queue.ts';
import { sealAudit } from './chain.service.ts';

export const auditJobs = [
  job<AppContext, z.ZodMiniObject>({
    name: 'seal-audit',
    data: z.object({}),
    retries: 3,
    singleton: true,
    cron: '* * * * *',
    async handle(_data, { context }) {
      await sealAudit(context);
    },
  }),
];

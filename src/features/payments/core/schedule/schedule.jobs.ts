import * as z from 'zod/mini';
import type { AppContext } from '../../../../server/context.ts';
import { inTransaction } from '../../../../server/database/database.ts';
import { job } from '../../../../server/queue/queue.ts';
import { advanceInstalmentsOf } from '../payment.service.ts';
import { listApplicationsWithDueInstalments } from './schedule.store.ts';

const batchSize = 500;

export const scheduleJobs = [
  job<AppContext, z.ZodMiniType<object>>({
    name: 'dues-advance',
    data: z.object({}),
    retries: 3,
    singleton: true,
    cron: '17 * * * *',
    async handle(_data, { context }) {
      const at = context.clock.now();
      let after: string | undefined;
      do {
        const ids = await listApplicationsWithDueInstalments(context.db, at, {
          after,
          limit: batchSize,
        });
        for (const id of ids)
          await inTransaction(context.db, (tx) => advanceInstalmentsOf(tx, id, at));
        after = ids.at(-1);
      } while (after);
    },
  }),
];

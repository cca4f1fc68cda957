import * as z from 'zod/mini';
import type { AppContext } from '../../server/context.ts';
import { job } from '../../server/queue/queue.ts';
import { inTransaction } from '../../server/database/database.ts';
import { markLifetimeMs } from '../declaration/signature-mark.service.ts';
import { SIGNATURE_MARKS } from './expiring-records.store.ts';
import { disableJit } from './expiring.store.ts';
import { removeExpired, ROWS_AT_ONCE } from './retention-run.service.ts';

/** Removes the marks of signatures that are older than the privacy page allows, some at once. */
async function removeMarks({ db, clock }: Pick<AppContext, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - markLifetimeMs);
  while (
    await inTransaction(db, async (tx) => {
      await disableJit(tx);
      return SIGNATURE_MARKS.removeBefore(tx, before, ROWS_AT_ONCE);
    })
  );
}

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
  job<AppContext, z.ZodMiniType<object>>({
    name: 'signature-marks',
    data: z.object({}),
    retries: 3,
    singleton: true,
    cron: '33 * * * *',
    handle: (_data, { context }) => removeMarks(context),
  }),
];

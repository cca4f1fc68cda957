import * as z from 'zod/mini';
import { days } from '../../shared/time.ts';
import { longestIdleMs } from '../security/authorize.ts';
import type { AppContext } from '../context.ts';
import { removeAnswersBefore } from '../http/idempotency.store.ts';
import { removeUsedProofs } from '../security/used-proof.store.ts';
import { job } from './queue.ts';
import { removeEndedSessions } from '../security/session.store.ts';

/** A browser repeats a lost request within minutes; a week covers a phone that slept. */
const answerRetentionMs = days(7);

/** Removes the engine's rows that decide nothing any more; each feature sweeps its own. */
export const sweep = job<AppContext, z.ZodMiniObject>({
  name: 'sweep',
  data: z.object({}),
  retries: 3,
  singleton: true,
  cron: '17 * * * *',
  async handle(_data, { context: { db, clock, settings } }) {
    const now = clock.now();
    await removeEndedSessions(db, now, longestIdleMs(settings));
    await removeAnswersBefore(db, new Date(now.getTime() - answerRetentionMs));
    await removeUsedProofs(db, now);
  },
});

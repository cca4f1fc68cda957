import * as z from 'zod/mini';
import type { AppContext } from '../../../server/context.ts';
import { removeExpiredApiKeys } from '../../../server/security/api-key.store.ts';
import { job } from '../../../server/queue/queue.ts';
import { days } from '../../../shared/time.ts';
import { expiredKeyDays } from '../api-keys/api-key.rules.ts';
import { removeStaleAttempts } from '../login-attempts.store.ts';
import { removeStaleLinks } from '../one-time-link.store.ts';
import { removeStaleChallenges } from '../second-factor/passkey.store.ts';

export const memberJobs = [
  job<AppContext, z.ZodMiniObject>({
    name: 'sweep-members',
    data: z.object({}),
    retries: 3,
    singleton: true,
    cron: '23 * * * *',
    async handle(_data, { context: { db, clock } }) {
      await removeStaleLinks(db, clock.now());
      await removeStaleAttempts(db, clock.now());
      await removeStaleChallenges(db, clock.now());
      const longExpired = new Date(clock.now().getTime() - days(expiredKeyDays));
      await removeExpiredApiKeys(db, longExpired);
    },
  }),
];

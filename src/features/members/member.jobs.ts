import * as z from 'zod/mini';
import type { House } from '../../server/context.ts';
import { job } from '../../server/queue.ts';
import { removeForgottenTries } from './login-tries.store.ts';
import { removeStaleLinks } from './one-time-link.store.ts';
import { removeStaleChallenges } from './passkey.store.ts';

export const memberJobs = [
  job<House, z.ZodMiniObject>({
    name: 'sweep-members',
    data: z.object({}),
    retries: 3,
    singleton: true,
    cron: '23 * * * *',
    async handle(_data, { services: { db, clock } }) {
      await removeStaleLinks(db, clock.now());
      await removeForgottenTries(db, clock.now());
      await removeStaleChallenges(db, clock.now());
    },
  }),
];

import * as z from 'zod/mini';
import type { House } from '../../server/context.ts';
import { job } from '../../server/queue.ts';
import { answerReset } from './password-reset.service.ts';

export const accountJobs = [
  job<House, z.ZodMiniType<{ id: string; sealed: string }>>({
    name: 'password-reset',
    data: z.object({ id: z.uuid(), sealed: z.string() }),
    retries: 5,
    handle: (asked, { services: house }) => answerReset(house, asked),
  }),
];

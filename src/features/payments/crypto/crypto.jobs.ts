import * as z from 'zod/mini';
import type { House } from '../../../server/context.ts';
import { job } from '../../../server/queue.ts';
import { followHint } from './hint.service.ts';

const ById = z.object({ id: z.uuid() });

export const cryptoJobs = [
  /** Tried again for about an hour; what a silent chain keeps back for longer the watch finds by itself. */
  job<House, z.ZodMiniType<{ id: string }>>({
    name: 'chain-hint',
    data: ById,
    retries: 8,
    handle: ({ id }, { services: house }) => followHint(house, id),
  }),
];

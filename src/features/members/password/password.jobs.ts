import * as z from 'zod/mini';
import type { AppContext } from '../../../server/context.ts';
import { job } from '../../../server/queue/queue.ts';
import { sendResetLink } from './new-password.service.ts';

export const accountJobs = [
  job<AppContext, z.ZodMiniType<{ id: string; sealed: string }>>({
    name: 'password-reset',
    data: z.object({ id: z.uuid(), sealed: z.string() }),
    retries: 5,
    handle: (asked, { context }) => sendResetLink(context, asked),
  }),
];

import * as z from 'zod/mini';
import type { AppContext } from '../../server/context.ts';
import { job } from '../../server/queue/queue.ts';
import { tellOfUnread } from './digest.service.ts';
import { tellOfReports } from './reporting.service.ts';

export const messageJobs = [
  job<AppContext, z.ZodMiniType<object>>({
    name: 'messages-unread',
    data: z.object({}),
    retries: 0,
    singleton: true,
    cron: '*/5 * * * *',
    handle: (_data, { context }) => tellOfUnread(context),
  }),
  job<AppContext, z.ZodMiniType<object>>({
    name: 'messages-reported',
    data: z.object({}),
    retries: 3,
    singleton: true,
    // Soon after the quarter that it tells of.
    cron: '1,16,31,46 * * * *',
    handle: (_data, { context }) => tellOfReports(context),
  }),
];

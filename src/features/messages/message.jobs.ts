import * as z from 'zod/mini';
import type { AppContext } from '../../server/context.ts';
import { job } from '../../server/queue/queue.ts';
import { mailUnreadDigests } from './notifications/digest.service.ts';
import { mailWaitingReports } from './reports/report.service.ts';

export const messageJobs = [
  job<AppContext, z.ZodMiniType<object>>({
    name: 'messages-unread',
    data: z.object({}),
    retries: 0,
    singleton: true,
    cron: '*/5 * * * *',
    handle: (_data, { context }) => mailUnreadDigests(context),
  }),
  job<AppContext, z.ZodMiniType<object>>({
    name: 'messages-reported',
    data: z.object({}),
    retries: 3,
    singleton: true,
    // Soon after the quarter of an hour that the mail is about.
    cron: '1,16,31,46 * * * *',
    handle: (_data, { context }) => mailWaitingReports(context),
  }),
];

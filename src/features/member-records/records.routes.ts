import { callerOf } from '../../server/context.ts';
import { route } from '../../server/http/route.ts';
import { words } from '../../shared/words.ts';
import { claimRecord, openClaimed, readRecords, releaseRecord } from './records.contract.ts';
import { claimFor, openFor, recordsOf, releaseFor } from './records.service.ts';

/** What a member did here before and after joining. */
export const recordRoutes = [
  route(readRecords, (context) => recordsOf(context.db, callerOf(context))),

  route(claimRecord, async (context) => {
    await claimFor(context, callerOf(context), context.body);
    return {
      message: words('It now belongs to your account, even if your email address changes.'),
    };
  }),

  route(releaseRecord, async (context) => {
    await releaseFor(context, callerOf(context), context.body);
    return { message: words('It is no longer in your account. Nothing else has changed.') };
  }),

  route(openClaimed, (context) => openFor(context, callerOf(context), context.body.id)),
];

import { callerOf } from '../../server/context.ts';
import { route } from '../../server/route.ts';
import { words } from '../../shared/words.ts';
import { claimFor, openFor, releaseFor } from './claim.service.ts';
import { readMember, readProfile, saveProfile } from './profile.contract.ts';
import { cardFor, profileOf, UNTOLD } from './profile.service.ts';
import { putProfile } from './profile.store.ts';
import { claimRecord, openClaimed, readRecords, releaseRecord } from './records.contract.ts';
import { recordsOf } from './records.service.ts';

export const profileRoutes = [
  route(readProfile, async (context) => ({
    profile: await profileOf(context.db, callerOf(context).id),
  })),

  route(saveProfile, async (context) => {
    await putProfile(context.db, {
      userId: callerOf(context).id,
      fresh: UNTOLD,
      change: context.body,
      now: context.clock.now(),
    });
    return { message: words('Your profile is saved.') };
  }),

  route(readMember, (context) => cardFor(context, context.params.id, callerOf(context))),

  route(readRecords, (context) => recordsOf(context.db, callerOf(context))),

  route(claimRecord, async (context) => {
    await claimFor(context, callerOf(context), context.body);
    return { message: words('It belongs to your account now, whatever your address is later.') };
  }),

  route(releaseRecord, async (context) => {
    await releaseFor(context, callerOf(context), context.body);
    return { message: words('It is no longer in your account. Nothing else has changed.') };
  }),

  route(openClaimed, (context) => openFor(context, callerOf(context), context.body.id)),
];

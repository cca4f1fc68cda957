import { callerOf } from '../../../server/context.ts';
import { route } from '../../../server/http/route.ts';
import { words } from '../../../shared/words.ts';
import { readMember, readProfile, saveProfile } from './profile.contract.ts';
import { EMPTY_PROFILE, type FindRelation, memberCard, profileOf } from './profile.service.ts';
import { putProfile } from './profile.store.ts';

/** `findRelation` belongs to messages, which depend on members. */
export const profileRoutes = (findRelation: FindRelation) => [
  route(readProfile, async (context) => ({
    profile: await profileOf(context.db, callerOf(context).id),
  })),

  route(saveProfile, async (context) => {
    await putProfile(context.db, {
      userId: callerOf(context).id,
      fresh: EMPTY_PROFILE,
      change: context.body,
      now: context.clock.now(),
    });
    return { message: words('Your profile is saved.') };
  }),

  route(readMember, (context) =>
    memberCard(context, context.params.id, callerOf(context), findRelation),
  ),
];

import type { AppContext, Caller } from '../../../server/context.ts';
import type { Database } from '../../../server/database/database.ts';
import { Fault } from '../../../shared/fault.ts';
import { shown } from '../../../shared/shown.ts';
import { words } from '../../../shared/words.ts';
import { requireVerifiedAddress } from '../registration/verification.service.ts';
import type { MemberAnswer, Profile } from './profile.contract.ts';
import { findCard, findProfile } from './profile.store.ts';

/** The profile of a member who has never saved one (gaps.md §2). */
export const EMPTY_PROFILE: Profile = {
  country: '',
  city: '',
  bio: '',
  interests: '',
  isPublic: true,
};

/** Whether two members have exchanged messages, and whether the member has blocked the viewer. */
export type FindRelation = (
  db: Database,
  of: { memberId: string; viewerId: string },
) => Promise<{ hasWritten: boolean; hasBlocked: boolean }>;

/** A member's profile as they wrote it. */
export async function profileOf(db: Database, userId: string): Promise<Profile> {
  const found = (await findProfile(db, userId)) ?? EMPTY_PROFILE;
  const { country, city, bio, interests, isPublic } = found;
  return { country, city, bio, interests, isPublic };
}

/**
 * A member's card for another member. A private or suspended member, or one who has blocked the viewer, shows only a
 * name, and that only to those with whom they have exchanged messages: else 404, as for a member who does not exist.
 * Throws 403 where the viewer's address is not confirmed, and 429 after very many cards, so that nobody harvests them.
 */
export async function memberCard(
  context: Pick<AppContext, 'db' | 'settings' | 'limits'>,
  id: string,
  viewer: Caller,
  findRelation: FindRelation,
): Promise<MemberAnswer> {
  const isOwn = id === viewer.id;
  if (!isOwn) {
    requireVerifiedAddress(context, viewer);
    await context.limits.require('member-card', viewer.id);
  }
  const card = await findCard(context.db, id);
  const relation = await findRelation(context.db, { memberId: id, viewerId: viewer.id });
  const { isPublic, country, city, bio, interests } = card?.profile ?? EMPTY_PROFILE;
  const isOpen = isPublic && !card?.isSuspended && !relation.hasBlocked;
  if (!card || !(isOpen || relation.hasWritten || isOwn))
    throw new Fault(404, words('This member does not exist, or does not want to be found.'));
  return {
    id,
    firstName: card.firstName === null ? null : shown(card.firstName),
    lastName: card.lastName === null ? null : shown(card.lastName),
    profile: isOpen
      ? { country, city: shown(city), bio: shown(bio), interests: shown(interests) }
      : null,
  };
}

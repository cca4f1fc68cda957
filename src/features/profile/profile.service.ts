import type { Caller, House } from '../../server/context.ts';
import type { Database } from '../../server/database.ts';
import { Fault } from '../../shared/fault.ts';
import { shown } from '../../shared/shown.ts';
import { words } from '../../shared/words.ts';
import { demandProvedAddress } from '../members/proved-address.service.ts';
import { findCard } from './card.store.ts';
import type { MemberAnswer, Profile } from './profile.contract.ts';
import { findProfile } from './profile.store.ts';

/** Of who never saved one (gaps.md §2). */
export const UNTOLD: Profile = { country: '', city: '', bio: '', interests: '', isPublic: true };

/** What a member tells about themselves, as they wrote it. */
export async function profileOf(db: Database, userId: string): Promise<Profile> {
  const { country, city, bio, interests, isPublic } = (await findProfile(db, userId)) ?? UNTOLD;
  return { country, city, bio, interests, isPublic };
}

/**
 * A member's card for another one. Who keeps to themselves, is suspended or has blocked the viewer shows no
 * more than a name, and that only to those they have written with: else 404, as for nobody. Cards are for people whom
 * we can reach, and not for a harvest: throws 403 where the viewer's address is not proved, and 429 after very many.
 */
export async function cardFor(
  house: Pick<House, 'db' | 'settings' | 'limits'>,
  id: string,
  viewer: Caller,
): Promise<MemberAnswer> {
  const isOwn = id === viewer.id;
  if (!isOwn) {
    demandProvedAddress(house, viewer);
    await house.limits.demand('member-card', viewer.id);
  }
  const card = await findCard(house.db, id, viewer.id);
  const { isPublic, country, city, bio, interests } = card?.profile ?? UNTOLD;
  const isOpen = isPublic && !card?.isSuspended && !card?.hasBlocked;
  if (!card || !(isOpen || card.hasWritten || isOwn))
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

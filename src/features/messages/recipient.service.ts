import type { Caller, AppContext } from '../../server/context.ts';
import { requireVerifiedAddress } from '../members/registration/verification.service.ts';
import { searchRecipients } from './recipient-search.store.ts';

/** As many names as the page asks for at once: a search for more of them counts as several. */
const NAMES_PER_POINT = 20;

/**
 * Members whom this one may choose as recipients (recipient-search.store). Names are for people whom we can reach, and
 * not for a harvest: throws 403 where the address is not proved, and 429 after very many searches.
 */
export async function findRecipientsFor(
  context: Pick<AppContext, 'db' | 'settings' | 'limits'>,
  caller: Caller,
  wanted: { search: string; limit: number },
) {
  requireVerifiedAddress(context, caller);
  const points = Math.ceil(wanted.limit / NAMES_PER_POINT);
  await context.limits.demand('member-search', caller.id, points);
  return searchRecipients(context.db, caller.id, wanted);
}

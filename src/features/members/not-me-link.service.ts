import type { House } from '../../server/context.ts';
import type { Database } from '../../server/database.ts';
import { inLanguage } from '../../shared/language.ts';
import { ACCOUNT_LINKS } from './account-link.rules.ts';
import type { UserRow } from './member.store.ts';
import { addLink } from './one-time-link.store.ts';

const { purpose, lifetimeMs } = ACCOUNT_LINKS['not-me'];

/**
 * The address of the link “It was not me” of a mail about a change of an account, to the address that the account
 * has now. Every such mail has its own and none replaces another: else a thief would make the older ones open
 * nothing by changing something more (decision 0015).
 */
export async function newNotMeLink(
  { clock, publicUrl }: Pick<House, 'clock' | 'publicUrl'>,
  tx: Database,
  user: Pick<UserRow, 'id' | 'email' | 'locale'>,
): Promise<string> {
  const expiresAt = new Date(clock.now().getTime() + lifetimeMs);
  const key = await addLink(tx, { purpose, expiresAt, userId: user.id, detail: user.email });
  return `${publicUrl}${inLanguage(`/account/not-me#key=${key}`, user.locale)}`;
}

/** When the change was made of which the mail with this link told. */
export const toldAt = ({ expiresAt }: { expiresAt: Date }): Date =>
  new Date(expiresAt.getTime() - lifetimeMs);

import type { House } from '../../server/context.ts';
import type { Database } from '../../server/database.ts';
import { Fault } from '../../shared/fault.ts';
import { inLanguage } from '../../shared/language.ts';
import { words } from '../../shared/words.ts';
import { ACCOUNT_LINKS, type AccountLink, pauseEndOf } from './account-link.rules.ts';
import { lockUser } from './account.store.ts';
import type { UserRow } from './member.store.ts';
import {
  findLink,
  findWaitingLink,
  type LinkRow,
  removeLinksOf,
  replaceLinks,
  spendLink,
} from './one-time-link.store.ts';

/** A link that belongs to somebody. */
type OwnLink = LinkRow & { userId: string };

/**
 * The address of a new link in the place of the member's older one; `detail` is the email address that
 * it is about. The key is in the fragment, which no server, log or mail scanner sees.
 */
export async function newAccountLink(
  { clock, publicUrl }: Pick<House, 'clock' | 'publicUrl'>,
  tx: Database,
  link: AccountLink,
  { user, detail }: { user: Pick<UserRow, 'id' | 'locale'>; detail: string },
): Promise<string> {
  const { purpose, lifetimeMs } = ACCOUNT_LINKS[link];
  const expiresAt = new Date(clock.now().getTime() + lifetimeMs);
  const key = await replaceLinks(tx, { purpose, expiresAt, userId: user.id, detail });
  return `${publicUrl}${inLanguage(`/account/${link}#key=${key}`, user.locale)}`;
}

/** The member's link of this kind that waits to be used, and until when no other one is mailed. */
export async function findOwnLink(
  { clock }: Pick<House, 'clock'>,
  db: Database,
  link: AccountLink,
  userId: string,
): Promise<{ detail: string | null; pausedUntil: Date } | undefined> {
  const found = await findWaitingLink(db, ACCOUNT_LINKS[link].purpose, userId, clock.now());
  return found && { detail: found.detail, pausedUntil: pauseEndOf(link, found) };
}

/** Throws 429 with Retry-After while a link of this kind is fresh. */
export async function demandPause(
  house: Pick<House, 'clock'>,
  db: Database,
  link: AccountLink,
  userId: string,
): Promise<void> {
  const waiting = await findOwnLink(house, db, link, userId);
  const restMs = waiting ? waiting.pausedUntil.getTime() - house.clock.now().getTime() : 0;
  if (restMs > 0) throw askedTooSoon(restMs);
}

/** The link of this key while it opens something. Throws 400 when it does not. */
export async function demandLink(
  { clock }: Pick<House, 'clock'>,
  db: Database,
  link: AccountLink,
  key: string,
): Promise<OwnLink> {
  const found = await findLink(db, ACCOUNT_LINKS[link].purpose, key, clock.now());
  return demandOwner(found);
}

/**
 * Uses a link up, and holds its account, as it is then, until the transaction ends. The account first, as two links of
 * one account that are pressed at once, of which each ends the other, would wait for each other. Throws 400 when it
 * opens nothing (any more), or nothing that is there.
 */
export async function takeLink(
  house: Pick<House, 'clock'>,
  tx: Database,
  link: AccountLink,
  key: string,
): Promise<OwnLink & { user: UserRow }> {
  const { userId } = await demandLink(house, tx, link, key);
  const user = await lockUser(tx, userId);
  const spent = await spendLink(tx, ACCOUNT_LINKS[link].purpose, key, house.clock.now());
  if (!user) throw linkIsDead();
  return { ...demandOwner(spent), user };
}

/** Makes the member's waiting links of these kinds open nothing. */
export const dropLinks = (tx: Database, userId: string, links: AccountLink[]): Promise<void> =>
  removeLinksOf(
    tx,
    userId,
    links.map((link) => ACCOUNT_LINKS[link].purpose),
  );

function demandOwner(link: LinkRow | undefined): OwnLink {
  if (!link?.userId) throw linkIsDead();
  return { ...link, userId: link.userId };
}

/** The same for a link that was used, replaced, ran out or never was: it tells nothing apart. */
export const linkIsDead = () =>
  new Fault(
    400,
    words('This link has expired or was used before. You can ask for a new one at any time.'),
  );

const askedTooSoon = (restMs: number) =>
  new Fault(
    429,
    words(
      'A mail is on its way already. Please look into your spam folder too, and wait a few minutes before you ask again.',
    ),
    { headers: { 'Retry-After': String(Math.ceil(restMs / 1000)) } },
  );

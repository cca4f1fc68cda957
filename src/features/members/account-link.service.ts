import type { AppContext } from '../../server/context.ts';
import type { MailProps } from '../../server/mails.ts';
import type { Database } from '../../server/database/database.ts';
import { Fault } from '../../shared/fault.ts';
import { inLanguage } from '../../shared/language.ts';
import { words } from '../../shared/words.ts';
import { type UserRow } from '../../server/user.store.ts';
import { lockUser } from './member.store.ts';

import {
  addLink,
  findLink,
  findWaitingLink,
  type LinkRow,
  removeLinksOf,
  replaceLinks,
  consumeLink,
} from './one-time-link.store.ts';
import { days, hours, minutes } from '../../shared/time.ts';

/** What a link in a mail to a member does, once, when its page's button is pressed (gaps.md §2). */
type AccountLink = 'verify' | 'reset' | 'email' | 'not-me' | 'invitation';

interface LinkRule {
  /** Under which the store knows it. */
  purpose: string;
  lifetimeMs: number;
  /**
   * For this long no other one is mailed: asking again and again fills nobody's mailbox, and the mail
   * that is on its way still opens.
   */
  pauseMs: number;
}

export const ACCOUNT_LINKS: Readonly<Record<AccountLink, LinkRule>> = {
  verify: { purpose: 'verify-email', lifetimeMs: days(7), pauseMs: minutes(5) },
  reset: { purpose: 'reset-password', lifetimeMs: hours(1), pauseMs: minutes(20) },
  email: { purpose: 'change-email', lifetimeMs: hours(24), pauseMs: minutes(5) },
  // In every mail about a change: a pause would leave some of them without a way to undo it (decision 0015).
  'not-me': { purpose: 'not-me', lifetimeMs: days(3), pauseMs: 0 },
  // Belongs to who invites, as nobody else has an account yet.
  invitation: { purpose: 'invitation', lifetimeMs: days(3), pauseMs: 0 },
};

/** Until when no other link of its kind is mailed, from when the newest one ends. */
const pauseEndOf = (link: AccountLink, { expiresAt }: { expiresAt: Date }): Date => {
  const { lifetimeMs, pauseMs } = ACCOUNT_LINKS[link];
  return new Date(expiresAt.getTime() - lifetimeMs + pauseMs);
};

/**
 * Whether who reads the mailbox may act for the account. An administrator's address that another one has typed opens
 * nothing before somebody who knows the password has proved it: mistyped, it would hand the dashboard to a stranger.
 */
export const speaksForAccount = (user: { isAdmin: boolean; emailVerifiedAt: Date | null }) =>
  !user.isAdmin || user.emailVerifiedAt !== null;

const { purpose, lifetimeMs } = ACCOUNT_LINKS['not-me'];

/**
 * The link “It was not me” of a mail about a change of an account, to the address that the account
 * has now. Every such mail has its own and none replaces another: else an attacker would make the older ones open
 * nothing by changing something more (decision 0015).
 */
export async function lockLinkProps(
  { clock, publicUrl }: Pick<AppContext, 'clock' | 'publicUrl'>,
  tx: Database,
  user: Pick<UserRow, 'id' | 'email' | 'locale' | 'isAdmin'>,
): Promise<Pick<MailProps['sign-in'], 'notMeUrl' | 'isAdmin'>> {
  const expiresAt = new Date(clock.now().getTime() + lifetimeMs);
  const key = await addLink(tx, { purpose, expiresAt, userId: user.id, detail: user.email });
  const notMeUrl = `${publicUrl}${inLanguage(`/account/not-me#key=${key}`, user.locale)}`;
  return { notMeUrl, isAdmin: user.isAdmin };
}

/** When the change was made that the mail with this link reported. */
export const changedAt = ({ expiresAt }: { expiresAt: Date }): Date =>
  new Date(expiresAt.getTime() - lifetimeMs);

/** A link that belongs to an account. */
type OwnLink = LinkRow & { userId: string };

/**
 * The address of a new link in the place of the member's older one; `detail` is the email address that
 * it is about. The key is in the fragment, which no server, log or mail scanner sees.
 */
export async function newAccountLink(
  { clock, publicUrl }: Pick<AppContext, 'clock' | 'publicUrl'>,
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
  { clock }: Pick<AppContext, 'clock'>,
  db: Database,
  link: AccountLink,
  userId: string,
): Promise<{ detail: string | null; pausedUntil: Date } | undefined> {
  const found = await findWaitingLink(db, ACCOUNT_LINKS[link].purpose, userId, clock.now());
  return found && { detail: found.detail, pausedUntil: pauseEndOf(link, found) };
}

/** Throws 429 with Retry-After while a link of this kind is fresh. */
export async function requireLinkPause(
  context: Pick<AppContext, 'clock'>,
  db: Database,
  link: AccountLink,
  userId: string,
): Promise<void> {
  const waiting = await findOwnLink(context, db, link, userId);
  const waitMs = waiting ? waiting.pausedUntil.getTime() - context.clock.now().getTime() : 0;
  if (waitMs > 0) throw askedTooSoon(waitMs);
}

/** The link of this key while it opens something. Throws 400 when it does not. */
export async function requireLink(
  { clock }: Pick<AppContext, 'clock'>,
  db: Database,
  link: AccountLink,
  key: string,
): Promise<OwnLink> {
  const found = await findLink(db, ACCOUNT_LINKS[link].purpose, key, clock.now());
  return requireOwner(found);
}

/**
 * Uses a link up, and holds its account, as it is then, until the transaction ends. The account first, as two links of
 * one account that are pressed at once, of which each ends the other, would wait for each other. Throws 400 when it
 * opens nothing (any more), or nothing that is there.
 */
export async function redeemLink(
  context: Pick<AppContext, 'clock'>,
  tx: Database,
  link: AccountLink,
  key: string,
): Promise<OwnLink & { user: UserRow }> {
  const { userId } = await requireLink(context, tx, link, key);
  const user = await lockUser(tx, userId);
  const spent = await consumeLink(tx, ACCOUNT_LINKS[link].purpose, key, context.clock.now());
  if (!user) throw expiredLinkFault();
  return { ...requireOwner(spent), user };
}

/** Makes the member's waiting links of these kinds open nothing. */
export const revokeLinks = (tx: Database, userId: string, links: AccountLink[]): Promise<void> =>
  removeLinksOf(
    tx,
    userId,
    links.map((link) => ACCOUNT_LINKS[link].purpose),
  );

function requireOwner(link: LinkRow | undefined): OwnLink {
  if (!link?.userId) throw expiredLinkFault();
  return { ...link, userId: link.userId };
}

/** The same for a link that was used, was replaced, has expired or never existed, so that it reveals nothing. */
export const expiredLinkFault = () =>
  new Fault(
    400,
    words('This link has expired or has already been used. You can ask for a new one at any time.'),
  );

const askedTooSoon = (waitMs: number) =>
  new Fault(
    429,
    words(
      'An email is already on its way. Please check your spam folder too, and wait a few minutes before you ask again.',
    ),
    { headers: { 'Retry-After': String(Math.ceil(waitMs / 1000)) } },
  );

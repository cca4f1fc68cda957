import type { AppContext, Caller, RequestContext } from '../../../server/context.ts';
import type { Database } from '../../../server/database/database.ts';
import { Fault } from '../../../shared/fault.ts';
import { words } from '../../../shared/words.ts';
import {
  requireLinkPause,
  expiredLinkFault,
  newAccountLink,
  redeemLink,
} from '../account-link.service.ts';
import type { MailContext } from '../../mail/queue/mail-queue.service.ts';
import { type Reader, mailMember } from '../account-mail.service.ts';
import { lockUser, markVerified } from '../member.store.ts';

/** Whether the link in our mail must be opened before a member may write to others. */
export const mustVerifyEmail = (
  settings: AppContext['settings'],
  { isVerified }: Pick<Caller, 'isVerified'>,
): boolean => settings.messagingRequiresVerifiedEmail && !isVerified;

/**
 * For what members do with each other. Throws 403 (`reason: verify`) for who has not opened the link in our mail,
 * unless MESSAGING_REQUIRES_VERIFIED_EMAIL is off.
 */
export function requireVerifiedAddress(
  { settings }: Pick<AppContext, 'settings'>,
  caller: Caller,
): void {
  if (!mustVerifyEmail(settings, caller)) return;
  throw new Fault(
    403,
    words('Please confirm your email address first. The link is in the email we sent you.'),
    { detail: { reason: 'verify' } },
  );
}

/** Greets who has just joined, with the link that proves the address. */
export async function sendWelcomeMail(
  context: MailContext,
  tx: Database,
  user: Reader,
): Promise<void> {
  const verifyUrl = await newAccountLink(context, tx, 'verify', { user, detail: user.email });
  await mailMember(context, tx, user, {
    template: 'welcome',
    props: { firstName: user.firstName ?? '', verifyUrl },
  });
}

/** Mails another link. Throws 409 when the address is proved, 429 when asked again too soon or too often. */
export async function resendVerification(
  context: MailContext,
  tx: Database,
  userId: string,
): Promise<void> {
  const user = await lockUser(tx, userId);
  if (!user || user.emailVerifiedAt)
    throw new Fault(409, words('Your email address is already confirmed.'));
  await requireLinkPause(context, tx, 'verify', user.id);
  const verifyUrl = await newAccountLink(context, tx, 'verify', { user, detail: user.email });
  const leaves = await mailMember(context, tx, user, {
    template: 'verify-email',
    props: { verifyUrl },
  });
  if (!leaves) throw dailyMailLimitReached();
}

/** Proves the address that the link was mailed to. Throws 400 for a dead link, or one to an address that was given up. */
export async function confirmAddress(
  context: Pick<RequestContext<never>, 'clock'>,
  tx: Database,
  key: string,
): Promise<void> {
  const link = await redeemLink(context, tx, 'verify', key);
  const isMarked = await markVerified(tx, {
    id: link.userId,
    email: link.detail ?? '',
    now: context.clock.now(),
  });
  if (!isMarked) throw expiredLinkFault();
}

export const dailyMailLimitReached = () =>
  new Fault(
    429,
    words('We have already emailed this address several times today. Please try again tomorrow.'),
    {
      headers: { 'Retry-After': '3600' },
    },
  );

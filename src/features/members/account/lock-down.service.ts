import type { MailContext } from '../../mail/queue/mail-queue.service.ts';
import { addAudit } from '../../../server/audit.store.ts';
import type { RequestContext } from '../../../server/context.ts';
import type { Database } from '../../../server/database/database.ts';
import { removeApiKeysOf } from '../../../server/security/api-key.store.ts';
import { removeSessionsOf } from '../../../server/security/session.store.ts';
import { Fault } from '../../../shared/fault.ts';
import { days } from '../../../shared/time.ts';
import { words } from '../../../shared/words.ts';
import {
  revokeLinks,
  expiredLinkFault,
  newAccountLink,
  speaksForAccount,
  redeemLink,
  changedAt,
} from '../account-link.service.ts';

import { requestDetails, mailMember } from '../account-mail.service.ts';
import { findUserByEmail, type UserRow } from '../../../server/user.store.ts';
import { setEmail, setPassword } from '../member.store.ts';

import { removeLinksSince } from '../one-time-link.store.ts';
import { removeSecondFactorsSince } from '../second-factor/second-factor.service.ts';
import { setSuspended } from '../administrators/accounts.store.ts';

type ActionContext = MailContext & Pick<RequestContext<never>, 'request' | 'translate'>;

/** An attacker does several things, and the mail that is read first need not be about the first of them. */
const doneBeforeMs = days(3);

/** The outcome for the address that the mail went to. */
type Address = 'kept' | 'taken back' | 'held by another account';

/**
 * Locks an account whose owner says of a mailed change that it was not them: every session and API key ends, the password
 * opens nothing any more (`hash` belongs to an unknown one), second factors that are as new as the change
 * go, an address that was changed is the old one again, and the address that got the mail gets a link for a new
 * password. Throws 400 for a dead link. What each of this is for says decision 0015.
 */
export async function lockDownAccount(
  context: ActionContext,
  tx: Database,
  { key, hash }: { key: string; hash: string },
): Promise<{ message: string }> {
  const now = context.clock.now();
  const { user, ...link } = await redeemLink(context, tx, 'not-me', key);
  if (!link.detail || !speaksForAccount(user)) throw expiredLinkFault();
  // Only the server's operator can change the address of an account with access to the dashboard.
  if (user.email !== link.detail && user.isAdmin) throw expiredLinkFault();
  const owner = { ...user, email: link.detail };
  await setPassword(tx, user.id, { hash, now });
  await removeSessionsOf(tx, user.id);
  await removeApiKeysOf(tx, user.id);
  const removed = await removeNewFactors(tx, user, { since: changedAt(link), now });
  await revokeLinks(tx, user.id, ['reset', 'email', 'verify', 'invitation']);
  await removeLinksSince(tx, link);
  const address = await restoreEmail(tx, user, { email: owner.email, now });
  await addAudit(tx, {
    at: now,
    actorId: user.id,
    action: 'account.locked_down',
    subject: user.id,
    before: null,
    after: { removed, address },
  });
  if (address === 'held by another account') return suspendForReview(context, tx, user);
  const resetUrl = await newAccountLink(context, tx, 'reset', { user: owner, detail: owner.email });
  const props = { resetUrl, ...requestDetails(context) };
  await mailMember(context, tx, owner, { template: 'password-reset', props });
  return {
    message: words(
      'Your account is locked. Everyone is logged out and the old password no longer works. A link to choose a new one is on its way to your inbox.',
    ),
  };
}

/** An administrator's second factor stays: one mailbox must not open the dashboard. */
async function removeNewFactors(
  tx: Database,
  user: UserRow,
  { since, now }: { since: Date; now: Date },
) {
  if (user.isAdmin) return { totp: false, passkeys: 0 };
  // An unverified address may have been registered by another person, who must not keep access.
  const from = user.emailVerifiedAt ? new Date(since.getTime() - doneBeforeMs) : new Date(0);
  return removeSecondFactorsSince(tx, user.id, { since: from, now });
}

async function restoreEmail(
  tx: Database,
  user: UserRow,
  { email, now }: { email: string; now: Date },
): Promise<Address> {
  if (user.email === email) return 'kept';
  if (await findUserByEmail(tx, email)) return 'held by another account';
  if (!(await setEmail(tx, user.id, { email, now })))
    throw new Fault(409, words('That did not work. Please try again.'));
  return 'taken back';
}

/** No login is possible, not even by the address that an attacker set, until an administrator has looked. */
async function suspendForReview(
  context: ActionContext,
  tx: Database,
  user: UserRow,
): Promise<{ message: string }> {
  const reason = context.translate(
    words('It was reported stolen. Please write to us so that we can look into it.'),
    user.locale,
  );
  // An administrator's own reason stays: it is read before the account is opened again.
  if (!user.suspendedAt) await setSuspended(tx, user.id, { reason, now: context.clock.now() });
  return {
    message: words(
      'The account is locked and nobody can log in to it. Another account now has your address, so please reply to our email. One of us will give you your account back.',
    ),
  };
}

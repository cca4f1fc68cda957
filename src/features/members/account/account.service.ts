import type { MailContext } from '../../mail/queue/mail-queue.service.ts';
import type { RequestContext } from '../../../server/context.ts';
import {
  requireLinkPause,
  revokeLinks,
  findOwnLink,
  expiredLinkFault,
  newAccountLink,
  lockLinkProps,
  redeemLink,
} from '../account-link.service.ts';
import { findUser, findUserByEmail, type UserRow } from '../../../server/user.store.ts';
import { setEmail } from '../member.store.ts';
import { hasOtherOwner } from '../administrators/roles.service.ts';
import { describeSecondFactor } from '../second-factor/second-factor.service.ts';
import { addAudit } from '../../../server/audit.store.ts';
import type { Database } from '../../../server/database/database.ts';
import { Fault } from '../../../shared/fault.ts';
import { words } from '../../../shared/words.ts';
import { requestDetails, mailMember } from '../account-mail.service.ts';
import { dailyMailLimitReached } from '../registration/verification.service.ts';

type ActionContext = MailContext & Pick<RequestContext<never>, 'request'>;

/**
 * Mails a link to the new address, and to the old one what is going on and how to stop it. Throws, beside
 * `field`, 400 for the address that it is already and 409 for one that has an account (registering tells that
 * too), and 429 when asked again too soon.
 */
export async function startEmailChange(
  context: ActionContext,
  tx: Database,
  user: UserRow,
  email: string,
  field = 'email',
): Promise<void> {
  if (email === user.email) throw isTheirs(field);
  if (await findUserByEmail(tx, email)) throw emailIsTaken(field);
  await requireLinkPause(context, tx, 'email', user.id);
  const confirmUrl = await newAccountLink(context, tx, 'email', { user, detail: email });
  const leaves = await mailMember(
    context,
    tx,
    { ...user, email },
    {
      template: 'email-change-link',
      props: { confirmUrl },
    },
  );
  if (!leaves) throw dailyMailLimitReached();
  await mailMember(context, tx, user, {
    template: 'email-change-asked',
    props: {
      newEmail: email,
      ...requestDetails(context),
      ...(await lockLinkProps(context, tx, user)),
    },
  });
}

/**
 * Gives the account of the link its new address, which is proved by that, and tells both. Links that
 * were mailed to the old one open nothing any more. Throws 400 for a dead link, 409 when somebody
 * else has the address by now. Answers the account as it is then.
 */
export async function applyEmailChange(
  context: ActionContext,
  tx: Database,
  key: string,
): Promise<UserRow> {
  const now = context.clock.now();
  const { user, detail: email } = await redeemLink(context, tx, 'email', key);
  if (!email) throw expiredLinkFault();
  // Two at once both find it free; the second write waits for the first, and is refused.
  if (await findUserByEmail(tx, email)) throw emailIsTaken();
  if (!(await setEmail(tx, user.id, { email, now }))) throw emailIsTaken();
  await revokeLinks(tx, user.id, ['verify', 'reset', 'email']);
  await addAudit(tx, {
    at: now,
    actorId: user.id,
    action: 'account.email_changed',
    subject: user.id,
    before: null,
    after: null,
  });
  const changed = { ...user, email };
  // A member who mistyped the address must not lose the account to the stranger who has it.
  if (!user.emailVerifiedAt) await revokeLinks(tx, user.id, ['not-me']);
  const canRevert = user.emailVerifiedAt !== null && !user.isAdmin;
  const link = canRevert
    ? await lockLinkProps(context, tx, user)
    : { notMeUrl: '', isAdmin: user.isAdmin };
  await mailMember(context, tx, user, {
    template: 'email-changed-from',
    props: { newEmail: email, ...requestDetails(context), ...link },
  });
  await mailMember(context, tx, changed, {
    template: 'email-changed-to',
    props: requestDetails(context),
  });
  return changed;
}

function isTheirs(field: string): Fault {
  const message = words('This is already your address.');
  return new Fault(400, message, { fields: { [field]: message } });
}

function emailIsTaken(field = 'email'): Fault {
  const message = words('This address cannot be used. Please choose another one.');
  return new Fault(409, message, { fields: { [field]: message } });
}

/** The account of a caller as its owner sees it. */
export async function describeAccount(
  { db, clock }: Pick<RequestContext<never>, 'db' | 'clock'>,
  userId: string,
) {
  const user = await findUser(db, userId);
  if (!user) throw new Error('An account vanished while it was read.');
  const change = await findOwnLink({ clock }, db, 'email', userId);
  return {
    email: user.email,
    isVerified: user.emailVerifiedAt !== null,
    pendingEmail: change?.detail ?? null,
    messageMail: user.messageMail,
    mailLanguage: user.locale,
    createdAt: user.createdAt,
    isLastOwner: user.role === 'owner' && !(await hasOtherOwner(db, userId)),
    secondFactor: await describeSecondFactor(db, userId),
  };
}

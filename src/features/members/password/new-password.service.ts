import type { MailContext } from '../../mail/queue/mail-queue.service.ts';
import { randomUUID } from 'node:crypto';
import { type AppContext, type RequestContext, sessionOf } from '../../../server/context.ts';
import { addAudit } from '../../../server/audit.store.ts';
import { type Database, inTransaction } from '../../../server/database/database.ts';
import { removeApiKeysOf } from '../../../server/security/api-key.store.ts';
import { removeSessionsOf } from '../../../server/security/session.store.ts';
import type { MailProps } from '../../../server/mails.ts';
import {
  revokeLinks,
  findOwnLink,
  expiredLinkFault,
  newAccountLink,
  lockLinkProps,
  speaksForAccount,
  redeemLink,
} from '../account-link.service.ts';
import { requestDetails, mailMember } from '../account-mail.service.ts';
import { findUserByEmail, type UserRow } from '../../../server/user.store.ts';
import { lockUser, markVerified, setPassword } from '../member.store.ts';
import { accountAttemptKey, memberAttemptKey } from '../login-attempt-key.service.ts';
import { clearAttempts } from '../login-attempts.store.ts';
import { removeSecondFactors } from '../second-factor/second-factor.service.ts';
import { rotateSession } from '../sessions/session.service.ts';

type ActionContext = MailContext &
  Pick<RequestContext<never>, 'request' | 'session' | 'user' | 'settings' | 'setCookie'>;

/**
 * Gives an account its new password, from one of its own browsers: every other one is logged out, this
 * one goes on under a new key, and links that somebody else may have asked for open nothing.
 */
export async function saveNewPassword(
  context: ActionContext,
  tx: Database,
  user: UserRow,
  hash: string,
): Promise<void> {
  const now = context.clock.now();
  const { sid } = sessionOf(context);
  await setPassword(tx, user.id, { hash, now });
  await removeSessionsOf(tx, user.id, sid);
  await rotateSession(context, tx, now);
  await revokeLinks(tx, user.id, ['reset', 'email']);
  await addAudit(tx, {
    at: now,
    actorId: user.id,
    action: 'account.password_changed',
    subject: user.id,
  });
  await mailMember(context, tx, user, {
    template: 'password-changed',
    props: { ...requestDetails(context), ...(await lockLinkProps(context, tx, user)) },
  });
}

type Asked = Pick<MailProps['password-reset'], 'when' | 'device'>;

/**
 * Puts the question in the queue, sealed, as it names a person. Whether there is an account is found out
 * there: for every address the same is done here, and takes as long.
 */
export async function queueResetRequest(
  context: Pick<RequestContext<never>, 'clock' | 'request' | 'secrets' | 'jobs'>,
  tx: Database,
  email: string,
): Promise<void> {
  const id = randomUUID();
  const sealed = context.secrets.seal(
    'reset-request',
    id,
    JSON.stringify({ email, ...requestDetails(context) }),
  );
  await context.jobs.send(tx, 'password-reset', { id, sealed });
}

/** Mails the link where there is an account, unless one left a short time ago, which still opens. */
export async function sendResetLink(
  context: AppContext,
  { id, sealed }: { id: string; sealed: string },
): Promise<void> {
  const asked = JSON.parse(context.secrets.unseal('reset-request', id, sealed)) as Asked & {
    email: string;
  };
  const { email, when, device } = asked;
  await inTransaction(context.db, async (tx) => {
    const known = await findUserByEmail(tx, email);
    const user = known && (await lockUser(tx, known.id));
    if (!user || user.email !== email || !speaksForAccount(user)) return;
    const waiting = await findOwnLink(context, tx, 'reset', user.id);
    if (waiting && waiting.pausedUntil > context.clock.now()) return;
    const resetUrl = await newAccountLink(context, tx, 'reset', { user, detail: user.email });
    await mailMember(context, tx, user, {
      template: 'password-reset',
      props: { resetUrl, when, device },
    });
  });
}

/**
 * Gives the account of the link its new password: the old one's sessions and API keys end, other links open nothing,
 * the attempts of strangers are removed, and the address, where the link was read, is proved. A second factor
 * stays, unless nobody had proved the address before. Resolves with the account; throws 400 for a dead link.
 */
export async function resetPassword(
  context: MailContext & Pick<RequestContext<never>, 'request'>,
  tx: Database,
  { key, hash }: { key: string; hash: string },
): Promise<UserRow> {
  const now = context.clock.now();
  const { user, detail } = await redeemLink(context, tx, 'reset', key);
  if (user.email !== detail || !speaksForAccount(user)) throw expiredLinkFault();
  await setPassword(tx, user.id, { hash, now });
  await markVerified(tx, { id: user.id, email: user.email, now });
  // An unverified address may have been registered by another person, who must not keep access.
  if (!user.emailVerifiedAt) await removeSecondFactors(tx, user.id, now);
  await removeSessionsOf(tx, user.id);
  await removeApiKeysOf(tx, user.id);
  await revokeLinks(tx, user.id, ['reset', 'email', 'verify', 'invitation']);
  await clearAttempts(tx, accountAttemptKey(context, user.email));
  await clearAttempts(tx, memberAttemptKey(context, user.id));
  await addAudit(tx, {
    at: now,
    actorId: user.id,
    action: 'account.password_reset',
    subject: user.id,
    before: null,
    after: null,
  });
  await mailMember(context, tx, user, {
    template: 'password-changed',
    props: { ...requestDetails(context), ...(await lockLinkProps(context, tx, user)) },
  });
  return user;
}

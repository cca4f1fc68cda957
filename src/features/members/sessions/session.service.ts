import type { MailContext } from '../../mail/queue/mail-queue.service.ts';
import type { RequestContext } from '../../../server/context.ts';
import { callerOf, sessionOf } from '../../../server/context.ts';
import type { Database } from '../../../server/database/database.ts';
import {
  addSession,
  type NewSession,
  removeSession,
  renewSession,
  hashSessionToken,
} from '../../../server/security/session.store.ts';
import { cookieMaxAge, sessionCookies } from '../../../server/security/session-cookies.ts';
import type { AnyEndpoint } from '../../../shared/endpoint.ts';
import { Fault } from '../../../shared/fault.ts';
import { days, minutes } from '../../../shared/time.ts';
import { words } from '../../../shared/words.ts';
import { requestDetails, mailMember } from '../account-mail.service.ts';
import { isKnownBrowser, rememberBrowser } from '../login-attempt-key.service.ts';
import { type UserRow } from '../../../server/user.store.ts';
import { updateLastSeen } from '../member.store.ts';
import { lockLinkProps } from '../account-link.service.ts';

export type SessionContext = MailContext &
  Pick<
    RequestContext<AnyEndpoint>,
    'request' | 'setCookie' | 'settings' | 'translate' | 'language' | 'log'
  >;

/** Records when a member was last here, to the minute. */
export const recordLastSeen = (db: Database, userId: string, now: Date): Promise<void> =>
  updateLastSeen(db, userId, { now, since: new Date(now.getTime() - minutes(1)) });

/**
 * Logs a browser in: a session with a new id in the place of the one it came with, and its cookies.
 * Of a browser that was never seen before its owner gets a mail, unless they join with it. Throws 403
 * for a suspended account, whose owner has proved by now to be it.
 */
export async function startSession(
  context: SessionContext,
  tx: Database,
  user: UserRow,
  { isNewcomer = false } = {},
): Promise<void> {
  if (user.suspendedAt) throw accountIsSuspended(context, user.suspendedFor);
  await removeOwnSession(context, tx);
  const beginning = sessionStartOf(context, user);
  const token = await addSession(tx, beginning);
  await recordLastSeen(tx, user.id, beginning.now);
  await completeLogin(context, tx, user, { token, isNewcomer });
}

export const sessionStartOf = (
  { request, settings, clock }: SessionContext,
  { id: userId }: UserRow,
): NewSession => ({
  userId,
  data: { userAgent: request.userAgent },
  now: clock.now(),
  maxDays: settings.sessionMaxDays,
});

/** The cookies of a new session, and a mail about a new browser. */
export async function completeLogin(
  context: SessionContext,
  tx: Database,
  user: UserRow,
  { token, isNewcomer = false }: { token: string; isNewcomer?: boolean },
): Promise<void> {
  const expire = new Date(context.clock.now().getTime() + days(context.settings.sessionMaxDays));
  setSessionCookies(context, token, { user, expire });
  context.log.info({ account: user.id }, 'logged in');
  if (!isNewcomer && !isKnownBrowser(context, user)) {
    const props = { ...requestDetails(context), ...(await lockLinkProps(context, tx, user)) };
    await mailMember(context, tx, user, { template: 'sign-in', props });
  }
  await rememberBrowser(context, tx, user.id);
}

function setSessionCookies(
  context: Pick<SessionContext, 'clock' | 'settings' | 'setCookie'>,
  token: string,
  lifetime: Parameters<typeof cookieMaxAge>[0],
): void {
  for (const cookie of sessionCookies(token, cookieMaxAge(lifetime, context)))
    context.setCookie(...cookie);
}

export function accountIsSuspended(context: SessionContext, reason: string | null): Fault {
  const message = reason
    ? context.translate(
        words(
          'This account is suspended. Reason: {reason} If you think this is a mistake, please write to us.',
        ),
        context.language,
        { reason: /[.!?…]$/.test(reason) ? reason : `${reason}.` },
      )
    : words('This account is suspended. If you think this is a mistake, please write to us.');
  return new Fault(403, message, { detail: { reason: 'suspended' } });
}

/** Whether somebody was right, and kept out because their account is suspended. */
export const isSuspendedFault = (error: unknown) =>
  error instanceof Fault && error.detail?.reason === 'suspended';

/**
 * The session may do more from now on: it goes on under a new key, as at a login, and whoever holds a
 * copy of the old one is out (OWASP ASVS 5.0, 7.2.4). The account knows its browser, also where it has just
 * forgotten the others. `authenticatedAt` is when the member last proved to be
 * it. Throws 401 when it has ended meanwhile.
 */
export async function rotateSession(
  context: Pick<SessionContext, 'clock' | 'settings' | 'setCookie' | 'request' | 'secrets'> &
    Pick<RequestContext<AnyEndpoint>, 'session' | 'user'>,
  tx: Database,
  authenticatedAt: Date,
): Promise<void> {
  const { sid, expire } = sessionOf(context);
  const token = await renewSession(tx, sid, authenticatedAt);
  if (!token) throw new Fault(401, words('Please log in first.'));
  const user = callerOf(context);
  setSessionCookies(context, token, { user, expire });
  await rememberBrowser(context, tx, user.id);
}

/** Logs a browser out, whether or not its session still lives. */
export async function endSession(
  context: Pick<SessionContext, 'request' | 'setCookie'>,
  tx: Database,
): Promise<void> {
  await removeOwnSession(context, tx);
  context.setCookie('sid', '', { maxAge: 0 });
  context.setCookie('signed_in', '', { maxAge: 0, httpOnly: false });
}

export async function removeOwnSession(
  context: Pick<SessionContext, 'request'>,
  tx: Database,
): Promise<void> {
  const token = context.request.cookies.sid;
  if (token) await removeSession(tx, hashSessionToken(token));
}

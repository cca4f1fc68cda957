import type { Context } from '../../server/context.ts';
import { sessionOf } from '../../server/context.ts';
import type { Database } from '../../server/database.ts';
import {
  addSession,
  removeSession,
  renewSession,
  type Session,
  sidOf,
} from '../../server/session.store.ts';
import type { AnyEndpoint } from '../../shared/endpoint.ts';
import { Fault } from '../../shared/fault.ts';
import { days } from '../../shared/time.ts';
import { words } from '../../shared/words.ts';
import { doneBy, writeToMember } from './account-notice.service.ts';
import { isKnownBrowser, rememberBrowser } from './login-counter.service.ts';
import { noteSeen } from './member.service.ts';
import type { UserRow } from './member.store.ts';
import { newNotMeLink } from './not-me-link.service.ts';

type Visit = Pick<
  Context<AnyEndpoint>,
  | 'request'
  | 'setCookie'
  | 'db'
  | 'clock'
  | 'settings'
  | 'secrets'
  | 'jobs'
  | 'publicUrl'
  | 'translate'
  | 'language'
>;

/**
 * Logs a browser in: a session with a new id in the place of the one it came with, and its cookies.
 * Of a browser that was never seen before its owner gets a mail, unless they join with it. Throws 403
 * for a suspended account, whose owner has proved by now to be it.
 */
export async function startSession(
  visit: Visit,
  tx: Database,
  user: UserRow,
  { isNewcomer = false } = {},
): Promise<void> {
  if (user.suspendedAt) throw isSuspended(visit, user.suspendedFor);
  await removeOwnSession(visit, tx);
  const { sessionMaxDays } = visit.settings;
  const now = visit.clock.now();
  const token = await addSession(tx, {
    userId: user.id,
    data: { userAgent: visit.request.userAgent },
    now,
    maxDays: sessionMaxDays,
  });
  await noteSeen(tx, user.id, now);
  const maxAge = days(sessionMaxDays) / 1000;
  visit.setCookie('sid', token, { maxAge });
  // Tells the page to fetch its script at once; it opens nothing.
  visit.setCookie('signed_in', '1', { maxAge, httpOnly: false });
  if (!isNewcomer && !isKnownBrowser(visit, user.email)) {
    const notMeUrl = await newNotMeLink(visit, tx, user);
    const props = { ...doneBy(visit), notMeUrl };
    await writeToMember(visit, tx, user, { template: 'sign-in', props });
  }
  rememberBrowser(visit, user.email);
}

function isSuspended(visit: Visit, reason: string | null): Fault {
  const message = reason
    ? visit.translate(
        words(
          'This account is suspended. The reason: {reason} If you think that this is a mistake, please write to us.',
        ),
        visit.language,
        { reason: /[.!?…]$/.test(reason) ? reason : `${reason}.` },
      )
    : words('This account is suspended. If you think that this is a mistake, please write to us.');
  return new Fault(403, message, { detail: { reason: 'suspended' } });
}

/** Whether somebody was right, and kept out because their account is suspended. */
export const isSuspension = (error: unknown) =>
  error instanceof Fault && error.detail?.reason === 'suspended';

/**
 * The session may do more from now on: it goes on under a new key, as at a login, and whoever holds a
 * copy of the old one is out (OWASP ASVS 5.0, 7.2.4). `authenticatedAt` is when the member last proved to be
 * it. Throws 401 when it has ended meanwhile.
 */
export async function raiseSession(
  visit: Pick<Visit, 'clock' | 'setCookie'> & { session: Session | undefined },
  tx: Database,
  authenticatedAt: Date,
): Promise<void> {
  const { sid, expire } = sessionOf(visit);
  const now = visit.clock.now();
  const token = await renewSession(tx, sid, authenticatedAt);
  if (!token) throw new Fault(401, words('Please log in first.'));
  visit.setCookie('sid', token, { maxAge: Math.ceil((expire.getTime() - now.getTime()) / 1000) });
}

/** Logs a browser out, whether or not its session still lives. */
export async function endSession(
  visit: Pick<Visit, 'request' | 'setCookie'>,
  tx: Database,
): Promise<void> {
  await removeOwnSession(visit, tx);
  visit.setCookie('sid', '', { maxAge: 0 });
  visit.setCookie('signed_in', '', { maxAge: 0, httpOnly: false });
}

async function removeOwnSession(visit: Pick<Visit, 'request'>, tx: Database): Promise<void> {
  const token = visit.request.cookies.sid;
  if (token) await removeSession(tx, sidOf(token));
}

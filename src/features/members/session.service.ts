import type { Context } from '../../server/context.ts';
import { sessionOf } from '../../server/context.ts';
import type { Database } from '../../server/database.ts';
import {
  addSession,
  type Beginning,
  newSession,
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
import { addSessionOf, type Holder } from './login.store.ts';
import { isKnownBrowser, rememberBrowser } from './login-counter.service.ts';
import { noteSeen } from './member.service.ts';
import type { UserRow } from './member.store.ts';
import type { TakeSecondFactor } from './second-factor.service.ts';
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
  const beginning = beginningOf(visit, user);
  const token = await addSession(tx, beginning);
  await noteSeen(tx, user.id, beginning.now);
  await letIn(visit, tx, user, { token, isNewcomer });
}

/**
 * The same for who has given the password a moment ago, whose wrong tries of this counter before it are
 * forgiven; `takeSecondFactor` uses up the code. `false` when the password was changed in between, or a second factor
 * has come that was not asked for.
 */
export async function startSessionByPassword(
  visit: Visit,
  tx: Database,
  holder: Holder,
  { counter, takeSecondFactor }: { counter: string; takeSecondFactor: TakeSecondFactor },
): Promise<boolean> {
  const { token, session } = newSession(beginningOf(visit, holder));
  if (!(await addSessionOf(tx, holder, { counter, session }))) return false;
  await takeSecondFactor(tx);
  if (holder.suspendedAt) throw isSuspended(visit, holder.suspendedFor);
  await removeOwnSession(visit, tx);
  await letIn(visit, tx, holder, { token });
  return true;
}

const beginningOf = ({ request, settings, clock }: Visit, { id: userId }: UserRow): Beginning => ({
  userId,
  data: { userAgent: request.userAgent },
  now: clock.now(),
  maxDays: settings.sessionMaxDays,
});

/** The cookies of a new session, and a mail about a new browser. */
async function letIn(
  visit: Visit,
  tx: Database,
  user: UserRow,
  { token, isNewcomer = false }: { token: string; isNewcomer?: boolean },
): Promise<void> {
  const maxAge = days(visit.settings.sessionMaxDays) / 1000;
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

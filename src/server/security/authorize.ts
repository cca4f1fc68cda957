import type { FastifyRequest } from 'fastify';
import type { Access } from '../../shared/access.ts';
import type { AnyEndpoint } from '../../shared/endpoint.ts';
import { Fault } from '../../shared/fault.ts';
import { days, minutes } from '../../shared/time.ts';
import { words } from '../../shared/words.ts';
import type { Caller, AppContext } from '../context.ts';
import type { Database } from '../database/database.ts';
import { apiKeyIn, requireApiKey } from './api-key.ts';
import { findSession, type Session, touchSession } from './session.store.ts';

/** How fresh a password must be for the acts that would hurt most (gaps.md §2). */
const recentPasswordMs = minutes(5);

/** Whether the password was given so lately that acts which ask for a recent one are open. */
export const hasRecentPassword = (session: Session, now: Date) =>
  now.getTime() - session.authenticatedAt.getTime() <= recentPasswordMs;

/**
 * Refuses a write that did not start on one of our own pages. Browsers send `Sec-Fetch-Site`;
 * without it the `Origin` must be ours; with neither nothing says so and it is refused.
 */
export function requireSameOrigin(request: FastifyRequest, publicUrl: string): void {
  const site = request.headers['sec-fetch-site'];
  const isOurs = site === undefined ? request.headers.origin === publicUrl : site === 'same-origin';
  if (!isOurs) throw new Fault(403, words('This request did not come from our own pages.'));
}

export interface AuthorizeOptions {
  context: AppContext;
  /** The person of a session; undefined when the account is gone. */
  identify(db: Database, userId: string): Promise<Caller | undefined>;
  /** Notified at most once a minute that someone is here. */
  recordLastSeen?: ((db: Database, userId: string, now: Date) => Promise<void>) | undefined;
}

/** The credentials of a request. */
export interface Credentials {
  /** Of the session. */
  token: string | undefined;
  /** The user of the page that sent it (`Acting-For`), if given. */
  actingFor?: string | string[] | undefined;
  /** Whether a page sends it by itself, with no one at it (`Unattended`): no use of the session. */
  isUnattended?: boolean;
  /** What came as an API key (`Authorization: Bearer oap_…`): beside it no session counts. */
  apiKey?: string | undefined;
}

/** The credentials of a call of this endpoint; `token` is that of its session. */
export const credentialsOf = (
  { answer }: AnyEndpoint,
  { headers }: FastifyRequest,
  token: string | undefined,
): Credentials => ({
  token,
  actingFor: headers['acting-for'],
  // Browsers open a stream again whenever it breaks.
  isUnattended: headers.unattended !== undefined || answer === 'events',
  apiKey: apiKeyIn(headers.authorization),
});

export type AuthorizedCaller =
  | { user: undefined; session: undefined; wasTouched?: undefined }
  /** With an API key. */
  | { user: Caller; session: undefined; wasTouched?: undefined }
  /** `wasTouched`: this use of the session was written to its row. */
  | { user: Caller; session: Session; wasTouched: boolean };

/** Whether an administrator may do nothing yet but set up a second factor (REQUIRE_ADMIN_2FA, or the owners' switch). */
export const mustSetUpSecondFactor = (
  user: Pick<Caller, 'isAdmin' | 'hasSecondFactor' | 'isAskedForSecondFactor'>,
  settings: AppContext['settings'],
) =>
  (settings.requireAdminSecondFactor || user.isAskedForSecondFactor) &&
  user.isAdmin &&
  !user.hasSecondFactor;

/**
 * Finds out who calls and refuses who may not: 401 for strangers and API keys that open nothing, 403 for members without
 * the permission and keys without it in their scope, 409
 * for a page that was drawn for someone else: two people take turns in one browser, and a tab of the first must
 * not act as the second.
 */
export async function authorize(
  access: Access,
  credentials: Credentials,
  options: AuthorizeOptions,
  onIdentified?: (user: Caller) => void,
): Promise<AuthorizedCaller> {
  const { context } = options;
  const { token, actingFor, isUnattended = false, apiKey } = credentials;
  if (apiKey !== undefined && access.who !== 'anyone') {
    const user = await requireApiKey(apiKey, options);
    onIdentified?.(user);
    if (access.who !== 'admin' || !access.byKey)
      throw new Fault(403, words('An API key only reads and downloads. Please log in to do this.'));
    requirePermission(access, user, context);
    return { user, session: undefined };
  }
  const now = context.clock.now();
  const session = token ? await findSession(context.db, token, now) : undefined;
  const person = session ? await options.identify(context.db, session.userId) : undefined;
  const isHeldBack = person !== undefined && mustSetUpSecondFactor(person, context.settings);
  const user = isHeldBack ? { ...person, permissions: [] } : person;
  const isLive = session && user && !isIdle(session, user, context, now);
  // A page left open must not keep a session alive; who lies about it shortens their own.
  const wasTouched = isLive && !isUnattended && (await touchSession(context.db, session, now));
  if (wasTouched) await options.recordLastSeen?.(context.db, user.id, now);
  const authorized: AuthorizedCaller = isLive
    ? { user, session, wasTouched: wasTouched === true }
    : { user: undefined, session: undefined };

  if (authorized.user) onIdentified?.(authorized.user);
  if (access.who === 'anyone') return authorized;
  if (!authorized.user || !authorized.session) throw new Fault(401, words('Please log in first.'));
  requireSameAccount(authorized.user, actingFor);
  if (access.who === 'admin') requirePermission(access, authorized.user, context);
  if (access.recent) requireRecentPassword(authorized.session, now);
  return authorized;
}

/** Throws 403 for an administrator without the permission, or who must set up a second factor before anything else. */
function requirePermission(
  { permission }: Extract<Access, { who: 'admin' }>,
  user: Caller,
  { settings }: Pick<AppContext, 'settings'>,
): void {
  if (mustSetUpSecondFactor(user, settings)) {
    throw new Fault(
      403,
      words('Please set up two-step verification first. Administrators need it here.'),
      { detail: { reason: 'set-up-second-factor' } },
    );
  }
  if (!user.permissions.includes(permission))
    throw new Fault(403, words('You do not have permission to do this.'));
}

/** Throws 403 with `reason: 'reauthenticate'` where the password, and the second factor if there is one, were given too long ago. */
export function requireRecentPassword(session: Session, now: Date): void {
  if (hasRecentPassword(session, now)) return;
  throw new Fault(403, words('Please enter your password again to continue.'), {
    detail: { reason: 'reauthenticate' },
  });
}

/** Throws 409 for a page that says to be someone else's (`Acting-For`) than who is logged in. */
export function requireSameAccount(user: Pick<Caller, 'id'>, actingFor: Credentials['actingFor']) {
  if (actingFor === undefined || actingFor === user.id) return;
  throw new Fault(
    409,
    words('This browser is now logged in to another account. Nothing was changed.'),
    { detail: { reason: 'another-account' } },
  );
}

/** How long a session may rest: SESSION_IDLE_MINUTES, else an hour for admins and two weeks for members. */
export function idleMsOf(
  user: Pick<Caller, 'isAdmin'>,
  { sessionIdleMinutes }: AppContext['settings'],
): number {
  if (sessionIdleMinutes !== undefined) return minutes(sessionIdleMinutes);
  return user.isAdmin ? minutes(60) : days(14);
}

/** After this long without use no one's session lives. */
export const longestIdleMs = (settings: AppContext['settings']) =>
  idleMsOf({ isAdmin: false }, settings);

/** Whether no one has used a session for as long as its owner's may rest. */
export function isIdle(
  session: Session,
  user: Pick<Caller, 'isAdmin'>,
  { settings }: Pick<AppContext, 'settings'>,
  now: Date,
): boolean {
  return now.getTime() - session.lastSeenAt.getTime() > idleMsOf(user, settings);
}

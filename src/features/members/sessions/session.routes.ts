import {
  requireSameAccount,
  isIdle,
  hasRecentPassword,
  mustSetUpSecondFactor,
} from '../../../server/security/authorize.ts';
import { callerOf, sessionOf } from '../../../server/context.ts';
import type { Database } from '../../../server/database/database.ts';
import { route } from '../../../server/http/route.ts';
import {
  listSessionsOf,
  removeSessionOf,
  removeSessionsOf,
} from '../../../server/security/session.store.ts';
import { Fault } from '../../../shared/fault.ts';
import { words } from '../../../shared/words.ts';
import { deviceOf } from '../device.rules.ts';
import {
  endOtherSessions,
  endOwnSession,
  listOwnSessions,
  logOut,
  showSession,
  whoAmI,
} from './session.contract.ts';
import { mustVerifyEmail } from '../registration/verification.service.ts';
import { endSession } from './session.service.ts';

/** `countUnread` belongs to messages, which depend on members. */
export const sessionRoutes = (countUnread: (db: Database, userId: string) => Promise<number>) => [
  route(logOut, async (context) => {
    // Open to callers without a session too; but a tab of the previous account must not end the next one's session.
    if (context.user) requireSameAccount(context.user, context.request.actingFor);
    await endSession(context, context.db);
    return { message: words('Logged out') };
  }),

  route(whoAmI, async (context) => callerOf(context)),

  route(showSession, async ({ db, user, session, clock, settings }) => ({
    user: user ?? null,
    permissions: [...(user?.permissions ?? [])],
    role: user?.role ?? null,
    recent: session !== undefined && hasRecentPassword(session, clock.now()),
    isVerified: user?.isVerified ?? false,
    mustVerifyEmail: user !== undefined && mustVerifyEmail(settings, user),
    unread: user ? await countUnread(db, user.id) : 0,
    mustSetUpSecondFactor: user !== undefined && mustSetUpSecondFactor(user, settings),
  })),

  route(listOwnSessions, async (context) => {
    const caller = callerOf(context);
    const { sid } = sessionOf(context);
    const now = context.clock.now();
    const all = await listSessionsOf(context.db, caller.id);
    return all
      .filter((session) => session.expire > now && !isIdle(session, caller, context, now))
      .map((session) => ({
        ...session,
        device: deviceOf(session.sess.userAgent),
        isCurrent: session.sid === sid,
      }));
  }),

  route(endOwnSession, async (context) => {
    const { db, params } = context;
    if (sessionOf(context).id === params.id) throw isThisBrowser();
    const isEnded = await removeSessionOf(db, { userId: callerOf(context).id, id: params.id });
    if (!isEnded) throw new Fault(404, words('This browser is already logged out.'));
    return { message: words('That browser is logged out.') };
  }),

  route(endOtherSessions, async (context) => {
    await removeSessionsOf(context.db, callerOf(context).id, sessionOf(context).sid);
    return { message: words('Every other browser is logged out.') };
  }),
];

const isThisBrowser = () =>
  new Fault(409, words('This is the browser you are using. Log out from the menu instead.'));

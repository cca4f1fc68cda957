import { isIdle } from '../../server/admit.ts';
import { callerOf, sessionOf } from '../../server/context.ts';
import { route } from '../../server/route.ts';
import { listSessionsOf, removeSessionOf, removeSessionsOf } from '../../server/session.store.ts';
import { Fault } from '../../shared/fault.ts';
import { words } from '../../shared/words.ts';
import { endOtherSessions, endOwnSession, listOwnSessions } from './account.contract.ts';
import { deviceOf } from './device.rules.ts';

/** The browsers of the caller's own account. */
export const ownSessionRoutes = [
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
    if (!isEnded) throw new Fault(404, words('This browser is logged out already.'));
    return { message: words('That browser is logged out.') };
  }),

  route(endOtherSessions, async (context) => {
    await removeSessionsOf(context.db, callerOf(context).id, sessionOf(context).sid);
    return { message: words('Every other browser is logged out.') };
  }),
];

const isThisBrowser = () =>
  new Fault(409, words('This is the browser that you are using. Log out instead.'));

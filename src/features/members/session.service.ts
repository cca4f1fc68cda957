import type { Context, House } from '../../server/context.ts';
import type { Database } from '../../server/database.ts';
import { addSession, removeSession, sidOf } from '../../server/session.store.ts';
import type { AnyEndpoint } from '../../shared/endpoint.ts';
import { days } from '../../shared/time.ts';
import { rememberBrowser } from './login-counter.service.ts';

type Visit = Pick<Context<AnyEndpoint>, 'request' | 'setCookie'> &
  Pick<House, 'clock' | 'settings' | 'secrets'>;

/** Logs a browser in: a session with a new id in the place of the one it came with, and its cookies. */
export async function startSession(
  visit: Visit,
  tx: Database,
  user: { id: string; email: string },
): Promise<void> {
  await removeOwnSession(visit, tx);
  const { sessionMaxDays } = visit.settings;
  const token = await addSession(tx, {
    userId: user.id,
    data: { userAgent: visit.request.userAgent },
    now: visit.clock.now(),
    maxDays: sessionMaxDays,
  });
  const maxAge = days(sessionMaxDays) / 1000;
  visit.setCookie('sid', token, { maxAge });
  // Tells the page to fetch its script at once; it opens nothing.
  visit.setCookie('signed_in', '1', { maxAge, httpOnly: false });
  rememberBrowser(visit, user.email);
}

/** Logs a browser out, whether or not its session still lives. */
export async function endSession(visit: Visit, tx: Database): Promise<void> {
  await removeOwnSession(visit, tx);
  visit.setCookie('sid', '', { maxAge: 0 });
  visit.setCookie('signed_in', '', { maxAge: 0, httpOnly: false });
}

async function removeOwnSession(visit: Visit, tx: Database): Promise<void> {
  const token = visit.request.cookies.sid;
  if (token) await removeSession(tx, sidOf(token));
}

import type { FastifyReply } from 'fastify';
import type { AppContext, Caller, CookieOptions } from '../context.ts';
import type { CookieJar } from '../http/cookies.ts';
import { type AuthorizedCaller, idleMsOf } from './authorize.ts';

interface Lifetime {
  user: Pick<Caller, 'isAdmin'>;
  /** The absolute end of the session. */
  expire: Date;
}

/** For how many seconds the browser keeps a session: an administrator's ends with the server's idle limit. */
export function cookieMaxAge(
  { user, expire }: Lifetime,
  { settings, clock }: Pick<AppContext, 'settings' | 'clock'>,
): number {
  const left = expire.getTime() - clock.now().getTime();
  return Math.ceil((user.isAdmin ? Math.min(left, idleMsOf(user, settings)) : left) / 1000);
}

/** The two cookies of a session that has this token. */
export function sessionCookies(
  token: string,
  maxAge: number,
): [name: string, value: string, options: CookieOptions][] {
  return [
    ['sid', token, { maxAge }],
    // Asks the page to fetch its script at once; it opens nothing.
    ['signed_in', '1', { maxAge, httpOnly: false }],
  ];
}

/** Lets the cookies of an administrator live on from this use of the session, as its row does. */
export function renewSessionCookies(
  reply: FastifyReply,
  { user, session, wasTouched }: AuthorizedCaller,
  { token, jar, context }: { token: string | undefined; jar: CookieJar; context: AppContext },
): void {
  if (!wasTouched || !token || !user?.isAdmin) return;
  const maxAge = cookieMaxAge({ user, expire: session.expire }, context);
  reply.header(
    'Set-Cookie',
    sessionCookies(token, maxAge).map((cookie) => jar.write(...cookie)),
  );
}

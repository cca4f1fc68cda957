import { randomUUID } from 'node:crypto';
import type { RequestContext, AppContext } from '../../server/context.ts';
import type { Session } from '../../server/security/session.store.ts';
import type { AnyEndpoint } from '../../shared/endpoint.ts';
import { days } from '../../shared/time.ts';

type Secrets = Pick<AppContext, 'secrets'>;
type ActionContext = Pick<RequestContext<AnyEndpoint>, 'request' | 'setCookie'> & Secrets;

/** Says in which account a browser has been logged in; opens nothing. */
const COOKIE = 'known_browser';
const rememberedForMs = days(365);

/** The key of login attempts on an account from unknown browsers. Keys of login_tries are digests: the table names no one. */
export const accountAttemptKey = ({ secrets }: Secrets, email: string) =>
  secrets.digest('login-account', email);

/**
 * The key under which a login attempt is counted: the account, whose attempts strangers can use up, or, for a
 * browser that was logged in to it before, that browser, so that strangers cannot lock its owner out (OWASP's
 * device cookies).
 */
export function loginAttemptKey(context: Omit<ActionContext, 'setCookie'>, email: string): string {
  const account = accountAttemptKey(context, email);
  const browser = knownBrowserOf(context, account);
  return browser ? context.secrets.digest('login-browser', browser) : account;
}

/** The key for attempts to give the password again: the session under all of its keys; strangers do not share it. */
export const sessionAttemptKey = ({ secrets }: Secrets, { id }: Pick<Session, 'id'>) =>
  secrets.digest('login-session', id);

/** Whether this browser was logged in to the account before. */
export const isKnownBrowser = (context: Omit<ActionContext, 'setCookie'>, email: string): boolean =>
  knownBrowserOf(context, accountAttemptKey(context, email)) !== undefined;

/** From now on login attempts on this account are counted for this browser alone. */
export function rememberBrowser(context: ActionContext, email: string): void {
  const account = accountAttemptKey(context, email);
  const browser = knownBrowserOf(context, account) ?? `${account} ${randomUUID()}`;
  context.setCookie(COOKIE, context.secrets.sign('known-browser', browser), {
    maxAge: rememberedForMs / 1000,
  });
}

/** Account and id of this browser, if it was logged in to the account before. */
function knownBrowserOf(
  { request, secrets }: Omit<ActionContext, 'setCookie'>,
  account: string,
): string | undefined {
  const cookie = request.cookies[COOKIE];
  const browser = cookie && secrets.verify('known-browser', cookie);
  return browser && browser.startsWith(`${account} `) ? browser : undefined;
}

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

/** Counts login tries from unknown browsers at an account. Keys of login_tries are digests: the table names no one. */
export const accountCounter = ({ secrets }: Secrets, email: string) =>
  secrets.digest('login-account', email);

/**
 * What counts a try to log in: the account, whose tries strangers can use up, or in a browser that
 * was logged in to it before this browser alone, so that nobody can hold its owner out (OWASP's
 * device cookies).
 */
export function loginAttemptKey(context: Omit<ActionContext, 'setCookie'>, email: string): string {
  const account = accountCounter(context, email);
  const browser = knownBrowserOf(context, account);
  return browser ? context.secrets.digest('login-browser', browser) : account;
}

/** What counts a try to give the password again: the session under all of its keys; there are no strangers in it. */
export const sessionAttemptKey = ({ secrets }: Secrets, { id }: Pick<Session, 'id'>) =>
  secrets.digest('login-session', id);

/** Whether this browser was logged in to the account before. */
export const isKnownBrowser = (context: Omit<ActionContext, 'setCookie'>, email: string): boolean =>
  knownBrowserOf(context, accountCounter(context, email)) !== undefined;

/** From now on tries to log in to this account are counted for this browser alone. */
export function rememberBrowser(context: ActionContext, email: string): void {
  const account = accountCounter(context, email);
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

import { randomUUID } from 'node:crypto';
import type { RequestContext, AppContext } from '../../server/context.ts';
import type { Database } from '../../server/database/database.ts';
import type { Session } from '../../server/security/session.store.ts';
import type { UserRow } from '../../server/user.store.ts';
import type { AnyEndpoint } from '../../shared/endpoint.ts';
import { days } from '../../shared/time.ts';
import { addKnownBrowser, isKnownTo, type KnownBrowser } from './known-browsers.store.ts';

type Secrets = Pick<AppContext, 'secrets'>;
type BrowserContext = Pick<RequestContext<AnyEndpoint>, 'request'> & Secrets;

/** Says in which account a browser has been logged in; opens nothing. */
const COOKIE = 'known_browser';
const rememberedForMs = days(365);

/** The key of login attempts on an account from unknown browsers. Keys of login_tries are digests: the table names no one. */
export const accountAttemptKey = ({ secrets }: Secrets, email: string) =>
  secrets.digest('login-account', email);

/**
 * The key of attempts on an account from all browsers that know it, logged in or not: strangers do not share it, and
 * many browsers or sessions are worth no more attempts than one.
 */
export const memberAttemptKey = ({ secrets }: Secrets, userId: string) =>
  secrets.digest('login-member', userId);

/**
 * The key under which a login attempt is counted: the account's for strangers, which they can use up, or the one of
 * its known browsers, so that strangers cannot lock its owner out (OWASP's device cookies).
 */
export async function loginAttemptKey(
  context: BrowserContext & Pick<AppContext, 'db'>,
  email: string,
): Promise<string> {
  const browser = browserOf(context);
  return browser && (await isKnownTo(context.db, email, browser))
    ? memberAttemptKey(context, browser.userId)
    : accountAttemptKey(context, email);
}

/** The key for attempts to give the password again. */
export const sessionAttemptKey = (context: Secrets, { userId }: Pick<Session, 'userId'>) =>
  memberAttemptKey(context, userId);

/** Whether this browser was logged in to the account since its password or second factor has last changed. */
export function isKnownBrowser(
  context: BrowserContext,
  { id, knownBrowsers }: Pick<UserRow, 'id' | 'knownBrowsers'>,
): boolean {
  const browser = browserOf(context);
  return browser?.userId === id && knownBrowsers.includes(browser.id);
}

/** From now on the account knows this browser. */
export async function rememberBrowser(
  context: BrowserContext & Pick<RequestContext<AnyEndpoint>, 'setCookie'>,
  tx: Database,
  userId: string,
): Promise<void> {
  const own = browserOf(context);
  const id = own?.userId === userId ? own.id : randomUUID();
  await addKnownBrowser(tx, { userId, id });
  context.setCookie(COOKIE, context.secrets.sign('known-browser', `${userId} ${id}`), {
    maxAge: rememberedForMs / 1000,
  });
}

/** What the cookie says, if it is ours. */
function browserOf({ request, secrets }: BrowserContext): KnownBrowser | undefined {
  const cookie = request.cookies[COOKIE];
  const [userId, id] = (cookie && secrets.verify('known-browser', cookie)?.split(' ')) || [];
  // Those of earlier versions name a digest of the address.
  return userId && id && /^[0-9a-f-]{36}$/.test(userId) ? { userId, id } : undefined;
}

import { createHash, randomBytes } from 'node:crypto';
import type { RequestContext } from '../../server/context.ts';
import { days } from '../../shared/time.ts';
import { listApplicationsOfBrowser, lockBrowser } from './browser.store.ts';

/** HttpOnly, opaque, 256 bits; the database holds its SHA-256 beside each application that it opens. */
const COOKIE = 'application';
const maxAge = days(180) / 1000;
/** Tells the page, which is the same for everyone, to ask for the applications at once; it opens nothing. */
const HINT = 'applied';

type Browser = Pick<RequestContext<never>, 'db' | 'setCookie'> & {
  request: Pick<RequestContext<never>['request'], 'cookies'>;
};

const digestOf = (token: string) => createHash('sha256').update(token).digest('base64url');

/** The digest of the browser's token, or undefined when it carries none that we could have made. */
export function browserOf({ request }: Pick<Browser, 'request'>): string | undefined {
  const token = request.cookies[COOKIE];
  return token && /^[\w-]{43}$/.test(token) ? digestOf(token) : undefined;
}

/**
 * The browser with its applications, alone until the transaction ends. A token that opens nothing is
 * replaced by a new one, so that it cannot have been chosen by an attacker.
 */
export async function enterBrowser(browser: Browser) {
  const known = browserOf(browser);
  if (known) {
    await lockBrowser(browser.db, known);
    const owned = await listApplicationsOfBrowser(browser.db, known);
    if (owned.length > 0) {
      remember(browser, browser.request.cookies[COOKIE] as string);
      return { digest: known, applications: owned.map(({ application }) => application) };
    }
  }
  const token = randomBytes(32).toString('base64url');
  remember(browser, token);
  return { digest: digestOf(token), applications: [] };
}

function remember({ setCookie }: Pick<Browser, 'setCookie'>, token: string): void {
  setCookie(COOKIE, token, { maxAge });
  setCookie(HINT, '1', { maxAge, httpOnly: false });
}

/** Takes the token away from the browser. */
export function leaveBrowser({ setCookie }: Pick<Browser, 'setCookie'>): void {
  setCookie(COOKIE, '', { maxAge: 0 });
  setCookie(HINT, '', { maxAge: 0, httpOnly: false });
}

import { createHash, randomBytes } from 'node:crypto';
import type { RequestContext } from '../../server/context.ts';
import { days } from '../../shared/time.ts';
import { listApplicationsOfBrowser, lockBrowser } from './browser.store.ts';

/** HttpOnly, opaque, 256 bits; the database holds its SHA-256 beside each application that it opens. */
const COOKIE = 'application';
const cookieMaxAgeMs = days(180);

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
      browser.setCookie(COOKIE, browser.request.cookies[COOKIE] as string, {
        maxAge: cookieMaxAgeMs / 1000,
      });
      return { digest: known, applications: owned.map(({ application }) => application) };
    }
  }
  const token = randomBytes(32).toString('base64url');
  browser.setCookie(COOKIE, token, { maxAge: cookieMaxAgeMs / 1000 });
  return { digest: digestOf(token), applications: [] };
}

/** Takes the token away from the browser. */
export const leaveBrowser = ({ setCookie }: Pick<Browser, 'setCookie'>) =>
  setCookie(COOKIE, '', { maxAge: 0 });

import { chooseLanguage, isLanguage, type Language } from '../shared/language.ts';
import { days } from '../shared/time.ts';
import type { CookieJar } from './cookies.ts';

const keptForSeconds = days(365) / 1000;

interface Request {
  query: unknown;
  headers: { cookie?: string | undefined; 'accept-language'?: string | undefined };
}

const askedIn = (query: unknown): string | undefined => {
  const { lang } = (query ?? {}) as { lang?: unknown };
  return typeof lang === 'string' ? lang : undefined;
};

/** The language in which a request is answered: `?lang=`, the cookie of the last one, Accept-Language. */
export const languageOf = (request: Request, jar: CookieJar): Language =>
  chooseLanguage({
    asked: askedIn(request.query),
    kept: jar.read(request.headers.cookie).lang,
    accepted: request.headers['accept-language'],
  });

/** The cookie that keeps a language which was asked for; undefined when none was. */
export function languageCookie(request: Request, jar: CookieJar): string | undefined {
  const asked = askedIn(request.query);
  return isLanguage(asked) ? jar.write('lang', asked, { maxAge: keptForSeconds }) : undefined;
}

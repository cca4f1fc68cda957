import { chooseLanguage, isLanguage, type Language } from '../../shared/language.ts';
import { fieldsOf } from '../../shared/record.ts';
import { days } from '../../shared/time.ts';
import type { CookieJar } from './cookies.ts';

const cookieSeconds = days(365) / 1000;

interface Request {
  query: unknown;
  headers: {
    cookie?: string | undefined;
    'content-language'?: string | undefined;
    'accept-language'?: string | undefined;
    'sec-fetch-site'?: string | string[] | undefined;
  };
}

function askedIn(query: unknown): { lang: string | undefined; isChosen: boolean } {
  const { lang, keep } = fieldsOf(query);
  return { lang: typeof lang === 'string' ? lang : undefined, isChosen: keep === '1' };
}

/**
 * The language in which a request is answered: that of the page whose script sends it (Content-Language;
 * `?lang=` is a filter of some calls), `?lang=`, the cookie of the last chosen one, Accept-Language.
 */
export function languageOf({ query, headers }: Request, jar: CookieJar): Language {
  const sentFrom = headers['content-language'];
  return chooseLanguage({
    asked: isLanguage(sentFrom) ? sentFrom : askedIn(query).lang,
    saved: jar.read(headers.cookie).lang,
    accepted: headers['accept-language'],
  });
}

/**
 * The cookie that keeps a language; undefined unless someone chose it by the link of the page itself
 * (`choosing`): other links name a language too, and an address that was passed on is no one's choice.
 */
export function languageCookie(request: Request, jar: CookieJar): string | undefined {
  const { lang, isChosen } = askedIn(request.query);
  // Browsers that do not say where a link was are believed.
  const site = request.headers['sec-fetch-site'] ?? 'same-origin';
  return isChosen && isLanguage(lang) && site === 'same-origin'
    ? jar.write('lang', lang, { maxAge: cookieSeconds })
    : undefined;
}

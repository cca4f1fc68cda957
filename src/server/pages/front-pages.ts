import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { chooseLanguage, type Language } from '../../shared/language.ts';
import type { CookieJar } from '../http/cookies.ts';
import { acceptsEncoding } from '../http/encoding.ts';
import { putInFront } from '../http/in-front.ts';
import { closedHeaders } from '../security/headers.ts';
import { hasReferral } from './referral-query.ts';
import type { CachedPage, PageCache } from './page-cache.ts';
import { isSigning, leaveConnectionUnsaid, PUBLIC_PATHS } from './pages.ts';

interface FrontOptions {
  cache: Pick<PageCache, 'ready'>;
  jar: CookieJar;
  publicUrl: string;
  openedCookie(): string;
  /** Counts an answer for the metrics. */
  onAnswer(path: string): void;
}

/** Parsed headers, cached by their text: nearly everyone sends one of a few. */
const rememberedHeaders = 500;

/**
 * Answers the usual request for a public page (no query, brotli, nothing to renew) in front of the
 * framework, whose routing, hooks and reply cost twice as much as the answer itself. Everything else
 * goes on to the framework, which answers these pages too, with the same headers.
 */
export function installFrontPages(server: Server, options: FrontOptions): void {
  const paths = new Set<string>(PUBLIC_PATHS);
  const heads = new WeakMap<CachedPage, { cookie: string; head: string[] }>();
  const languages = new Map<string, Language>();
  const encodings = new Map<string, boolean>();
  const always = Object.entries(closedHeaders(options.publicUrl));

  function languageOf({ headers }: IncomingMessage): Language {
    const accepted = headers['accept-language'] ?? '';
    // Reading cookies is slow, and a visitor's first request has none.
    if (headers.cookie?.includes('lang='))
      return chooseLanguage({ saved: options.jar.read(headers.cookie).lang, accepted });
    const known = languages.get(accepted);
    if (known) return known;
    const chosen = chooseLanguage({ accepted });
    if (languages.size < rememberedHeaders) languages.set(accepted, chosen);
    return chosen;
  }

  /** Names and values in turn; the same array as long as the cookie is the same. */
  function headOf(page: CachedPage): string[] {
    const cookie = options.openedCookie();
    const known = heads.get(page);
    if (known?.cookie === cookie) return known.head;
    const headers = {
      ...Object.fromEntries(always),
      ...page.headers,
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Encoding': 'br',
      'Content-Length': String(page.br.length),
      'Set-Cookie': cookie,
    };
    const head = Object.entries(headers).flat();
    heads.set(page, { cookie, head });
    return head;
  }

  /** Browsers say it in one of a few ways. */
  function takesBrotli(given: string | string[] | undefined): boolean {
    const header = String(given ?? '');
    const known = encodings.get(header);
    if (known !== undefined) return known;
    const found = acceptsEncoding(header, 'br');
    if (encodings.size < rememberedHeaders) encodings.set(header, found);
    return found;
  }

  function answer(request: IncomingMessage, response: ServerResponse): boolean {
    const { url = '', method, headers } = request;
    if (method !== 'GET' || !paths.has(url) || headers['if-none-match']) return false;
    if (isSigning(url) && hasReferral(headers.referer)) return false;
    if (!takesBrotli(headers['accept-encoding'])) return false;
    const page = options.cache.ready(url, languageOf(request));
    if (page?.status !== 200) return false;
    leaveConnectionUnsaid(response);
    response.writeHead(200, headOf(page));
    response.end(page.br);
    options.onAnswer(url);
    return true;
  }

  putInFront(server, (request, response, next) => {
    if (!answer(request, response)) next(request, response);
  });
}

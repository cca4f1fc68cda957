import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Fault } from '../../shared/fault.ts';
import {
  ACCOUNT_PATHS,
  DASHBOARD_PATHS,
  type FilledForm,
  type PageData,
  type RenderPage,
} from '../../shared/page.ts';
import { type Translate, words } from '../../shared/words.ts';
import type { CookieJar } from '../http/cookies.ts';
import { type Assets, documentOf } from './document.ts';
import { answerFailure, isCallPath, translateFor } from '../http/errors.ts';
import { languageCookie, languageOf } from '../http/language.ts';
import { acceptsEncoding } from '../http/encoding.ts';
import { referralQuery, withReferral } from './referral-query.ts';
import type { CachedPage, PageCache } from './page-cache.ts';

export interface PageOptions {
  cache: PageCache;
  jar: CookieJar;
  render: RenderPage;
  assets: Assets;
  publicUrl: string;
  translate: Translate;
  /** Whether the sandbox is in use, which every page says. */
  sandbox: boolean;
  /** The cookie that says when a page was opened, for forms without scripts. */
  openedCookie(): string;
}

/** Addresses of the public pages; each dialog has one of its own, so that forms work without scripts. */
export const PUBLIC_PATHS = [
  '/',
  '/sign',
  '/volunteer',
  '/partner',
  '/share',
  '/contact',
  '/apply',
  '/application',
  '/join',
  '/countries',
  '/sources',
  '/updates',
  '/faq',
  '/privacy',
  '/terms',
  '/cookies',
  '/sheet',
  '/poster',
  '/thanks/withdrawn',
  '/thanks/contact',
  '/thanks/volunteer',
  '/thanks/partner',
] as const;
/** Pages with a form to sign, whose address keeps where their reader came from. */
export const isSigning = (path: string): boolean => path === '/' || path === '/sign';

const MEMBER_PATHS = ['/profile', '/messages', '/account/*', '/admin', '/admin/*'] as const;
const KNOWN_MEMBER_PATHS = new Set<string>([
  '/profile',
  '/messages',
  ...ACCOUNT_PATHS,
  ...DASHBOARD_PATHS,
]);

/**
 * Serves the documents. Public ones come from the cache, in the visitor's language; members' ones
 * get a fresh nonce each.
 */
export function installPages(app: FastifyInstance, options: PageOptions) {
  const { cache, jar } = options;

  async function sendCached(path: string, request: FastifyRequest, reply: FastifyReply) {
    const page = await cache.page(path, languageOf(request, jar), request.log);
    const cookie = languageCookie(request, jar);
    return sendPage(page, request, reply, [options.openedCookie(), ...(cookie ? [cookie] : [])]);
  }

  for (const path of PUBLIC_PATHS) {
    app.get(path, { config: { access: { who: 'anyone' } } }, (request, reply) => {
      const location = isSigning(path)
        ? withReferral(request.url, request.headers.referer, options.publicUrl)
        : undefined;
      if (location) return reply.header('Cache-Control', 'no-store').redirect(location, 303);
      return sendCached(path, request, reply);
    });
  }
  for (const path of MEMBER_PATHS) {
    app.get(path, { config: { access: { who: 'anyone' } } }, async (request, reply) => {
      const [asked = ''] = request.url.split('?');
      const page = documentOf(
        {
          kind: 'app',
          status: KNOWN_MEMBER_PATHS.has(asked) ? 200 : 404,
          language: languageOf(request, jar),
          title: '',
          description: '',
          siteName: '',
          markup: '',
          state: { sandbox: options.sandbox },
        },
        options.assets,
        { ...options, nonce: randomBytes(16).toString('base64') },
      );
      const cookie = languageCookie(request, jar);
      return reply
        .status(page.status)
        .headers({ ...page.headers, 'Cache-Control': 'no-store' })
        .headers(cookie ? { 'Set-Cookie': cookie } : {})
        .type('text/html; charset=utf-8')
        .send(page.html);
    });
  }
  app.setNotFoundHandler(async (request, reply) => {
    const isPage =
      (request.method === 'GET' || request.method === 'HEAD') && !isCallPath(request.url);
    if (!isPage)
      return reply
        .status(404)
        .type('application/json; charset=utf-8')
        .send({ message: translateFor(request, words('Not found.')) });
    return sendCached('/404', request, reply);
  });

  return {
    /** A form without scripts that could not be taken: its page again, with the words kept and the errors said. */
    async plainFormPage(
      request: FastifyRequest,
      reply: FastifyReply,
      path: string,
      filled: { endpoint: string; values: Record<string, string>; fault: Fault },
    ) {
      const language = languageOf(request, jar);
      // When even the page cannot be built (no database yet), the plain failure is better than none.
      const shown: PageData | undefined = await cache.data(language, request.log);
      if (!shown) return answerFailure(filled.fault, request, reply);
      const form: FilledForm = {
        endpoint: filled.endpoint,
        values: filled.values,
        // Said here: the browser carries only the sentences that its own modules say.
        message: options.translate(filled.fault.message, language),
        fields: Object.fromEntries(
          Object.entries(filled.fault.fields ?? {}).map(([name, said]) => [
            name,
            options.translate(said, language),
          ]),
        ),
        query: isSigning(path)
          ? referralQuery(request.url, request.headers.referer, options.publicUrl)
          : undefined,
      };
      const rendered = await options.render({ path, language, form }, shown);
      const page = documentOf(rendered, options.assets, options);
      return reply
        .status(filled.fault.status)
        .headers({ ...page.headers, ...filled.fault.headers, 'Cache-Control': 'no-store' })
        .type('text/html; charset=utf-8')
        .send(page.html);
    },
  };
}

/** A connection that stays open need not say so, and the page needs these bytes of the first packets. */
export function leaveConnectionUnsaid(response: ServerResponse): void {
  if (response.shouldKeepAlive) response.removeHeader('Connection');
}

function sendPage(
  page: CachedPage,
  request: FastifyRequest,
  reply: FastifyReply,
  cookies: string[],
) {
  reply.headers(page.headers).header('Set-Cookie', cookies);
  if (page.status === 200 && holds(request.headers['if-none-match'], page.headers.ETag))
    return reply.status(304).send();
  reply.status(page.status).type('text/html; charset=utf-8');
  leaveConnectionUnsaid(reply.raw);
  const accepted = request.headers['accept-encoding'];
  if (acceptsEncoding(accepted, 'br')) return reply.header('Content-Encoding', 'br').send(page.br);
  if (acceptsEncoding(accepted, 'gzip'))
    return reply.header('Content-Encoding', 'gzip').send(page.gzip);
  return reply.send(page.plain);
}

/** Whether one of the tags that the browser has is this one, compared weakly (RFC 9110 §13.1.2). */
function holds(ifNoneMatch: string | undefined, tag = ''): boolean {
  const opaque = (one: string) => one.trim().replace(/^W\//, '');
  return (ifNoneMatch ?? '').split(',').some((one) => opaque(one) === opaque(tag));
}

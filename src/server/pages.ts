import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Fault } from '../shared/fault.ts';
import type { FilledForm, PageData, PageRequest, RenderPage } from '../shared/page.ts';
import { seconds } from '../shared/time.ts';
import { words } from '../shared/words.ts';
import { type Assets, documentOf } from './document.ts';
import { answerFailure, isCallPath } from './errors.ts';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** The signature counter in a page is never older than this (stack.md §1). */
const freshMs = seconds(60);
/** How often an instance asks whether another one has published. */
const versionCheckMs = seconds(1);
/** A reader waits no longer for that; what comes later counts for the next one. */
const versionWaitMs = 500;

export interface PageOptions {
  render: RenderPage;
  assets: Assets;
  publicUrl: string;
  /** Whether stand-ins are in use, which every page says. */
  sandbox: boolean;
  /** What the pages show of the database: prices, counts, content. */
  loadData(): Promise<PageData>;
  /** Rises with every publication, on whichever instance. */
  loadVersion(): Promise<number>;
  /** Value of the cookie that says when a page was opened, for forms without scripts. */
  openedCookie(): string;
}

interface CachedPage {
  status: number;
  plain: Buffer;
  br: Buffer;
  gzip: Buffer;
  headers: Record<string, string>;
  builtAtMs: number;
  version: number;
}

/** Addresses of the public pages; each dialog has one of its own, so that forms work without scripts. */
export const PUBLIC_PATHS = [
  '/',
  '/sign',
  '/contact',
  '/apply',
  '/join',
  '/thanks/declaration',
  '/thanks/contact',
] as const;
const MEMBER_PATHS = ['/profile', '/messages', '/admin', '/admin/*'] as const;

/**
 * Serves the documents. Public ones are rendered once per content version and kept with their
 * brotli; members' ones get a fresh nonce each.
 */
export function installPages(app: FastifyInstance, options: PageOptions) {
  const cache = new Map<string, Promise<CachedPage>>();
  let version = 0;
  let versionReadAtMs = 0;
  let loaded: { data: PageData; version: number; readAtMs: number } | undefined;

  async function currentVersion(log: FastifyRequest['log']): Promise<number> {
    if (Date.now() - versionReadAtMs < versionCheckMs) return version;
    versionReadAtMs = Date.now();
    const reading = options.loadVersion().then(
      (number) => {
        version = number;
      },
      // Readers keep the last page when the database is away; writers are told 503 elsewhere.
      (error) => log.warn({ err: error }, 'content version unknown, serving the last known page'),
    );
    await Promise.race([reading, sleep(versionWaitMs, undefined, { ref: false })]);
    return version;
  }

  async function load(forVersion: number): Promise<PageData> {
    const data = await options.loadData();
    loaded = { data, version: forVersion, readAtMs: Date.now() };
    return data;
  }

  /** What the pages show now, read anew only when a page would be; undefined when nothing was ever read. */
  async function currentData(log: FastifyRequest['log']): Promise<PageData | undefined> {
    const now = await currentVersion(log);
    const isFresh = loaded?.version === now && Date.now() - loaded.readAtMs < freshMs;
    if (isFresh) return loaded?.data;
    try {
      return await load(now);
    } catch (error) {
      log.warn({ err: error }, 'page data could not be read');
      return loaded?.data;
    }
  }

  async function build(request: PageRequest, forVersion: number): Promise<CachedPage> {
    const data = await load(forVersion);
    const page = documentOf(await options.render(request, data), options.assets, options);
    const plain = Buffer.from(page.html);
    return {
      status: page.status,
      plain,
      br: await brotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
      gzip: await gzipped(plain),
      headers: {
        ...page.headers,
        ETag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
        // Browsers ask again each time (304 when unchanged): a publication is seen at once.
        'Cache-Control': 'public, max-age=0, must-revalidate',
        Vary: 'Accept-Encoding',
      },
      builtAtMs: Date.now(),
      version: forVersion,
    };
  }

  async function cached(path: string, log: FastifyRequest['log']): Promise<CachedPage> {
    const now = await currentVersion(log);
    const found = cache.get(path);
    if (found) {
      const page = await found;
      if (page.version === now && Date.now() - page.builtAtMs < freshMs) return page;
      // One renews, everybody else is served what is there, unless it was published anew.
      const renewed = build({ path }, now);
      if (page.version === now) {
        page.builtAtMs = Date.now();
        renewed.then(
          (fresh) => cache.set(path, Promise.resolve(fresh)),
          (error) => log.warn({ err: error }, 'page could not be renewed'),
        );
        return page;
      }
      cache.set(path, renewed);
      renewed.catch(() => cache.set(path, found));
      return renewed;
    }
    const first = build({ path }, now);
    cache.set(path, first);
    first.catch(() => cache.delete(path));
    return first;
  }

  async function sendCached(path: string, request: FastifyRequest, reply: FastifyReply) {
    const page = await cached(path, request.log);
    reply.headers(page.headers).header('Set-Cookie', options.openedCookie());
    if (request.headers['if-none-match'] === page.headers.ETag && page.status === 200)
      return reply.status(304).send();
    reply.status(page.status).type('text/html; charset=utf-8');
    const accepted = String(request.headers['accept-encoding'] ?? '');
    if (accepted.includes('br')) return reply.header('Content-Encoding', 'br').send(page.br);
    if (accepted.includes('gzip')) return reply.header('Content-Encoding', 'gzip').send(page.gzip);
    return reply.send(page.plain);
  }

  for (const path of PUBLIC_PATHS) {
    app.get(path, { config: { access: { who: 'anyone' } } }, (request, reply) =>
      sendCached(path, request, reply),
    );
  }
  for (const path of MEMBER_PATHS) {
    app.get(path, { config: { access: { who: 'anyone' } } }, async (_request, reply) => {
      const page = documentOf(
        {
          kind: 'app',
          title: '',
          description: '',
          status: 200,
          markup: '',
          state: { sandbox: options.sandbox },
        },
        options.assets,
        { ...options, nonce: randomBytes(16).toString('base64') },
      );
      return reply
        .headers({ ...page.headers, 'Cache-Control': 'no-store' })
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
        .send({ message: words('Not found.') });
    return sendCached('/404', request, reply);
  });

  return {
    /** Forget every page here; other instances notice within a second by the version. */
    drop() {
      cache.clear();
      versionReadAtMs = 0;
      if (loaded) loaded.readAtMs = 0;
    },
    /** A form without scripts that could not be taken: its page again, with the words kept and the errors said. */
    async plainFormPage(
      request: FastifyRequest,
      reply: FastifyReply,
      path: string,
      filled: { endpoint: string; values: Record<string, string>; fault: Fault },
    ) {
      // When even the page cannot be built (no database yet), the plain failure is better than none.
      const shown = await currentData(request.log);
      if (!shown) return answerFailure(filled.fault, request, reply);
      const form: FilledForm = {
        endpoint: filled.endpoint,
        values: filled.values,
        message: filled.fault.message,
        fields: filled.fault.fields ?? {},
      };
      const page = documentOf(await options.render({ path, form }, shown), options.assets, options);
      return reply
        .status(filled.fault.status)
        .headers({ ...page.headers, ...filled.fault.headers, 'Cache-Control': 'no-store' })
        .type('text/html; charset=utf-8')
        .send(page.html);
    },
  };
}

import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyBaseLogger } from 'fastify';
import type { Language } from '../shared/language.ts';
import type { PageData, PageRequest, RenderPage } from '../shared/page.ts';
import { seconds } from '../shared/time.ts';
import type { Translate } from '../shared/words.ts';
import { type Assets, documentOf } from './document.ts';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** The signature counter in a page is never older than this (stack.md §1). */
const freshMs = seconds(60);
/** How often an instance asks whether another one has published. */
const versionCheckMs = seconds(1);
/** A reader waits no longer for that; what comes later counts for the next one. */
const versionWaitMs = 500;

type Log = Pick<FastifyBaseLogger, 'warn'>;

export interface PageCacheOptions {
  render: RenderPage;
  assets: Assets;
  publicUrl: string;
  translate: Translate;
  /** What the pages show of the database: prices, counts, texts of a language. */
  loadData(language: Language): Promise<PageData>;
  /** Rises with every publication, on whichever instance. */
  loadVersion(): Promise<number>;
}

export interface CachedPage {
  status: number;
  plain: Buffer;
  br: Buffer;
  gzip: Buffer;
  headers: Record<string, string>;
  builtAtMs: number;
  version: number;
}

export type PageCache = ReturnType<typeof createPageCache>;

/**
 * The public pages as they leave, rendered and compressed once per path, language and publication.
 * A page is at most `freshMs` old; who finds it older gets it and one renewal runs behind.
 */
export function createPageCache(options: PageCacheOptions) {
  const cache = new Map<string, Promise<CachedPage>>();
  /** The same pages once they are there, for readers that must not wait. */
  const built = new Map<string, CachedPage>();
  const loaded = new Map<Language, { data: PageData; version: number; readAtMs: number }>();
  let version = 0;
  let versionReadAtMs = 0;

  async function currentVersion(log: Log): Promise<number> {
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

  async function load(language: Language, forVersion: number): Promise<PageData> {
    const data = await options.loadData(language);
    loaded.set(language, { data, version: forVersion, readAtMs: Date.now() });
    return data;
  }

  async function build(request: PageRequest, forVersion: number): Promise<CachedPage> {
    const data = await load(request.language, forVersion);
    const page = documentOf(await options.render(request, data), options.assets, options);
    const plain = Buffer.from(page.html);
    return {
      status: page.status,
      plain,
      // The tightest: it is done once a minute at most, off the main thread, and read by many.
      br: await brotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
      gzip: await gzipped(plain),
      headers: {
        ...page.headers,
        ETag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
        // Browsers ask again each time (304 when unchanged): a publication is seen at once.
        'Cache-Control': 'public, max-age=0, must-revalidate',
        'Content-Language': request.language,
        Vary: 'Accept-Encoding, Accept-Language, Cookie',
      },
      builtAtMs: Date.now(),
      version: forVersion,
    };
  }

  function keep(name: string, page: Promise<CachedPage>) {
    cache.set(name, page);
    return page.then((ready) => {
      if (cache.get(name) === page) built.set(name, ready);
      return ready;
    });
  }

  const nameOf = (path: string, language: Language) => `${language} ${path}`;

  return {
    /** The page when it may be sent right now, without asking anybody. */
    ready(path: string, language: Language): CachedPage | undefined {
      const now = Date.now();
      if (now - versionReadAtMs >= versionCheckMs) return undefined;
      const page = built.get(nameOf(path, language));
      return page?.version === version && now - page.builtAtMs < freshMs ? page : undefined;
    },

    /** The page, built when it is not there yet. Throws when nothing could ever be read. */
    async page(path: string, language: Language, log: Log): Promise<CachedPage> {
      const now = await currentVersion(log);
      const name = nameOf(path, language);
      const found = cache.get(name);
      if (!found) {
        const first = build({ path, language }, now);
        first.catch(() => cache.delete(name));
        return keep(name, first);
      }
      const page = await found;
      if (page.version === now && Date.now() - page.builtAtMs < freshMs) return page;
      // One renews, everybody else is served what is there, unless it was published anew.
      const renewed = build({ path, language }, now);
      if (page.version === now) {
        page.builtAtMs = Date.now();
        renewed.then(
          (fresh) => keep(name, Promise.resolve(fresh)),
          (error) => log.warn({ err: error }, 'page could not be renewed'),
        );
        return page;
      }
      renewed.catch(() => cache.set(name, found));
      return keep(name, renewed);
    },

    /** What the pages show now, read anew only when a page would be; undefined when nothing was ever read. */
    async data(language: Language, log: Log): Promise<PageData | undefined> {
      const now = await currentVersion(log);
      const last = loaded.get(language);
      if (last?.version === now && Date.now() - last.readAtMs < freshMs) return last.data;
      try {
        return await load(language, now);
      } catch (error) {
        log.warn({ err: error }, 'page data could not be read');
        return last?.data;
      }
    },

    /** Forget every page here; other instances notice within a second by the version. */
    drop() {
      cache.clear();
      built.clear();
      versionReadAtMs = 0;
      for (const one of loaded.values()) one.readAtMs = 0;
    },
  };
}

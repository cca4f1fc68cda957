import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Language } from '../../shared/language.ts';
import type { PageData, PageRequest, RenderPage } from '../../shared/page.ts';
import { seconds } from '../../shared/time.ts';
import type { Translate } from '../../shared/words.ts';
import { type Assets, documentOf } from './document.ts';
import type { Sources } from '../security/payment-sources.ts';
import { type Log, type RefreshedValue, refreshedValue } from './refreshed-value.ts';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** The signature counter in a page is at most so old, where pages are read often enough (stack.md §1). */
const freshMs = seconds(60);
/** How often an instance asks whether another one has published. */
const versionCheckMs = seconds(1);
/** A reader waits no longer for that; a later answer counts for the next reader. */
const versionWaitMs = 500;

export interface PageCacheOptions {
  render: RenderPage;
  assets: Assets;
  publicUrl: string;
  translate: Translate;
  /** The data that pages show: prices, counts, texts of a language. */
  loadData(language: Language): Promise<PageData>;
  /** Rises with every publication, on whichever instance. */
  loadVersion(): Promise<number>;
  /** The sources that the document at a path may load for payments. */
  sourcesOf(path: string, data: PageData): Sources | undefined;
}

export interface CachedPage {
  status: number;
  plain: Buffer;
  br: Buffer;
  gzip: Buffer;
  headers: Record<string, string>;
}

export type PageCache = ReturnType<typeof createPageCache>;

/** The public pages as they leave: rendered and compressed per path, language and publication. */
export function createPageCache(options: PageCacheOptions) {
  const pages = new Map<string, RefreshedValue<CachedPage>>();
  const data = new Map<Language, RefreshedValue<PageData>>();
  let version = 0;
  let versionReadAtMs = 0;

  async function currentVersion(log: Log): Promise<number> {
    if (Date.now() - versionReadAtMs < versionCheckMs) return version;
    versionReadAtMs = Date.now();
    const reading = options.loadVersion().then(
      (number) => {
        version = number;
      },
      // Readers keep the last page when the database is away; writers get 503 elsewhere.
      (error) => log.warn({ err: error }, 'content version unknown, serving the last known page'),
    );
    await Promise.race([reading, sleep(versionWaitMs, undefined, { ref: false })]);
    return version;
  }

  function dataIn(language: Language): RefreshedValue<PageData> {
    const known = data.get(language) ?? refreshedValue(() => options.loadData(language), freshMs);
    data.set(language, known);
    return known;
  }

  function pageAt(path: string, language: Language): RefreshedValue<CachedPage> {
    const name = `${language} ${path}`;
    const known =
      pages.get(name) ??
      refreshedValue((forVersion) => build({ path, language }, forVersion), freshMs);
    pages.set(name, known);
    return known;
  }

  async function build(request: PageRequest, forVersion: number): Promise<CachedPage> {
    // Read anew, together with the other pages that are built right now: a page is as old as it says.
    const shown = await dataIn(request.language).renew(forVersion);
    const page = documentOf(await options.render(request, shown), options.assets, {
      ...options,
      sources: options.sourcesOf(request.path, shown),
    });
    const plain = Buffer.from(page.html);
    return {
      status: page.status,
      plain,
      // The tightest: it is done once a minute at most, off the main thread, and read by many.
      br: await brotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
      gzip: await gzipped(plain),
      headers: {
        ...page.headers,
        // Weak: the same page in three encodings (RFC 9110 §8.8.1).
        ETag: `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 16)}"`,
        // Browsers ask again each time (304 when unchanged): a publication is seen at once.
        'Cache-Control': 'no-cache',
        'Content-Language': request.language,
        Vary: 'Accept-Encoding, Accept-Language, Cookie',
      },
    };
  }

  return {
    /** The page when it may be sent right now, without asking anyone. */
    ready(path: string, language: Language): CachedPage | undefined {
      if (Date.now() - versionReadAtMs >= versionCheckMs) return undefined;
      return pages.get(`${language} ${path}`)?.ready(version);
    },

    /** The page, built when it is not there yet. Throws when nothing could ever be read. */
    async page(path: string, language: Language, log: Log): Promise<CachedPage> {
      return pageAt(path, language).get(await currentVersion(log), log);
    },

    /** The current data of the pages, read anew only when a page would be; undefined when nothing was ever read. */
    async data(language: Language, log: Log): Promise<PageData | undefined> {
      try {
        return await dataIn(language).get(await currentVersion(log), log);
      } catch (error) {
        log.warn({ err: error }, 'page data could not be read');
        return undefined;
      }
    },

    /** Forget every page here; other instances notice within a second by the version. */
    drop() {
      versionReadAtMs = 0;
      for (const one of [...pages.values(), ...data.values()]) one.forget();
    },
  };
}

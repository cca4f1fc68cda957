import type { FastifyInstance } from 'fastify';
import { admin } from '../../shared/access.ts';
import type { Language } from '../../shared/language.ts';
import type { PageData, RenderPage } from '../../shared/page.ts';
import { fieldsOf } from '../../shared/record.ts';
import { authorize } from '../security/authorize.ts';
import { renewSessionCookies } from '../security/session-cookies.ts';
import type { Caller, AppContext } from '../context.ts';
import type { CookieJar } from '../http/cookies.ts';
import type { Database } from '../database/database.ts';
import { type Assets, documentOf } from './document.ts';
import { languageOf } from '../http/language.ts';
import { PUBLIC_PATHS } from './pages.ts';

interface PreviewOptions {
  context: AppContext;
  jar: CookieJar;
  identify(db: Database, userId: string): Promise<Caller | undefined>;
  /** The data of the pages, with the unpublished texts; with a mark around each where the editor asks for it. */
  loadData(language: Language, isMarked: boolean): Promise<PageData>;
  render: RenderPage;
  assets: Assets;
  publicUrl: string;
}

const access = admin('content:write');

/**
 * `/preview?lang=fr&page=/privacy&marks=1`: a public page with the drafts in it, for those who may write them.
 * It is made anew each time, has no script, sends nothing, and only our own pages may frame it.
 */
export function installPreview(app: FastifyInstance, options: PreviewOptions): void {
  app.get('/preview', { config: { access } }, async (request, reply) => {
    const token = options.jar.read(request.headers.cookie).sid;
    renewSessionCookies(reply, await authorize(access, { token }, options), { ...options, token });
    const language = languageOf(request, options.jar);
    const shown = await options.render(
      { path: pageIn(request.query), language },
      await options.loadData(language, fieldsOf(request.query).marks === '1'),
    );
    // Without a place of its own it says "noindex".
    const { canonicalPath: _, ...page } = shown;
    const { html, headers } = documentOf(
      { ...page, kind: 'static', state: undefined },
      options.assets,
      { publicUrl: options.publicUrl, translate: options.context.translate, isPreview: true },
    );
    return reply
      .headers({ ...headers, 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' })
      .type('text/html; charset=utf-8')
      .send(html);
  });
}

/** The page that was asked for; the start page where that is none of ours. */
function pageIn(query: unknown): string {
  const { page } = fieldsOf(query);
  return PUBLIC_PATHS.find((path) => path === page) ?? '/';
}

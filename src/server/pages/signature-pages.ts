import type { FastifyInstance } from 'fastify';
import { anyone } from '../../shared/access.ts';
import type { Language } from '../../shared/language.ts';
import type { PageData, RenderPage, ShownSignature } from '../../shared/page.ts';
import type { AppContext } from '../context.ts';
import type { CookieJar } from '../http/cookies.ts';
import { languageOf } from '../http/language.ts';
import { type Assets, documentOf } from './document.ts';

/** What one of the pages shows to who has the key in its address. */
export type LoadSignature = (
  context: Pick<AppContext, 'clock' | 'db' | 'secrets' | 'settings'>,
  path: string,
  key: string,
) => Promise<ShownSignature>;

interface SignaturePagesOptions {
  context: AppContext;
  jar: CookieJar;
  loadSignature: LoadSignature;
  loadData(language: Language): Promise<PageData>;
  render: RenderPage;
  assets: Assets;
  publicUrl: string;
}

/** Pages about one signature, with their status where the key opens nothing. */
const STATUS_WITHOUT = {
  '/signature': 404,
  '/signature/withdraw': 404,
  '/thanks/declaration': 200,
};

/**
 * `/signature?key=…` and the like: behind the links of a signer's emails, and after a form that the browser sent by
 * itself. Mail scanners follow links: opening one changes nothing.
 */
export function installSignaturePages(app: FastifyInstance, options: SignaturePagesOptions): void {
  for (const [path, statusWithout] of Object.entries(STATUS_WITHOUT)) {
    app.get<{ Querystring: { key?: unknown } }>(
      path,
      { config: { access: anyone } },
      async (request, reply) => {
        const { key } = request.query;
        const language = languageOf(request, options.jar);
        const signature = await options.loadSignature(
          options.context,
          path,
          typeof key === 'string' ? key : '',
        );
        const page = await options.render(
          { path, language, signature },
          await options.loadData(language),
        );
        const { html, headers } = documentOf(page, options.assets, {
          publicUrl: options.publicUrl,
          translate: options.context.translate,
        });
        const isWithout = signature.state === 'forged' || signature.state === 'old';
        return reply
          .status(isWithout ? statusWithout : 200)
          .headers({ ...headers, 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' })
          .type('text/html; charset=utf-8')
          .send(html);
      },
    );
  }
}

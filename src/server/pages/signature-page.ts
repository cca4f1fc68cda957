import type { FastifyInstance } from 'fastify';
import { anyone } from '../../shared/access.ts';
import type { Language } from '../../shared/language.ts';
import type { PageData, RenderPage, ShownSignature } from '../../shared/page.ts';
import type { AppContext } from '../context.ts';
import type { CookieJar } from '../http/cookies.ts';
import { languageOf } from '../http/language.ts';
import { type Assets, documentOf } from './document.ts';

/** What the signature's page shows to who has the key. */
export type LoadSignature = (
  context: Pick<AppContext, 'db' | 'secrets' | 'settings'>,
  key: string,
) => Promise<ShownSignature>;

interface SignaturePageOptions {
  context: AppContext;
  jar: CookieJar;
  loadSignature: LoadSignature;
  loadData(language: Language): Promise<PageData>;
  render: RenderPage;
  assets: Assets;
  publicUrl: string;
}

/** `/signature?key=…`: behind the links of a signer's emails. Mail scanners follow those: opening it changes nothing. */
export function installSignaturePage(app: FastifyInstance, options: SignaturePageOptions): void {
  app.get<{ Querystring: { key?: unknown } }>(
    '/signature',
    { config: { access: anyone } },
    async (request, reply) => {
      const { key } = request.query;
      const language = languageOf(request, options.jar);
      const signature = await options.loadSignature(
        options.context,
        typeof key === 'string' ? key : '',
      );
      const page = await options.render(
        { path: '/signature', language, signature },
        await options.loadData(language),
      );
      const { html, headers } = documentOf(page, options.assets, {
        publicUrl: options.publicUrl,
        translate: options.context.translate,
      });
      return reply
        .status(signature.state === 'forged' || signature.state === 'old' ? 404 : 200)
        .headers({ ...headers, 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' })
        .type('text/html; charset=utf-8')
        .send(html);
    },
  );
}

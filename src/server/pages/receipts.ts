import type { FastifyInstance } from 'fastify';
import { isLanguage, type Language } from '../../shared/language.ts';
import type { PageData, RenderPage, ShownReceipt } from '../../shared/page.ts';
import { anyone } from '../../shared/access.ts';
import { authorize } from '../security/authorize.ts';
import { renewSessionCookies } from '../security/session-cookies.ts';
import type { Caller, AppContext } from '../context.ts';
import type { CookieJar } from '../http/cookies.ts';
import type { Database } from '../database/database.ts';
import { type Assets, documentOf } from './document.ts';

/** A request for a receipt. */
export interface ReceiptReader {
  /** The receipt's name, as the address has it. */
  name: string;
  /** Of a link that we have sent. */
  key: string | undefined;
  cookies: Readonly<Record<string, string | undefined>>;
  user: Caller | undefined;
}

/** The receipt, and the language it was issued in; undefined where there is none, or not for this reader. */
export type LoadReceipt = (
  context: AppContext,
  reader: ReceiptReader,
) => Promise<{ receipt: ShownReceipt; language: Language } | undefined>;

interface ReceiptOptions {
  context: AppContext;
  jar: CookieJar;
  identify(db: Database, userId: string): Promise<Caller | undefined>;
  loadReceipt: LoadReceipt;
  loadData(language: Language): Promise<PageData>;
  render: RenderPage;
  assets: Assets;
  publicUrl: string;
}

/**
 * `/receipt/OAP-000123`: a receipt to read and print, for who holds the application, has the link of a mail, or
 * looks after payments. To anyone else it does not exist. It speaks the applicant's language unless `?lang=` names another.
 */
export function installReceipts(app: FastifyInstance, options: ReceiptOptions): void {
  const { context, jar } = options;
  app.get<{ Params: { name: string }; Querystring: { key?: unknown; lang?: unknown } }>(
    '/receipt/:name',
    { config: { access: anyone } },
    async (request, reply) => {
      const cookies = jar.read(request.headers.cookie);
      const admitted = await authorize(anyone, { token: cookies.sid }, options);
      renewSessionCookies(reply, admitted, { ...options, token: cookies.sid });
      const { key, lang } = request.query;
      const found = await options.loadReceipt(context, {
        name: request.params.name,
        key: typeof key === 'string' ? key : undefined,
        cookies,
        user: admitted.user,
      });
      if (!found) return reply.callNotFound();
      const { receipt } = found;
      const asked = typeof lang === 'string' ? lang : undefined;
      const language = isLanguage(asked) ? asked : found.language;
      const page = await options.render(
        { path: '/receipt', language, receipt },
        await options.loadData(language),
      );
      const { html, headers } = documentOf(page, options.assets, {
        publicUrl: options.publicUrl,
        translate: context.translate,
      });
      return reply
        .headers({
          ...headers,
          'Cache-Control': 'no-store',
          'X-Robots-Tag': 'noindex',
        })
        .type('text/html; charset=utf-8')
        .send(html);
    },
  );
}

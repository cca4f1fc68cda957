import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { anyone } from '../../shared/access.ts';
import { Fault } from '../../shared/fault.ts';
import { directionOf } from '../../shared/language.ts';
import type { RenderPage } from '../../shared/page.ts';
import { words } from '../../shared/words.ts';
import type { CookieJar } from '../http/cookies.ts';
import { languageOf } from '../http/language.ts';
import { escapeHtml } from './document.ts';
import type { PageCache } from './page-cache.ts';

interface EmbedOptions {
  cache: Pick<PageCache, 'data'>;
  jar: CookieJar;
  render: RenderPage;
  /** Origins whose pages may show it in a frame. */
  embedOrigins: readonly string[];
}

/** Its own and all of it: no font and no picture is fetched into a partner's page. */
const CSS =
  'body{margin:0;background:#f7f1e5;color:#1d1a2b;font:16px/1.4 system-ui,sans-serif}' +
  'main{display:grid;justify-items:start;gap:8px;padding:16px;border-block-start:8px solid #b5442a}' +
  'h1,p{margin:0}h1{color:#22244f;font-size:20px;line-height:1.2}' +
  'a{display:inline-block;box-sizing:border-box;min-height:48px;padding:12px 16px;background:#b5442a;color:#fff8ea;font-weight:700;text-decoration:none}' +
  'a:hover{text-decoration:underline}a:focus-visible{outline:3px solid #22244f;outline-offset:2px}' +
  'span{position:absolute;overflow:hidden;width:1px;height:1px;clip-path:inset(50%)}';

/** `/embed`: the one page that others may frame, on the listed origins alone. It has no script, no form and no cookie. */
export function installEmbed(app: FastifyInstance, options: EmbedOptions): void {
  const ancestors = options.embedOrigins.join(' ') || "'none'";
  const hash = createHash('sha256').update(CSS).digest('base64');
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors ${ancestors}`;
  app.get('/embed', { config: { access: anyone } }, async (request, reply) => {
    const language = languageOf(request, options.jar);
    const data = await options.cache.data(language, request.log);
    if (!data) throw new Fault(503, words('The numbers could not be loaded. Please try again.'));
    const { title, markup } = await options.render({ path: '/embed', language }, data);
    return reply
      .headers({
        'Content-Security-Policy': policy,
        // A partner's page may embed only what says so (COEP).
        ...(options.embedOrigins.length > 0
          ? { 'Cross-Origin-Resource-Policy': 'cross-origin' }
          : {}),
        'Cache-Control': 'public, max-age=60',
        'Content-Language': language,
        Vary: 'Accept-Language, Cookie',
        'X-Robots-Tag': 'noindex',
      })
      .type('text/html; charset=utf-8')
      .send(
        `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title><style>${CSS}</style></head><body>${markup}</body></html>`,
      );
  });
}

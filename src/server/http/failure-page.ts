import { createHash } from 'node:crypto';
import { directionOf, inLanguage, type Language } from '../../shared/language.ts';
import { type Translate, words } from '../../shared/words.ts';

/** The content of a failure page; the sentences are in English. */
export interface Failure {
  status: number;
  message: string;
  /** Of a bug, for anyone who writes to us. */
  requestId?: string | undefined;
}

const TITLES: Partial<Record<number, string>> = {
  500: words('Something went wrong'),
  503: words('One moment, please'),
};
const NOTHING_LOST = words('What you have already sent us is safe.');

/** The colours of theme.css. */
const STYLE =
  ':root{color-scheme:light dark;--p:#f7f1e5;--i:#1d1a2b;--h:#22244f}' +
  '@media(prefers-color-scheme:dark){:root{--p:#14142b;--i:#f0e6d2;--h:#f0e6d2}}' +
  'body{max-width:34rem;margin:12vh auto;padding:0 1.25rem;background:var(--p);color:var(--i);font:1.125rem/1.6 system-ui,sans-serif}' +
  'h1{color:var(--h);font-size:1.75rem;line-height:1.25}' +
  'a{display:inline-block;padding:.625rem 1.25rem;border-radius:.5rem;border:2px solid transparent;background:#b5442a;color:#fff;font-weight:600;text-decoration:none}' +
  'a:focus-visible{outline:3px solid var(--h);outline-offset:3px}small{overflow-wrap:anywhere}';
/** A link would lose the fragment, which is the key of a mailed link; loading again keeps it. */
const SCRIPT =
  "document.getElementById('again').onclick=function(e){e.preventDefault();location.reload()}";

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** A failure page may use its own style, and load itself again. */
export const FAILURE_PAGE_POLICY = `default-src 'none'; script-src ${hash(SCRIPT)}; style-src ${hash(STYLE)}; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/**
 * A whole page of less than 2 KB that says why the one that was asked for did not come. It needs no database,
 * no file and no other page, as any of them may be what is missing.
 */
export function failurePage(failure: Failure, language: Language, translate: Translate): string {
  const text = (sentence: string) => escaped(translate(sentence, language));
  const isOurs = failure.status >= 500;
  const title = text(TITLES[failure.status] ?? words('This page did not open'));
  return [
    `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">',
    `<title>${title} · One Africa Passport</title><style>${STYLE}</style></head>`,
    `<body><main><h1>${title}</h1><p>${text(failure.message)}</p>`,
    isOurs ? `<p>${text(NOTHING_LOST)}</p>` : '',
    isOurs
      ? `<p><a id="again" href="">${text(words('Try again'))}</a></p>`
      : `<p><a href="${inLanguage('/', language)}">${text(words('Go to the home page'))}</a></p>`,
    failure.requestId
      ? `<p><small>${text(words('If it happens again, write to us and include this number:'))} ${escaped(failure.requestId)}</small></p>`
      : '',
    isOurs ? `</main><script>${SCRIPT}</script></body></html>` : '</main></body></html>',
  ].join('');
}

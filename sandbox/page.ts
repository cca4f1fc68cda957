import { readFile } from 'node:fs/promises';
import type { Reply } from './control.ts';

/** Markup that is safe to put into a page as it is. */
export class Html {
  readonly markup: string;
  constructor(markup: string) {
    this.markup = markup;
  }
}
type Piece = Html | string | number | undefined | false | Piece[];

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function markup(piece: Piece): string {
  if (piece instanceof Html) return piece.markup;
  if (Array.isArray(piece)) return piece.map(markup).join('');
  if (piece === undefined || piece === false) return '';
  return String(piece).replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}

/** A template that escapes everything but other templates: what a stranger wrote stays text. */
export function html(strings: TemplateStringsArray, ...pieces: Piece[]): Html {
  return new Html(String.raw({ raw: strings }, ...pieces.map(markup)));
}

/** The pages that a person walks between. A part with a page of its own adds a line. */
const PLACES = { '/inbox': 'Inbox', '/paypal': 'PayPal', '/chain': 'Chain' } as const;
export type Place = keyof typeof PLACES;

const POLICY =
  "default-src 'none'; style-src 'self'; img-src data:; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** A whole page of the sandbox: no script but its own where it has one, and nothing from elsewhere. */
export function page({
  title,
  body,
  refreshSeconds,
  stylesheet: styles = '/inbox/style.css',
  hasScript = false,
  place,
}: {
  title: string;
  body: Html;
  refreshSeconds?: number;
  stylesheet?: string;
  hasScript?: boolean;
  /** Where among the pages of the sandbox it belongs; without one it is a stranger's, PayPal's for instance. */
  place?: Place;
}): Reply {
  const document = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${refreshSeconds !== undefined && html`<meta http-equiv="refresh" content="${refreshSeconds}">`}
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${styles}">
</head>
<body>
<p class="notice">Sandbox: no real money moves</p>
${place && places(place)}
${body}
</body>
</html>
`;
  return {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': hasScript ? `${POLICY}; script-src 'self'` : POLICY,
      // Not `no-referrer`: a form would then send `Origin: null` and be taken for a stranger's.
      'referrer-policy': 'same-origin',
      'x-dns-prefetch-control': 'off',
    },
    body: document.markup,
  };
}

const places = (here: Place) =>
  html`<nav class="places" aria-label="Sandbox">${Object.entries(PLACES).map(
    ([path, name]) =>
      html`<a href="${path}"${path === here && html` aria-current="page"`}>${name}</a>`,
  )}</nav>`;

/** The style sheet of all pages. */
export async function stylesheet(): Promise<Reply> {
  const body = await readFile(new URL('./page.css', import.meta.url));
  return { headers: { 'content-type': 'text/css; charset=utf-8' }, body };
}

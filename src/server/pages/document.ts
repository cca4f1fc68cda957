import type { RenderedPage } from '../../shared/page.ts';
import { pictureAddress } from '../../shared/picture.ts';
import { directionOf, inLanguage, LANGUAGES } from '../../shared/language.ts';
import { type Translate, words } from '../../shared/words.ts';
import type { Sources } from '../security/payment-sources.ts';
import { policyOf } from '../security/content-security-policy.ts';

/** The build's output for the browser: see assets.ts. */
export interface Assets {
  /** Inlined into public pages. */
  publicCss: string;
  /** Inlined after it where a page shows more than the start page at rest. */
  furtherCss: string;
  /** Inlined after both where a page is made to be printed. */
  printCss: string;
  /** Address of the sheet of what only hydrated parts show. */
  hydratedCss: string;
  /** Inlined classic script of at most 2 KB that folds menus, and hydrates React on the first touch. */
  bootstrapJs: string;
  /** Address of the public page's own script. */
  publicEntry: string;
  /** Its imports: React and the like, fetched when the page is idle … */
  fetchedAhead: string[];
  /** … and what belongs to this page, fetched with the entry on the first touch. */
  fetchedOnTouch: string[];
  /** The files of what is fetched apart from these, by its source: a page's own parts, and sentences. */
  fetchedLater: Partial<Record<string, string[]>>;
  appEntry: string;
  appCss: string[];
  /** Further tags and relaxations while developing; empty otherwise. */
  devHead: string;
}

interface DocumentOptions {
  publicUrl: string;
  translate: Translate;
  /** Given for documents that are never cached. */
  nonce?: string;
  /** A picture of a page for a frame of ours: nothing in it runs, sends or leads anywhere. */
  isPreview?: boolean;
  /** Given for documents in which someone can pay. */
  sources?: Sources | undefined;
}

const NEEDS_SCRIPT = words('This page needs JavaScript.');
const LINK_HOME = words('The campaign’s page works without it.');
const OFFLINE = words('No connection. What you typed is still here. Please try again in a moment.');

export const escapeHtml = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
/** JSON inside a script element: no `<`, so that no text can end the element. */
const embedded = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');

/** The meta tags for search engines and for cards of shared links. */
function describe(page: RenderedPage, publicUrl: string): string[] {
  const { canonicalPath, language, card } = page;
  if (canonicalPath === undefined) return ['<meta name="robots" content="noindex">'];
  const address = (tag: string) => publicUrl + inLanguage(canonicalPath, tag);
  const property = (name: string, value: string) =>
    `<meta property="og:${name}" content="${escapeHtml(value)}">`;
  return [
    `<meta name="description" property="og:description" content="${escapeHtml(page.description)}">`,
    `<link rel="canonical" href="${address(language)}">`,
    ...LANGUAGES.map((tag) => `<link rel="alternate" hreflang="${tag}" href="${address(tag)}">`),
    `<link rel="alternate" hreflang="x-default" href="${publicUrl}${canonicalPath}">`,
    '<link rel="manifest" href="/manifest.webmanifest">',
    '<link rel="apple-touch-icon" href="/pictures/icon-180.png">',
    property('type', 'website'),
    property('site_name', page.siteName),
    property('title', page.title),
    property('url', address(language)),
    property('locale', language),
    property(
      'image',
      publicUrl + (card ? pictureAddress(card.file) : `/pictures/share-${language}.png`),
    ),
    ...(card ? [property('image:alt', card.alt)] : []),
    property('image:width', '1200'),
    property('image:height', '630'),
    '<meta name="twitter:card" content="summary_large_image">',
  ];
}

/** A whole HTML document with the headers that belong to exactly these bytes. */
export function documentOf(page: RenderedPage, assets: Assets, options: DocumentOptions) {
  const say = (sentence: string) => options.translate(sentence, page.language);
  const isPublic = page.kind !== 'app';
  const css =
    assets.publicCss +
    (page.hasStartStylesOnly ? '' : assets.furtherCss) +
    (page.isForPrint ? assets.printCss : '');
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    `<title>${escapeHtml(page.title || 'One Africa Passport')}</title>`,
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    // Vite's script gives the nonce to what it fetches ahead of a part that is opened later.
    ...(options.nonce ? [`<meta property="csp-nonce" nonce="${options.nonce}">`] : []),
    ...(isPublic ? describe(page, options.publicUrl) : ['<meta name="robots" content="noindex">']),
    assets.devHead,
    isPublic ? `<style>${css}</style>` : '',
    // The parts of an eager page are drawn here, and would move under a finger when their styles come.
    ...(isPublic ? (page.isEager ? [assets.hydratedCss] : []) : assets.appCss).map(
      (href) => `<link rel="stylesheet" href="${href}">`,
    ),
  ];

  const ownCode = [`virtual:locale/${page.language}/public`, ...(page.ownCode ?? [])];
  const onTouch = new Set([
    ...assets.fetchedOnTouch,
    ...ownCode.flatMap((source) => assets.fetchedLater[source] ?? []),
  ]);
  const nonce = options.nonce ? ` nonce="${options.nonce}"` : '';
  // The bootstrap is in the head: a tap on the first painted button already finds it.
  const ownScript = page.script ? `<script>${page.script}</script>` : '';
  const scripts =
    page.kind === 'static'
      ? ownScript
      : isPublic
        ? `<script data-entry="${assets.publicEntry}" data-ahead="${assets.fetchedAhead.join(' ')}" data-touch="${[...onTouch].join(' ')}" data-sheet="${assets.hydratedCss}" data-offline="${escapeHtml(say(OFFLINE))}"${page.isEager ? ' data-eager=""' : ''}${page.isStill ? ' data-still=""' : ''}>${assets.bootstrapJs}</script>${ownScript}`
        : `<script type="module"${nonce} src="${assets.appEntry}"></script>`;
  const state =
    page.state === undefined
      ? ''
      : `<script type="application/json" id="state">${embedded(page.state)}</script>`;
  // Public pages say for themselves what works without scripts.
  const withoutScript = isPublic
    ? ''
    : `<noscript><p class="px-5 py-4">${escapeHtml(say(NEEDS_SCRIPT))} <a href="${inLanguage('/', page.language)}">${escapeHtml(say(LINK_HOME))}</a></p></noscript>`;
  const html = `<!doctype html><html lang="${page.language}" dir="${directionOf(page.language)}"><head>${head.join('')}${scripts}<body>${withoutScript}<div id="app">${page.markup}</div>${state}</body></html>`;

  const policy = policyOf({
    kind: isPublic ? 'public' : 'app',
    inlineScripts: page.script ? [assets.bootstrapJs, page.script] : [assets.bootstrapJs],
    inlineStyle: css,
    nonce: options.nonce,
    isPreview: options.isPreview,
    isDevelopment: assets.devHead !== '',
    sources: options.sources,
  });
  return {
    status: page.status,
    html,
    headers: {
      'Content-Security-Policy': policy,
      // Public pages pay, and PayPal's popup must be able to answer them (security.md §1.9).
      'Cross-Origin-Opener-Policy': isPublic ? 'same-origin-allow-popups' : 'same-origin',
    },
  };
}

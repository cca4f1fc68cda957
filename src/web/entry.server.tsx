import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { isLive, KNOWN_TEXTS } from '../features/content/texts/known-texts.rules.ts';
import { BUILT_IN_PLANS } from '../features/payments/pricing/pricing.rules.ts';
import { LINK_OPENED, SIGNATURE_PAGE, WITHDRAW_PAGE } from '../features/declaration/paths.rules.ts';
import { DeclarationText } from '../features/declaration/DeclarationText.tsx';
import { idOf } from '../shared/content.ts';
import type {
  PageData,
  PageRequest,
  RenderedPage,
  RenderPage,
  SentPageData,
} from '../shared/page.ts';
import { type Locale, translate } from '../shared/words.ts';
import type { ReactNode } from 'react';
import { App } from './App.tsx';
import { ContentProvider } from './content.tsx';
import { EmbedPage } from './pages/EmbedPage.tsx';
import { WordsProvider } from './words.tsx';
import { describePage } from './pages/describePage.ts';
import { localeOf } from './locales.ts';
import { Apply, loadPage } from './pages/lazyPages.ts';
import { Footer } from './pages/landing/Footer.tsx';
import { startPageParts } from './pages/landing/StaticParts.tsx';
import { isLivePage } from './pages/OtherPage.tsx';
import { PRINTING, ReceiptPage } from './pages/ReceiptPage.tsx';
import { STATIC_PAGES } from './pages/static/staticPages.tsx';
import { NotFoundPage } from './pages/static/NotFoundPage.tsx';

export { drawAfrica as drawMap } from './pictures/africa.ts';
export { translateInto } from './translateInto.ts';

/** LIST of the pages that are made to be printed. */
const PRINTED = new Set(['/sheet', '/poster']);

/** LIST of the pages with a short script of their own. */
const SCRIPTS: Readonly<Record<string, string | undefined>> = {
  '/sheet': PRINTING,
  '/poster': PRINTING,
  '/receipt': PRINTING,
  [SIGNATURE_PAGE]: LINK_OPENED,
  [WITHDRAW_PAGE]: LINK_OPENED,
};

/** Without what HTML allows to leave out, shapes closed at once, and names as they are elsewhere: the same document in fewer bytes. */
const shortened = (markup: string) =>
  markup
    .replaceAll(/<\/option>(?=<option\b|<\/select>|<\/optgroup>)/g, '')
    .replaceAll(/<\/li>(?=<li\b|<\/[uo]l>)/g, '')
    .replaceAll(/<\/d[dt]>(?=<d[dt]\b|<\/dl>|<\/div>)/g, '')
    .replaceAll(/<\/t[dhr]>(?=<t[dhr]\b|<\/t(?:r|head|body)>)/g, '')
    .replaceAll(
      /<\/p>(?=<(?:(?:p|div|[uo]l|h\d|form|details|table|section)\b|\/(?:div|section|details|aside|blockquote|[uo]l)>))/g,
      '',
    )
    .replaceAll(/(<(?:input|img)\b[^>]*)\/>/g, '$1>')
    .replaceAll(/><\/(?:path|rect|circle|line)>/g, '/>')
    .replaceAll(/ (?:autoComplete|hrefLang|inputMode|maxLength|noValidate)=(?=")/g, (name) =>
      name.toLowerCase(),
    )
    .replaceAll(/( [\w-]+)=""(?=[ >])/g, '$1');

/** Draws one public page to markup, with what the browser needs to hydrate it. */
export const renderPage: RenderPage = async (request, data): Promise<RenderedPage> => {
  const locale = localeOf(request.language);
  const described = describePage(request.path, data, locale);
  const { path } = request;
  if (path === '/embed') return { kind: 'static', ...described, ...embedOf(data, locale) };
  await (path === '/' ? Apply.load() : loadPage(path));
  // Pages without an address of their own lead by their languages to the start page.
  const shown = described.status === 404 ? { ...request, path: '/404' } : request;
  const isStill = path !== '/' && !isLivePage(path);
  const drawn = renderToString(
    <App
      request={shown}
      data={data}
      locale={locale}
      staticParts={
        path === '/'
          ? startPageParts(data)
          : {
              main: contentOf(request, data),
              declaration: <DeclarationText />,
              footer: <Footer data={data} path={shown.path} />,
            }
      }
    />,
  );
  const script = SCRIPTS[path];
  // A receipt is in the markup alone: the account's menu needs none of it.
  const sent = isStill ? { path: shown.path, language: shown.language } : shown;
  return {
    kind: 'public',
    isStill,
    isForPrint: PRINTED.has(path),
    ...(script ? { script } : {}),
    // The sandbox's notice is no part of the page that visitors see.
    hasStartStylesOnly: path === '/',
    ...described,
    markup: shortened(drawn),
    state: { request: sent, data: liveDataOf(data, locale) },
  };
};

/** The page that partners frame: nothing of ours is around it. */
const embedOf = (data: PageData, locale: Locale) => ({
  markup: renderToStaticMarkup(
    <WordsProvider locale={locale}>
      <ContentProvider content={data.content}>
        <EmbedPage data={data} />
      </ContentProvider>
    </WordsProvider>,
  ),
  state: undefined,
});

/** What the server alone draws at an address outside the start page. */
function contentOf({ path, receipt }: PageRequest, data: PageData): ReactNode {
  if (receipt) return <ReceiptPage receipt={receipt} />;
  const Still = STATIC_PAGES[path];
  if (Still) return <Still data={data} />;
  return isLivePage(path) ? undefined : <NotFoundPage />;
}

const BUILT_IN = JSON.stringify(BUILT_IN_PLANS);
const FALLBACKS = new Map(KNOWN_TEXTS.map((text) => [idOf(text), text.fallback]));

/** The part of the page's data that the browser gets: nothing that only the server draws, or that is built in. */
function liveDataOf(data: PageData, locale: Locale): SentPageData {
  const { signatures, confirmsSignatures, plans, waysToPay, paused, content } = data;
  const { publicUrl, sandbox, paypalSdkUrl } = data;
  const builtIn = (id: string) => translate(FALLBACKS.get(id) ?? '', {}, locale);
  const texts = Object.entries(content).filter(
    ([id, value]) => isLive(id) && value !== builtIn(id),
  );
  return {
    signatures,
    confirmsSignatures,
    ...(JSON.stringify(plans) === BUILT_IN ? {} : { plans }),
    waysToPay,
    paused,
    ...(texts.length > 0 ? { content: Object.fromEntries(texts) } : {}),
    publicUrl,
    ...(sandbox ? { sandbox } : {}),
    paypalSdkUrl,
  };
}

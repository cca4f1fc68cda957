import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { isLive, KNOWN_TEXTS } from '../features/content/texts/known-texts.rules.ts';
import { BUILT_IN_PLANS } from '../features/payments/pricing/pricing.rules.ts';
import { idOf } from '../shared/content.ts';
import type { PageData, RenderedPage, RenderPage, SentPageData } from '../shared/page.ts';
import { type Locale, translate } from '../shared/words.ts';
import { App } from './App.tsx';
import { describePage } from './pages/describePage.ts';
import { localeOf } from './locales.ts';
import { loadPage } from './pages/lazyPages.ts';
import { staticParts } from './pages/landing/StaticParts.tsx';
import { PRINTING, ReceiptPage } from './pages/ReceiptPage.tsx';
import { STATIC_PAGES } from './pages/static/staticPages.tsx';
import { StaticPage } from './pages/static/StaticPage.tsx';

export { drawAfrica as drawMap } from './pictures/africa.ts';
export { translateInto } from './translateInto.ts';

/** Draws one public page to markup, with what the browser needs to hydrate it. */
export const renderPage: RenderPage = async (request, data): Promise<RenderedPage> => {
  const locale = localeOf(request.language);
  const described = describePage(request.path, data, locale);
  const Still = STATIC_PAGES[request.path];
  const { receipt } = request;
  if (Still || receipt || described.status === 404) {
    return {
      kind: 'static',
      ...described,
      markup: renderToStaticMarkup(
        <StaticPage locale={locale} data={data} path={Still ? request.path : '/'}>
          {receipt ? <ReceiptPage receipt={receipt} /> : Still ? <Still data={data} /> : undefined}
        </StaticPage>,
      ),
      ...(receipt ? { script: PRINTING } : {}),
      state: undefined,
    };
  }
  await loadPage(request.path);
  const live = liveDataOf(data, locale);
  return {
    kind: 'public',
    // The sandbox's notice is no part of the page that visitors see.
    hasStartStylesOnly: request.path === '/' && !request.form && !data.sandbox,
    ...described,
    markup: renderToString(
      <App
        request={request}
        data={data}
        locale={locale}
        staticParts={staticParts(data, request.path)}
      />,
    ),
    state: { request, data: live },
  };
};

const BUILT_IN = JSON.stringify(BUILT_IN_PLANS);
const FALLBACKS = new Map(KNOWN_TEXTS.map((text) => [idOf(text), text.fallback]));

/** The part of the page's data that the browser gets: nothing that only the server draws, or that is built in. */
function liveDataOf(
  { signatures, plans, canPay, paused, content, publicUrl, sandbox, paypalSdkUrl }: PageData,
  locale: Locale,
): SentPageData {
  const builtIn = (id: string) => translate(FALLBACKS.get(id) ?? '', {}, locale);
  const texts = Object.entries(content).filter(
    ([id, value]) => isLive(id) && value !== builtIn(id),
  );
  const own = { content: Object.fromEntries(texts), publicUrl, sandbox, paypalSdkUrl };
  const sold = JSON.stringify(plans) === BUILT_IN ? {} : { plans };
  return { signatures, ...sold, canPay, paused, ...own };
}

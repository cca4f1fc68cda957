import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { isLive } from '../features/content/known-texts.rules.ts';
import type { LivePageData, PageData, RenderedPage, RenderPage } from '../shared/page.ts';
import { App } from './App.tsx';
import { describePage } from './pages/describePage.ts';
import { localeOf } from './locales.ts';
import { loadDialog } from './pages/landing/dialogs.ts';
import { stillParts } from './pages/landing/StillParts.tsx';
import { STILL_PAGES } from './pages/StillPages.tsx';
import { StillPage } from './pages/StillPage.tsx';

export { drawAfrica as drawMap } from './pictures/africa.ts';
export { translateInto } from './translateInto.ts';

/** Draws one public page to markup, with what the browser needs to wake it up again. */
export const renderPage: RenderPage = async (request, data): Promise<RenderedPage> => {
  const locale = localeOf(request.language);
  const described = describePage(request.path, data, locale);
  const Still = STILL_PAGES[request.path];
  if (Still || described.status === 404) {
    return {
      kind: 'still',
      ...described,
      markup: renderToStaticMarkup(
        <StillPage locale={locale} data={data} path={Still ? request.path : '/'}>
          {Still ? <Still data={data} /> : undefined}
        </StillPage>,
      ),
      state: undefined,
    };
  }
  await loadDialog(request.path);
  const live = liveDataOf(data);
  return {
    kind: 'public',
    isAtRest: request.path === '/' && !request.form,
    ...described,
    markup: renderToString(
      <App request={request} data={data} locale={locale} still={stillParts(data, request.path)} />,
    ),
    state: { request, data: live },
  };
};

/** What the browser is given of the page's data: nothing that only the server draws. */
function liveDataOf({ signatures, plans, content, publicUrl, sandbox }: PageData): LivePageData {
  const texts = Object.entries(content).filter(([id]) => isLive(id));
  return { signatures, plans, content: Object.fromEntries(texts), publicUrl, sandbox };
}

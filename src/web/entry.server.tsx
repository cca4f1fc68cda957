import { renderToString } from 'react-dom/server';
import type { RenderedPage, RenderPage } from '../shared/page.ts';
import { App } from './App.tsx';
import { describePage } from './describePage.ts';

/** Draws one public page to markup, with what the browser needs to wake it up again. */
export const renderPage: RenderPage = async (request, data): Promise<RenderedPage> => ({
  kind: 'public',
  ...describePage(request.path),
  markup: renderToString(<App request={request} data={data} />),
  state: { request, data },
});

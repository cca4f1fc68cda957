import type { FastifyInstance } from 'fastify';
import { createServer } from 'vite';
import type { LoadMailExamples, RenderMail } from '../shared/mail.ts';
import type { DrawMap, RenderPage } from '../shared/page.ts';
import type { Translate } from '../shared/words.ts';
import type { Assets } from './pages/document.ts';

/** Vite in the same process: pages and mails from the sources, changes seen at once. */
export async function openDevelopment() {
  const vite = await createServer({ server: { middlewareMode: true }, appType: 'custom' });
  const render: RenderPage = async (request, data) => {
    const { renderPage } = await vite.ssrLoadModule('/src/web/entry.server.tsx');
    return (renderPage as RenderPage)(request, data);
  };
  const { drawMap } = await vite.ssrLoadModule('/src/web/entry.server.tsx');
  // Once: unlike the pages it is asked in the middle of an action, and cannot wait.
  const { translateInto } = await vite.ssrLoadModule('/src/web/translateInto.ts');
  const loadMails = () =>
    vite.ssrLoadModule('/src/features/mail/frame/render.mail.tsx') as Promise<{
      renderMail: RenderMail;
      loadMailExamples: LoadMailExamples;
    }>;
  const renderMail: RenderMail = async (...given) => (await loadMails()).renderMail(...given);
  const loadMailExamples: LoadMailExamples = async () => (await loadMails()).loadMailExamples();
  const refresh =
    'import RefreshRuntime from "/@react-refresh";RefreshRuntime.injectIntoGlobalHook(window);window.$RefreshReg$=()=>{};window.$RefreshSig$=()=>(type)=>type;window.__vite_plugin_react_preamble_installed__=true';
  const assets: Assets = {
    publicCss: '',
    furtherCss: '',
    printCss: '',
    hydratedCss: '/src/web/styles/touch.css',
    // Hydrated at once: while developing the page need not be light.
    bootstrapJs:
      'import("/src/web/pages/header/menus.ts");import("/src/web/entry.client.tsx").then((m)=>m.hydrate())',
    publicEntry: '/src/web/entry.client.tsx',
    // Lists of the bootstrap are never empty.
    fetchedAhead: ['/src/web/entry.client.tsx'],
    fetchedOnTouch: ['/src/web/entry.client.tsx'],
    fetchedLater: {},
    appEntry: '/src/web/entry.app.tsx',
    appCss: [],
    devHead: `<script type="module">${refresh}</script><script type="module" src="/@vite/client"></script><link rel="stylesheet" href="/src/web/styles/members.css"><link rel="stylesheet" href="/src/web/styles/print.css">`,
  };
  return {
    render,
    drawMap: drawMap as DrawMap,
    renderMail,
    loadMailExamples,
    translate: translateInto as Translate,
    assets,
    install(app: FastifyInstance) {
      app.addHook('onRequest', (request, reply, done) => {
        if (!/^\/(@|src\/|node_modules\/|favicon)/.test(request.url)) return done();
        reply.hijack();
        vite.middlewares(request.raw, reply.raw, () => {
          reply.raw.statusCode = 404;
          reply.raw.end();
        });
      });
    },
  };
}

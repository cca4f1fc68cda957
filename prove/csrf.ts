// Every call that writes, from pages of other sites, in a real browser in which an administrator is logged in.
//
//   node prove/csrf.ts [--quick]
//
// Requirements (security.md §2): whatever a foreign page can make a browser send (scripts with and
// without CORS, beacons, forms of every kind), no handler is reached, no row changes and no session
// ends. Two foreign pages: of another site, and of another port of ours, which gets our cookies.
import { createServer, type Server } from 'node:http';
import { type Browser, type BrowserContext, chromium } from '@playwright/test';
import { safeParse } from 'zod/v4/core';
import { quietBrowser } from '../scripts/chromium.mjs';
import { routes } from '../src/server/routes.ts';
import { openSite, type Site } from '../src/server/testing.ts';
import type { AnyEndpoint } from '../src/shared/endpoint.ts';
import { Figures } from './figures.part.ts';
import { chanceFrom } from './chance.part.ts';
import { Handlers } from './fuzz/handlers.ts';
import { sampleOf } from './fuzz/sample.ts';
import { photograph } from './idor/victim-data.ts';
import { prepareSites } from './sites.part.ts';
import { freePort, inWorkspace, type Workspace } from '../testing/workspace.ts';

/** Open to other programs on purpose: each checks a key or a signature of its own. */
const isForPrograms = ({ signed, oneClick }: AnyEndpoint) => signed || oneClick;

interface Attack {
  method: string;
  url: string;
  json: string;
  form: string;
}

const attacksOn = (origin: string): Attack[] => {
  const chance = chanceFrom(1);
  return routes
    .map(({ endpoint }) => endpoint)
    .filter((endpoint) => endpoint.method !== 'GET' && !isForPrograms(endpoint))
    .map(({ method, path, body }, n) => {
      let sound: unknown = {};
      for (let tries = 0; body && tries < 50; tries++) {
        sound = sampleOf(body, chance, n * 100 + tries);
        if (safeParse(body, sound).success) break;
      }
      return {
        method,
        url: origin + path.replaceAll(/:\w+/g, () => crypto.randomUUID()),
        json: JSON.stringify(sound),
        form: new URLSearchParams(
          Object.entries(sound as object).map(([key, value]) => [key, String(value)]),
        ).toString(),
      };
    });
};

/** In the foreign page: everything that it can send; answers how many requests that was. */
async function attack(list: Attack[]): Promise<number> {
  let sent = 0;
  const quietly = async (url: string, how: RequestInit) => {
    sent++;
    // That a browser refuses to show the answer, or to send at all, is what is hoped for.
    await fetch(url, { credentials: 'include', ...how }).catch(() => undefined);
  };
  // One for all: with each that goes, its browser process would go and the next begin.
  const frame = document.createElement('iframe');
  frame.name = 'attack';
  document.body.append(frame);
  for (const { method, url, json, form } of list) {
    const post = { method: 'POST', mode: 'no-cors' } as const;
    await quietly(url, { ...post, headers: { 'content-type': 'text/plain' }, body: json });
    await quietly(url, {
      ...post,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: form,
    });
    await quietly(url, post);
    await quietly(url, { method, headers: { 'content-type': 'application/json' }, body: json });
    navigator.sendBeacon(url, new Blob([json], { type: 'text/plain' }));
    sent++;
    for (const kind of ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain']) {
      sent++;
      const page = document.createElement('form');
      Object.assign(page, { action: url, method: 'post', enctype: kind, target: frame.name });
      for (const [name, value] of new URLSearchParams(form)) {
        const field = document.createElement('input');
        Object.assign(field, { name, value });
        page.append(field);
      }
      document.body.append(page);
      const loaded = new Promise((resolve) => {
        frame.addEventListener('load', resolve, { once: true });
        setTimeout(resolve, 1000);
      });
      page.submit();
      await loaded;
      page.remove();
    }
  }
  return sent;
}

/** A whole page's form: the one kind of foreign write that cookies have ever followed. */
async function submitWhole(context: BrowserContext, from: string, { url, form }: Attack) {
  const page = await context.newPage();
  await page.goto(from);
  const answered = page.waitForResponse(url);
  await page.evaluate(
    ([action, body]) => {
      const sheet = document.createElement('form');
      Object.assign(sheet, { action, method: 'post' });
      for (const [name, value] of new URLSearchParams(body)) {
        const field = document.createElement('input');
        Object.assign(field, { name, value });
        sheet.append(field);
      }
      document.body.append(sheet);
      sheet.submit();
    },
    [url, form] as const,
  );
  await answered;
  await page.close();
}

async function openForeign(workspace: Workspace): Promise<number> {
  const server: Server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end('<!doctype html><title>Win a passport</title><body>');
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, resolve));
  workspace.atEnd(() => void server.close());
  return port;
}

async function openBrowser(workspace: Workspace): Promise<Browser> {
  const browser = await chromium.launch(quietBrowser());
  workspace.atEnd(() => browser.close());
  return browser;
}

async function prove(workspace: Workspace): Promise<boolean> {
  await prepareSites(workspace);
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const handlers = new Handlers();
  const site: Site = await openSite({
    work: false,
    routes: handlers.watch(routes),
    environment: { ADDRESS_LIMIT_FACTOR: '1000000', PUBLIC_URL: origin },
  });
  workspace.atEnd(() => site.close());
  await site.app.listen({ port, host: 'localhost' });
  const admin = await site.loggedIn('admin');
  const context = await (await openBrowser(workspace)).newContext();
  const sid = admin.cookies.get('sid') as string;
  await context.addCookies([
    { name: 'sid', value: sid, url: origin, httpOnly: true, sameSite: 'Lax' },
  ]);
  const page = await context.newPage();
  const whoAmI = async () => {
    await page.goto(`${origin}/`);
    return page.evaluate(async () => (await fetch('/api/auth/user')).status);
  };
  const figures = new Figures();
  const list = attacksOn(origin);
  const before = await photograph(site);
  figures.add('calls that write', list.length);
  figures.add('the browser is logged in before', await whoAmI(), '200', (await whoAmI()) === 200);
  handlers.forget();

  const foreignPort = await openForeign(workspace);
  const foreign = {
    'another site': `http://127.0.0.1:${foreignPort}/`,
    'another port of ours': `http://localhost:${foreignPort}/`,
  };
  for (const [name, address] of Object.entries(foreign)) {
    await page.goto(address);
    let sent = await page.evaluate(attack, list);
    for (const one of list.slice(0, workspace.isQuick ? 15 : list.length)) {
      await submitWhole(context, address, one);
      sent++;
    }
    figures.add(`requests sent by a page of ${name}`, sent, '> 0', sent > 0);
  }
  const writing = routes.filter(
    ({ endpoint }) => endpoint.method !== 'GET' && !isForPrograms(endpoint),
  );
  figures.none(
    'handlers that one of them reached',
    writing
      .filter(({ endpoint }) => handlers.of(endpoint.name).reached > 0)
      .map(({ endpoint }) => endpoint.name),
  );
  figures.none('rows changed or gone', await before.changed());
  figures.add(
    'the browser is logged in afterwards',
    await whoAmI(),
    '200',
    (await whoAmI()) === 200,
  );

  // That the same request of our own page is received shows that the silence above says something.
  const own = await page.evaluate(
    async () => (await fetch('/api/auth/logout', { method: 'POST' })).status,
  );
  figures.add('the same from our own page', own, '200', own === 200);
  return figures.print();
}

await inWorkspace(process.argv.includes('--quick') ? 180_000 : 15 * 60_000, prove);

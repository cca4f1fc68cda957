// How the public page arrives on a cheap telephone: 360×740, CPU six times slower, DevTools' "Slow 4G",
// brotli, cold cache. Beside it the same document with React hydrated at once instead of on touch, and without any
// script: less than that no page of these texts can block.
//
//   npm run bench -- page
import { once } from 'node:events';
import { createServer, type IncomingMessage, request as ask, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
import { ADMIN, startApp } from '../testing/app.ts';
import { freePort, inWorkspace, type Workspace } from '../testing/workspace.ts';
import { ensureChromium } from '../scripts/chromium.mjs';
import { median } from './load.part.ts';
import { machineLoad, printTable } from './table.part.ts';

const rounds = 5;
/** DevTools' "Slow 4G": latency by request in ms, bytes per second. */
const slow4G = { latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 };
const cpuSlowdown = 6;
/** React and its like are fetched by then. */
const idleMs = 4000;

/** stack.md §1; KB of 1,000 bytes. */
const BUDGET = {
  htmlKb: 18,
  bootstrapKb: 2,
  idleKb: 75,
  dialogKb: 30,
  visitKb: 150,
  dashboardKb: 170,
};
const LIMIT = { lcpMs: 1000, tbtMs: 50, cls: 0.005, tapMs: 200, earlyTapMs: 900 };

interface VisitFigures {
  htmlKb: number;
  requestsBeforePaint: number;
  idleKb: number;
  touchKb: number;
  stylesKb: number;
  fontKb: number;
  pictureKb: number;
  otherKb: number;
  visitKb: number;
  /** The same as `npm run prove -- page-weight` counts it: without the headers of files. */
  contentKb: number;
  /** How far that sum is from what went through the sockets. */
  uncountedKb: number;
  fcpMs: number;
  lcpMs: number;
  tbtMs: number;
  cls: number;
  /** From the finger to the declaration, tapped when the page had come to rest … */
  tapMs: number;
  /** … after it was scrolled a little, and came to rest … */
  scrolledTapMs: number;
  /** … and tapped at the first paint. */
  earlyTapMs: number;
  /** Breaches of the Content-Security-Policy. */
  breaches: number;
}
type Variant = '' | '?lang=fr' | '?eager';
const VARIANTS: readonly Variant[] = ['', '?lang=fr', '?eager'];
type PaintFigures = Pick<VisitFigures, 'fcpMs' | 'lcpMs' | 'tbtMs' | 'cls'>;

/** The page's own measurements; runs in the browser before everything else. */
function notes() {
  const seen = {
    fcp: 0,
    lcp: 0,
    cls: 0,
    longMs: [] as [number, number][],
    tap: 0,
    shown: 0,
    breaches: 0,
  };
  Object.assign(window, { seen });
  const watch = (type: string, take: (entry: never) => void) =>
    new PerformanceObserver((list) =>
      list.getEntries().forEach((entry) => take(entry as never)),
    ).observe({ type, buffered: true });
  watch('paint', (e: PerformanceEntry) => {
    if (e.name === 'first-contentful-paint') seen.fcp = e.startTime;
  });
  watch('largest-contentful-paint', (e: PerformanceEntry) => {
    seen.lcp = e.startTime;
  });
  watch('layout-shift', (e: PerformanceEntry & { value: number; hadRecentInput: boolean }) => {
    if (!e.hadRecentInput) seen.cls += e.value;
  });
  watch('longtask', (e: PerformanceEntry) => void seen.longMs.push([e.startTime, e.duration]));
  addEventListener('securitypolicyviolation', () => void seen.breaches++);
  const look = () => {
    if (document.querySelector('dialog[open] form [name=fullName]')) seen.shown = performance.now();
    else requestAnimationFrame(look);
  };
  // Not before the tap: to look in every frame has the page drawn more often while it loads.
  const tapped = () => {
    seen.tap = performance.now();
    look();
  };
  addEventListener('pointerdown', tapped, { capture: true, once: true });
}
type Notes = {
  seen: {
    fcp: number;
    lcp: number;
    cls: number;
    longMs: [number, number][];
    tap: number;
    shown: number;
    breaches: number;
  };
};

type Kind = 'document' | 'script' | 'styles' | 'font' | 'picture' | 'other';

interface Visit {
  page: Page;
  /** Everything that came so far, once: its kind, and its bytes on the wire. */
  came: { kind: Kind; bytes: number; headBytes: number }[];
  close(): Promise<void>;
}

async function visit(browser: Browser, url: string): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
  });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', { offline: false, ...slow4G });
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
  const came = traffic(cdp);
  await page.addInitScript(notes);
  await page.goto(url, { waitUntil: 'commit' });
  return { page, came, close: () => context.close() };
}

/**
 * Records every response from now on, with the bytes that came over the wire for it and its headers: none for what the
 * browser's cache had. Scripts come as data and as modules, so that it is the file that says what it is.
 */
function traffic(cdp: CDPSession): Visit['came'] {
  const begun = new Map<string, { kind: Kind; headBytes: number }>();
  const came: Visit['came'] = [];
  cdp.on('Network.responseReceived', ({ requestId, response }) => {
    const kind = kindOf(response.mimeType);
    begun.set(requestId, { kind, headBytes: response.encodedDataLength });
  });
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength: bytes }) => {
    const { kind, headBytes } = begun.get(requestId) ?? { kind: 'other', headBytes: 0 };
    came.push({ kind, bytes, headBytes: Math.min(headBytes, bytes) });
  });
  return came;
}

function kindOf(mimeType: string): Kind {
  if (mimeType === 'text/html') return 'document';
  if (mimeType === 'text/css') return 'styles';
  if (mimeType.endsWith('/javascript')) return 'script';
  if (mimeType.startsWith('font/')) return 'font';
  return mimeType.startsWith('image/') ? 'picture' : 'other';
}

const kb = (came: Visit['came'], ...kinds: Kind[]) =>
  came
    .filter(({ kind }) => kinds.length === 0 || kinds.includes(kind))
    .reduce((sum, { bytes }) => sum + bytes, 0) / 1000;

const fileHeadsKb = (came: Visit['came']) =>
  came.reduce((sum, one) => sum + (one.kind === 'document' ? 0 : one.headBytes), 0) / 1000;

const seenBy = (page: Page) => page.evaluate(() => (window as unknown as Notes).seen);

/** Taps the first "Sign Unity Declaration" with a finger; answers the ms until its form is there. */
async function tapToSign(page: Page): Promise<number> {
  const button = page.locator('main a[href^="/sign"]').first();
  await button.scrollIntoViewIfNeeded();
  await button.tap({ noWaitAfter: true });
  await page.waitForFunction(() => (window as unknown as Notes).seen.shown > 0, undefined, {
    timeout: 20_000,
  });
  const { tap, shown } = await seenBy(page);
  return shown - tap;
}

/** Of Chromium: https://developer.mozilla.org/docs/Web/API/PerformanceResourceTiming/renderBlockingStatus */
interface RenderBlockingTiming extends PerformanceEntry {
  renderBlockingStatus: 'blocking' | 'non-blocking';
}

async function measureVisit(
  browser: Browser,
  origin: string,
  variant: Variant,
): Promise<VisitFigures> {
  const before = bytesSent;
  const idle = await visit(browser, `${origin}/${variant}`);
  await idle.page.waitForLoadState('load');
  await idle.page.waitForTimeout(idleMs);
  const seen = await seenBy(idle.page);
  // The document, and what Chromium says it held the first paint back for, however fast the machine.
  const requestsBeforePaint = await idle.page.evaluate(
    () =>
      performance
        .getEntriesByType('resource')
        .filter((one) => (one as RenderBlockingTiming).renderBlockingStatus === 'blocking').length +
      1,
  );
  const atRest = [...idle.came];
  const tapMs = await tapToSign(idle.page);
  // The dialog is shown before the code of the page is there.
  await idle.page.waitForLoadState('networkidle');
  await idle.page.waitForTimeout(idleMs);
  const { breaches } = await seenBy(idle.page);
  const figures = {
    ...paintFigures(seen),
    htmlKb: kb(atRest, 'document'),
    requestsBeforePaint,
    idleKb: kb(atRest, 'script'),
    touchKb: kb(idle.came, 'script') - kb(atRest, 'script'),
    stylesKb: kb(idle.came, 'styles'),
    fontKb: kb(idle.came, 'font'),
    pictureKb: kb(idle.came, 'picture'),
    otherKb: kb(idle.came, 'other'),
    visitKb: kb(idle.came),
    contentKb: kb(idle.came) - fileHeadsKb(idle.came),
    uncountedKb: Math.abs(kb(idle.came) - (bytesSent - before) / 1000),
    tapMs,
    breaches,
  };
  await idle.close();

  const early = await visit(browser, `${origin}/${variant}`);
  await early.page.waitForFunction(() => (window as unknown as Notes).seen.fcp > 0);
  const earlyTapMs = await tapToSign(early.page).catch(() => Number.POSITIVE_INFINITY);
  await early.close();

  const scrolled = await visit(browser, `${origin}/${variant}`);
  await scrolled.page.waitForLoadState('load');
  await scrolled.page.evaluate(() => scrollBy(0, 1));
  await scrolled.page.waitForTimeout(idleMs);
  const scrolledTapMs = await tapToSign(scrolled.page);
  await scrolled.close();
  return { ...figures, earlyTapMs, scrolledTapMs };
}

const paintFigures = ({ fcp, lcp, cls, longMs }: Notes['seen']): PaintFigures => ({
  fcpMs: fcp,
  lcpMs: lcp,
  // Total blocking time: what long tasks take beyond 50 ms after the first paint.
  tbtMs: longMs.reduce((sum, [at, ms]) => sum + (at + ms > fcp ? Math.max(0, ms - 50) : 0), 0),
  cls,
});

/** The document alone, as it is drawn where no script runs. */
async function measureBare(
  browser: Browser,
  origin: string,
  path: keyof typeof BARE,
): Promise<PaintFigures> {
  const bare = await visit(browser, `${origin}${path}`);
  await bare.page.waitForLoadState('load');
  await bare.page.waitForTimeout(idleMs);
  const seen = await seenBy(bare.page);
  await bare.close();
  return paintFigures(seen);
}

/** What the proxy has written into its sockets. */
let bytesSent = 0;

/** Ours in production, and in front of it a proxy that serves some addresses with another script or none. */
async function serve(workspace: Workspace): Promise<string> {
  const [port, front] = [await freePort(), await freePort()];
  const app = await startApp(workspace, {
    port,
    dataDir: join(workspace.folder, 'app'),
    environment: {
      NODE_ENV: 'production',
      PUBLIC_URL: `http://localhost:${front}`,
      ALLOW_EMBEDDED_IN_PRODUCTION: 'true',
      REQUIRE_ADMIN_2FA: 'false',
    },
  });
  workspace.atEnd(() => app.stop());
  const proxy = createServer((request, response) => {
    const { socket } = request;
    const before = socket.bytesWritten;
    response.on('finish', () => {
      bytesSent += socket.bytesWritten - before;
    });
    pass(port, request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  proxy.listen(front, '127.0.0.1');
  workspace.atEnd(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  return `http://localhost:${front}`;
}

async function pass(port: number, request: IncomingMessage, response: ServerResponse) {
  const change = CHANGED[request.url ?? ''];
  const headers = { ...request.headers, ...(change ? { 'accept-encoding': 'identity' } : {}) };
  const path = change ? (BARE[request.url as keyof typeof BARE] ?? '/') : request.url;
  const asked = ask({ port, host: '127.0.0.1', path, method: request.method, headers });
  request.pipe(asked);
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  let body = Buffer.concat(await answer.toArray());
  const out = { ...answer.headers };
  if (change) {
    body = brotliCompressSync(change(body.toString()), {
      params: { [constants.BROTLI_PARAM_QUALITY]: 9 },
    });
    delete out['content-security-policy'];
    delete out.etag;
    out['content-encoding'] = 'br';
  }
  response.writeHead(answer.statusCode ?? 500, { ...out, 'content-length': body.length });
  response.end(body);
}

function bootstrapIn(html: string): [found: string, entry: string, ahead: string, touch: string] {
  const script =
    /<script data-entry="([^"]*)" data-ahead="([^"]*)" data-touch="([^"]*)".*?<\/script>/s;
  const [found = '', entry = '', ahead = '', touch = ''] = script.exec(html) ?? [];
  if (!found) throw new Error('The document has no bootstrap to replace.');
  return [found, entry, ahead, touch];
}

/** The pages without a script, and of which they are. */
const BARE = { '/?bare': '/', '/?bare=fr': '/?lang=fr' } as const;
const withoutScript = (html: string) => html.replace(bootstrapIn(html)[0], '');
const CHANGED: Readonly<Record<string, (html: string) => string>> = {
  '/?eager': eager,
  '/?bare': withoutScript,
  '/?bare=fr': withoutScript,
};

/** The document as a framework would send it: React preloaded and hydrated as soon as it is there. */
function eager(html: string): string {
  const [found, entry, ahead, touch] = bootstrapIn(html);
  const preloads = [entry, ...`${ahead} ${touch}`.split(' ')]
    .filter(Boolean)
    .map((href) => `<link rel="modulepreload" href="${href}">`);
  return html.replace(
    found,
    `${preloads.join('')}<script type="module">import(${JSON.stringify(entry)}).then((m)=>m.hydrate())</script>`,
  );
}

/** The bytes that the dashboard fetches until its first tab is shown: its script, and everything else. */
async function dashboard(browser: Browser, origin: string) {
  const context = await browser.newContext();
  const page = await context.newPage();
  const logIn = { headers: { origin }, data: ADMIN };
  const answer = await page.request.post(`${origin}/api/auth/login`, logIn);
  if (!answer.ok()) throw new Error(`The administrator could not log in: ${await answer.text()}`);
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.enable');
  const came = traffic(cdp);
  await page.goto(`${origin}/admin`);
  await page.getByRole('tabpanel').first().waitFor();
  await page.locator('.loading').first().waitFor({ state: 'hidden' });
  // With a connection for news the network is never idle again.
  await page.waitForTimeout(idleMs);
  await context.close();
  const scripts = came.filter(({ kind }) => kind === 'script');
  const scriptKb = scripts.reduce((sum, { bytes, headBytes }) => sum + bytes - headBytes, 0) / 1000;
  return { scriptKb, restKb: kb(came) - scriptKb };
}

/** KB that the public page fetches for its account dialog. */
async function accountDialog(browser: Browser, origin: string): Promise<number> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.enable');
  const came = traffic(cdp);
  await page.goto(origin, { waitUntil: 'networkidle' });
  await page.locator('main a[href^="/sign"]').first().hover();
  await page.keyboard.press('Tab');
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(1000);
  const before = kb(came);
  await page.locator('header a[href="/join"]:visible').first().click();
  await page.locator('dialog[open]').waitFor();
  await page.waitForLoadState('networkidle');
  await context.close();
  return kb(came) - before;
}

await inWorkspace(900_000, async (workspace) => {
  console.log(machineLoad());
  const origin = await serve(workspace);
  const browser = await chromium.launch({
    executablePath: ensureChromium(),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  workspace.atEnd(() => browser.close());
  const found: Record<Variant, VisitFigures[]> = { '': [], '?lang=fr': [], '?eager': [] };
  const bare: PaintFigures[] = [];
  const bareFrench: PaintFigures[] = [];
  for (let round = 0; round < rounds; round++) {
    for (const variant of VARIANTS)
      found[variant].push(await measureVisit(browser, origin, variant));
    bare.push(await measureBare(browser, origin, '/?bare'));
    bareFrench.push(await measureBare(browser, origin, '/?bare=fr'));
  }
  const dialogKb = await accountDialog(browser, origin);
  const dashboardFigures = await dashboard(browser, origin);

  const ours = (name: keyof VisitFigures) => median(found[''].map((one) => one[name]));
  const french = (name: keyof VisitFigures) => median(found['?lang=fr'].map((one) => one[name]));
  const peer = (name: keyof VisitFigures) => median(found['?eager'].map((one) => one[name]));
  const kilobytes = (figure: number) => `${figure.toFixed(1)} KB`;
  const ms = (figure: number) => (Number.isFinite(figure) ? `${Math.round(figure)} ms` : 'lost');
  let holds = true;
  const judge = (figure: number, most: number) => {
    holds &&= figure <= most;
    return figure <= most ? 'ok' : 'OVER';
  };
  const row = (
    what: string,
    name: keyof VisitFigures,
    show: (n: number) => string,
    most?: number,
    published = '',
  ) => [
    what,
    show(ours(name)),
    show(french(name)),
    most === undefined ? '' : show(most),
    most === undefined ? '' : judge(Math.max(ours(name), french(name)), most),
    show(peer(name)),
    ...[bare, bareFrench].map((visits) =>
      name in (visits[0] ?? {})
        ? show(median(visits.map((one) => one[name as keyof PaintFigures])))
        : '',
    ),
    published,
  ];
  /** On a slow machine the document alone blocks longer than the limit: no page of it can block less. */
  const blocked = [ours('tbtMs'), french('tbtMs')];
  const mostBlocked = [bare, bareFrench].map((visits) =>
    Math.max(LIMIT.tbtMs, median(visits.map(({ tbtMs }) => tbtMs))),
  );
  const blocksTooLong = blocked.some((tbtMs, n) => tbtMs > (mostBlocked[n] ?? 0));
  const single = (what: string, figure: number, most?: number) => [
    what,
    kilobytes(figure),
    '',
    most === undefined ? '' : kilobytes(most),
    most === undefined ? '' : judge(figure, most),
    '',
    '',
    '',
    '',
  ];
  printTable([
    [
      `medians of ${rounds}`,
      'ours',
      'in French',
      'at most',
      '',
      'React at once',
      'no script',
      'in French',
      'React Router 8 (published)',
    ],
    row('document with its styles and headers', 'htmlKb', kilobytes, BUDGET.htmlKb, '9.3 KB'),
    row('requests that the paint waits for', 'requestsBeforePaint', String, 1),
    row('script fetched when idle', 'idleKb', kilobytes, BUDGET.idleKb, '103.8 KB'),
    row('script fetched with the first touch', 'touchKb', kilobytes),
    row('styles beside the document', 'stylesKb', kilobytes),
    row('font', 'fontKb', kilobytes),
    row('pictures', 'pictureKb', kilobytes),
    row('everything else', 'otherKb', kilobytes),
    row('whole first visit: the sum of these', 'visitKb', kilobytes, BUDGET.visitKb),
    row('what the sockets had more or less', 'uncountedKb', kilobytes, 0),
    row('the visit without the headers of files', 'contentKb', kilobytes),
    single('account dialog', dialogKb, BUDGET.dialogKb),
    single(
      '/admin, logged in: brotli of the first tab’s script',
      dashboardFigures.scriptKb,
      BUDGET.dashboardKb,
    ),
    single('/admin: headers, document, styles, font, answers', dashboardFigures.restKb),
    row('first contentful paint', 'fcpMs', ms),
    row('largest contentful paint', 'lcpMs', ms, LIMIT.lcpMs, '1564 ms'),
    row(`total blocking time (${LIMIT.tbtMs} ms, or that of no script)`, 'tbtMs', ms)
      .with(3, mostBlocked.map(ms).join(', '))
      .with(4, judge(blocksTooLong ? 1 : 0, 0))
      .with(8, '73 ms'),
    row('layout shift', 'cls', (n) => n.toFixed(3), LIMIT.cls),
    row('tap at the first paint → declaration', 'earlyTapMs', ms, LIMIT.earlyTapMs, 'lost'),
    row('tap at rest → declaration', 'tapMs', ms, LIMIT.tapMs),
    row('tap after a scroll → declaration', 'scrolledTapMs', ms),
    row('breaches of the Content-Security-Policy', 'breaches', String, 0),
  ]);
  return holds;
});

import { randomUUID } from 'node:crypto';
import type { PGlite } from '@electric-sql/pglite';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import type { LoadMailExamples, RenderMail } from '../shared/mail.ts';
import type { Role } from '../shared/roles.ts';
import type { Translate } from '../shared/words.ts';
import { drawAfrica } from '../web/pictures/africa.ts';
import { addUser } from '../features/members/member.store.ts';
import type { RenderPage } from '../shared/page.ts';
import { type AppOptions, createApp } from './app.ts';
import { movableClock } from './clock.ts';
import { openDatabase } from './database/database.ts';
import {
  identify,
  loadPageData,
  loadPageVersion,
  findCampaign,
  loadPicture,
  measures,
  loadPreviewData,
  loadReceipt,
  loadSignature,
  recordLastSeen,
} from './features.ts';
import { jobs } from './jobs.ts';
import { externalServicesOf, type SandboxServices } from './external-services.ts';
import { createQueue } from './queue/queue.ts';
import type { Route } from './http/route.ts';
import { routes } from './routes.ts';
import { addSession } from './security/session.store.ts';
import { readSettings } from './settings.ts';
import { copyTemplate } from './testing.database.ts';
import { borrowEngine } from './testing.engine.ts';
import { type Inbox, openInbox } from './testing.mail.ts';

/** The hash of random bytes that were thrown away. */
const UNKNOWN_PASSWORD =
  '$argon2id$v=19$m=19456,t=2,p=1$UR0cbGdpd65fCIyk9JOUlg$+IhekSBjC+SP26VM8t4XChGh7rNTr4zn2jpOcCAInD8';

export const TEST_ORIGIN = 'http://localhost:3000';

/** The APP_SECRET of every test's site; the backup in fixtures/ was sealed with it too. */
export const TEST_SECRET = 'a secret of more than thirty-two bytes, for tests';

/** A page of the least markup: what the documents look like is proved in the browser tests. */
const plainPage: RenderPage = async ({ path, language, form }) => ({
  kind: 'public',
  status: path === '/404' ? 404 : 200,
  title: path,
  language,
  description: '',
  siteName: '',
  markup: form ? `<p>${form.message}</p>` : '',
  state: form ?? {},
});

/** The mails from their source; the server proper has them built (dist/server/mails.js), as Node reads no JSX. */
const mailsSource = new URL('../features/mail/frame/render.mail.tsx', import.meta.url).pathname;
const loadMails = () =>
  import(mailsSource) as Promise<{ renderMail: RenderMail; loadMailExamples: LoadMailExamples }>;
const renderMail: RenderMail = async (...given) => (await loadMails()).renderMail(...given);
const loadMailExamples: LoadMailExamples = async () => (await loadMails()).loadMailExamples();

/** The catalogues, as the bundle of the pages has them in the server proper. */
const catalogues = new URL('../web/translateInto.ts', import.meta.url).pathname;

export interface Answer {
  status: number;
  /** Parsed when it is JSON, else the text. */
  body: never;
  text: string;
  headers: LightMyRequestResponse['headers'];
}

/**
 * The whole site on a fresh, migrated database of its own (TEST_DATABASE says which kind), reached
 * through HTTP. The jobs run; mails leave for `site.inbox` when a test asks for one, else they wait.
 */
export async function openSite(
  options: {
    environment?: Record<string, string>;
    /** False: jobs are queued and no one does them. */
    work?: boolean;
    /** True: the sandbox's mail server is in, and `site.inbox` shows what arrived. */
    mail?: boolean;
    /** Instead of the site's own: to prove the core with routes made for it. */
    routes?: Route[];
    identify?: AppOptions['identify'];
    /** Where log lines go; needs a LOG_LEVEL other than silent. */
    logTo?: AppOptions['logTo'];
    /** The sandbox of PayPal, the chain and the wallets' relay, over real sockets; absent: those rails are off. */
    sandboxServices?: SandboxServices;
    /** The folder of the browser's files, as the build makes it. */
    clientDir?: string;
    /** Instead of a page of the least markup. */
    render?: RenderPage;
    /** Instead of the mails from their source, which Node alone cannot read. */
    renderMail?: RenderMail;
    loadMailExamples?: LoadMailExamples;
    /** A migrated database of the test's own instead of a fresh copy: its address, or the folder of an embedded one. */
    databaseUrl?: string;
    dataDir?: string;
  } = {},
) {
  const settings = readSettings({
    NODE_ENV: 'test',
    LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
    APP_SECRET: TEST_SECRET,
    PUBLIC_URL: TEST_ORIGIN,
    // Tests start engines that block for seconds.
    MAX_EVENT_LOOP_DELAY_MS: '0',
    UNDO_SECONDS: '0',
    ...options.environment,
  });
  const { databaseUrl: url, dataDir } = options;
  const place: Awaited<ReturnType<typeof freshDatabase>> = url
    ? { url }
    : dataDir
      ? { dataDir }
      : await freshDatabase();
  const database = await openDatabase(place);
  const queue = createQueue(
    database,
    place.url,
    (error) => console.error('queue', error.message),
    jobs,
  );
  const clock = movableClock();
  const inbox = options.mail ? await openInbox() : undefined;
  const { translateInto } = (await import(catalogues)) as { translateInto: Translate };
  const { app, context, dropPages, drain } = await createApp({
    settings,
    database,
    queue,
    routes: options.routes ?? routes,
    publicUrl: settings.publicUrl as string,
    identify: options.identify ?? identify,
    recordLastSeen,
    loadPageData,
    loadPreviewData,
    loadPageVersion,
    loadReceipt,
    loadSignature,
    findCampaign,
    loadPicture,
    measures,
    render: options.render ?? plainPage,
    drawMap: drawAfrica,
    renderMail: options.renderMail ?? renderMail,
    loadMailExamples: options.loadMailExamples ?? loadMailExamples,
    translate: translateInto,
    sandboxMail: inbox?.smtp,
    externalServices: externalServicesOf(settings, () => options.sandboxServices),
    assets: {
      publicCss: '',
      furtherCss: '',
      printCss: '',
      hydratedCss: '',
      bootstrapJs: '',
      publicEntry: '',
      fetchedAhead: [],
      fetchedOnTouch: [],
      fetchedLater: {},
      appEntry: '',
      appCss: [],
      devHead: '',
    },
    clock,
    ...(options.logTo ? { logTo: options.logTo } : {}),
    ...(options.clientDir ? { clientDir: options.clientDir } : {}),
  });
  await app.ready();
  const isWorking = options.work !== false;
  // A copied database has its queues.
  await (isWorking || url || dataDir ? queue.createQueues() : queue.connect());
  if (isWorking) await queue.work(context, app.log);

  return {
    app,
    context,
    db: database.db,
    database,
    clock,
    dropPages,
    drain,
    /** Throws unless the site was opened with `mail: true`. */
    get inbox(): Inbox {
      if (!inbox) throw new Error('Open the site with { mail: true } to read its mails.');
      return inbox;
    },
    visitor: (defaults: Record<string, string> = {}) => visitor(app, defaults),
    /** A browser in which someone new is logged in whose password no one knows; an admin is an owner. */
    async loggedIn(as: 'member' | 'admin' | Role) {
      const [id, now] = [randomUUID(), clock.now()];
      const name = { firstName: 'Test', lastName: as };
      const role = as === 'member' ? null : as === 'admin' ? 'owner' : as;
      await addUser(database.db, {
        id,
        email: `${id}@example.org`,
        password: UNKNOWN_PASSWORD,
        role,
        // As one who was appointed, or made by who runs the server.
        ...(role ? { emailVerifiedAt: now } : {}),
        now,
        ...name,
      });
      const token = await addSession(database.db, {
        userId: id,
        data: { userAgent: '' },
        now,
        maxDays: 30,
      });
      const browser = visitor(app, {});
      browser.cookies.set('sid', token);
      return Object.assign(browser, { id });
    },
    /** Resolves when `hold` stops throwing; fails with its last words after ten seconds. */
    until,
    async close() {
      await queue.stop();
      await app.close();
      await database.close();
      await place.drop?.();
    },
  };
}

export type Site = Awaited<ReturnType<typeof openSite>>;

/** One browser: keeps its cookies, sends what a page of ours sends. */
function visitor(app: FastifyInstance, defaults: Record<string, string>) {
  const cookies = new Map<string, string>();
  async function send(
    method: InjectOptions['method'],
    url: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const isForm = body instanceof URLSearchParams;
    // A request for events gets the head of a stream that stays open.
    const payloadAsStream = headers.accept === 'text/event-stream';
    const response = await app.inject({
      payloadAsStream,
      method: method as 'GET',
      url,
      headers: {
        'sec-fetch-site': 'same-origin',
        ...(body === undefined
          ? {}
          : { 'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json' }),
        ...(cookie ? { cookie } : {}),
        ...defaults,
        ...headers,
      },
      ...(body === undefined
        ? {}
        : {
            payload: isForm
              ? body.toString()
              : typeof body === 'string'
                ? body
                : JSON.stringify(body),
          }),
    });
    for (const { name, value, maxAge } of response.cookies) {
      if (maxAge === 0 || value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    const isJson = String(response.headers['content-type']).startsWith('application/json');
    const answered = payloadAsStream ? await textOf(response) : response.body;
    return {
      status: response.statusCode,
      body: (isJson ? JSON.parse(answered) : answered) as never,
      text: answered,
      headers: response.headers,
    };
  }
  return {
    cookies,
    send,
    get: (url: string, headers?: Record<string, string>) => send('GET', url, undefined, headers),
    post: (url: string, body?: unknown, headers?: Record<string, string>) =>
      send('POST', url, body, headers),
    put: (url: string, body?: unknown, headers?: Record<string, string>) =>
      send('PUT', url, body, headers),
    delete: (url: string, headers?: Record<string, string>) =>
      send('DELETE', url, undefined, headers),
  };
}

/** The text of a refused stream; empty for one that stays open. */
async function textOf(response: LightMyRequestResponse): Promise<string> {
  if (response.statusCode === 200) return '';
  const chunks = await response.stream().toArray();
  return Buffer.concat(chunks).toString();
}

export type Visitor = ReturnType<typeof visitor>;

/** Tries until it holds. Its limit is for what hangs: a slow machine is not a failure. */
async function until<T>(hold: () => Promise<T> | T, withinMs = 30_000): Promise<T> {
  const end = Date.now() + withinMs;
  for (;;) {
    try {
      return await hold();
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

/** Migrated and empty, of this site's own: the template that testing.global.ts made once for all files. */
async function freshDatabase(): Promise<{
  url?: string;
  dataDir?: string;
  embedded?: PGlite;
  drop?: () => Promise<void>;
}> {
  return process.env.TEST_DATABASE === 'postgres'
    ? copyTemplate()
    : { embedded: await borrowEngine() };
}

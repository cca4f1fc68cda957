import underPressure from '@fastify/under-pressure';
import { randomBytes } from 'node:crypto';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { Fault } from '../shared/fault.ts';
import type { LoadMailExamples, RenderMail } from '../shared/mail.ts';
import type { Language } from '../shared/language.ts';
import type { DrawMap, PageData, RenderPage } from '../shared/page.ts';
import { seconds } from '../shared/time.ts';
import { type Translate, words } from '../shared/words.ts';
import type { AuthorizeOptions } from './security/authorize.ts';
import { type Clock, systemClock } from './clock.ts';
import type { Caller, AppContext, SandboxMail } from './context.ts';
import { type CookieJar, cookieJar } from './http/cookies.ts';
import type { Database, OpenDatabase } from './database/database.ts';
import type { Assets } from './pages/document.ts';
import { installAnswerTurns } from './http/answer-turns.ts';
import { answerFailure } from './http/errors.ts';
import { builtFiles } from './pages/built-files.ts';
import { installEmbed } from './pages/embed.ts';
import { installFrontPages } from './pages/front-pages.ts';
import { installHeaders } from './security/headers.ts';
import { installHealth, installLiveness } from './http/health.ts';
import { languageOf } from './http/language.ts';
import { createLimits } from './security/rate-limits.ts';
import { createRefusalLog } from './security/refusal-log.ts';
import { createLive } from './live/live.ts';
import { loggerOptions } from './log.ts';
import { installMap } from './pages/map.ts';
import { installMetrics, type Measure } from './http/metrics.ts';
import { installOpenApi } from './http/openapi.ts';
import { createPageCache } from './pages/page-cache.ts';
import { installPages } from './pages/pages.ts';
import { paymentSources } from './security/payment-sources.ts';
import { openedValue } from './security/spam.ts';
import { installPreview } from './pages/preview.ts';
import { installSiteFiles } from './pages/site-files.ts';
import type { ExternalServices } from './external-services.ts';
import type { Queue } from './queue/queue.ts';
import { installReceipts, type LoadReceipt } from './pages/receipts.ts';
import { installSignaturePages, type LoadSignature } from './pages/signature-pages.ts';
import type { Route } from './http/route.ts';
import { type Secrets, secretsFrom } from './secrets.ts';
import { serve } from './http/serve.ts';
import type { Settings } from './settings.ts';
import { clientErrorHandlerFor, refuseTwoHosts } from './http/client-errors.ts';
import { installUploads, type LoadPicture } from './pages/uploads.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The body as text, where another service has signed it. */
    signedText: string | undefined;
  }
}

const bodyLimitBytes = 64 * 1024;

/** The part of the pages' data that the database holds. */
export type DatabasePageData = Omit<PageData, 'sandbox' | 'year' | 'publicUrl'>;

export interface AppOptions {
  settings: Settings;
  database: OpenDatabase;
  queue: Queue;
  routes: Route[];
  publicUrl: string;
  identify(db: Database, userId: string): Promise<Caller | undefined>;
  recordLastSeen?: AuthorizeOptions['recordLastSeen'];
  loadPageData(db: Database, language: Language, settings: Settings): Promise<DatabasePageData>;
  /** The same with the texts that are being written, each marked when `translate` is given. */
  loadPreviewData(
    db: Database,
    language: Language,
    settings: Settings,
    translate?: Translate,
  ): Promise<DatabasePageData>;
  loadPageVersion(db: Database): Promise<number>;
  loadReceipt: LoadReceipt;
  loadSignature: LoadSignature;
  loadPicture: LoadPicture;
  /** What features add to /metrics. */
  measures: readonly Measure[];
  render: RenderPage;
  drawMap: DrawMap;
  renderMail: RenderMail;
  loadMailExamples: LoadMailExamples;
  findCampaign: AppContext['findCampaign'];
  /** From the bundle of the pages, which holds the catalogues. */
  translate: AppContext['translate'];
  sandboxMail?: SandboxMail | undefined;
  externalServices: ExternalServices;
  assets: Assets;
  clock?: Clock;
  /** Takes the log's lines instead of standard output. */
  logTo?: { write(line: string): void };
  /** Folder of the browser's files; absent when something else serves them (development, tests). */
  clientDir?: string;
  /** Further addresses of the process: the sandbox's, development's. */
  install?(app: FastifyInstance, context: AppContext): Promise<void> | void;
}

/** Fastify with our limits of size and time; it knows no address yet. */
function openFastify({ settings, publicUrl, logTo }: AppOptions): FastifyInstance {
  return Fastify({
    logger:
      settings.logLevel === 'silent'
        ? false
        : {
            ...loggerOptions(settings.logLevel),
            ...(logTo ? { stream: logTo } : {}),
          },
    logController: new LogController({ disableRequestLogging: true }),
    // Short, as every answer carries it and a person may have to type it.
    genReqId: () => randomBytes(8).toString('hex'),
    bodyLimit: bodyLimitBytes,
    routerOptions: { maxParamLength: 1400, ignoreTrailingSlash: true },
    trustProxy: settings.trustProxy ?? false,
    // Fastify's own time-outs are off, and requestTimeout alone does not cut dripping headers (security.md §1.1).
    requestTimeout: seconds(10),
    http: {
      headersTimeout: seconds(5),
      requestTimeout: seconds(10),
      connectionsCheckingInterval: seconds(1),
    },
    forceCloseConnections: 'idle',
    frameworkErrors: (error, request, reply) =>
      void answerFailure(error, request as never, reply as never),
    clientErrorHandler: clientErrorHandlerFor(publicUrl),
  });
}

/** What handlers, jobs and services work with. */
function contextOf(options: AppOptions, log: FastifyBaseLogger): AppContext {
  const { settings, database, queue, clock = systemClock } = options;
  const noteRefusal = createRefusalLog(log, clock);
  return {
    db: database.db,
    settings,
    clock,
    secrets: secretsFrom(settings.appSecret, settings.appSecretPrevious),
    limits: createLimits(settings.addressLimitFactor, noteRefusal),
    noteRefusal,
    jobs: queue,
    publicUrl: options.publicUrl,
    renderMail: options.renderMail,
    loadMailExamples: options.loadMailExamples,
    findCampaign: options.findCampaign,
    translate: options.translate,
    sandboxMail: options.sandboxMail,
    externalServices: options.externalServices,
  };
}

function logAnswer(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  const route = request.routeOptions?.url;
  const ms = Math.round(reply.elapsedTime);
  const answered = { method: request.method, route, status: reply.statusCode, ms };
  // ASVS V16.3.2: who is refused is seen at the usual level.
  if (reply.statusCode === 401 || reply.statusCode === 403) request.log.info(answered, 'refused');
  else request.log.debug(answered, 'answered');
  done();
}

/** The site as a Fastify instance that does not listen yet. */
export async function createApp(
  options: AppOptions,
): Promise<{ app: FastifyInstance; context: AppContext; dropPages(): void; drain(): void }> {
  const { settings, database } = options;
  const app = openFastify(options);
  const context = contextOf(options, app.log);

  installParsers(app);
  const jar = cookieJar(options.publicUrl);
  app.decorate('translate', options.translate);
  app.decorate('pageLanguage', (request) => languageOf(request, jar));
  app.setErrorHandler(answerFailure);
  installHeaders(app, options.publicUrl);
  const metrics = installMetrics(app, {
    ...options,
    token: settings.metricsToken,
    db: database.db,
  });
  app.addHook('onResponse', logAnswer);
  // Beyond these the site answers 503 at once instead of everything late.
  await app.register(underPressure, {
    maxEventLoopDelay: settings.maxEventLoopDelayMs,
    retryAfter: 5,
    // Longer than the limit: an interval without a sample reads as an endless delay, and every half
    // second of starting up would shed the first visitors.
    sampleInterval: settings.maxEventLoopDelayMs + seconds(0.5),
  });

  const whole = (data: DatabasePageData): PageData => ({
    ...data,
    publicUrl: options.publicUrl,
    year: context.clock.now().getUTCFullYear(),
    sandbox: settings.sandbox,
    waysToPay: [...(options.externalServices.card() ? ['card' as const] : []), ...data.waysToPay],
    paypalSdkUrl: options.externalServices.card()?.sdkUrl,
  });
  const cache = createPageCache({
    ...options,
    loadData: async (language) =>
      whole(await options.loadPageData(database.db, language, settings)),
    loadVersion: () => options.loadPageVersion(database.db),
    sourcesOf: (path, data) =>
      paymentSources(path, options.externalServices, data.waysToPay.includes('crypto')),
  });
  const front = {
    cache,
    jar,
    publicUrl: options.publicUrl,
    openedCookie: openedCookie(jar, context.secrets),
  };
  const pages = installPages(app, { ...options, ...front, sandbox: settings.sandbox });
  installFrontPages(app.server, { ...front, onAnswer: metrics.countPage });
  installLiveness(app.server, { publicUrl: options.publicUrl, onAnswer: metrics.countPage });
  refuseTwoHosts(app.server, options.publicUrl);
  installAnswerTurns(app.server);
  installPreview(app, {
    ...options,
    context,
    jar,
    loadData: async (language, isMarked) => {
      const translate = isMarked ? context.translate : undefined;
      return whole(await options.loadPreviewData(database.db, language, settings, translate));
    },
  });
  const fresh = {
    ...options,
    context,
    jar,
    loadData: async (language: Language) =>
      whole(await options.loadPageData(database.db, language, settings)),
  };
  installReceipts(app, fresh);
  installSignaturePages(app, fresh);
  installSiteFiles(app, context);
  installMap(app, cache, options.drawMap);
  installEmbed(app, { cache, jar, render: options.render, embedOrigins: settings.embedOrigins });
  installUploads(app, { db: database.db, loadPicture: options.loadPicture });
  const live = createLive(database, context, app.log);
  app.addHook('preClose', () => live.close());
  serve(app, options.routes, {
    context,
    jar,
    live,
    identify: options.identify,
    recordLastSeen: options.recordLastSeen,
    plainFormPage: pages.plainFormPage,
  });
  const { drain } = installHealth(app, database.db);
  installOpenApi(app, options.routes, options.publicUrl);
  if (options.clientDir) await app.register(builtFiles, { clientDir: options.clientDir });
  await options.install?.(app, context);
  return { app, context, dropPages: cache.drop, drain };
}

/** Signing costs as much as sending a cached page, so those of the same tenth of a second share a cookie. */
function openedCookie(jar: CookieJar, secrets: Secrets): () => string {
  let made = { atMs: 0, cookie: '' };
  return () => {
    const atMs = Date.now();
    if (atMs - made.atMs >= 100)
      made = { atMs, cookie: jar.write('opened', openedValue(secrets, atMs)) };
    return made.cookie;
  };
}

/** Two content types, and a third where mail programs click; the framework's `text/plain` could be sent by a foreign form without preflight. */
function installParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.decorateRequest('signedText', undefined);
  app.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (request, body, done) => {
      // A signature is over the text, not over what it means.
      if ((request.routeOptions.config as { signed?: boolean }).signed) request.signedText = body;
      parseJson(request, body, done);
    },
  );
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, new URLSearchParams(body as string)),
  );
  // RFC 8058 lets mail programs send it; no one reads it.
  app.addContentTypeParser('multipart/form-data', { parseAs: 'string' }, (request, _body, done) =>
    (request.routeOptions.config as { oneClick?: boolean }).oneClick
      ? done(null, undefined)
      : done(new Fault(415, words('Send the request as application/json.'))),
  );
}

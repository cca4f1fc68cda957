import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { parse } from 'zod/v4/core';
import type { AnswerFile, AnyEndpoint, Method } from '../shared/endpoint.ts';
import { Fault } from '../shared/fault.ts';
import { words } from '../shared/words.ts';
import { fromForm } from '../shared/form.ts';
import { inLanguage } from '../shared/language.ts';
import { admit, type AdmitOptions, demandOwnPage } from './admit.ts';
import { check } from './check.ts';
import type { Caller, Context, House } from './context.ts';
import type { CookieJar } from './cookies.ts';
import { csvReply } from './csv.ts';
import type { Database } from './database.ts';
import { type FailureConfig, sayTo } from './errors.ts';
import {
  answerOnce,
  bodyDigestOf,
  idempotencyKeyOf,
  type Kept,
  keptAnswerOf,
  type Outcome,
  toSend,
} from './idempotency.ts';
import { languageOf } from './language.ts';
import type { Listener, Live } from './live.ts';
import { LIMITS, type LimitName } from './limits.ts';
import type { Route } from './route.ts';
import { demandPerson, demandPersonInPlainForm, type Visit } from './spam.ts';
import { streamed } from './streamed.ts';

/** How a plain HTML form is answered when it cannot be taken: its page again, with the words kept. */
export type PlainFormPage = (
  request: FastifyRequest,
  reply: FastifyReply,
  page: string,
  form: { endpoint: string; values: Record<string, string>; fault: Fault },
) => Promise<FastifyReply>;

export interface ServeOptions extends AdmitOptions {
  jar: CookieJar;
  plainFormPage: PlainFormPage;
  /** Keeps the streams of calls that answer `events`. */
  live: Live;
}

const METHODS: Method[] = ['GET', 'POST', 'PUT', 'DELETE'];

/** Registers every route, in the order of house.md §3. Refuses to start with one that is not whole. */
export function serve(app: FastifyInstance, routes: Route[], options: ServeOptions): void {
  refuseUnfinished(routes.map((r) => r.endpoint));
  for (const route of routes) {
    const { endpoint } = route;
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      config: {
        access: endpoint.access,
        name: endpoint.name,
        signed: endpoint.signed === true,
        oneClick: endpoint.oneClick !== undefined,
        ...failureConfig([endpoint]),
      },
      ...largeBody(endpoint, options),
      handler: (request, reply) => run(route, request, reply, options),
    });
  }
  for (const [path, endpoints] of endpointsByPath(routes)) {
    const allowed = endpoints.map(({ method }) => method);
    const page = endpoints.find(({ oneClick }) => oneClick)?.oneClick?.page;
    if (page) allowed.push(leadToPage(app, path, page, options));
    const others = [...METHODS, 'PATCH' as const].filter((m) => !allowed.includes(m as Method));
    app.route({
      method: others,
      url: path,
      config: failureConfig(endpoints),
      handler: (_request, reply) => {
        reply.header('Allow', allowed.join(', '));
        throw new Fault(405, words('This address does not take that method.'));
      },
    });
  }
}

/** A link of a mail that was followed instead of posted to: the page asks the person. */
function leadToPage(
  app: FastifyInstance,
  path: string,
  page: string,
  { jar }: Pick<ServeOptions, 'jar'>,
): Method {
  app.get<{ Querystring: { key?: string } }>(
    path,
    { config: { access: { who: 'anyone' } } },
    (request, reply) =>
      reply.redirect(
        inLanguage(
          `${page}#key=${encodeURIComponent(request.query.key ?? '')}`,
          languageOf(request, jar),
        ),
      ),
  );
  return 'GET';
}

/** A large body is read only from who may send it: the caller is found before, not after. */
function largeBody(endpoint: AnyEndpoint, options: ServeOptions) {
  const { bodyLimitBytes, access } = endpoint;
  if (bodyLimitBytes === undefined) return {};
  return {
    bodyLimit: bodyLimitBytes,
    onRequest: async (request: FastifyRequest) => {
      demandOwnPage(request, options.house.publicUrl);
      await admit(
        access,
        credentialsOf(endpoint, request, options.jar.read(request.headers.cookie).sid),
        options,
      );
    },
  };
}

const credentialsOf = (
  { answer }: AnyEndpoint,
  { headers }: FastifyRequest,
  token: string | undefined,
) => ({
  token,
  actingFor: headers['acting-for'],
  // Browsers open a stream again whenever it breaks.
  isUnattended: headers.unattended !== undefined || answer === 'events',
});

async function run(
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  options: ServeOptions,
) {
  const { endpoint } = route;
  const isWrite = endpoint.method !== 'GET';
  // By what was read, not by the header, which the parsers match in any spelling.
  const form =
    request.body instanceof URLSearchParams && !endpoint.oneClick ? request.body : undefined;
  if (form && !endpoint.plainForm) {
    throw new Fault(415, words('Send the request as application/json.'));
  }
  const cookies: string[] = [];
  const language = languageOf(request, options.jar);
  // Outside of what gives a form its page again: a foreign site's post is not worth a rendering.
  if (isWrite && !endpoint.signed && !endpoint.oneClick)
    demandOwnPage(request, options.house.publicUrl);

  try {
    // 1. Admit: the right person, within the limits.
    const jarred = options.jar.read(request.headers.cookie);
    const credentials = credentialsOf(endpoint, request, jarred.sid);
    const admitted = await admit(endpoint.access, credentials, options);
    const limit = limitOf(endpoint);
    const visit = limit && { ip: request.ip, form: endpoint.name, limit };
    if (form && visit) await demandPersonInPlainForm(options.house, visit, form, jarred.opened);

    // 2. Check what came in.
    const given = form
      ? fromForm(endpoint.body as NonNullable<typeof endpoint.body>, form)
      : request.body;
    const checked = {
      params: check(endpoint.params, request.params, 'params'),
      query: check(endpoint.query, request.query, 'query'),
      body: check(endpoint.body, given, 'body'),
    };
    const key = isWrite ? idempotencyKeyOf(request) : undefined;
    const scope = `${endpoint.name} ${admitted.user?.id ?? 'anyone'}`;
    const bodyDigest = key ? bodyDigestOf(options.house.secrets, checked) : '';
    const kept = key ? { scope, key, bodyDigest } : undefined;
    if (visit && !form) {
      const first = await demandPersonOrRepeat(options.house, visit, request, kept);
      if (first) return answerWith(reply, first);
    }

    // What speaks to the outside is not done again for an answer that exists.
    const before =
      kept && route.transaction === 'own' ? await keptAnswerOf(options.house, kept) : undefined;
    if (before) return answerWith(reply, before);

    const contextWith = (db: Database): Context<AnyEndpoint> => ({
      ...options.house,
      ...admitted,
      ...(checked as Pick<Context<AnyEndpoint>, 'body' | 'query' | 'params'>),
      db,
      language,
      log: request.log,
      request: {
        id: request.id,
        ip: request.ip,
        userAgent: String(request.headers['user-agent'] ?? '').slice(0, 300),
        cookies: jarred,
        actingFor: credentials.actingFor,
        ...(endpoint.signed ? { signed: signedOf(request) } : {}),
      },
      setCookie: (name, value, cookie) => void cookies.push(options.jar.write(name, value, cookie)),
      setHeader: (name, value) => void reply.header(name, value),
    });

    // 3.–5. The handler; in writes inside one transaction with the row that remembers its answer.
    const trim = (answer: unknown) =>
      parse(shapeFor(endpoint, admitted.user) as Exclude<typeof endpoint.answer, string>, answer);
    const commit = (effect: (tx: Database) => Promise<unknown>) =>
      answerOnce(options.house, kept, endpoint.status ?? 200, async (tx) => ({
        // The cookies of an attempt that is rolled back must not leave.
        body: withMessageSaid(request, trim(await ((cookies.length = 0), effect(tx)))),
        cookies,
      }));

    if (!isWrite) {
      const answer = await route.handle(contextWith(options.house.db), notInReads);
      if (endpoint.answer === 'csv')
        return await csvReply(reply, answer as AsyncIterable<string | Buffer>);
      if (endpoint.answer === 'file') return await fileReply(reply, answer as AnswerFile);
      if (endpoint.answer === 'events')
        return await options.live.open(request, reply, answer as Listener);
      return reply.headers({ 'Set-Cookie': cookies }).send(trim(answer));
    }
    let outcome: Outcome | undefined;
    try {
      if (route.transaction === 'whole') {
        outcome = await commit((tx) => route.handle(contextWith(tx), notInReads));
      } else {
        await route.handle(contextWith(options.house.db), async (effect) => {
          outcome = await commit(effect);
          return outcome.body;
        });
        if (!outcome) throw new Error(`${endpoint.name} answered without committing`);
      }
    } catch (error) {
      // A repeat may fail where the first try succeeded ("already taken"): then the first answer stands.
      const first =
        kept && error instanceof Fault ? await keptAnswerOf(options.house, kept) : undefined;
      if (!first) throw error;
      outcome = first;
    }
    if (endpoint.plainForm && form) {
      // A redirection without a fragment inherits the one that the form leads to, its errors.
      return reply
        .headers({ 'Set-Cookie': outcome.cookies })
        .redirect(inLanguage(`${endpoint.plainForm.thanks}#main`, language), 303);
    }
    return answerWith(reply, outcome);
  } catch (error) {
    if (!(form && endpoint.plainForm && error instanceof Fault)) throw error;
    const { within } = await options.house.limits.use('refused-form', request.ip);
    if (!within) throw error;
    const values = Object.fromEntries([...form].map(([name, value]) => [name, String(value)]));
    return options.plainFormPage(request, reply, endpoint.plainForm.page, {
      endpoint: endpoint.name,
      values,
      fault: error,
    });
  }
}

/** What another service has signed: the very bytes that it sent, and what stands beside them. */
const signedOf = (request: FastifyRequest): NonNullable<Context<never>['request']['signed']> => ({
  body: Buffer.from(request.signedText ?? ''),
  header: (name) => {
    const value = request.headers[name];
    return typeof value === 'string' ? value : undefined;
  },
});

/** The shape in which the answer leaves: more of it only for who holds the permission that it names. */
function shapeFor({ answer, wider }: AnyEndpoint, user: Caller | undefined) {
  return wider && user?.permissions.includes(wider.may) ? wider.answer : answer;
}

/** What a deed answers is a sentence for the person who did it. */
function withMessageSaid(request: FastifyRequest, body: unknown): unknown {
  const { message } = body as { message?: unknown };
  return typeof message === 'string'
    ? { ...(body as object), message: sayTo(request, message) }
    : body;
}

/** A download: shown by no browser as a page of ours, whatever stands in it (headers.ts forbids sniffing). */
function fileReply(reply: FastifyReply, { name, type, chunks }: AnswerFile): Promise<FastifyReply> {
  reply.header('Content-Disposition', `attachment; filename="${name}"`);
  return streamed(reply, chunks, { type });
}

const answerWith = (reply: FastifyReply, outcome: Outcome) =>
  reply
    .headers({ 'Set-Cookie': outcome.cookies })
    .status(outcome.status)
    .type('application/json; charset=utf-8')
    .send(toSend(outcome));

/**
 * Demands what the limit asks for, unless the same request was answered before: that answer comes
 * back for nothing. Looked up only beyond the limit, so that the usual case costs no statement.
 */
async function demandPersonOrRepeat(
  house: House,
  visit: Visit,
  request: FastifyRequest,
  kept: Kept | undefined,
): Promise<Outcome | undefined> {
  try {
    await demandPerson(house, visit, request.headers['proof-of-work']);
    return undefined;
  } catch (error) {
    const first = kept && error instanceof Fault ? await keptAnswerOf(house, kept) : undefined;
    if (!first) throw error;
    return first;
  }
}

function limitOf({ limit }: AnyEndpoint): LimitName | undefined {
  if (limit === undefined) return undefined;
  if (!(limit in LIMITS)) throw new Error(`There is no limit named ${limit}.`);
  return limit as LimitName;
}

const notInReads = () => {
  throw new Error('commit belongs to routes that were made with routeWithCommit');
};

function endpointsByPath(routes: Route[]): Map<string, AnyEndpoint[]> {
  return Map.groupBy(
    routes.map(({ endpoint }) => endpoint),
    ({ path }) => path,
  );
}

/** In which form an address refuses, for answerFailure: also what its handler never sees. */
const failureConfig = (endpoints: AnyEndpoint[]): FailureConfig => ({
  failure: endpoints.find(({ failure }) => failure)?.failure,
});

/** What must hold before the site opens; a mistake here is a mistake in the code, so it stops the start. */
export function refuseUnfinished(endpoints: AnyEndpoint[]): void {
  const names = new Set<string>();
  for (const e of endpoints) {
    const what = `${e.method} ${e.path}`;
    if (!e.access?.who) throw new Error(`${what} does not say who may call it.`);
    if (names.has(e.name)) throw new Error(`${what} has the name of another route: ${e.name}.`);
    names.add(e.name);
    limitOf(e);
    if (e.path.includes(':') && !e.params)
      throw new Error(`${what} has no schema for its parameters.`);
    const isStrict =
      (e.body?._zod.def as { catchall?: { _zod: { def: { type: string } } } })?.catchall?._zod.def
        .type === 'never';
    if (e.body && e.access.who !== 'anyone' && !isStrict) {
      throw new Error(`${what} must refuse unknown keys: use z.strictObject for its body.`);
    }
    if (e.bodyLimitBytes !== undefined && e.access.who === 'anyone')
      throw new Error(`${what} takes a large body from anybody: ask for a login.`);
    if (e.signed && (e.access.who !== 'anyone' || e.method === 'GET' || e.plainForm))
      throw new Error(`${what} is signed by another service: open to anyone, and no page.`);
    if (e.oneClick && (e.access.who !== 'anyone' || e.method !== 'POST' || !e.query || e.body))
      throw new Error(`${what} is one click of anyone: a key in the query of a POST, no body.`);
    if (e.answer === 'events' && (e.access.who !== 'member' || e.method !== 'GET'))
      throw new Error(`${what} streams: to members who get it.`);
    if (e.plainForm && !e.limit)
      throw new Error(`${what} takes plain forms and must name a limit.`);
  }
}

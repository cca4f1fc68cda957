import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AnswerFile, AnyEndpoint } from '../../shared/endpoint.ts';
import { Fault } from '../../shared/fault.ts';
import { fromForm } from '../../shared/form.ts';
import { inLanguage } from '../../shared/language.ts';
import { isRecord } from '../../shared/record.ts';
import {
  authorize,
  type AuthorizeOptions,
  credentialsOf,
  requireSameOrigin,
} from '../security/authorize.ts';
import { answerWith, fileReply, answerSchemaFor, trim, withTranslatedMessage } from './answer.ts';
import { check } from './validation.ts';
import type { Caller, RequestContext, AppContext } from '../context.ts';
import type { CookieJar } from './cookies.ts';
import { csvReply } from '../lists/csv.ts';
import type { Database } from '../database/database.ts';
import {
  runOnce,
  bodyDigestsOf,
  browserOf,
  idempotencyKeyOf,
  type IdempotentRequest,
  findStoredAnswer,
  type Outcome,
} from './idempotency.ts';
import { languageOf } from './language.ts';
import { renewSessionCookies } from '../security/session-cookies.ts';
import { limitOf } from '../security/rate-limits.ts';
import type { Listener, Live } from '../live/live.ts';
import { answerRefusedForm, formOf, type PlainFormPage } from './plain-form.ts';
import type { Route } from './route.ts';
import type { createWriteGroup } from './write-group.ts';
import {
  requireHumanInPlainForm,
  requireProofOfWork,
  requireUnhurried,
  type Visit,
} from '../security/spam.ts';

export interface CallOptions extends AuthorizeOptions {
  jar: CookieJar;
  plainFormPage: PlainFormPage;
  /** Keeps the streams of calls that answer `events`. */
  live: Live;
}

/** One call of one route, on its way to an answer. */
interface Call {
  route: Route;
  request: FastifyRequest;
  reply: FastifyReply;
  options: CallOptions;
  /** The fields of a page's form that was sent without our script. */
  form: URLSearchParams | undefined;
  /** Where writes of this route share transactions. */
  commitInGroup: CommitInGroup | undefined;
}

export type CommitInGroup = ReturnType<typeof createWriteGroup>;

/** Answers one call in the order of docs/architecture.md: admit, check, handle and remember, answer. */
export async function answerCall(
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  { commitInGroup, ...options }: CallOptions & { commitInGroup?: CommitInGroup | undefined },
): Promise<FastifyReply> {
  const { endpoint } = route;
  const call = { route, request, reply, options, form: formOf(endpoint, request), commitInGroup };
  // Outside of what gives a form its page again: a foreign site's post is not worth a rendering.
  if (endpoint.method !== 'GET' && !endpoint.signed && !endpoint.oneClick)
    requireSameOrigin(request, options.context.publicUrl);
  try {
    return await answer(call);
  } catch (error) {
    const { form } = call;
    if (!form) throw error;
    return answerRefusedForm(options, { endpoint, request, reply, form }, error);
  }
}

async function answer(call: Call): Promise<FastifyReply> {
  const { route, request, reply, options, form } = call;
  const { endpoint } = route;
  const { context, jar } = options;

  // 1. Admit: the right person, within the limits.
  const sentCookies = jar.read(request.headers.cookie);
  const credentials = credentialsOf(endpoint, request, sentCookies.sid);
  const admitted = await authorize(endpoint.access, credentials, options, ({ id, apiKey }) => {
    request.log = request.log.child({ account: id, ...(apiKey ? { apiKey: apiKey.id } : {}) });
  });
  renewSessionCookies(reply, admitted, { ...options, token: sentCookies.sid });
  const limit = limitOf(endpoint);
  const visit = limit && { ip: request.ip, form: endpoint.name, limit };

  // 2. Check what came in. Of a plain form, wrong fields are named before anything is counted.
  const given = form ? fromForm(endpoint.body, form) : request.body;
  const checked = {
    params: check(endpoint.params, request.params, 'params'),
    query: check(endpoint.query, request.query, 'query'),
    body: check(endpoint.body, given, 'body'),
  };
  const keyed = idempotentRequestOf(call, admitted.user, checked);
  if (form && visit) {
    await requireHumanInPlainForm(context, visit, form, sentCookies.opened);
    if (!endpoint.plainForm?.isButton) requireUnhurried(context, sentCookies.opened);
  }
  const first = await findEarlierAnswer(call, form ? undefined : visit, keyed);
  if (first) return answerWith(reply, first);

  const cookies: string[] = [];
  const thanks: Handling['thanks'] = {};
  const contextWith = (db: Database): RequestContext<AnyEndpoint> => ({
    ...context,
    user: admitted.user,
    session: admitted.session,
    ...(checked as Pick<RequestContext<AnyEndpoint>, 'body' | 'query' | 'params'>),
    db,
    language: languageOf(request, jar),
    log: request.log,
    request: {
      id: request.id,
      ip: request.ip,
      userAgent: String(request.headers['user-agent'] ?? '').slice(0, 300),
      referrer: request.headers.referer?.slice(0, 2000),
      cookies: sentCookies,
      actingFor: credentials.actingFor,
      ...(endpoint.signed ? { signed: signedOf(request) } : {}),
    },
    setCookie: (name, value, cookie) => {
      // A new token takes the place of the renewed one.
      if (name === 'sid') reply.removeHeader('Set-Cookie');
      cookies.push(jar.write(name, value, cookie));
    },
    setHeader: (name, value) => void reply.header(name, value),
    keepInThanks: (make) => {
      thanks.carry = make;
    },
  });

  // 3.–5. The handler; in writes inside one transaction with the row that remembers its answer.
  const handling = {
    contextWith,
    cookies,
    thanks,
    keyed,
    shape: answerSchemaFor(endpoint, admitted.user),
  };
  return endpoint.method === 'GET' ? read(call, handling) : write(call, handling);
}

interface Handling {
  contextWith(db: Database): RequestContext<AnyEndpoint>;
  /** Those that the handler has set so far. */
  cookies: string[];
  /** What the handler wants the address of the thanks to carry. */
  thanks: { carry?: () => string };
  keyed: IdempotentRequest | undefined;
  /** The schema that trims the answer. */
  shape: AnyEndpoint['answer'];
}

async function read(call: Call, { contextWith, cookies, shape }: Handling): Promise<FastifyReply> {
  const { route, request, reply, options } = call;
  const answer = await route.handle(contextWith(options.context.db), notInReads);
  if (shape === 'csv') return csvReply(reply, answer as AsyncIterable<string | Buffer>);
  if (shape === 'file') return fileReply(reply, answer as AnswerFile);
  if (shape === 'events') return options.live.open(request, reply, answer as Listener);
  return reply.headers({ 'Set-Cookie': cookies }).send(trim(shape, answer));
}

async function write(call: Call, handling: Handling): Promise<FastifyReply> {
  const { route, request, reply, options, form } = call;
  const { endpoint } = route;
  const outcome = await handle(call, handling).catch(async (error: unknown) => {
    // A repeat may fail where the first try succeeded ("already taken"): then the first answer stays.
    const { keyed } = handling;
    const first =
      keyed && error instanceof Fault ? await findStoredAnswer(options.context, keyed) : undefined;
    if (!first) throw error;
    return first;
  });
  if (!form || !endpoint.plainForm) return answerWith(reply, outcome);
  const { thanks: page, keep } = endpoint.plainForm;
  const carried = handling.thanks.carry?.() ?? (keep && form.get(keep)) ?? '';
  const query = keep ? `?${new URLSearchParams({ [keep]: carried })}` : '';
  const thanks = inLanguage(
    // A redirection without a fragment inherits the one that the form leads to, its errors.
    `${page}${query}#main`,
    languageOf(request, options.jar),
  );
  return reply.headers({ 'Set-Cookie': outcome.cookies }).redirect(thanks, 303);
}

/** Lets the handler work, and remembers its answer in the transaction of what it wrote. */
async function handle(call: Call, handling: Handling): Promise<Outcome> {
  const { route, request, options } = call;
  const { contextWith, cookies, keyed, shape } = handling;
  const { context } = options;
  const toOutcome = (answer: unknown): Outcome => {
    const body = withTranslatedMessage(request, trim(shape, answer));
    return { status: statusOf(route.endpoint, body), body, cookies };
  };
  const forgetCookies = () => {
    // The cookies of an attempt that is rolled back must not leave.
    cookies.length = 0;
  };
  if (call.commitInGroup) {
    const begin = (tx: Database) => {
      forgetCookies();
      return contextWith(tx);
    };
    return call.commitInGroup({ keyed, begin, toOutcome });
  }
  const commit = (effect: (tx: Database) => Promise<unknown>) =>
    runOnce(context, keyed, async (tx) => {
      forgetCookies();
      return toOutcome(await effect(tx));
    });
  if (route.transaction === 'whole')
    return commit((tx) => route.handle(contextWith(tx), notInReads));
  let outcome: Outcome | undefined;
  await route.handle(contextWith(context.db), async (effect) => {
    outcome = await commit(effect);
    return outcome.body;
  });
  if (!outcome) throw new Error(`${route.endpoint.name} answered without committing`);
  return outcome;
}

const statusOf = ({ status = 200, canWait }: AnyEndpoint, body: unknown) =>
  canWait && isRecord(body) && body.isWaiting ? 202 : status;

/** Under what the answer of a write is remembered, where its page gave it a key. */
function idempotentRequestOf(
  call: Call,
  user: Caller | undefined,
  checked: object,
): IdempotentRequest | undefined {
  const { route, request, options } = call;
  const { method, isSecret } = route.endpoint;
  const key = method === 'GET' || isSecret ? undefined : idempotencyKeyOf(request);
  if (!key) return undefined;
  const sender = user?.id ?? browserOf(request);
  const scope = `${route.endpoint.name} ${sender ?? 'anyone'}`;
  return {
    scope,
    key,
    isOwn: sender !== undefined,
    bodyDigests: bodyDigestsOf(options.context.secrets, checked),
  };
}

/** The first answer to the same request, where it is to be looked for before the handler works. */
async function findEarlierAnswer(
  { route, request, options }: Call,
  visit: Visit | undefined,
  keyed: IdempotentRequest | undefined,
): Promise<Outcome | undefined> {
  const first = visit && (await requireProofOfWorkOrRepeat(options.context, visit, request, keyed));
  // Calls to outside services are not repeated when an answer exists.
  if (first || !keyed || route.transaction !== 'own') return first;
  return findStoredAnswer(options.context, keyed);
}

/** A signed request of another service: the bytes as they were sent, and the headers. */
const signedOf = (
  request: FastifyRequest,
): NonNullable<RequestContext<never>['request']['signed']> => ({
  body: Buffer.from(request.signedText ?? ''),
  header: (name) => {
    const value = request.headers[name];
    return typeof value === 'string' ? value : undefined;
  },
});

/**
 * Requires what the limit asks for, unless the same request was answered before: that answer comes
 * back for nothing. Looked up only beyond the limit, so that the usual case costs no statement.
 */
async function requireProofOfWorkOrRepeat(
  context: AppContext,
  visit: Visit,
  request: FastifyRequest,
  keyed: IdempotentRequest | undefined,
): Promise<Outcome | undefined> {
  try {
    await requireProofOfWork(context, visit, request.headers['proof-of-work']);
    return undefined;
  } catch (error) {
    const first =
      keyed && error instanceof Fault ? await findStoredAnswer(context, keyed) : undefined;
    if (!first) throw error;
    return first;
  }
}

const notInReads = () => {
  throw new Error('commit belongs to routes that were made with routeWithCommit');
};

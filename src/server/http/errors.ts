import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { FailureForm } from '../../shared/endpoint.ts';
import { Fault, type FaultStatus } from '../../shared/fault.ts';
import { isLanguage, type Language } from '../../shared/language.ts';
import { type Translate, words } from '../../shared/words.ts';
import { isUnavailable } from '../database/database.ts';
import { FAILURE_PAGE_POLICY, type Failure, failurePage } from './failure-page.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The catalogues, which the bundle of the pages holds. */
    translate: Translate;
    /** In which language a visitor gets a page. */
    pageLanguage(request: FastifyRequest): Language;
  }
}

/** Sentences for errors of the framework itself. */
export const FRAMEWORK: Partial<Record<number, string>> = {
  400: words('The request could not be read.'),
  404: words('Not found.'),
  408: words('The request took too long.'),
  413: words('The request is too large.'),
  414: words('The address is too long.'),
  415: words('Send the request as application/json.'),
  431: words('The request headers are too large.'),
  503: words('The site is very busy. Nothing was lost; please try again in a moment.'),
};

/** Any error as a Fault, or undefined when it is a bug of ours. */
export function faultOf(error: unknown): Fault | undefined {
  if (error instanceof Fault) return error;
  if (isUnavailable(error)) {
    return new Fault(
      503,
      words('The site cannot reach its database. Nothing was lost; please try again in a moment.'),
      {
        headers: { 'Retry-After': '2' },
      },
    );
  }
  const { statusCode = 500, code } = error as Partial<FastifyError>;
  const sentence = FRAMEWORK[statusCode];
  if (!sentence || (!code?.startsWith('FST_') && statusCode !== 503 && statusCode !== 400))
    return undefined;
  return new Fault(
    statusCode as FaultStatus,
    sentence,
    statusCode === 503 ? { headers: { 'Retry-After': '5' } } : {},
  );
}

/** The form of failures in a route's config. */
export interface FailureConfig {
  failure?: FailureForm | undefined;
}

/**
 * Says a sentence of ours in the language of the page whose script asks (Content-Language); in English to
 * anyone who does not say so.
 */
export function translateFor({ headers, server }: FastifyRequest, sentence: string): string {
  const language = headers['content-language'];
  return isLanguage(language) ? server.translate(sentence, language) : sentence;
}

/**
 * One place where failures become answers: `{message, fields?}`; a bug is 500 with its request id and nothing
 * else. Who asked for a page gets a page that says the same.
 */
export function answerFailure(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const fault = faultOf(error);
  reply.header('Cache-Control', 'no-store').type('application/json; charset=utf-8');
  if (!fault) {
    request.log.error({ err: error }, 'unexpected error');
    const [message, requestId] = [words('Something went wrong on our side.'), request.id];
    if (asksForPage(request))
      return answerPage(request, reply, { status: 500, message, requestId });
    return reply.status(500).send({ message: translateFor(request, message), requestId });
  }
  if (fault.status === 503) request.log.warn({ err: error }, 'unavailable');
  const { fields, detail, headers } = fault;
  if (asksForPage(request)) return answerPage(request, reply.headers(headers ?? {}), fault);
  const message = translateFor(request, fault.message);
  const { failure } = (request.routeOptions?.config ?? {}) as FailureConfig;
  return reply
    .status(fault.status)
    .headers(headers ?? {})
    .send({
      ...(failure === 'success-false' ? { success: false, error: message } : {}),
      message,
      ...(fields ? { fields: translateEach(request, fields) } : {}),
      ...detail,
    });
}

/** Whether a browser is to show the answer to a person: our scripts, and who calls the interface, take JSON. */
const asksForPage = ({ method, url, headers }: FastifyRequest) =>
  (method === 'GET' || method === 'HEAD') &&
  !isCallPath(url) &&
  (headers.accept ?? '').includes('text/html');

function answerPage(request: FastifyRequest, reply: FastifyReply, message: Failure): FastifyReply {
  const { server } = request;
  return reply
    .status(message.status)
    .header('Content-Security-Policy', FAILURE_PAGE_POLICY)
    .type('text/html; charset=utf-8')
    .send(failurePage(message, server.pageLanguage(request), server.translate));
}

const translateEach = (request: FastifyRequest, fields: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, said]) => [name, translateFor(request, said)]),
  );

/** Whether a path belongs to the machine interface, whose answers are always JSON. */
export const isCallPath = (url: string) => /^\/(api|paypal|payment|sandbox)(\/|\?|$)/.test(url);

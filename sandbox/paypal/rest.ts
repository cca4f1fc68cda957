import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Reply } from '../control.ts';
import type { Operation, PaypalFaults } from './faults.ts';
import { newId } from './ids.ts';
import { Problem } from './problem.ts';

export type RestCall = {
  url: URL;
  params: Record<string, string | undefined>;
  headers: IncomingMessage['headers'];
  /** The body, of at most 12 MiB. */
  bytes: Buffer;
  text: string;
  /** Aborted when the caller goes away. */
  signal: AbortSignal;
};
export type RestRoute = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** A URLPattern pathname. */
  path: string;
  /** Its name for faults; pages and switches have none and never break. */
  operation?: (call: RestCall) => Operation;
  /** Pages of any site may load it, as they load PayPal's script. */
  isForAll?: boolean;
  handle(call: RestCall): Reply | Promise<Reply>;
};

/** A piece of evidence has up to 10 MB: https://developer.paypal.com/docs/disputes/integration-guide/, "Documents". */
const BODY_LIMIT_BYTES = 12 * 1024 * 1024;

/** An answer in JSON. */
export const say = (status: number, body?: object): Reply => ({
  status,
  headers: body ? { 'content-type': 'application/json; charset=utf-8' } : {},
  ...(body && { body: JSON.stringify(body) }),
});

/** Ends a call without an answer. */
class HungUp extends Error {}

/** PayPal's side of the wire: its answers, its refusals, and the ways in which a wire can break. */
export function restServer(
  routes: RestRoute[],
  faults: PaypalFaults,
  log: (line: string) => void,
): Server {
  return createServer((request, response) => {
    answer(request, response)
      .then((reply) => send(response, isApi(request) ? withDebugId(reply) : reply))
      .catch((error: unknown) => {
        if (!(error instanceof HungUp)) log(`${request.method} ${request.url}: ${String(error)}`);
        response.destroy();
      });
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<Reply> {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const here = routes.flatMap((route) => {
      const match = new URLPattern({ pathname: route.path }).exec({ pathname: url.pathname });
      return match ? [{ route, params: match.pathname.groups }] : [];
    });
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const found = here.find(({ route }) => route.method === method);
    if (!found) return say(here.length ? 405 : 404, { error: 'There is nothing here' });
    if (!isOwn(request, found.route))
      return say(403, { error: 'A page elsewhere must not do this' });
    const bytes = await readBody(request);
    if (bytes === undefined) return say(413, { error: 'The body is too large' });
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const call: RestCall = {
      url,
      params: found.params,
      headers: request.headers,
      bytes,
      text: bytes.toString('utf8'),
      signal: gone.signal,
    };
    const operation = found.route.operation?.(call);
    return operation
      ? brokenly(request, operation, () => work(found.route, call))
      : work(found.route, call);
  }

  async function work(route: RestRoute, call: RestCall): Promise<Reply> {
    try {
      return await route.handle(call);
    } catch (error) {
      if (error instanceof Problem) return refuse(error);
      log(`${call.url.pathname}: ${error instanceof Error ? error.stack : String(error)}`);
      return refuse(new Problem('INTERNAL_SERVER_ERROR', []));
    }
  }

  /** Does the work of a call, before or after which the wire may break. */
  async function brokenly(
    { socket }: IncomingMessage,
    operation: Operation,
    work: () => Promise<Reply>,
  ): Promise<Reply> {
    const slow = faults.strike(operation, 'slow');
    if (slow) await sleep(slow.delayMs ?? 5000);
    const before = faults.strike(
      operation,
      'reset-before',
      '500-before',
      'unauthorized',
      'too-many',
    );
    if (before?.mode === 'reset-before') reset(socket);
    if (before?.mode === '500-before') return failure();
    if (before?.mode === 'unauthorized') return say(401, INVALID_TOKEN);
    if (before?.mode === 'too-many') return say(429, TOO_MANY);
    const reply = await work();
    if ((reply.status ?? 200) >= 400) return reply;
    const after = faults.strike(
      operation,
      'captured-but-timed-out',
      '500-after',
      'half-json',
      'reset-after',
      'altered',
    );
    if (after?.mode === 'captured-but-timed-out') return new Promise(() => undefined);
    if (after?.mode === 'reset-after') reset(socket);
    if (after?.mode === '500-after') return failure();
    if (after?.mode === 'half-json') {
      const body = String(reply.body ?? '');
      return { ...reply, body: body.slice(0, body.length / 2) };
    }
    if (after?.replace)
      return {
        ...reply,
        body: String(reply.body ?? '').replaceAll(after.replace.from, after.replace.to),
      };
    return reply;
  }
}

/** PayPal's answer to an unknown or expired token. */
export const INVALID_TOKEN = {
  error: 'invalid_token',
  error_description: 'Token signature verification failed',
};
const TOO_MANY = {
  name: 'RATE_LIMIT_REACHED',
  message: 'Too many requests. Blocked due to rate limiting.',
};

const failure = () =>
  refuse(
    new Problem('INTERNAL_SERVER_ERROR', [
      { issue: 'INTERNAL_SERVICE_ERROR', description: 'An internal service error has occurred.' },
    ]),
  );

const DEBUG_ID = 'paypal-debug-id';
const isApi = ({ url = '' }: IncomingMessage) => /^\/v\d\//.test(url);

/** A refusal names itself in its body and in its header alike. */
const refuse = ({ status, body, debugId }: Problem): Reply => {
  const reply = say(status, body);
  return { ...reply, headers: { ...reply.headers, [DEBUG_ID]: debugId } };
};

/**
 * Every answer of the API has an id that PayPal's support asks for:
 * https://developer.paypal.com/api/rest/responses/, "debug_id", and the header PayPal-Debug-Id.
 */
const withDebugId = (reply: Reply): Reply => ({
  ...reply,
  headers: { [DEBUG_ID]: newId.debug(), ...reply.headers },
});

function reset(socket: IncomingMessage['socket']): never {
  socket.resetAndDestroy();
  throw new HungUp();
}

/** A page of a foreign site must not reach the sandbox, not even through a name that it points at 127.0.0.1. */
function isOwn({ headers, socket }: IncomingMessage, { isForAll }: RestRoute): boolean {
  const { host, origin } = headers;
  const port = socket.localPort;
  if (host !== `127.0.0.1:${port}` && host !== `localhost:${port}`) return false;
  return isForAll || origin === undefined || origin === `http://${host}`;
}

async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > BODY_LIMIT_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function send(
  response: ServerResponse,
  { status = 200, headers = {}, body }: Reply,
): Promise<void> {
  response.writeHead(status, {
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    ...headers,
  });
  response.end(body);
}

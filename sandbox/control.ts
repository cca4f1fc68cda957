import { timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ZodType } from 'zod';

/** Refuses a request with a status and a sentence for the caller. */
export class Refusal extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export type Call = {
  url: URL;
  params: Record<string, string | undefined>;
  /** Aborted when the caller goes away. */
  signal: AbortSignal;
  json<T>(shape: ZodType<T>): Promise<T>;
  form<T>(shape: ZodType<T>): Promise<T>;
};
export type Reply = {
  status?: number;
  headers?: Record<string, string>;
  body?: string | Uint8Array | Readable;
};
export type Route = {
  method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** A URLPattern pathname, for instance `/inbox/messages/:id`. */
  path: string;
  /** True for a write that harms nothing and so needs no token. */
  harmless?: boolean;
  handle(call: Call): Reply | Promise<Reply>;
};

/** Answers with JSON. */
export const json = (value: unknown, status = 200): Reply => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: `${JSON.stringify(value)}\n`,
});

/** Sends a browser on to another page after a form. */
export const seeOther = (location: string): Reply => ({ status: 303, headers: { location } });

const BODY_LIMIT_BYTES = 64 * 1024;

/** The sandbox's HTTP server: finds the route, checks who asks, answers. `routes` may grow until it is announced. */
export function controlServer(routes: Route[], token: string, log: (line: string) => void): Server {
  const server = createServer((request, response) => {
    answer(request)
      .catch((error: unknown): Reply => {
        if (error instanceof Refusal) return json({ error: error.message }, error.status);
        log(
          `${request.method} ${request.url}: ${error instanceof Error ? error.stack : String(error)}`,
        );
        return json({ error: 'The sandbox failed; its log says why' }, 500);
      })
      .then((reply) => send(response, reply))
      .catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE')
          log(`Answering ${request.url}: ${error.stack}`);
        response.destroy();
      });

    async function answer(request: IncomingMessage): Promise<Reply> {
      const origin = ownOrigin(request);
      const url = new URL(request.url ?? '/', origin);
      const method = request.method === 'HEAD' ? 'GET' : request.method;
      const here = routes.flatMap((route) => {
        const match = new URLPattern({ pathname: route.path }).exec({ pathname: url.pathname });
        return match ? [{ route, params: match.pathname.groups }] : [];
      });
      const found = here.find(({ route }) => route.method === method);
      if (!found)
        throw new Refusal(
          here.length ? 405 : 404,
          here.length ? 'No such method here' : 'No such page',
        );
      if (method !== 'GET' && !found.route.harmless) requireWriteAccess(request, origin, token);
      const gone = new AbortController();
      response.once('close', () => gone.abort());
      return found.route.handle({
        url,
        params: found.params,
        signal: gone.signal,
        json: (shape) => readBody(request, 'application/json', JSON.parse, shape),
        form: (shape) => readBody(request, 'application/x-www-form-urlencoded', readForm, shape),
      });
    }
  });
  return server;
}

/** A page of a foreign site must not reach the sandbox, not even through a name that it points at 127.0.0.1. */
function ownOrigin(request: IncomingMessage): string {
  const { host, origin } = request.headers;
  const port = request.socket.localPort;
  if (host !== `127.0.0.1:${port}` && host !== `localhost:${port}`)
    throw new Refusal(403, 'Unknown Host header');
  if (origin !== undefined && origin !== `http://${host}`)
    throw new Refusal(403, 'Foreign Origin header');
  return `http://${host}`;
}

/** A write comes from a program that has read the token from sandbox.json, or from a form on our own page. */
function requireWriteAccess(request: IncomingMessage, origin: string, token: string): void {
  const shown = Buffer.from(String(request.headers['x-sandbox-token'] ?? ''));
  const wanted = Buffer.from(token);
  if (shown.length === wanted.length && timingSafeEqual(shown, wanted)) return;
  if (request.headers.origin === origin) return;
  throw new Refusal(403, 'Send the token from sandbox.json as x-sandbox-token');
}

async function readBody<T>(
  request: IncomingMessage,
  type: string,
  read: (text: string) => unknown,
  shape: ZodType<T>,
): Promise<T> {
  if (request.headers['content-type']?.split(';')[0]?.trim() !== type)
    throw new Refusal(415, `Send ${type}`);
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > BODY_LIMIT_BYTES) throw new Refusal(413, 'The body is too large');
    chunks.push(chunk);
  }
  let value: unknown;
  try {
    value = read(Buffer.concat(chunks).toString('utf8'));
  } catch {
    throw new Refusal(400, `The body is not ${type}`);
  }
  const result = shape.safeParse(value);
  if (!result.success)
    throw new Refusal(
      400,
      result.error.issues.map((i) => `${i.path.join('.')}: ${i.message}`).join('; '),
    );
  return result.data;
}

const readForm = (text: string) => Object.fromEntries(new URLSearchParams(text));

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
  if (body instanceof Readable) await pipeline(body, response);
  else response.end(body);
}

import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { type $ZodType, toJSONSchema } from 'zod/v4/core';
import type { AnyEndpoint } from '../../shared/endpoint.ts';
import { acceptsEncoding } from './encoding.ts';
import type { Route } from './route.ts';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** An OpenAPI 3.1 document made of the contracts, so that it cannot say anything else than the code. */
export function openApiOf(endpoints: AnyEndpoint[], publicUrl: string) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const e of endpoints) {
    const path = e.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] ??= {};
    paths[path][e.method.toLowerCase()] = operationOf(e);
  }
  return {
    openapi: '3.1.0',
    info: { title: 'One Africa Passport', version: '1' },
    servers: [{ url: publicUrl }],
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'sid' },
        apiKey: { type: 'http', scheme: 'bearer', description: 'Made under Settings → API keys' },
      },
      schemas: {
        Failure: {
          type: 'object',
          required: ['message'],
          properties: {
            message: { type: 'string' },
            fields: { type: 'object', additionalProperties: { type: 'string' } },
          },
        },
      },
    },
    paths,
  };
}

function operationOf(e: AnyEndpoint) {
  const { access } = e;
  const who = access.who === 'admin' ? `an administrator who may ${access.permission}` : access.who;
  const recent =
    access.who !== 'anyone' && access.recent ? ', with a password given within five minutes' : '';
  const isByKey = access.who === 'admin' && access.byKey;
  const key = isByKey ? `, or an API key with ${access.permission}` : '';
  const answer =
    e.answer === 'csv'
      ? { 'text/csv': {} }
      : e.answer === 'file'
        ? { '*/*': {} }
        : e.answer === 'events'
          ? { 'text/event-stream': {} }
          : { 'application/json': { schema: answerSchemaOf(e.answer, e.wider?.answer) } };
  const more = e.wider ? ` With ${e.wider.permission} more is read.` : '';
  return {
    operationId: e.name,
    summary: e.summary,
    description: `For ${who}${recent}${key}.${more}`,
    ...(access.who === 'anyone'
      ? {}
      : { security: [{ session: [] }, ...(isByKey ? [{ apiKey: [] }] : [])] }),
    parameters: [...parametersOf(e.params, 'path'), ...parametersOf(e.query, 'query')],
    ...(e.body
      ? {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: schemaOf(e.body, 'input') } },
          },
        }
      : {}),
    responses: {
      [e.status ?? 200]: { description: 'Success', content: answer },
      ...(e.canWait
        ? { 202: { description: 'Waits for a second administrator', content: answer } }
        : {}),
      default: {
        description: 'Failure',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
      },
    },
  };
}

function schemaOf(schema: $ZodType, io: 'input' | 'output') {
  const { $schema: _, ...json } = toJSONSchema(schema, { io, unrepresentable: 'any' }) as Record<
    string,
    unknown
  >;
  return json;
}

const answerSchemaOf = (answer: $ZodType, wider: $ZodType | undefined) =>
  wider
    ? { anyOf: [schemaOf(answer, 'output'), schemaOf(wider, 'output')] }
    : schemaOf(answer, 'output');

function parametersOf(schema: $ZodType | undefined, where: 'path' | 'query') {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, unknown>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, one]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: one,
  }));
}

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

interface Written {
  plain: Buffer;
  br: Buffer;
  gzip: Buffer;
}

/** The same bytes for every reader: a copy for each would let strangers fill the memory. */
async function write(text: string): Promise<Written> {
  const plain = Buffer.from(text);
  const [br, zipped] = await Promise.all([brotli(plain), gzipped(plain)]);
  return { plain, br, gzip: zipped };
}

/** `/api/openapi.json` and a page without scripts at `/api/docs`. */
export function installOpenApi(app: FastifyInstance, routes: Route[], publicUrl: string): void {
  const document = () =>
    openApiOf(
      routes.map((one) => one.endpoint),
      publicUrl,
    );
  const config = { access: { who: 'anyone' } };
  const serve = (path: string, headers: Record<string, string>, textOf: () => string) => {
    // Drawn when the first reader comes: few do, and every start of the server would wait for it.
    let written: Promise<Written> | undefined;
    app.get(path, { config }, async (request, reply) => {
      written ??= write(textOf());
      const { plain, br, gzip: zipped } = await written;
      const accepted = request.headers['accept-encoding'];
      reply.headers({ ...headers, Vary: 'Accept-Encoding' });
      if (acceptsEncoding(accepted, 'br')) return reply.header('Content-Encoding', 'br').send(br);
      if (acceptsEncoding(accepted, 'gzip'))
        return reply.header('Content-Encoding', 'gzip').send(zipped);
      return reply.send(plain);
    });
  };
  serve('/api/openapi.json', { 'Content-Type': 'application/json; charset=utf-8' }, () =>
    JSON.stringify(document()),
  );
  serve(
    '/api/docs',
    {
      'Content-Security-Policy':
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
      'Content-Type': 'text/html; charset=utf-8',
    },
    () => referenceOf(document()),
  );
}

/** The colours of web/theme.css, which this page without any file cannot load. */
const THEME =
  ':root{color-scheme:light dark;--paper:#f7f1e5;--raised:#fffdf6;--rule:#e4d3b4;--ink:#1d1a2b;--heading:#22244f;--accent:#a33b22}@media(prefers-color-scheme:dark){:root{--paper:#14142b;--raised:#1d1e40;--rule:#34345a;--ink:#f0e6d2;--heading:#f0e6d2;--accent:#f08c6c}}';

function referenceOf(document: ReturnType<typeof openApiOf>): string {
  const sections = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const { summary, description, ...rest } = operation as {
        summary: string;
        description: string;
      };
      return `<section><h2><code>${method.toUpperCase()} ${escapeHtml(path)}</code></h2><p>${escapeHtml(summary)}. ${escapeHtml(description)}</p><details><summary>Shapes</summary><pre>${escapeHtml(JSON.stringify(rest, null, 2))}</pre></details></section>`;
    }),
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Calls of One Africa Passport</title><style>${THEME}body{font:17px/1.5 system-ui;max-width:60rem;margin:2rem auto;padding:0 1rem;background:var(--paper);color:var(--ink)}h1,h2{color:var(--heading)}a{color:var(--accent)}pre{overflow:auto;background:var(--raised);border:1.5px solid var(--rule);padding:1rem}h2{font-size:1.1rem;overflow-wrap:anywhere}summary{min-height:44px}.home{display:inline-flex;align-items:center;min-height:44px}</style></head><body><p><a class="home" href="/">One Africa Passport</a></p><h1>Calls of One Africa Passport</h1><p>The same as data: <a href="/api/openapi.json">OpenAPI 3.1</a>.</p>${sections.join('')}</body></html>`;
}

import { parse } from 'zod/v4/core';
import { expect, vi } from 'vitest';
import type { AnyEndpoint } from '../shared/endpoint.ts';

export interface Sent {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Headers;
  body: unknown;
}

interface Reply {
  status?: number;
  headers?: Record<string, string>;
  body: unknown;
}

interface Fake {
  endpoint: AnyEndpoint;
  reply(sent: Sent): Reply;
}

/** A server's answer, which the contract's own schema must let through unchanged. */
export function answers(
  endpoint: AnyEndpoint,
  body: unknown | ((sent: Sent) => unknown),
  headers: Record<string, string> = {},
): Fake {
  return {
    endpoint,
    reply(sent) {
      const said: unknown = typeof body === 'function' ? body(sent) : body;
      if (typeof endpoint.answer !== 'string') expect(parse(endpoint.answer, said)).toEqual(said);
      return { status: endpoint.status ?? 200, headers, body: said };
    },
  };
}

/** A refusal as the server words it: `{message, fields?, …}`. */
export function refuses(
  endpoint: AnyEndpoint,
  status: number,
  body: { message: string; [more: string]: unknown },
): Fake {
  return { endpoint, reply: () => ({ status, body }) };
}

/** Different replies to the same call, one after the other; the last one stays. */
export function inTurn(...fakes: Fake[]): Fake {
  let at = 0;
  const [first] = fakes;
  if (!first) throw new Error('Nothing to answer.');
  return {
    endpoint: first.endpoint,
    reply: (sent) => (fakes[Math.min(at++, fakes.length - 1)] ?? first).reply(sent),
  };
}

const pathOf = (endpoint: AnyEndpoint) =>
  new RegExp(`^${endpoint.path.replaceAll(/:\w+/g, '[^/]+')}$`);

/**
 * Replaces the network, and nothing else: bodies must pass the contract's schema, a call
 * that no fake answers fails the test. Answers the list of what was sent.
 */
export function serve(...fakes: Fake[]): Sent[] {
  const log: Sent[] = [];
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const url = new URL(address, location.origin);
    const { method = 'GET' } = init;
    const fake = fakes.find(
      ({ endpoint }) => endpoint.method === method && pathOf(endpoint).test(url.pathname),
    );
    if (!fake) throw new Error(`Nobody answers ${method} ${url.pathname}`);
    const body: unknown = init.body === undefined ? undefined : JSON.parse(String(init.body));
    if (fake.endpoint.body) parse(fake.endpoint.body, body);
    const headers = new Headers(init.headers);
    const sent = { method, path: url.pathname, query: url.searchParams, headers, body };
    log.push(sent);
    const reply = fake.reply(sent);
    const text = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body);
    return new Response(text, {
      status: reply.status ?? 200,
      ...(reply.headers ? { headers: reply.headers } : {}),
    });
  });
  return log;
}

/** Keeps the answers of one call back until the function that it gives is called; after `serve`. */
export function holdBack(endpoint: AnyEndpoint): () => void {
  const { fetch } = globalThis;
  let letGo: () => void = () => {};
  const isOver = new Promise<void>((resolve) => void (letGo = resolve));
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const { pathname } = new URL(address, location.origin);
    if (pathOf(endpoint).test(pathname) && (init.method ?? 'GET') === endpoint.method) await isOver;
    return fetch(address, init);
  });
  return () => letGo();
}

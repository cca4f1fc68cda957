import { once } from 'node:events';
import { Agent, createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSite, type Site } from '../testing.ts';
import { installLiveness } from './health.ts';

let site: Site;
let port: number;
/** One connection, as a load balancer keeps it. */
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
beforeAll(async () => {
  site = await openSite({ work: false });
  await site.app.listen({ port: 0 });
  port = (site.app.server.address() as AddressInfo).port;
});
afterAll(() => {
  agent.destroy();
  return site.close();
});

/** The answer, and whether its connection stays open for the next request. */
async function look(path: string) {
  const [incoming] = (await once(get({ port, path, agent }), 'response')) as [IncomingMessage];
  let text = '';
  for await (const chunk of incoming.setEncoding('utf8')) text += chunk;
  // One that is not named stays open (RFC 9112, section 9.3).
  const { connection = 'keep-alive' } = incoming.headers;
  return { status: incoming.statusCode, text, connection, headers: incoming.headers };
}

test('metrics are read on the machine itself, and not through a proxy on it', async () => {
  const asked = (headers: Record<string, string>) => site.visitor(headers).get('/metrics');
  expect((await asked({})).status).toBe(200);
  for (const name of [
    'x-forwarded-for',
    'X-Forwarded-Proto',
    'Forwarded',
    'Via',
    'X-Real-IP',
    'CF-Connecting-IP',
    'True-Client-IP',
  ])
    expect((await asked({ [name]: '127.0.0.1' })).status, name).toBe(403);
});

test('that the process lives is answered while everything else waits, and counted', async () => {
  const answered: string[] = [];
  const waiting = createServer(() => undefined);
  installLiveness(waiting, {
    publicUrl: 'https://one.example',
    onAnswer: (path) => void answered.push(path),
  });
  await once(waiting.listen(0), 'listening');
  const own = (waiting.address() as AddressInfo).port;
  const stuck = get({ port: own, path: '/readyz' }).on('error', () => undefined);
  await once(waiting, 'request');
  const [alive] = (await once(get({ port: own, path: '/healthz' }), 'response')) as [
    IncomingMessage,
  ];
  expect(alive.statusCode).toBe(200);
  expect(alive.headers).toMatchObject({
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'x-content-type-options': 'nosniff',
  });
  expect(answered).toEqual(['/healthz']);
  stuck.destroy();
  waiting.closeAllConnections();
  await once(waiting.close(), 'close');
});

test('that the site lives is answered in front of the framework, which gives each of its answers an id', async () => {
  expect((await look('/readyz')).headers).toHaveProperty('x-request-id');
  const { status, text, headers } = await look('/healthz');
  expect([status, text]).toEqual([200, '{"status":"alive"}']);
  expect(headers).not.toHaveProperty('x-request-id');
});

test('a process that was asked to stop lives, is not ready, and serves on while it closes its connections', async () => {
  for (const path of ['/healthz', '/readyz', '/terms', '/api/unity-declaration'])
    expect(await look(path), path).toMatchObject({ status: 200, connection: 'keep-alive' });
  site.drain();
  expect(await look('/readyz')).toMatchObject({ status: 503, connection: 'close' });
  expect((await look('/readyz')).text).toContain('"draining"');
  for (const path of ['/healthz', '/terms', '/api/unity-declaration'])
    expect(await look(path), path).toMatchObject({ status: 200, connection: 'close' });
});

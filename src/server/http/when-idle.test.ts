import { createServer, get, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { whenIdle } from './when-idle.ts';

let server: Server;
let held: ServerResponse[];
beforeEach(async () => {
  held = [];
  server = createServer((_request, response) => void held.push(response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  for (const response of held) response.end();
  server.close();
  server.closeAllConnections();
});

async function ask(count: number) {
  const { port } = server.address() as AddressInfo;
  const clients = Array.from({ length: count }, () =>
    get({ port, agent: false }).on('error', () => undefined),
  );
  while (held.length < count) await new Promise((resolve) => setTimeout(resolve, 5));
  return clients;
}

test('work waits while many are being answered and goes on when they are', async () => {
  const idle = whenIdle(server);
  await idle();
  await ask(8);
  let isDone = false;
  const waiting = idle().then(() => {
    isDone = true;
  });
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(isDone).toBe(false);
  for (const response of held) response.end();
  await waiting;
});

test('an aborted request is no longer waited for', async () => {
  const idle = whenIdle(server);
  const clients = await ask(8);
  for (const client of clients) client.destroy();
  const began = Date.now();
  await idle();
  expect(Date.now() - began).toBeLessThan(1500);
});

test('streams that stay open are no rush', async () => {
  const idle = whenIdle(server);
  await ask(8);
  for (const response of held) response.writeHead(200).write(':');
  const began = Date.now();
  await idle();
  expect(Date.now() - began).toBeLessThan(1500);
});

test('a rush that does not end holds work up for two seconds and no longer', async () => {
  const idle = whenIdle(server);
  await ask(8);
  const began = Date.now();
  await idle();
  expect(Date.now() - began).toBeGreaterThan(1900);
  expect(Date.now() - began).toBeLessThan(4000);
});

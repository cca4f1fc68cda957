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
  const calm = whenIdle(server);
  await calm();
  await ask(8);
  let isCalm = false;
  const waiting = calm().then(() => {
    isCalm = true;
  });
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(isCalm).toBe(false);
  for (const response of held) response.end();
  await waiting;
});

test('who hangs up is no longer waited for', async () => {
  const calm = whenIdle(server);
  const clients = await ask(8);
  for (const client of clients) client.destroy();
  const began = Date.now();
  await calm();
  expect(Date.now() - began).toBeLessThan(1500);
});

test('streams that stay open are no rush', async () => {
  const calm = whenIdle(server);
  await ask(8);
  for (const response of held) response.writeHead(200).write(':');
  const began = Date.now();
  await calm();
  expect(Date.now() - began).toBeLessThan(1500);
});

test('a rush that does not end holds work up for two seconds and no longer', async () => {
  const calm = whenIdle(server);
  await ask(8);
  const began = Date.now();
  await calm();
  expect(Date.now() - began).toBeGreaterThan(1900);
  expect(Date.now() - began).toBeLessThan(4000);
});

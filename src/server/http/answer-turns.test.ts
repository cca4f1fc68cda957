import { once } from 'node:events';
import { createServer, type Server, ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { installAnswerTurns } from './answer-turns.ts';
import { openSite, type Site } from '../testing.ts';

let site: Site;
let port: number;
const sockets: Socket[] = [];
beforeAll(async () => {
  site = await openSite({ work: false });
  await site.app.listen({ port: 0, host: '127.0.0.1' });
  port = (site.app.server.address() as { port: number }).port;
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});
afterAll(() => site.close());

const asked = (path: string, end = '') =>
  `GET ${path} HTTP/1.1\r\nHost: localhost:3000\r\n${end}\r\n`;

/** A connection that sends these bytes; nothing of the answer is read until someone listens. */
async function sendUnread(bytes: string, to = port): Promise<Socket> {
  const socket = connect(to, '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(bytes);
  return socket;
}

/** The server's ends that are open. */
const openEnds = (server = site.app.server as Server) =>
  new Promise<number>((resolve, reject) =>
    server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );

async function textOf(socket: Socket): Promise<string> {
  let text = '';
  for await (const chunk of socket) text += String(chunk);
  return text;
}

describe('on one connection', () => {
  test('requests that were sent in one packet are answered in their order', async () => {
    const socket = await sendUnread(
      asked('/api/openapi.json') +
        asked('/healthz') +
        asked('/robots.txt', 'Connection: close\r\n'),
    );
    const text = await textOf(socket);
    expect(text.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(3);
    expect(text.indexOf('"openapi"')).toBeLessThan(text.indexOf('"alive"'));
    expect(text.indexOf('"alive"')).toBeLessThan(text.indexOf('User-agent'));
  });

  test('one answer at a time is made, also when more is asked meanwhile', async () => {
    let underWay = 0;
    let most = 0;
    const server = createServer((request, response) => {
      most = Math.max(most, ++underWay);
      response.once('close', () => underWay--);
      setTimeout(() => response.end(request.url), 50);
    });
    installAnswerTurns(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const socket = await sendUnread(
      asked('/a') + asked('/b'),
      (server.address() as { port: number }).port,
    );
    let text = '';
    socket.on('data', (chunk) => (text += String(chunk)));
    await site.until(async () => expect(text).toContain('/a'));
    socket.write(asked('/c') + asked('/d') + asked('/e', 'Connection: close\r\n'));
    await once(socket, 'close');
    expect(text.match(/\/[a-e]$|\/[a-e](?=HTTP)/g)).toEqual(['/a', '/b', '/c', '/d', '/e']);
    expect(most).toBe(1);
    server.close();
  });

  test('a hundred and fifty at once are refused: it is cut, and the next one is served', async () => {
    for (let n = 0; n < 20; n++) await sendUnread(asked('/api/openapi.json').repeat(150));
    await site.until(async () => expect(await openEnds()).toBe(0), 5000);
    const socket = await sendUnread(asked('/healthz', 'Connection: close\r\n'));
    expect(await textOf(socket)).toContain('"alive"');
  });

  test.each([
    ['the same', ''],
    ['an upgrade', 'Connection: Upgrade\r\nUpgrade: websocket\r\n'],
  ])(
    'nothing is made of the rest behind too many, be it %s, and the first request is closed',
    async (_, end) => {
      let made = 0;
      class Counted extends ServerResponse {
        constructor(...given: ConstructorParameters<typeof ServerResponse>) {
          super(...given);
          made++;
        }
      }
      const closed: string[] = [];
      const server = createServer({ ServerResponse: Counted }, (request, response) => {
        request.once('close', () => closed.push('request'));
        response.once('close', () => closed.push('response'));
      });
      installAnswerTurns(server);
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      const socket = await sendUnread(
        asked('/').repeat(6) + asked('/', end).repeat(144),
        (server.address() as { port: number }).port,
      );
      await once(socket.resume(), 'close');
      await site.until(async () => expect(await openEnds(server)).toBe(0));
      expect(made).toBe(6);
      expect(closed.toSorted()).toEqual(['request', 'response']);
      server.close();
    },
  );
});

test('a reader that reads nothing is cut within twelve seconds, one that is slow is not', async () => {
  // More than what the kernel takes for both ends.
  const much = Buffer.alloc(64 * 1024 * 1024, 'x');
  const server = createServer((_request, response) => response.end(much));
  installAnswerTurns(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port: ownPort } = server.address() as { port: number };
  const [still, slow] = [
    await sendUnread(asked('/'), ownPort),
    await sendUnread(asked('/'), ownPort),
  ];
  const startedAt = performance.now();
  let read = 0;
  const reading = setInterval(() => {
    read += (slow.read() as Buffer | null)?.length ?? 0;
  }, 20);
  await site.until(async () => expect(await openEnds(server)).toBe(2));
  await site.until(async () => expect(await openEnds(server)).toBe(1));
  expect(performance.now() - startedAt).toBeLessThan(12_000);
  clearInterval(reading);
  expect(read).toBeGreaterThan(0);
  still.resume();
  await once(still, 'close');
  expect(slow.destroyed).toBe(false);
  slow.destroy();
  server.close();
});

test('the description of the interface is written once, and compressed for who takes it so', async () => {
  const ask = (encoding: string) =>
    site.app.inject({ url: '/api/openapi.json', headers: { 'accept-encoding': encoding } });
  const [plain, br, zipped] = [await ask('identity'), await ask('br, gzip'), await ask('gzip')];
  expect([plain, br, zipped].map(({ headers }) => headers['content-encoding'])).toEqual([
    undefined,
    'br',
    'gzip',
  ]);
  expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain.payload);
  expect(gunzipSync(zipped.rawPayload).toString()).toBe(plain.payload);
  expect(br.rawPayload.length).toBeLessThan(plain.rawPayload.length / 5);
});

import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSite, type Site } from '../testing.ts';

let site: Site;
let port: number;
beforeAll(async () => {
  site = await openSite({ work: false, environment: { PUBLIC_URL: 'https://example.org' } });
  await site.app.listen({ port: 0, host: '127.0.0.1' });
  port = (site.app.server.address() as { port: number }).port;
});
afterAll(() => site.close());

/** Sends exactly these bytes over a socket; everything that comes back until it is closed. */
function exchange(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    let answer = '';
    socket.on('data', (chunk) => void (answer += chunk.toString()));
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
}

describe('a request that the HTTP parser refuses', () => {
  test.each([
    [
      'headers of 20 KB',
      `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`,
      431,
      'The request headers are too large.',
    ],
    [
      'two hosts',
      'GET /healthz HTTP/1.1\r\nHost: localhost:3000\r\nhOsT: evil.example\r\n\r\n',
      400,
      'The request could not be read.',
    ],
    [
      'two hosts for a page',
      'GET / HTTP/1.1\r\nHost: x\r\nHost: x\r\nAccept-Encoding: br\r\n\r\n',
      400,
      'The request could not be read.',
    ],
    ['another protocol', 'EHLO example.org\r\n\r\n', 400, 'The request could not be read.'],
    [
      'two lengths',
      'POST /api/contact HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
      400,
      'The request could not be read.',
    ],
    [
      'a length beside chunks',
      'POST /api/contact HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
      'The request could not be read.',
    ],
  ])(
    '(%s) is answered so as JSON, and the connection is closed',
    async (_what, bytes, status, message) => {
      const [head = '', body = ''] = (await exchange(bytes)).split('\r\n\r\n');
      const [first, ...lines] = head.split('\r\n');
      const headers = Object.fromEntries(lines.map((line) => line.toLowerCase().split(': ')));
      expect(first).toMatch(new RegExp(`^HTTP/1.1 ${status} \\w`));
      expect(JSON.parse(body)).toEqual({ message });
      expect(headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'content-length': String(body.length),
        'cache-control': 'no-store',
        connection: 'close',
        'x-content-type-options': 'nosniff',
        'strict-transport-security': 'max-age=63072000; includesubdomains',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
      });
    },
  );

  test('ends the connection and nothing else: the next one is served', async () => {
    await exchange('nonsense\r\n\r\n');
    const answer = await exchange('GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1.1 200 OK/);
  });
});

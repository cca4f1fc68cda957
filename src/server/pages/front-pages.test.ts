import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSite, type Site } from '../testing.ts';

let site: Site;
let port: number;
beforeAll(async () => {
  site = await openSite({ work: false });
  await site.app.listen({ port: 0, host: '127.0.0.1' });
  port = (site.app.server.address() as AddressInfo).port;
});
afterAll(() => site.close());

const usual = { 'accept-encoding': 'gzip, br', 'sec-fetch-site': 'none' };

/** Over a real socket, as the front sits before the framework; `x-request-id` shows that the framework answered. */
async function read(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const asked = get({ port, host: '127.0.0.1', path, method, headers: { ...usual, ...headers } });
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  const body = Buffer.concat(await answer.toArray());
  const { 'x-request-id': id, ...rest } = answer.headers;
  return { status: answer.statusCode, headers: rest, body, byFramework: id !== undefined };
}

test('a page that is there is answered in front, with the bytes and headers of the framework', async () => {
  await read('/sign');
  const inFront = await read('/sign');
  const behind = await read('/sign?');
  expect([inFront.byFramework, behind.byFramework]).toEqual([false, true]);
  expect(inFront.status).toBe(200);
  expect(inFront.body.equals(behind.body)).toBe(true);
  const comparable = ({ headers }: typeof inFront) => {
    const { date: _date, 'set-cookie': cookies, ...others } = headers;
    return { ...others, cookies: cookies?.map((one) => one.split('=')[0]) };
  };
  expect(comparable(inFront)).toEqual(comparable(behind));
});

test('each language has its own', async () => {
  await read('/', { 'accept-language': 'fr' });
  await read('/');
  const french = await read('/', { 'accept-language': 'fr' });
  expect([french.byFramework, french.headers['content-language']]).toEqual([false, 'fr']);
  const preferred = await read('/', { 'accept-language': 'en', cookie: 'a=b; lang=fr' });
  expect([preferred.byFramework, preferred.headers['content-language']]).toEqual([false, 'fr']);
  expect((await read('/')).headers['content-language']).toBe('en');
});

test.each([
  ['with a query', '/?lang=fr', {}, 'GET'],
  ['of which only the head is wanted', '/', {}, 'HEAD'],
  ['that the browser may have already', '/', { 'if-none-match': '"x"' }, 'GET'],
  ['without brotli', '/', { 'accept-encoding': 'gzip' }, 'GET'],
  ['that is a member’s', '/profile', {}, 'GET'],
  ['that does not exist', '/nowhere', {}, 'GET'],
])('a page %s is left to the framework', async (_what, path, headers, method) => {
  await read(path, headers, method);
  expect((await read(path, headers, method)).byFramework).toBe(true);
});

test('answers in front are counted', async () => {
  await read('/terms');
  await read('/terms');
  const { text } = await site.visitor().get('/metrics');
  expect(text).toContain('http_requests_total{method="GET",route="/terms",status="200"} 2');
});

import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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
    const { date: _date, 'set-cookie': cookies, ...more } = headers;
    return { ...more, cookies: cookies?.map((one) => one.split('=')[0]) };
  };
  expect(comparable(inFront)).toEqual(comparable(behind));
});

test('no page says that its connection stays open', async () => {
  await read('/sign');
  for (const path of ['/sign', '/sign?lang=en']) {
    const { headers } = await read(path);
    expect(headers).not.toHaveProperty('connection');
    expect(headers).not.toHaveProperty('keep-alive');
  }
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

describe('a link within the site', () => {
  const from = (query: string) => ({ referer: `http://localhost:3000/${query}` });

  test.each([
    ['/sign', '?by=abcd2345', '/sign?by=abcd2345'],
    ['/sign?lang=fr', '?by=abcd2345&x=y', '/sign?lang=fr&by=abcd2345'],
    ['/?lang=fr', 'sign?utm_source=radio&by=abcd2345', '/?lang=fr&by=abcd2345&utm_source=radio'],
  ])('to %s from /%s leads to %s, also where its page is there', async (path, query, location) => {
    await read(path);
    const answer = await read(path, from(query));
    expect([answer.status, answer.headers.location]).toEqual([303, location]);
    expect(answer.headers['cache-control']).toBe('no-store');
    // And no further: the address carries it now.
    expect((await read(location, from(query))).status).toBe(200);
  });

  test.each([
    ['/sign', ''],
    ['/sign', '?lang=fr'],
    ['/sign', '?by=%0d%0aSet-Cookie:a'],
    ['/sign?by=zzzz2345', '?by=abcd2345'],
    ['/contact', '?by=abcd2345'],
  ])('to %s from /%s is followed as it is', async (path, query) => {
    expect((await read(path, from(query))).status).toBe(200);
  });

  test('of another site is followed as it is', async () => {
    const referer = 'https://elsewhere.example/?by=abcd2345';
    expect((await read('/sign', { referer })).status).toBe(200);
  });
});

test('a page in front says that its connection ends once the process was asked to stop', async () => {
  await read('/faq');
  site.drain();
  const answer = await read('/faq');
  expect([answer.byFramework, answer.headers.connection]).toEqual([false, 'close']);
});

import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { anyone } from '../../shared/access.ts';
import { endpoint } from '../../shared/endpoint.ts';
import { route } from './route.ts';
import { openSite, type Site } from '../testing.ts';

const page = (path: string, fail: () => never) =>
  route(
    endpoint({
      name: path.slice(1),
      summary: path,
      method: 'GET',
      path: path as `/${string}`,
      access: anyone,
      answer: z.object({}),
    }),
    async () => fail(),
  );
/** As @fastify/under-pressure throws it in front of every route. */
const shed = () => {
  throw Object.assign(new Error('Service Unavailable'), {
    code: 'FST_UNDER_PRESSURE',
    statusCode: 503,
  });
};
const bug = () => {
  throw new TypeError('cannot read the secret of the site');
};

let site: Site;
beforeAll(async () => {
  const routes = [page('/busy', shed), page('/api/busy', shed), page('/bug', bug)];
  site = await openSite({ routes, work: false });
});
afterAll(() => site.close());

const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

describe('a page that is asked for while the site sheds load', () => {
  test('says so in a page of less than 2 KB, and when to come again', async () => {
    const answer = await site.visitor(browser).get('/busy?a=1');
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'retry-after': '5',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    expect(answer.status).toBe(503);
    expect(Buffer.byteLength(answer.text)).toBeLessThan(2048);
    expect(answer.text).toMatch(/^<!doctype html><html lang="en" dir="ltr">/);
    expect(answer.text).toContain('The site is very busy. Nothing was lost; please try again');
    expect(answer.text).toMatch(/<a id="again" href="">Try again<\/a>/);
  });

  test.each([
    ['/busy?lang=fr', {}],
    ['/busy', { 'accept-language': 'fr-SN,fr;q=0.9' }],
    ['/busy', { cookie: 'lang=fr' }],
  ])('speaks the language of its visitor: %s %o', async (url, headers) => {
    const answer = await site.visitor({ ...browser, ...headers }).get(url);
    expect(answer.text).toContain('<html lang="fr"');
    expect(answer.text).toContain('Réessayer');
    expect(Buffer.byteLength(answer.text)).toBeLessThan(2048);
  });

  test('may show and run exactly what it brings, and nothing else', async () => {
    const { headers, text } = await site.visitor(browser).get('/busy');
    const policy = String(headers['content-security-policy']);
    const hashOf = (element: string) => {
      const [, inner = ''] = new RegExp(`<${element}>(.*?)</${element}>`).exec(text) ?? [];
      return `'sha256-${createHash('sha256').update(inner).digest('base64')}'`;
    };
    expect(policy).toContain(`script-src ${hashOf('script')};`);
    expect(policy).toContain(`style-src ${hashOf('style')};`);
    expect(policy).toContain("default-src 'none'");
  });

  test('a HEAD gets the same head without a body', async () => {
    const answer = await site.visitor(browser).send('HEAD', '/busy');
    expect([answer.status, answer.headers['retry-after'], answer.text]).toEqual([503, '5', '']);
  });

  test.each([
    ['/api/busy', browser],
    ['/busy', { accept: '*/*' }],
    ['/busy', { accept: 'application/json' }],
  ])('who calls %s with %o gets JSON', async (url, headers) => {
    const answer = await site.visitor(headers).get(url);
    expect([answer.status, answer.body]).toEqual([
      503,
      { message: 'The site is very busy. Nothing was lost; please try again in a moment.' },
    ]);
  });
});

test('a page with a bug names the request, and nothing of the bug', async () => {
  const answer = await site.visitor(browser).get('/bug');
  expect(answer.status).toBe(500);
  expect(answer.text).toContain('Something went wrong on our side.');
  expect(answer.text).toContain(String(answer.headers['x-request-id']));
  expect(answer.text).not.toContain('secret');
});

test('an address that is none leads to the start page', async () => {
  const answer = await site.visitor(browser).get('/%ff?"><script>alert(1)</script>');
  expect([answer.status, answer.headers['content-type']]).toEqual([
    400,
    'text/html; charset=utf-8',
  ]);
  expect(answer.text).toContain('<a href="/">Go to the home page</a>');
  expect(answer.text).not.toContain('<script>');
});

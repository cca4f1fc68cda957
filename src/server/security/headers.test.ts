import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cookieJar } from '../http/cookies.ts';
import { openSite, type Site } from '../testing.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite({ work: false });
});
afterAll(() => site.close());

const closed = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy':
    "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'cache-control': 'no-store',
  'x-request-id': expect.stringMatching(/^[\da-f]{16}$/),
};

describe('an answer to a call', () => {
  test.each(['/api/unity-declaration', '/api/unknown'])(
    'of %s may not be sniffed, framed, run or kept',
    async (url) => {
      expect((await site.visitor().get(url)).headers).toMatchObject(closed);
    },
  );

  test('that refuses carries the same headers', async () => {
    const answer = await site.visitor().post('/api/unity-declaration', {});
    expect([answer.status, answer.headers]).toEqual([400, expect.objectContaining(closed)]);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  });

  test('gives no foreign page leave to read it', async () => {
    const answer = await site
      .visitor()
      .get('/api/unity-declaration', { origin: 'https://evil.example' });
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual(
      [],
    );
  });

  test('asks for https for two years only where the site is on https', async () => {
    expect((await site.visitor().get('/api/unity-declaration')).headers).not.toHaveProperty(
      'strict-transport-security',
    );
    const secure = await openSite({
      work: false,
      environment: { PUBLIC_URL: 'https://example.org' },
    });
    const answer = await secure.visitor().get('/api/unity-declaration');
    expect(answer.headers['strict-transport-security']).toBe('max-age=63072000; includeSubDomains');
    await secure.close();
  });
});

describe('the policy of a document', () => {
  const policyOf = async (path: string) =>
    String((await site.visitor().get(path)).headers['content-security-policy']).split(';');

  test.each(['/admin', '/profile', '/messages', '/account/reset'])(
    'of members at %s lets no text become markup or a script',
    async (path) => {
      expect(await policyOf(path)).toEqual(
        expect.arrayContaining(["require-trusted-types-for 'script'", 'trusted-types inert']),
      );
    },
  );

  test('in which someone pays leaves that to PayPal and the wallets', async () => {
    expect((await policyOf('/')).join()).not.toContain('trusted-types');
  });
});

describe('a cookie', () => {
  test('on https is Secure, HttpOnly and bound to this host', async () => {
    const secure = await openSite({
      work: false,
      environment: { PUBLIC_URL: 'https://example.org' },
    });
    const answer = await secure.visitor().get('/');
    expect(answer.headers['set-cookie']).toEqual([
      expect.stringMatching(/^__Host-opened=[\w.-]+; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
    ]);
    await secure.close();
  });

  test('that scripts read is Secure and bound to this host too, and is read again by its plain name', () => {
    const jar = cookieJar('https://example.org');
    const hint = jar.write('signed_in', '1', { httpOnly: false });
    expect(hint).toBe('__Host-signed_in=1; Path=/; Secure; SameSite=Lax');
    for (const sent of ['__Host-signed_in=1; signed_in=2', 'signed_in=2; __Host-signed_in=1'])
      expect(jar.read(sent), sent).toEqual({ signed_in: '1' });
  });
});

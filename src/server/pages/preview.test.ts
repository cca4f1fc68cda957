import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RenderPage } from '../../shared/page.ts';
import { openSite, type Site } from '../testing.ts';

const pageSource = new URL('../../web/entry.server.tsx', import.meta.url).pathname;
const { renderPage } = (await import(pageSource)) as { renderPage: RenderPage };

let site: Site;
let admin: Awaited<ReturnType<Site['loggedIn']>>;
beforeAll(async () => {
  site = await openSite({ work: false, render: renderPage });
  admin = await site.loggedIn('admin');
  const name = { section: 'site', key: 'name' };
  await admin.put('/api/admin/content', { ...name, value: 'Published name' });
  await admin.put('/api/admin/content/draft', { ...name, value: 'Drafted <i>name</i>' });
  await admin.put('/api/admin/content/draft', { ...name, value: 'Nom ébauché', language: 'fr' });
});
afterAll(() => site.close());

const policyOf = (headers: object) =>
  String((headers as Record<string, unknown>)['content-security-policy']).split(';');

test('an administrator sees the page with the drafts, in the language that is asked for', async () => {
  const english = await admin.get('/preview?page=/thanks/contact');
  expect(english.status).toBe(200);
  expect(english.text).toContain('Drafted &lt;i&gt;name&lt;/i&gt;');
  expect(english.text).not.toContain('Published name');
  const french = await admin.get('/preview?lang=fr&page=/thanks/contact');
  expect(french.text).toContain('<html lang="fr"');
  expect(french.text).toContain('Nom ébauché');
  expect(french.headers['set-cookie']).toBeUndefined();
});

test('each text is marked where the editor asks for it, and markup in it is text', async () => {
  const marked = (await admin.get('/preview?page=/thanks/contact&marks=1')).text;
  const plain = (await admin.get('/preview?page=/thanks/contact')).text;
  expect(marked).toMatch(/\u{E000}[\u{E010}-\u{E019}]+Drafted &lt;i&gt;name&lt;\/i&gt;\u{E001}/u);
  expect(plain).not.toMatch(/[\u{E000}-\u{E019}]/u);
  expect(marked.replace(/[\u{E000}-\u{E019}]/gu, '')).toBe(plain);
});

test('visitors and members see no mark, whatever they ask for', async () => {
  for (const who of [site.visitor(), await site.loggedIn('member')]) {
    const page = await who.get('/thanks/contact?marks=1');
    expect(page.text).toContain('Published name');
    expect(page.text).not.toMatch(/[\u{E000}-\u{E019}]/u);
  }
});

test('who may not write texts sees no draft, there or anywhere', async () => {
  for (const [who, status] of [
    [site.visitor(), 401],
    [await site.loggedIn('member'), 403],
    [await site.loggedIn('moderator'), 403],
    [await site.loggedIn('viewer'), 403],
  ] as const) {
    const preview = await who.get('/preview?page=/thanks/contact');
    expect(preview.status).toBe(status);
    expect(preview.text).not.toContain('Drafted');
    const page = await who.get('/thanks/contact');
    expect(page.text).toContain('Published name');
    expect(page.text).not.toContain('Drafted');
  }
});

test('the preview is kept by nobody, found by nobody, and runs and sends nothing', async () => {
  const { headers, text } = await admin.get('/preview');
  expect(headers['cache-control']).toBe('no-store');
  expect(headers['x-robots-tag']).toBe('noindex');
  expect(text).toContain('<meta name="robots" content="noindex">');
  expect(text).not.toContain('<script');
  expect(policyOf(headers)).toEqual(
    expect.arrayContaining([
      "script-src 'none'",
      "form-action 'none'",
      "frame-ancestors 'self'",
      'sandbox allow-same-origin',
    ]),
  );
});

test('no other document may be framed, and only members’ documents may frame', async () => {
  const page = policyOf((await site.visitor().get('/')).headers);
  const dashboard = policyOf((await admin.get('/admin/content')).headers);
  expect(page).toContain("frame-ancestors 'none'");
  expect(page.join()).not.toContain('frame-src');
  expect(dashboard).toEqual(expect.arrayContaining(["frame-ancestors 'none'", "frame-src 'self'"]));
});

test.each(['//evil.example', '/admin', '/../etc/passwd', '', 'page=/sign'])(
  'a page that is none of ours, %j, is the start page',
  async (page) => {
    const start = (await admin.get('/preview')).text;
    const asked = await admin.get(`/preview?page=${encodeURIComponent(page)}`);
    expect(asked.status).toBe(200);
    expect(asked.text).toBe(start);
  },
);

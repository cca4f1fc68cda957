import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Fault } from '../../shared/fault.ts';
import { choosing } from '../../shared/language.ts';
import type { RenderPage } from '../../shared/page.ts';
import { cookieJar } from '../http/cookies.ts';
import { createPageCache, type PageCache } from './page-cache.ts';
import { installPages } from './pages.ts';

let reads = 0;
let isAway = false;
let version = 1;
let app: FastifyInstance;
let cache: PageCache;

beforeEach(() => {
  [reads, isAway, version] = [0, false, 1];
  app = Fastify();
  const render: RenderPage = async ({ path, language, form }, data) => ({
    kind: 'public',
    status: 200,
    language,
    title: path,
    description: '',
    siteName: '',
    markup: `${form?.message ?? ''}${form?.query ?? ''} after reading ${data.signatures}`,
    state: {},
  });
  const options = {
    render,
    assets: {
      publicCss: '',
      furtherCss: '',
      printCss: '',
      hydratedCss: '',
      bootstrapJs: '',
      publicEntry: '',
      fetchedAhead: [],
      fetchedOnTouch: [],
      fetchedLater: {},
      appEntry: '',
      appCss: [],
      devHead: '',
    },
    publicUrl: 'http://localhost:3000',
    translate: (sentence: string, language: string) => `${sentence} (${language})`,
  };
  cache = createPageCache({
    ...options,
    loadData: async (language) => {
      if (isAway) throw new Error('no database');
      reads += 1;
      return { signatures: `${reads} in ${language}` } as never;
    },
    loadVersion: async () => version,
    sourcesOf: () => undefined,
  });
  const pages = installPages(app, {
    ...options,
    cache,
    jar: cookieJar(options.publicUrl),
    sandbox: false,
    openedCookie: () => 'opened=1',
  });
  app.post('/form', (request, reply) =>
    pages.plainFormPage(request, reply, '/sign', {
      endpoint: 'sign',
      values: {},
      fault: new Fault(400, 'Refused'),
    }),
  );
});
afterEach(() => app.close());

const refused = async () => (await app.inject({ method: 'POST', url: '/form' })).body;

test('forms that are refused are shown with what the pages have read, not read for each', async () => {
  await app.inject('/');
  for (let n = 0; n < 3; n++) expect(await refused()).toContain('Refused (en) after reading 1');
  expect(reads).toBe(1);
});

test('a form that is refused is the first to read, and the next ones share it', async () => {
  expect(await refused()).toContain('Refused (en) after reading 1');
  expect(await refused()).toContain('Refused (en) after reading 1');
});

describe('a form that is refused keeps where its reader came from', () => {
  const refusedAt = async (url: string, referer?: string) =>
    (await app.inject({ method: 'POST', url, headers: referer ? { referer } : {} })).body;
  const site = 'http://localhost:3000';

  test.each([
    ['the page before', '/form', `${site}/sign?lang=fr&by=abcd2345`, '?by=abcd2345'],
    ['the start page', '/form?lang=fr', `${site}/?utm_source=radio`, '?utm_source=radio'],
    ['its own address', '/form?by=abcd2345', undefined, '?by=abcd2345'],
    ['itself, refused before', '/form?by=abcd2345', `${site}/form`, '?by=abcd2345'],
  ])('as %s says it', async (_, url, referer, query) => {
    expect(await refusedAt(url, referer)).toContain(
      `Refused (${/=fr/.test(url) ? 'fr' : 'en'})${query} after`,
    );
  });

  test.each([
    ['/form', 'https://elsewhere.example/?by=abcd2345'],
    ['/form?by=%22onclick', undefined],
  ])('and nothing odd or foreign', async (url, referer) => {
    expect(await refusedAt(url, referer)).toContain('Refused (en) after');
  });
});

test('a publication is shown in the next refused form too', async () => {
  await refused();
  version = 2;
  cache.drop();
  expect(await refused()).toContain('Refused (en) after reading 2');
});

test('without its database a refused form is shown with the last that was read, else in plain words', async () => {
  isAway = true;
  expect(JSON.parse(await refused())).toEqual({ message: 'Refused' });
  isAway = false;
  await refused();
  isAway = true;
  cache.drop();
  expect(await refused()).toContain('Refused (en) after reading 1');
});

const read = async (url: string, headers: Record<string, string> = {}) => {
  const answer = await app.inject({ url, headers });
  return { ...answer, text: answer.body };
};

describe('the language of a page', () => {
  test('is what the address asks for, for this page alone', async () => {
    const answer = await app.inject({ url: '/?lang=fr', headers: { 'accept-language': 'en' } });
    expect(answer.body).toContain('<html lang="fr" dir="ltr">');
    expect(answer.body).toContain('after reading 1 in fr');
    expect(answer.headers['content-language']).toBe('fr');
    expect(answer.headers['set-cookie']).toEqual(['opened=1']);
  });

  test.each<Record<string, string>>([{}, { 'sec-fetch-site': 'same-origin' }])(
    'is kept by a cookie when it was chosen by the link of a page (%o)',
    async (headers) => {
      const answer = await read(choosing('/', 'fr'), headers);
      expect(answer.text).toContain('<html lang="fr"');
      expect(answer.headers['set-cookie']).toContainEqual(
        expect.stringMatching(/^lang=fr; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/),
      );
      expect((await read(choosing('/profile', 'en'), headers)).headers['set-cookie']).toMatch(
        /^lang=en;/,
      );
    },
  );

  test.each([
    ['an address that was passed on', choosing('/', 'fr'), { 'sec-fetch-site': 'none' }],
    ['another site’s link', choosing('/', 'fr'), { 'sec-fetch-site': 'cross-site' }],
    ['a language that is none of ours', '/?lang=de&keep=1', {}],
    ['the choice of none', '/?keep=1', {}],
    ['a choice that is not ours', '/?lang=fr&keep=0', {}],
  ])('is not kept by %s', async (_, url, headers) => {
    expect((await read(url, headers)).headers['set-cookie']).toEqual(['opened=1']);
  });

  test('is the kept one before the browser’s', async () => {
    const { text } = await read('/', { cookie: 'lang=fr', 'accept-language': 'en' });
    expect(text).toContain('<html lang="fr"');
  });

  test('is the browser’s best where nothing was asked', async () => {
    const { text, headers } = await read('/', { 'accept-language': 'de, fr-CA;q=0.9, en;q=0.5' });
    expect(text).toContain('<html lang="fr"');
    expect(headers.vary).toBe('Accept-Encoding, Accept-Language, Cookie');
    expect(headers['set-cookie']).toEqual(['opened=1']);
  });

  test.each(['/?lang=de', '/?lang=fr&lang=en', '/?lang=', '/?lang=%00', '/'])(
    'is English at %s',
    async (url) => {
      const { text, statusCode } = await read(url, {
        'accept-language': 'de;q=1, *;q=0.1, fr;q=0',
      });
      expect(statusCode).toBe(200);
      expect(text).toContain('<html lang="en"');
    },
  );

  test('is that of what the document says by itself', async () => {
    const { text } = await read('/profile?lang=fr');
    expect(text).toContain('This page needs JavaScript. (fr)');
  });

  test('stays that of the form that was refused', async () => {
    const answer = await app.inject({ method: 'POST', url: '/form?lang=fr' });
    expect(answer.body).toContain('<html lang="fr"');
  });
});

test.each([
  ['the tag alone', (tag: string) => tag],
  ['it strong', (tag: string) => tag.slice(2)],
  ['it among others', (tag: string) => `"x", ${tag}`],
])('a browser that has %s gets 304', async (_what, having) => {
  const { headers } = await read('/');
  const answer = await read('/', { 'if-none-match': having(String(headers.etag)) });
  expect(answer.statusCode).toBe(304);
});

test('an encoding that is refused is not used', async () => {
  const answer = await read('/', { 'accept-encoding': 'br;q=0, gzip;q=0.5' });
  expect(answer.headers['content-encoding']).toBe('gzip');
});

describe('an address of a members’ document', () => {
  test.each(['/admin', '/admin/payments/claims?open=1', '/profile', '/account/verify'])(
    'answers 200 at %s',
    async (url) => {
      expect((await read(url)).statusCode).toBe(200);
    },
  );

  test.each(['/admin/nothing', '/admin/payments/nothing?open=1', '/account/nothing'])(
    'that names no page answers 404 with the page at %s',
    async (url) => {
      const answer = await read(url);
      expect(answer.statusCode).toBe(404);
      expect(answer.headers['content-type']).toContain('text/html');
      expect(answer.text).toContain('<div id="app">');
    },
  );
});

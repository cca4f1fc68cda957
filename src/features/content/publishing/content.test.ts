import { and, asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditLog } from '../../../server/audit.store.ts';
import { readPageVersion } from '../../../server/pages/page-version.store.ts';
import { openSite, type Site } from '../../../server/testing.ts';
import { idOf, type Text } from '../../../shared/content.ts';
import type { RenderPage } from '../../../shared/page.ts';
import fr from '../../../web/locales/fr.json' with { type: 'json' };
import { users } from '../../../server/user.store.ts';
import { loadDraftOverrides, loadOverrides } from './content.service.ts';
import { siteContent } from '../content.store.ts';
import { HERO } from '../texts/hero.rules.ts';
import { KNOWN_TEXTS } from '../texts/known-texts.rules.ts';
import { SITE } from '../texts/site.rules.ts';

/** The pages as visitors get them, drawn from their source. */
const pageSource = new URL('../../../web/entry.server.tsx', import.meta.url).pathname;
const { renderPage } = (await import(pageSource)) as { renderPage: RenderPage };

let site: Site;
let admin: Awaited<ReturnType<Site['loggedIn']>>;
beforeAll(async () => {
  site = await openSite({ work: false, render: renderPage });
  admin = await site.loggedIn('admin');
});
beforeEach(async () => {
  await site.db.delete(siteContent);
});
afterAll(() => site.close());

interface Row {
  id: string;
  section: string;
  key: string;
  value: string;
  language: string;
  version: number;
  status: string;
  updatedBy: string | null;
  updatedAt: string;
}
const path = '/api/admin/content';
const title = { section: 'hero', key: 'title_line1' };
const publish = (text: object, by = admin) => by.put(path, { ...title, value: 'Words', ...text });
const draft = (text: object, by = admin) => by.put(`${path}/draft`, { ...title, ...text });
const list = async (query = '') => (await admin.get(path + query)).body as Row[];
const drafts = async () => (await admin.get(`${path}/drafts`)).body as Row[];
const visitorReads = async (query = '', headers = {}) =>
  (await site.visitor().get(path + query, headers)).body as Row[];
const seed = () => admin.post('/api/admin/seed-content', {});
const rowsOf = (key: string) =>
  site.db
    .select()
    .from(siteContent)
    .where(eq(siteContent.key, key))
    .orderBy(asc(siteContent.version));

describe('a published text', () => {
  test('is read by visitors as section, key and value, and as nothing else', async () => {
    expect(await publish({ value: 'One cloth' })).toMatchObject({
      status: 200,
      body: { message: 'The text is published.' },
    });
    expect(await visitorReads()).toEqual([{ ...title, value: 'One cloth' }]);
    const member = await site.loggedIn('member');
    expect((await member.get(path)).body).toEqual([{ ...title, value: 'One cloth' }]);
  });

  test('is read by administrators with who wrote it, when, and as which version', async () => {
    const before = site.clock.now().toISOString();
    await publish({ value: 'One cloth' });
    const [row] = await list();
    expect([row?.updatedAt, before, site.clock.now().toISOString()].sort()[1]).toBe(row?.updatedAt);
    expect([row]).toEqual([
      {
        ...title,
        value: 'One cloth',
        id: expect.any(String),
        language: 'en',
        version: 1,
        status: 'published',
        updatedBy: admin.id,
        updatedAt: expect.any(String),
      },
    ]);
  });

  test('makes the one before it history, which stays as it was written', async () => {
    await publish({ value: 'First' });
    await publish({ value: 'Second' });
    await publish({ value: 'Third' });
    expect(await rowsOf('title_line1')).toMatchObject([
      { version: 1, status: 'archived', value: 'First' },
      { version: 2, status: 'archived', value: 'Second' },
      { version: 3, status: 'published', value: 'Third' },
    ]);
    expect((await list()).map(({ value }) => value)).toEqual(['Third']);
    expect((await list('?status=archived&sort=section')).map(({ value }) => value).sort()).toEqual([
      'First',
      'Second',
    ]);
    expect((await visitorReads('?status=archived')).map(({ value }) => value)).toEqual(['Third']);
  });

  test('belongs to its language alone', async () => {
    await publish({ value: 'One cloth' });
    await publish({ value: 'Une seule étoffe', language: 'fr' });
    expect(await visitorReads('?lang=fr')).toEqual([{ ...title, value: 'Une seule étoffe' }]);
    expect(await visitorReads('?lang=en')).toEqual([{ ...title, value: 'One cloth' }]);
    expect(await visitorReads('', { 'accept-language': 'fr-SN, en;q=0.5' })).toEqual([
      { ...title, value: 'Une seule étoffe' },
    ]);
    expect((await list()).length).toBe(2);
    expect((await list('?lang=fr')).map(({ language }) => language)).toEqual(['fr']);
    expect((await admin.get(`${path}?lang=de`)).status).toBe(400);
  });

  test('leaves before and after in the audit log and makes the pages new', async () => {
    const version = await readPageVersion(site.db);
    await publish({ key: 'audited', value: 'First' });
    await publish({ key: 'audited', value: 'Second' });
    expect(await readPageVersion(site.db)).toBe(version + 2);
    const acts = await site.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.subject, 'en hero.audited'), eq(auditLog.action, 'content.published')))
      .orderBy(asc(auditLog.id));
    expect(acts).toMatchObject([
      { actorId: admin.id, before: null, after: { version: 1, value: 'First' } },
      { actorId: admin.id, before: { version: 1, value: 'First' }, after: { value: 'Second' } },
    ]);
  });

  test('stays when the account of who wrote it has gone', async () => {
    const second = await site.loggedIn('admin');
    await publish({ value: 'Left behind' }, second);
    await site.db.delete(users).where(eq(users.id, second.id));
    expect(await list()).toMatchObject([{ value: 'Left behind', updatedBy: null }]);
  });

  test.each([
    ['a section that nobody knows', { section: 'spring', key: 'greeting' }],
    ['another section’s key', { section: 'site', key: 'title' }],
  ])('of %s is kept and read, and weighs on no page', async (_name, place) => {
    await publish({ ...place, value: 'Hello' });
    expect(await visitorReads()).toEqual([{ ...place, value: 'Hello' }]);
    expect(await loadOverrides(site.db, 'en')).toEqual({});
    expect(await loadDraftOverrides(site.db, 'en')).toEqual({});
  });

  test('keeps its line breaks, its joiners and its accents', async () => {
    const value = 'Une étoffe\r\nà nous\u00A0: 👩🏿‍🌾 نیم‌فاصله ✍🏾️';
    await publish({ value: `  ${value}\n` });
    expect((await visitorReads())[0]?.value).toBe(value.replace('\r\n', '\n'));
  });
});

test.each([
  ['may be left out', { section: 'vision', key: 'text2' }],
  ['nobody has written', { section: 'site', key: 'social_x' }],
  ['no page shows', { section: 'spring', key: 'greeting' }],
])('a text that %s can be hidden', async (_why, place) => {
  expect((await publish({ ...place, value: '-' })).status).toBe(200);
  expect(await visitorReads()).toEqual([{ ...place, value: '-' }]);
});

describe('a text is refused', () => {
  const missing = 'Please fill in all content fields.';
  const hidden =
    'This text contains a hidden character, such as one that reverses the writing direction. Please type that part again.';
  const address = 'Please enter a whole address that begins with https://.';
  const LINK = { section: 'site', key: 'social_facebook' };
  test.each([
    ['without a section', { section: '' }, missing],
    ['without a key', { key: ' ' }, missing],
    ['without a value', { value: undefined }, missing],
    ['with a value of blanks', { value: ' \n\t ' }, missing],
    [
      'with a section of 101 characters',
      { section: 's'.repeat(101) },
      'The section must be one line of at most 100 characters.',
    ],
    [
      'with a key of two lines',
      { key: 'one\ntwo' },
      'The key must be one line of at most 100 characters.',
    ],
    [
      'with a value of 20,001 characters',
      { value: 'x'.repeat(20_001) },
      'A text may have at most 20,000 characters.',
    ],
    [
      'in a language that the site does not speak',
      { language: 'xx' },
      'The site is not available in that language.',
    ],
    ['with a version that is none', { version: 1.5 }, 'The version must be a whole number.'],
    ['with a field of its own', { updatedBy: 'me' }, 'This field is not accepted.'],
    ['with a bell', { value: 'ding\u0007' }, hidden],
    ['with a right-to-left override', { value: 'safe\u202Egnp.exe' }, hidden],
    ['with a turned direction that is isolated', { value: 'a\u2067b\u2069' }, hidden],
    ['with a zero width space', { value: 'pay\u200Bpal' }, hidden],
    ['with a byte order mark inside', { value: 'a\uFEFFb' }, hidden],
    ['with a line separator', { value: 'a\u2028b' }, hidden],
    ['with invisible letters', { value: 'a\u3164b' }, hidden],
    ['with tags that nobody sees', { value: 'a\u{E0041}b' }, hidden],
    ['with a turned direction in its key', { key: 'a\u202Eb' }, hidden],
    ['with a link that is a script', { ...LINK, value: 'javascript:alert(1)' }, address],
    ['with a link that is data', { ...LINK, value: 'data:text/html,x' }, address],
    ['with a link without https', { ...LINK, value: 'http://example.org' }, address],
    ['with a link that is half an address', { ...LINK, value: 'facebook.com/ours' }, address],
  ])('%s', async (_why, text, message) => {
    for (const answer of [await publish(text), await draft({ value: 'Words', ...text })])
      expect(answer).toMatchObject({ status: 400, body: { message } });
    expect(await site.db.select().from(siteContent)).toEqual([]);
  });

  test.each(['title_line1', 'description', 'apply_button_text', 'passport_alt'])(
    'that hides the hero’s %s, which the page needs',
    async (key) => {
      const message =
        'This text cannot be hidden. The page needs it, for example as a heading or the name of a link.';
      for (const answer of [await publish({ key, value: ' - ' }), await draft({ key, value: '-' })])
        expect(answer).toMatchObject({
          status: 400,
          body: { message, fields: { value: message } },
        });
      expect(await site.db.select().from(siteContent)).toEqual([]);
    },
  );

  test('of 100 KB', async () => {
    expect(await publish({ value: 'x'.repeat(100_000) })).toMatchObject({
      status: 413,
      body: { message: 'The request is too large.' },
    });
    expect(await site.db.select().from(siteContent)).toEqual([]);
  });
});

test('a text of 20,000 Ethiopic letters is taken', async () => {
  const value = 'ሀ'.repeat(20_000);
  expect((await publish({ value })).status).toBe(200);
  expect((await list())[0]?.value).toBe(value);
});

describe('two administrators at once', () => {
  test('the second, who had an older text before them, gets a conflict and loses nothing', async () => {
    await publish({ value: 'First' });
    const second = await site.loggedIn('admin');
    expect((await publish({ value: 'Hers', version: 1 })).status).toBe(200);
    expect(await publish({ value: 'His', version: 1 }, second)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('Someone else has changed this text') },
    });
    expect((await visitorReads())[0]?.value).toBe('Hers');
    expect((await publish({ value: 'His', version: 2 }, second)).status).toBe(200);
  });

  test('a text that was taken back meanwhile is not published over by accident', async () => {
    await publish({ value: 'First' });
    await admin.delete(`${path}/${(await list())[0]?.id}`);
    expect((await publish({ value: 'Second', version: 1 })).status).toBe(409);
    expect((await draft({ value: 'Second', version: 1 })).status).toBe(409);
    expect((await publish({ value: 'Second', version: 0 })).status).toBe(200);
    expect(await list()).toMatchObject([{ value: 'Second', version: 2 }]);
  });

  test('of ten who publish the first text one succeeds', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => publish({ value: `Text ${n}`, version: 0 })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
    expect(await site.db.select().from(siteContent)).toHaveLength(1);
  });

  test('ten who do not say what they saw leave ten versions and one published text', async () => {
    await Promise.all(Array.from({ length: 10 }, (_, n) => publish({ value: `Text ${n}` })));
    const rows = await rowsOf('title_line1');
    expect(rows.map(({ version }) => version)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(rows.filter(({ status }) => status === 'published')).toHaveLength(1);
  });
});

describe('a draft', () => {
  test('is one for each text and language, however often it is saved', async () => {
    await draft({ value: 'A' });
    await draft({ value: 'AB' });
    await draft({ value: 'É', language: 'fr' });
    expect((await drafts()).map(({ value, language }) => [language, value]).sort()).toEqual([
      ['en', 'AB'],
      ['fr', 'É'],
    ]);
  });

  test('is shared: who does not say what they saw replaces it, as docs/operations.md says', async () => {
    const second = await site.loggedIn('admin');
    await draft({ value: 'Hers' });
    await draft({ value: 'His' }, second);
    expect(await drafts()).toMatchObject([{ value: 'His', updatedBy: second.id }]);
  });

  test('of someone else that they have not seen is not saved over', async () => {
    const other = await site.loggedIn('admin');
    expect(await draft({ value: 'Mine', draft: null })).toMatchObject({ status: 200 });
    // Their own may follow at once, whatever their page has read meanwhile.
    expect(await draft({ value: 'Mine!', draft: null })).toMatchObject({ status: 200 });
    expect(await draft({ value: 'Theirs', draft: null }, other)).toMatchObject({ status: 409 });
    expect((await drafts()).map(({ value }) => value)).toEqual(['Mine!']);
    const [seen] = await drafts();
    expect(await draft({ value: 'Theirs', draft: seen?.updatedAt }, other)).toMatchObject({
      status: 200,
    });
    expect((await drafts()).map(({ value }) => value)).toEqual(['Theirs']);
    expect(await draft({ value: '', draft: null })).toMatchObject({ status: 400 });
  });

  test('of someone else that they have not seen stays when the text is published, and is not thrown away', async () => {
    const other = await site.loggedIn('admin');
    await draft({ value: 'Theirs' }, other);
    const place = `${path}/draft?section=hero&key=title_line1&language=en`;
    const old = site.clock.now().toISOString().replace(/^\d+/, '2020');
    expect(await publish({ value: 'Mine', draft: null })).toMatchObject({ status: 200 });
    expect(await admin.delete(`${place}&draft=${old}`)).toMatchObject({ status: 409 });
    const [seen] = await drafts();
    expect(seen?.value).toBe('Theirs');
    expect(await admin.delete(`${place}&draft=${seen?.updatedAt}`)).toMatchObject({ status: 200 });
    await draft({ value: 'Theirs again' }, other);
    const [now] = await drafts();
    expect(await publish({ value: 'Mine', draft: now?.updatedAt })).toMatchObject({ status: 200 });
    expect(await drafts()).toEqual([]);
  });

  test('of someone else stays when the published text is taken back', async () => {
    await publish({ value: 'Published' });
    await draft({ value: 'Theirs' }, await site.loggedIn('admin'));
    await admin.delete(`${path}/${(await list())[0]?.id}`);
    expect((await drafts()).map(({ value }) => value)).toEqual(['Theirs']);
  });

  test('never leaks to visitors, nor into the pages, nor into the list of what is published', async () => {
    await publish({ value: 'Published' });
    const version = await readPageVersion(site.db);
    await draft({ value: 'Secret' });
    expect(await visitorReads()).toMatchObject([{ value: 'Published' }]);
    expect(await visitorReads('?status=draft')).toMatchObject([{ value: 'Published' }]);
    expect(await list()).toMatchObject([{ value: 'Published' }]);
    expect(await loadOverrides(site.db, 'en')).toEqual({ 'hero.title_line1': 'Published' });
    expect(await loadDraftOverrides(site.db, 'en')).toEqual({ 'hero.title_line1': 'Secret' });
    expect(await readPageVersion(site.db)).toBe(version);
    for (const who of [site.visitor(), await site.loggedIn('member')])
      expect((await who.get(`${path}/drafts`)).text).not.toContain('Secret');
  });

  test('goes when its text is published', async () => {
    await draft({ value: 'Draft' });
    await publish({ value: 'Published' });
    expect(await drafts()).toEqual([]);
  });

  test('can be thrown away once', async () => {
    await draft({ value: 'Draft' });
    const place = `${path}/draft?section=hero&key=title_line1&language=en`;
    expect((await admin.delete(place)).status).toBe(200);
    expect(await drafts()).toEqual([]);
    expect((await admin.delete(place)).status).toBe(404);
  });

  test('is no version: the first publication is the first', async () => {
    await draft({ value: 'Draft' });
    await publish({ value: 'Published', version: 0 });
    expect(await list()).toMatchObject([{ version: 1 }]);
  });
});

describe('back to the built-in text', () => {
  test('leaves the published one and their own draft off the pages and keeps it as history', async () => {
    await publish({ value: 'Published' });
    await draft({ value: 'Draft' });
    const version = await readPageVersion(site.db);
    const [row] = await list();
    expect(await admin.delete(`${path}/${row?.id}`)).toMatchObject({
      status: 200,
      body: { message: 'Visitors no longer see the published text.' },
    });
    expect(await visitorReads()).toEqual([]);
    expect(await loadDraftOverrides(site.db, 'en')).toEqual({});
    expect(await rowsOf('title_line1')).toMatchObject([{ status: 'archived', value: 'Published' }]);
    expect(await readPageVersion(site.db)).toBe(version + 1);
  });

  test('is undone by publishing the old words again', async () => {
    await publish({ value: 'Published' });
    await admin.delete(`${path}/${(await list())[0]?.id}`);
    await publish({ value: 'Published', version: 0 });
    expect(await list()).toMatchObject([{ value: 'Published', version: 2 }]);
  });

  test('is 404 for a draft, an archived text and an unknown one', async () => {
    await publish({ value: 'First' });
    await publish({ value: 'Second' });
    await draft({ value: 'Draft' });
    const others = (await rowsOf('title_line1')).filter(({ status }) => status !== 'published');
    expect(others).toHaveLength(2);
    for (const { id } of [...others, { id: '5f1c0f5e-9e0e-4a53-a1de-0f9c9c1e8a11' }])
      expect((await admin.delete(`${path}/${id}`)).status).toBe(404);
    expect(await list()).toMatchObject([{ value: 'Second' }]);
    expect(await drafts()).toHaveLength(1);
  });
});

describe('seeding', () => {
  const said: Record<string, string> = fr;
  /** English holds in French for what the whole site is called, where French says the same. */
  const isHeld = ({ section, fallback }: Text) =>
    section === 'site' && (said[fallback] ?? fallback) === fallback;
  const builtIn = KNOWN_TEXTS.filter(({ fallback }) => fallback !== '');
  const seeded = [
    ...builtIn.map((text) => `en ${idOf(text)}`),
    ...builtIn.filter((text) => !isHeld(text)).map((text) => `fr ${idOf(text)}`),
  ];

  test('publishes every built-in text in every language, and a second time nothing', async () => {
    expect(await seed()).toMatchObject({
      status: 200,
      body: { message: `${seeded.length} texts were added.` },
    });
    const rows = await site.db.select().from(siteContent);
    expect(rows.map((row) => `${row.language} ${idOf(row)}`).sort()).toEqual(seeded.sort());
    const version = await readPageVersion(site.db);
    expect(await seed()).toMatchObject({
      status: 200,
      body: { message: 'Every text was there already.' },
    });
    expect(await site.db.select().from(siteContent)).toEqual(rows);
    expect(await readPageVersion(site.db)).toBe(version);
  });

  test('keeps what was written, drafts too', async () => {
    await publish({ value: 'Mine' });
    await draft({ value: 'Being written', language: 'fr' });
    await seed();
    const english = (await list('?lang=en')).filter(({ key }) => key === title.key);
    expect(english).toMatchObject([{ value: 'Mine', version: 1 }]);
    expect(await drafts()).toMatchObject([{ value: 'Being written', language: 'fr' }]);
  });

  test('counts on where a text had versions before', async () => {
    await publish({ value: 'Mine' });
    await admin.delete(`${path}/${(await list())[0]?.id}`);
    await seed();
    expect((await list('?lang=en')).find(({ key }) => key === title.key)).toMatchObject({
      version: 2,
      value: HERO.title_line1.fallback,
    });
  });

  test('changes nothing that visitors read: a site named in English keeps that name in French', async () => {
    await publish({ section: 'site', key: 'name', value: 'Passport of Tomorrow' });
    await seed();
    expect(await loadOverrides(site.db, 'fr')).toMatchObject({
      'site.name': 'Passport of Tomorrow',
    });
  });

  test('speaks each language', async () => {
    await seed();
    const french = (await list('?lang=fr')).filter(({ language }) => language === 'fr');
    expect(french.length).toBeGreaterThan(0);
    for (const { section, key, value } of french) {
      const built = KNOWN_TEXTS.find((text) => text.section === section && text.key === key);
      expect(value).toBe(said[built?.fallback ?? '']);
    }
  });

  test('says how many in the language of who asked', async () => {
    await seed();
    const again = await admin.post('/api/admin/seed-content', {}, { 'accept-language': 'fr' });
    const { message } = again.body as { message: string };
    expect(message).not.toBe('Every text was there already.');
    expect(message).toMatch(/text/);
  });

  test('ten times at once adds each text once', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, seed));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(await site.db.select().from(siteContent)).toHaveLength(seeded.length);
  });
});

describe('what the whole site is called', () => {
  const name = { section: 'site', key: 'name' };

  test('in English holds for French, until French has its own', async () => {
    await publish({ ...name, value: 'Passport of Tomorrow' });
    expect(await loadOverrides(site.db, 'fr')).toEqual({ 'site.name': 'Passport of Tomorrow' });
    expect(await visitorReads('?lang=fr')).toEqual([{ ...name, value: 'Passport of Tomorrow' }]);
    await publish({ ...name, value: 'Passeport de demain', language: 'fr' });
    expect(await loadOverrides(site.db, 'fr')).toEqual({ 'site.name': 'Passeport de demain' });
    expect(await loadOverrides(site.db, 'en')).toEqual({ 'site.name': 'Passport of Tomorrow' });
  });

  test('in French never holds for English', async () => {
    await publish({ ...name, value: 'Passeport de demain', language: 'fr' });
    expect(await loadOverrides(site.db, 'en')).toEqual({});
  });

  test('as an English draft is seen in the French preview, unless French has its own', async () => {
    await draft({ ...name, value: 'Draft' });
    expect(await loadDraftOverrides(site.db, 'fr')).toEqual({ 'site.name': 'Draft' });
    await publish({ ...name, value: 'Passeport de demain', language: 'fr' });
    expect(await loadDraftOverrides(site.db, 'fr')).toEqual({ 'site.name': 'Passeport de demain' });
  });
});

describe('the list of an administrator', () => {
  test('is searched, sorted and paged like the other lists', async () => {
    for (const n of [1, 2, 3, 4, 5]) await publish({ key: `line_${n}`, value: `Text ${n}` });
    await publish({ key: 'other', value: 'Nothing of that kind' });
    const first = await admin.get(`${path}?search=text&sort=key&limit=2&lang=en`);
    expect((first.body as Row[]).map(({ key }) => key)).toEqual(['line_1', 'line_2']);
    expect(first.headers['x-total-count']).toBe('5');
    const [, next] = /<([^>]+)>; rel="next"/.exec(String(first.headers.link)) ?? [];
    const second = await admin.get(next ?? '');
    expect((second.body as Row[]).map(({ key }) => key)).toEqual(['line_3', 'line_4']);
    expect((await list('?search=hero%20/%20line_5')).map(({ key }) => key)).toEqual(['line_5']);
    expect((await admin.get(`${path}?cursor=forged`)).status).toBe(400);
  });
});

describe('a page', () => {
  const read = async (headers = {}) => (await site.visitor().get('/thanks/contact', headers)).text;

  test('shows markup as the text that it is', async () => {
    const value = '<script>alert(1)</script><b onclick="x">&amp;';
    await publish({ section: 'site', key: 'name', value });
    expect((await visitorReads())[0]?.value).toBe(value);
    site.dropPages();
    const html = await read();
    expect(html).not.toContain('<script>alert');
    expect(html).not.toContain('<b onclick');
    const shown = '&lt;script&gt;alert(1)&lt;/script&gt;&lt;b onclick=&quot;x&quot;&gt;&amp;amp;';
    expect(html.split(shown).length - 1).toBeGreaterThanOrEqual(2);
  });

  test('shows what was published, in its language, within a second and a bit', async () => {
    await publish({ section: 'site', key: 'name', value: 'Before' });
    await site.until(async () => expect(await read()).toContain('Before'), 1500);
    await publish({ section: 'site', key: 'name', value: 'Après', language: 'fr' });
    await site.until(
      async () => expect(await read({ 'accept-language': 'fr' })).toContain('Après'),
      1500,
    );
    expect(await read()).not.toContain('Après');
  });

  // The embedded database belongs to one process.
  test.skipIf(process.env.TEST_DATABASE !== 'postgres')(
    'of another instance shows it within a second and a bit too',
    async () => {
      const databaseUrl = site.database.pool?.options.connectionString as string;
      const other = await openSite({ work: false, render: renderPage, databaseUrl });
      const readOther = async () => (await other.visitor().get('/thanks/contact')).text;
      expect(await readOther()).toContain(SITE.name.fallback);
      await publish({ section: 'site', key: 'name', value: 'Seen from afar' });
      await site.until(async () => expect(await readOther()).toContain('Seen from afar'), 1500);
      await other.close();
    },
  );
});

describe('who may write', () => {
  const id = '5f1c0f5e-9e0e-4a53-a1de-0f9c9c1e8a11';
  const calls = [
    ['PUT', path, { ...title, value: 'Words' }],
    ['DELETE', `${path}/${id}`, undefined],
    ['GET', `${path}/drafts`, undefined],
    ['PUT', `${path}/draft`, { ...title, value: 'Words' }],
    ['DELETE', `${path}/draft?section=hero&key=title_line1`, undefined],
    ['POST', '/api/admin/seed-content', {}],
  ] as const;

  test.each(calls)('%s %s: editors and owners alone', async (method, url, body) => {
    expect((await site.visitor().send(method, url, body)).status).toBe(401);
    for (const role of ['member', 'finance', 'moderator', 'viewer'] as const)
      expect((await (await site.loggedIn(role)).send(method, url, body)).status, role).toBe(403);
    expect(await site.db.select().from(siteContent)).toEqual([]);
  });
});

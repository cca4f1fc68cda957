import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditLog } from '../../server/audit.store.ts';
import { readPageVersion } from '../../server/pages/page-version.store.ts';
import { sessions } from '../../server/security/session.store.ts';
import { mailOptionsIn } from '../mail/mail-options.service.ts';
import { openSite, type Site } from '../../server/testing.ts';
import type { RenderPage } from '../../shared/page.ts';
import { minutes } from '../../shared/time.ts';
import { outgoingMails } from '../mail/queue/outgoing-mail.store.ts';
import { users } from '../../server/user.store.ts';
import { newestOf, undoableOf, undoNewest } from '../audit/undo/testing.ts';
import { donationLinks } from './donation-link.store.ts';

/** A page that shows the links and nothing else. */
const render: RenderPage = async ({ path, language }, { donationLinks }) => ({
  kind: 'static',
  status: 200,
  title: path,
  language,
  description: '',
  siteName: '',
  markup: `<p>${donationLinks?.map(({ name, url }) => `${name} at ${url}`).join(', ')}</p>`,
  state: undefined,
});

type Browser = Awaited<ReturnType<Site['loggedIn']>>;
let site: Site;
let admin: Browser;
beforeAll(async () => {
  site = await openSite({ work: false, render });
  admin = await site.loggedIn('admin');
});
beforeEach(() => site.db.delete(donationLinks));
afterAll(() => site.close());

interface Row {
  id: string;
  name: string;
  url: string;
  isActive: boolean;
}
const path = '/api/admin/donation-links';
const give = { name: 'Donorbox', url: 'https://donorbox.org/one-africa' };
const other = { name: 'GoFundMe', url: 'https://gofundme.com/f/one-africa' };
const create = (link: object = give) => admin.post(path, link);
const list = async (query = '') => (await admin.get(path + query)).body as Row[];
const offered = async () => (await site.visitor().get('/api/donation-links')).body as Row[];
/** The one link that there is. */
async function only(link: object = give): Promise<Row> {
  expect((await create(link)).status).toBe(201);
  const [row] = await list();
  return row!;
}

describe('a new donation link', () => {
  test('is stored, on the page, and offered to visitors without who wrote it', async () => {
    const answer = await create();
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({ message: 'Every administrator gets an email about the link.' });
    expect(await list()).toEqual([
      {
        id: expect.any(String),
        ...give,
        isActive: true,
        updatedBy: admin.id,
        updatedAt: expect.any(String),
      },
    ]);
    expect(await offered()).toEqual([{ id: expect.any(String), ...give, isActive: true }]);
  });

  test('is kept as a browser follows it', async () => {
    await create({ name: ' Ours ', url: '  HTTPS://WWW.Example.org:443/Give  ' });
    expect(await list()).toMatchObject([{ name: 'Ours', url: 'https://www.example.org/Give' }]);
  });

  const missing = 'Please fill in all donation link fields.';
  const hidden =
    'The name contains a hidden character, such as one that reverses the text direction. Please type it again.';
  const badAddress =
    'Enter an address that starts with https:// and contains no user name or password, such as https://example.org/give.';
  test.each([
    [{}, missing, ['name', 'url']],
    [{ name: ' ', url: '' }, missing, ['name', 'url']],
    [{ name: 'Ours' }, missing, ['url']],
    [{ url: give.url }, missing, ['name']],
    [{ name: 'x'.repeat(101), url: give.url }, 'Enter a name of at most 100 characters.', ['name']],
    [{ ...give, url: 'http://donorbox.org/one-africa' }, badAddress, ['url']],
    [{ ...give, url: 'javascript:alert(1)' }, badAddress, ['url']],
    [{ ...give, url: 'https://us:secret@donorbox.org/' }, badAddress, ['url']],
    [{ ...give, url: 'https://localhost/give' }, badAddress, ['url']],
    [{ ...give, url: `https://example.org/${'a'.repeat(500)}` }, badAddress, ['url']],
    [{ ...give, name: 'Give \u202Emoc.live' }, hidden, ['name']],
    [{ ...give, name: '\u2067Donorbox' }, hidden, ['name']],
    [{ ...give, name: 'Donor\u200Bbox' }, hidden, ['name']],
    [{ ...give, updatedBy: randomUUID() }, 'This field is not accepted.', ['updatedBy']],
  ])('is refused as %j, and nothing is stored', async (link, message, fields) => {
    const answer = await create(link);
    expect(answer).toMatchObject({ status: 400, body: { message } });
    expect(Object.keys((answer.body as { fields: object }).fields)).toEqual(fields);
    expect(await list()).toEqual([]);
  });

  test('is refused when its address is listed already, in whatever letters', async () => {
    await create();
    const answer = await create({ name: 'Again', url: 'https://DONORBOX.org/one-africa' });
    const message = 'This address is listed already.';
    expect(answer).toMatchObject({ status: 409, body: { message, fields: { url: message } } });
    expect(await list()).toMatchObject([give]);
  });

  test('may be named in any writing', async () => {
    const names = ['تبرع', 'ገንዘብ ስጡ', 'Offre-nous un thé 👨‍👩‍👧'];
    for (const [n, name] of names.entries())
      expect((await create({ name, url: `${give.url}/${n}` })).status).toBe(201);
    expect((await list()).map(({ name }) => name).sort()).toEqual(names.sort());
  });

  test('can be stored off the page, as one that is put back', async () => {
    await create({ ...give, isActive: false });
    expect(await list()).toMatchObject([{ ...give, isActive: false }]);
    expect(await offered()).toEqual([]);
  });
});

describe('the list', () => {
  test('is newest first, is searched, and pages', async () => {
    await create();
    site.clock.advance(1000);
    await create(other);
    expect((await list()).map(({ name }) => name)).toEqual(['GoFundMe', 'Donorbox']);
    expect((await list('?search=donorbox')).map(({ name }) => name)).toEqual(['Donorbox']);
    const page = await admin.get(`${path}?limit=1`);
    expect(page.body).toMatchObject([other]);
    expect(page.headers['x-total-count']).toBe('2');
    const next = /<([^>]+)>; rel="next"/.exec(String(page.headers.link))?.[1] ?? '';
    expect((await admin.get(next)).body).toMatchObject([give]);
  });
});

describe('switching and deleting', () => {
  test('takes a link off the page and puts it on again', async () => {
    const { id } = await only();
    expect(await admin.put(`${path}/${id}`, { isActive: false })).toMatchObject({
      status: 200,
      body: { message: 'Donation link updated.' },
    });
    expect(await offered()).toEqual([]);
    expect(await list()).toMatchObject([{ id, isActive: false }]);
    await admin.put(`${path}/${id}`, { isActive: true });
    expect(await offered()).toMatchObject([give]);
  });

  test.each([{}, { isActive: 'no' }, { isActive: null }, { isActive: true, url: other.url }])(
    'is refused as %j',
    async (change) => {
      const { id } = await only();
      expect((await admin.put(`${path}/${id}`, change)).status).toBe(400);
      expect(await list()).toMatchObject([{ ...give, isActive: true }]);
    },
  );

  test('a deleted one is gone; a second deletion is 404', async () => {
    const { id } = await only();
    expect(await admin.delete(`${path}/${id}`)).toMatchObject({
      status: 200,
      body: { message: 'Visitors no longer see the link.' },
    });
    expect(await list()).toEqual([]);
    const message = 'This donation link does not exist.';
    for (const answer of [
      await admin.delete(`${path}/${id}`),
      await admin.put(`${path}/${id}`, { isActive: true }),
    ])
      expect(answer).toMatchObject({ status: 404, body: { message } });
  });
});

describe('from the list of last actions', () => {
  test('a switched link is switched back', async () => {
    const { id } = await only();
    await admin.put(`${path}/${id}`, { isActive: false });
    expect(await newestOf(admin, 'donation_link.changed')).toMatchObject({ about: give.name });
    await undoNewest(admin, 'donation_link.changed');
    expect(await list()).toMatchObject([{ id, isActive: true }]);
  });

  test('a deleted link is put back as it was, and leaves the list of what can be undone', async () => {
    const link = await only({ ...give, isActive: false });
    await admin.delete(`${path}/${link.id}`);
    await undoNewest(admin, 'donation_link.deleted');
    const { id, name, url, isActive } = link;
    expect(await list()).toMatchObject([{ id, name, url, isActive }]);
    const acts = await undoableOf(admin);
    expect(acts.filter(({ undo }) => JSON.stringify(undo).includes(id))).toMatchObject([
      { action: 'donation_link.created' },
    ]);
    // A second time it is there already.
    expect((await create({ id, name, url, isActive })).status).toBe(409);
  });

  test('a new link is deleted', async () => {
    await only();
    await undoNewest(admin, 'donation_link.created');
    expect(await list()).toEqual([]);
  });

  test('nothing is undone by who may not change links', async () => {
    const former = await site.loggedIn('admin');
    expect((await former.post(path, give)).status).toBe(201);
    await site.db.update(users).set({ role: 'moderator' }).where(eq(users.id, former.id));
    expect(await undoableOf(former)).toEqual([]);
    await site.db.update(users).set({ isAdmin: false, role: null }).where(eq(users.id, former.id));
  });
});

describe('the public page', () => {
  const page = async () => /<p>(.*)<\/p>/.exec((await site.visitor().get('/')).text)?.[1];
  const shows = (links: string) => site.until(async () => expect(await page()).toBe(links), 1500);
  const [first, second] = [`Donorbox at ${give.url}`, `GoFundMe at ${other.url}`];

  test('shows the links that are on, newest first, within a second and a bit of each change', async () => {
    await shows('');
    const { id } = await only();
    await shows(first);
    site.clock.advance(1000);
    await create(other);
    await shows(`${second}, ${first}`);
    await admin.put(`${path}/${id}`, { isActive: false });
    await shows(second);
    await admin.put(`${path}/${id}`, { isActive: true });
    await shows(`${second}, ${first}`);
    await admin.delete(`${path}/${id}`);
    await shows(second);
  });
});

test('an address that would no longer be taken is not offered either', async () => {
  const { id } = await only();
  const before = (await offered()).length;
  await site.db
    .update(donationLinks)
    .set({ url: 'javascript:alert(1)' })
    .where(eq(donationLinks.id, id));
  expect([before, await offered()]).toEqual([1, []]);
});

describe('each change', () => {
  test('leaves before and after in the audit log and makes the pages new', async () => {
    const version = await readPageVersion(site.db);
    const { id } = await only();
    await admin.put(`${path}/${id}`, { isActive: false });
    await admin.put(`${path}/${id}`, { isActive: false }); // as it is already: no change
    await admin.delete(`${path}/${id}`);
    expect(await readPageVersion(site.db)).toBe(version + 3);
    const acts = await site.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.subject, id))
      .orderBy(auditLog.id);
    const [on, off] = [
      { id, ...give, isActive: true },
      { id, ...give, isActive: false },
    ];
    expect(
      acts
        .sort((a, b) => a.id - b.id)
        .map(({ action, actorId, before, after }) => ({ action, actorId, before, after })),
    ).toEqual([
      { action: 'donation_link.created', actorId: admin.id, before: null, after: on },
      { action: 'donation_link.changed', actorId: admin.id, before: on, after: off },
      { action: 'donation_link.deleted', actorId: admin.id, before: off, after: null },
    ]);
  });

  test('is mailed to every administrator, in their language', async () => {
    const second = await site.loggedIn('admin');
    await site.db.update(users).set({ locale: 'fr' }).where(eq(users.id, second.id));
    const { id } = await only();
    await site.db.delete(outgoingMails);
    await admin.put(`${path}/${id}`, { isActive: false });
    const mails = await site.db.select().from(outgoingMails);
    expect(mails.map(({ template }) => template)).toEqual([
      'payment-destination-changed',
      'payment-destination-changed',
    ]);
    const propsByLanguage = Object.fromEntries(
      mails.map(({ id: mail, locale, sealedProps }) => [
        locale,
        JSON.parse(site.context.secrets.unseal('mail-props', mail, sealedProps)) as object,
      ]),
    );
    expect(propsByLanguage).toMatchObject({
      en: {
        isDonation: true,
        configType: 'Donation link',
        before: `Donorbox: ${give.url} (on the page)`,
        after: `Donorbox: ${give.url} (not on the page)`,
      },
      fr: {
        configType: 'Lien de don',
        after: expect.stringContaining('(pas sur la page)'),
      },
    });
    const { text } = await site.context.renderMail(
      'payment-destination-changed',
      propsByLanguage['en']!,
      await mailOptionsIn(site.context, 'en'),
    );
    expect(text.replaceAll(/\s+/g, ' ')).toContain('take the link off the page under Donations');
    await site.db.update(users).set({ isAdmin: false, role: null }).where(eq(users.id, second.id));
  });
});

describe('who may', () => {
  const id = randomUUID();
  const calls = [
    ['POST', path, give],
    ['PUT', `${path}/${id}`, { isActive: true }],
    ['DELETE', `${path}/${id}`, undefined],
  ] as const;

  test.each(calls)(
    '%s %s: no administrator whose password is older than five minutes',
    async (method, url, body) => {
      const stale = await site.loggedIn('admin');
      const authenticatedAt = new Date(site.clock.now().getTime() - minutes(6));
      await site.db.update(sessions).set({ authenticatedAt }).where(eq(sessions.userId, stale.id));
      expect(await stale.send(method, url, body)).toMatchObject({
        status: 403,
        body: { reason: 'reauthenticate' },
      });
      expect(await site.db.select().from(donationLinks)).toEqual([]);
    },
  );

  test('no visitor and no member', async () => {
    for (const [browser, status] of [
      [site.visitor(), 401],
      [await site.loggedIn('member'), 403],
    ] as const)
      for (const [method, url, body] of [...calls, ['GET', path, undefined] as const])
        expect((await browser.send(method, url, body)).status).toBe(status);
    expect(await site.db.select().from(donationLinks)).toEqual([]);
  });
});

import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditLog } from '../../server/audit.store.ts';
import { openSite, type Site } from '../../server/testing.ts';
import { days } from '../../shared/time.ts';
import { donations } from './donation.store.ts';

type Browser = Awaited<ReturnType<Site['loggedIn']>>;
let site: Site;
let admin: Browser;
beforeAll(async () => {
  site = await openSite({ work: false });
  admin = await site.loggedIn('admin');
});
beforeEach(() => site.db.delete(donations));
afterAll(() => site.close());

const path = '/api/admin/donations';
const whole = {
  donorName: 'Awa Diop',
  donorEmail: 'awa@example.org',
  donorCountry: 'Senegal',
  donorPhone: '+221 33 123 45 67',
  donationAmount: '25.00',
  paymentMethod: 'paypal',
  message: 'For one cloth.\nWith joy.',
  isAnonymous: false,
  receivedOn: '2026-03-01',
};
const least = { donorName: 'Kofi', donationAmount: 10 };
const enter = (donation: object = whole) => admin.post(path, donation);
const list = async (query = '') =>
  (await admin.get(path + query)).body as Record<string, unknown>[];
const dayFromNow = (n: number) =>
  new Date(site.clock.now().getTime() + days(n)).toISOString().slice(0, 10);

describe('a donation entered by hand', () => {
  test('is listed with everything that was said of it', async () => {
    const answer = await enter();
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({ message: 'The donation is in the list.' });
    expect(await list()).toEqual([
      { id: expect.any(String), ...whole, createdAt: expect.any(String) },
    ]);
    const [row] = await site.db.select().from(donations);
    expect(row).toMatchObject({ amountCents: 2500n, recordedBy: admin.id });
  });

  test('needs an amount and a name; it came by credit card and today unless it is said', async () => {
    await enter(least);
    expect(await list()).toMatchObject([
      {
        donorName: 'Kofi',
        donorEmail: null,
        donorCountry: null,
        donorPhone: null,
        donationAmount: '10.00',
        paymentMethod: 'credit_card',
        message: null,
        isAnonymous: false,
        receivedOn: dayFromNow(0),
      },
    ]);
  });

  test('takes empty fields for such that nobody filled in', async () => {
    const empty = { donorEmail: '', donorCountry: ' ', donorPhone: '', message: '' };
    expect((await enter({ ...least, ...empty })).status).toBe(201);
    expect(await list()).toMatchObject([
      { donorEmail: null, donorCountry: null, donorPhone: null, message: null },
    ]);
  });

  test('of somebody anonymous needs no name, and says that it is anonymous', async () => {
    await enter({ donationAmount: '5', isAnonymous: true });
    expect(await list()).toMatchObject([{ donorName: null, isAnonymous: true }]);
  });

  const notAnAmount = 'Enter the amount in dollars, such as 25.00.';
  const nameless = 'Enter the donor’s name, or say that the donor stays anonymous.';
  const notADay = 'Enter the date the money arrived.';
  test.each([
    [{}, { donationAmount: notAnAmount, donorName: nameless }],
    [{ donationAmount: '5' }, { donorName: nameless }],
    [{ donationAmount: '5', donorName: '  ', isAnonymous: false }, { donorName: nameless }],
    [{ ...least, donationAmount: '0' }, { donationAmount: notAnAmount }],
    [{ ...least, donationAmount: '-5' }, { donationAmount: notAnAmount }],
    [{ ...least, donationAmount: '1.005' }, { donationAmount: notAnAmount }],
    [{ ...least, donationAmount: '1e3' }, { donationAmount: notAnAmount }],
    [{ ...least, donationAmount: 0.1 + 0.2 }, { donationAmount: notAnAmount }],
    [{ ...least, donationAmount: '100000000.01' }, { donationAmount: notAnAmount }],
    [{ ...least, donorEmail: 'nobody' }, { donorEmail: 'Please enter a valid email address' }],
    [{ ...least, paymentMethod: 'barter' }, { paymentMethod: 'Choose how the money arrived.' }],
    [{ ...least, message: 'x'.repeat(2001) }, { message: 'This is too long.' }],
    [{ ...least, donorCountry: 'x'.repeat(101) }, { donorCountry: 'This is too long.' }],
    [{ ...least, receivedOn: '03/01/2026' }, { receivedOn: notADay }],
    [{ ...least, receivedOn: '2026-02-30' }, { receivedOn: notADay }],
    [{ ...least, receivedOn: '0001-01-01' }, { receivedOn: notADay }],
    [{ ...least, createdAt: '2020-01-01' }, { createdAt: 'This field is not accepted.' }],
  ])('is refused as %j, and nothing is stored', async (donation, fields) => {
    expect(await enter(donation)).toMatchObject({ status: 400, body: { fields } });
    expect(await list()).toEqual([]);
  });

  test('cannot have arrived in the future; tomorrow it is already somewhere', async () => {
    const message = 'The date cannot be in the future.';
    expect(await enter({ ...least, receivedOn: dayFromNow(2) })).toMatchObject({
      status: 400,
      body: { message, fields: { receivedOn: message } },
    });
    expect((await enter({ ...least, receivedOn: dayFromNow(1) })).status).toBe(201);
  });
});

describe('the list', () => {
  test('is newest first, sorted by amount and day, searched, and pages', async () => {
    for (const [donorName, donationAmount, receivedOn] of [
      ['Ama', '9.00', '2026-03-03'],
      ['Binta', '100.00', '2026-03-01'],
      ['Chidi', '20.00', '2026-03-02'],
    ]) {
      await enter({ donorName, donationAmount, receivedOn, message: `From ${donorName}’s choir` });
      site.clock.advance(1000);
    }
    const names = async (query = '') => (await list(query)).map(({ donorName }) => donorName);
    expect(await names()).toEqual(['Chidi', 'Binta', 'Ama']);
    expect(await names('?sort=donationAmount')).toEqual(['Ama', 'Chidi', 'Binta']);
    expect(await names('?sort=-receivedOn')).toEqual(['Ama', 'Chidi', 'Binta']);
    expect(await names('?search=binta’s%20choir')).toEqual(['Binta']);
    expect(await names('?search=%25')).toEqual([]);

    for (const sort of ['', '&sort=-donationAmount', '&sort=receivedOn']) {
      const page = await admin.get(`${path}?limit=2${sort}`);
      expect(page.headers['x-total-count']).toBe('3');
      const next = /<([^>]+)>; rel="next"/.exec(String(page.headers.link))?.[1] ?? '';
      const rest = await admin.get(next);
      const both = [...(page.body as object[]), ...(rest.body as object[])];
      expect(both).toEqual(await list(`?limit=500${sort}`));
    }
  });
});

describe('deleting', () => {
  test('takes a donation off the list; a second time it is 404', async () => {
    await enter();
    const [row] = await list();
    expect(await admin.delete(`${path}/${String(row?.id)}`)).toMatchObject({
      status: 200,
      body: { message: 'The donation is no longer in the list.' },
    });
    expect(await list()).toEqual([]);
    expect(await admin.delete(`${path}/${String(row?.id)}`)).toMatchObject({
      status: 404,
      body: { message: 'This donation does not exist.' },
    });
  });
});

test('entering and deleting are in the audit log, without the donor', async () => {
  await enter();
  const [row] = await list();
  const id = String(row?.id);
  await admin.delete(`${path}/${id}`);
  const acts = await site.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.subject, id))
    .orderBy(auditLog.id);
  const { donationAmount, paymentMethod, receivedOn, isAnonymous } = whole;
  const money = { donationAmount, paymentMethod, receivedOn, isAnonymous };
  expect(
    acts
      .sort((a, b) => a.id - b.id)
      .map(({ action, actorId, before, after }) => ({ action, actorId, before, after })),
  ).toEqual([
    { action: 'donation.entered', actorId: admin.id, before: null, after: money },
    { action: 'donation.deleted', actorId: admin.id, before: money, after: null },
  ]);
});

test('is for administrators alone', async () => {
  for (const [browser, status] of [
    [site.visitor(), 401],
    [await site.loggedIn('member'), 403],
  ] as const)
    for (const [method, url, body] of [
      ['GET', path, undefined],
      ['POST', path, whole],
      ['DELETE', `${path}/${randomUUID()}`, undefined],
    ] as const)
      expect((await browser.send(method, url, body)).status).toBe(status);
  expect(await site.db.select().from(donations)).toEqual([]);
});

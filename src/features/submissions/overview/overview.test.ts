import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { days, hours } from '../../../shared/time.ts';
import { contactSubmissions } from '../../contact/contact.store.ts';
import { unityDeclarations } from '../../declaration/declaration.store.ts';
import { emailSettings } from '../../mail/smtp/email-config.store.ts';
import { emailLogs } from '../../mail/log/email-log.store.ts';
import { overdueBefore, sendBy } from '../../fulfilment/fulfilment.rules.ts';
import { messageReports } from '../../messages/reports/report.store.ts';
import {
  claim,
  closeWithBalancedLedger,
  confirm,
  myApplications,
  openPaymentSite,
  person,
  type PaymentSite,
} from '../../payments/core/testing.ts';
import { partnerSubmissions } from '../../partner/partner.store.ts';
import type { Overview, Trends } from './overview.contract.ts';
import { periodsOf } from './overview.rules.ts';
import { SETUP_ITEMS } from './setup.rules.ts';

let site: PaymentSite;
beforeAll(async () => {
  site = await openPaymentSite();
});
beforeEach(() => site.login());
afterAll(() => closeWithBalancedLedger(site));

type Browser = { get: PaymentSite['admin']['get'] };
async function look(browser: Browser = site.admin): Promise<Overview> {
  const answer = await browser.get('/api/admin/overview');
  expect(answer.status, answer.text).toBe(200);
  return answer.body as Overview;
}
async function trends(span = 'days', browser: Browser = site.admin): Promise<Trends> {
  const answer = await browser.get(`/api/admin/overview/trends?span=${span}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body as Trends;
}
const waitingOf = async (kind: string) =>
  (await look()).waiting.find((one) => one.kind === kind) ?? { count: 'missing', since: null };

const ago = (ms: number) => new Date(site.clock.now().getTime() - ms);

/** Somebody who signed at a moment; invalidated where that is given. */
const sign = (signedAt: Date, more: Partial<typeof unityDeclarations.$inferInsert> = {}) =>
  site.db.insert(unityDeclarations).values({
    id: randomUUID(),
    fullName: 'Awa Diop',
    email: `${randomUUID()}@example.org`,
    country: 'Senegal',
    wantsNews: false,
    signedAt,
    confirmedAt: signedAt,
    ...more,
  });

async function asked(createdAt: Date): Promise<string> {
  const id = randomUUID();
  await site.db.insert(contactSubmissions).values({
    id,
    firstName: 'Awa',
    lastName: 'Diop',
    email: 'awa@example.org',
    country: 'Senegal',
    message: 'Hello',
    wantsNews: false,
    createdAt,
  });
  return id;
}

let numbers = 0;
async function applied() {
  const visitor = site.visitor();
  const number = `OVERVIEW-${(numbers += 1)}`;
  const body = claim(number, {
    person: person({ email: `kit${numbers}@example.org`, noticeVersion: '1' }),
  });
  const answer = await visitor.post('/payment/submit', body);
  expect(answer.status, answer.text).toBe(201);
  const [application] = await myApplications(visitor);
  if (!application) throw new Error('The application vanished.');
  return { id: application.id, number };
}

describe('on an empty site', () => {
  test('nothing waits, nothing came, and every day and month is there with nothing in it', async () => {
    const { waiting, today, at } = await look();
    expect(waiting.map(({ count, since }) => [count, since])).toEqual(
      Array.from({ length: 10 }, () => [0, null]),
    );
    const nothing = { today: 0, yesterdayByNow: 0, yesterday: 0 };
    expect(today).toEqual({
      signatures: nothing,
      applications: nothing,
      // The administrator who looks.
      members: { today: 1, yesterdayByNow: 0, yesterday: 0 },
      received: { today: '0.00', yesterday: '0.00' },
    });
    const days30 = (await trends()).periods;
    expect(days30).toHaveLength(30);
    expect(days30.at(-1)?.name).toBe(at.slice(0, 10));
    const months = (await trends('months')).periods;
    expect(months).toHaveLength(12);
    for (const { signatures, applications, received } of [...days30, ...months])
      expect([signatures, applications, received]).toEqual([0, 0, {}]);
  });

  test('trends of anything but days and months are refused', async () => {
    const answer = await site.admin.get('/api/admin/overview/trends?span=years');
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('Choose days or months');
  });
});

describe('the periods', () => {
  test('are days and months of UTC, whole and without a gap, over the ends of months and years', () => {
    const now = new Date('2027-03-01T00:30:00Z');
    const found = periodsOf('days', now);
    expect(found.map(({ name }) => name).slice(-3)).toEqual([
      '2027-02-27',
      '2027-02-28',
      '2027-03-01',
    ]);
    const months = periodsOf('months', new Date('2027-03-31T23:59:59Z'));
    expect(months[0]?.name).toBe('2026-04-01');
    expect(months.at(-1)).toMatchObject({
      name: '2027-03-01',
      until: new Date('2027-04-01T00:00:00Z'),
    });
    for (const all of [found, months])
      for (const [n, one] of all.slice(1).entries()) expect(one.from).toEqual(all[n]?.until);
  });
});

test('a kit counts as overdue on exactly the days on which the board says so, over every weekend', () => {
  for (let today = 0; today < 14; today++) {
    const now = new Date(Date.UTC(2026, 11, 7 + today, 13));
    for (let n = 0; n < 12; n++) {
      const released = new Date(now.getTime() - days(n));
      const by = sendBy({ kitReleasedAt: released, submittedAt: released }) ?? '';
      const isLate = by < now.toISOString().slice(0, 10);
      expect(released < overdueBefore(now), `${released.toISOString()} on ${today}`).toBe(isLate);
    }
  }
});

describe('today beside yesterday', () => {
  test('counts what counts, by days of UTC, until the same time of the day', async () => {
    site.clock.advance(Date.parse('2026-12-10T14:00:00Z') - site.clock.now().getTime());
    await sign(new Date('2026-12-10T00:00:00Z'));
    await sign(new Date('2026-12-10T13:59:00Z'));
    await sign(new Date('2026-12-10T13:00:00Z'), { invalidatedAt: site.clock.now() });
    await sign(new Date('2026-12-09T23:59:59.999Z'));
    await sign(new Date('2026-12-09T09:00:00Z'));
    await sign(new Date('2026-12-08T23:59:59Z'));
    await site.login();
    expect((await look()).today.signatures).toEqual({ today: 2, yesterdayByNow: 1, yesterday: 2 });
    const { periods } = await trends();
    expect(periods.slice(-3).map(({ signatures }) => signatures)).toEqual([1, 2, 2]);
    expect((await trends('months')).periods.at(-1)?.signatures).toBe(5);
  });
});

describe('what waits', () => {
  test('is a claim until somebody has looked it up, and then money of that day on its rail', async () => {
    const begunAt = site.clock.now().toISOString();
    const { number } = await applied();
    const claims = await waitingOf('claims');
    expect(claims.count).toBe(1);
    expect(claims.since && claims.since >= begunAt).toBe(true);
    const before = (await look()).today;
    expect(before.applications.today).toBe(1);
    await confirm(site, number, '1000.00');
    expect((await waitingOf('claims')).count).toBe(0);
    expect((await look()).today.received).toEqual({ today: '1000.00', yesterday: '0.00' });
    const { periods } = await trends();
    expect(periods.at(-1)).toMatchObject({ applications: 1, received: { zelle: '1000.00' } });
    expect((await trends('months')).periods.at(-1)?.received).toEqual({ zelle: '1000.00' });
  });

  test('is a kit whose day has passed, in its column', async () => {
    const { id, number } = await applied();
    await confirm(site, number, '1000.00');
    const late = async () =>
      (await look()).waiting
        .filter(({ kind }) => kind.startsWith('kits'))
        .map(({ count }) => count);
    const before = await late();
    site.clock.advance(days(8));
    await site.login();
    const [approved, inReview, submitted] = await late();
    expect(before).toEqual([0, 0, 0]);
    expect([approved, inReview]).toEqual([0, 0]);
    expect(submitted).toBe(2);
    const kits = await waitingOf('kits_submitted');
    const board = await site.admin.get('/api/admin/fulfilment?status=submitted&overdue=true');
    const shown = (board.body as { kits: { sendBy: string }[] }).kits;
    expect(shown).toHaveLength(2);
    expect(kits.since?.slice(0, 10)).toBe(shown.map(({ sendBy }) => sendBy).toSorted()[0]);
    const moved = { ids: [id], to: 'in_review' };
    await site.admin.post('/api/admin/fulfilment/steps', moved);
    expect(await late()).toEqual([0, 1, 1]);
  });

  test('is a message until it is answered or closed, and the list shows exactly those', async () => {
    const [longAgo, lately] = [ago(days(9)), ago(hours(2))];
    const [old, young] = [await asked(longAgo), await asked(lately)];
    const since = longAgo.toISOString();
    expect(await waitingOf('contact')).toEqual({ kind: 'contact', count: 2, since });
    const triage = (id: string, status: string) =>
      site.admin.put(`/api/admin/triage/contact/${id}`, {
        status,
        ownerId: null,
        tags: [],
        version: 0,
      });
    await triage(young, 'in_progress');
    expect((await waitingOf('contact')).count).toBe(2);
    await triage(old, 'closed');
    expect(await waitingOf('contact')).toMatchObject({
      count: 1,
      since: lately.toISOString(),
    });
    const list = await site.admin.get('/api/admin/contact?status=unanswered&sort=createdAt');
    expect((list.body as { id: string }[]).map(({ id }) => id)).toEqual([young]);
    expect(list.headers['x-total-count']).toBe('1');
    await site.db.delete(contactSubmissions).where(eq(contactSubmissions.id, old));
    expect((await waitingOf('contact')).count).toBe(1);
  });

  test('is a partner who asked, a mail of these days that failed, and a report', async () => {
    const [yesterday, reportedAt, failedAt] = [ago(days(1)), ago(days(2)), ago(days(6))];
    await site.db.insert(partnerSubmissions).values({
      id: randomUUID(),
      organizationName: 'Téranga',
      contactFirstName: 'Awa',
      contactLastName: 'Diop',
      contactEmail: 'awa@example.org',
      country: 'Senegal',
      organizationType: 'NGO',
      partnershipType: 'Other',
      proposedContribution: 'Time',
      message: 'Hello',
      wantsNews: false,
      createdAt: yesterday,
    });
    const mail = (sentAt: Date, status: 'failed' | 'success') => ({
      id: randomUUID(),
      recipientEmail: 'awa@example.org',
      subject: 'Hello',
      emailType: 'welcome',
      status,
      sentAt,
    });
    await site.db
      .insert(emailLogs)
      .values([
        mail(ago(days(8)), 'failed'),
        mail(failedAt, 'failed'),
        mail(ago(hours(1)), 'success'),
      ]);
    const report = {
      reporterId: randomUUID(),
      reportedId: randomUUID(),
      reason: 'spam' as const,
      note: '',
      content: 'Phones',
      sentAt: ago(days(3)),
      createdAt: reportedAt,
    };
    await site.db.insert(messageReports).values([
      { ...report, id: randomUUID(), messageId: randomUUID() },
      { ...report, id: randomUUID(), messageId: randomUUID(), resolvedAt: ago(0) },
    ]);
    const { waiting } = await look();
    for (const [kind, since] of [
      ['partner', yesterday],
      ['mails', failedAt],
      ['reports', reportedAt],
    ] as const)
      expect(waiting).toContainEqual({ kind, count: 1, since: since.toISOString() });
  });
});

describe('who looks', () => {
  test.each([
    ['finance', ['claims', 'money', 'kits_approved', 'contact'], true],
    ['moderator', ['contact', 'volunteer', 'partner', 'reports', 'mails'], false],
    ['viewer', ['claims', 'money', 'contact', 'mails'], true],
  ] as const)('as %s sees what they may care for, and no more', async (role, kinds, money) => {
    const browser = await site.loggedIn(role);
    const { waiting, today } = await look(browser);
    const seen = waiting.map(({ kind }) => kind as string);
    expect(seen).toEqual(expect.arrayContaining([...kinds]));
    expect(seen.includes('claims')).toBe(money);
    expect(seen.includes('reports')).toBe(role === 'moderator');
    expect(seen.includes('kits_submitted')).toBe(role === 'finance');
    expect(today.received !== null).toBe(money);
    const { periods } = await trends('days', browser);
    for (const { received } of periods) expect(received !== null).toBe(money);
  });

  test('without the right to submissions, or without a log-in, is refused', async () => {
    for (const path of ['/api/admin/overview', '/api/admin/overview/trends']) {
      expect((await (await site.loggedIn('editor')).get(path)).status).toBe(403);
      expect((await (await site.loggedIn('member')).get(path)).status).toBe(403);
      expect((await site.visitor().get(path)).status).toBe(401);
    }
  });
});

describe('what a new site needs', () => {
  const setupOf = async (browser?: Browser) =>
    Object.fromEntries((await look(browser)).setup.map(({ item, isDone }) => [item, isDone]));

  test('is done where the site has it', async () => {
    const before = await setupOf();
    expect(before).toMatchObject({
      who: false,
      address: false,
      notifications: false,
      social: false,
    });
    expect(before).toMatchObject({ mail: false, two_step: false, payment: true });
    await site.db.insert(emailSettings).values({
      id: 1,
      notificationEmail: 'team@example.org',
      updatedAt: site.clock.now(),
    });
    expect(await setupOf()).toEqual({ ...before, notifications: true });
    const owner = await site.loggedIn('admin');
    const publish = (section: string, value: string) =>
      owner.put('/api/admin/content', { section, key: 'intro', language: 'en', value });
    expect(
      (await publish('privacy', 'We, Unity e.V. of Berlin, answer for your data.')).status,
    ).toBeLessThan(300);
    expect(await setupOf()).toMatchObject({ legal: false });
    expect((await publish('terms', 'The law of Germany applies.')).status).toBeLessThan(300);
    expect(await setupOf()).toEqual({ ...before, notifications: true, legal: true });
  });

  test('is shown to those alone who may do it', async () => {
    expect((await look()).setup.map(({ item }) => item)).toEqual(SETUP_ITEMS);
    for (const role of ['finance', 'moderator', 'viewer'] as const)
      expect((await look(await site.loggedIn(role))).setup, role).toEqual([]);
  });
});

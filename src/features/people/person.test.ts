import { randomUUID } from 'node:crypto';
import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditLog } from '../../server/audit.store.ts';
import { days } from '../../shared/time.ts';
import { contactSubmissions } from '../contact/contact.store.ts';
import { unityDeclarations } from '../declaration/declaration.store.ts';
import { paperSignatures } from '../submissions/paper/paper-signature.store.ts';
import { donations } from '../donations/donation.store.ts';
import { emailLogs } from '../mail/log/email-log.store.ts';
import { mailSuppressions } from '../mail/suppressions/suppression.store.ts';
import { users } from '../../server/user.store.ts';
import { messageReports } from '../messages/reports/report.store.ts';
import {
  claim,
  closeWithBalancedLedger,
  confirm,
  myApplications,
  openPaymentSite,
  person,
  type PaymentSite,
} from '../payments/core/testing.ts';
import type { FoundPeople, OfAddress, Person, TimelineEntry } from './person.contract.ts';

let site: PaymentSite;
let ids: Readonly<
  Record<'signature' | 'paper' | 'contact' | 'application' | 'account' | 'donation', string>
>;
const email = 'zubaida.ndoye@example.org';

beforeAll(async () => {
  site = await openPaymentSite();
  const visitor = site.visitor();
  const given = { firstName: 'Zubaïda', lastName: 'N’Doye', email };
  const answer = await visitor.post(
    '/payment/submit',
    claim('PERSON-1', { person: person(given) }),
  );
  expect(answer.status, answer.text).toBe(201);
  const [application] = await myApplications(visitor);
  await confirm(site, 'PERSON-1', '1000.00');
  const now = site.clock.now();
  const ago = (n: number) => new Date(now.getTime() - days(n));
  ids = {
    signature: randomUUID(),
    paper: randomUUID(),
    contact: randomUUID(),
    account: randomUUID(),
    donation: randomUUID(),
    application: application?.id ?? '',
  };
  await site.db.insert(unityDeclarations).values({
    id: ids.signature,
    fullName: 'Zubaida Ndoye',
    email,
    country: 'Senegal',
    wantsNews: true,
    signedAt: ago(9),
  });
  await site.db.insert(paperSignatures).values({
    id: ids.paper,
    sheet: 'ACC-12',
    line: 3,
    fullName: 'Zubaïda Ndoye',
    country: 'Ghana',
    email,
    signedOn: '2026-10-03',
    enteredBy: randomUUID(),
    enteredAt: ago(8.5),
  });
  await site.db.insert(contactSubmissions).values({
    id: ids.contact,
    firstName: 'Zubaïda',
    lastName: 'N’Doye',
    email,
    country: 'Senegal',
    message: 'When does it begin?',
    wantsNews: false,
    createdAt: ago(8),
  });
  await site.db.insert(users).values({
    id: ids.account,
    email,
    firstName: 'Zubaïda',
    lastName: 'N’Doye',
    password: 'none',
    emailVerifiedAt: ago(6),
    suspendedAt: ago(1),
    suspendedFor: 'Sold phones',
    createdAt: ago(7),
    updatedAt: now,
  });
  await site.db.insert(donations).values({
    id: ids.donation,
    donorName: 'Zubaïda',
    donorEmail: email,
    amountCents: 2500n,
    receivedOn: '2026-11-01',
    recordedBy: randomUUID(),
    createdAt: ago(5),
  });
  await site.db.insert(emailLogs).values(
    (['success', 'failed'] as const).map((status, n) => ({
      id: randomUUID(),
      recipientEmail: email,
      subject: `Mail ${n}`,
      emailType: 'welcome',
      status,
      errorMessage: status === 'failed' ? '550 No such mailbox' : null,
      sentAt: ago(4 - n),
    })),
  );
  await site.db.insert(mailSuppressions).values({
    id: randomUUID(),
    address: email,
    reason: 'unsubscribed',
    createdAt: ago(3),
  });
  await site.db.insert(messageReports).values({
    id: randomUUID(),
    messageId: randomUUID(),
    reporterId: randomUUID(),
    reportedId: ids.account,
    reason: 'spam',
    note: 'Phones',
    content: 'Phones!',
    sentAt: ago(3),
    createdAt: ago(2),
  });
});
beforeEach(() => site.login());
afterAll(() => closeWithBalancedLedger(site));

type Browser = Pick<PaymentSite['admin'], 'get' | 'post'>;
const at = (record: keyof typeof ids) => `/api/admin/people/${record}/${ids[record]}`;
async function known(record: keyof typeof ids, by: Browser = site.admin) {
  const answer = await by.get(at(record));
  expect(answer.status, answer.text).toBe(200);
  const { hidden, addresses } = answer.body as Person;
  expect(addresses).toMatchObject([{ email, record, id: ids[record] }]);
  const [{ record: _, id: __, ...facts }] = addresses as [OfAddress];
  return { hidden, ...facts };
}
async function readTimeline(query = '', by: Browser = site.admin) {
  const answer = await by.get(`${at('signature')}/moments${query}`);
  expect(answer.status, answer.text).toBe(200);
  return { rows: answer.body as TimelineEntry[], headers: answer.headers };
}
async function find(search: string, by: Browser = site.admin) {
  const answer = await by.post('/api/admin/people/search', { search });
  expect(answer.status, answer.text).toBe(200);
  return answer.body as FoundPeople;
}

describe('everything known of a person', () => {
  test('is the same by whichever record they are found', async () => {
    const found = await known('signature');
    expect(found).toMatchObject({
      email,
      names: ['Zubaïda N’Doye', 'Zubaida Ndoye', 'Zubaïda Ndoye'],
      hidden: [],
      signature: { id: ids.signature, country: 'Senegal', confirmedAt: null, invalidatedAt: null },
      paperSignatures: [
        { id: ids.paper, sheet: 'ACC-12', line: 3, country: 'Ghana', signedOn: '2026-10-03' },
      ],
      requests: { contact: 1, volunteer: 0, partner: 0, notes: 0 },
      applications: [
        {
          id: ids.application,
          applicationStatus: 'submitted',
          payment: { status: 'completed', plan: 'onetime', received: '1000.00', refunded: '0.00' },
        },
      ],
      account: { id: ids.account, role: null },
      donations: { count: 1, total: '25.00' },
      mails: { sent: 1, failed: 1 },
      suppression: { reason: 'unsubscribed' },
      reports: { count: 1, open: 1 },
      // The last word counts: the application, which said nothing of news.
      consent: { wantsNews: false },
    });
    for (const record of ['paper', 'contact', 'application', 'account', 'donation'] as const)
      expect(await known(record)).toEqual(found);
  });

  test('is one timeline, newest first, a page at a time without a gap or a repetition', async () => {
    const whole = (await readTimeline()).rows;
    expect(whole.map(({ kind }) => kind)).toEqual(
      [
        'payment_step',
        'application_step',
        'payment_step',
        'application_begun',
        'suspended',
        'reported',
        'mail_failed',
        'mailed',
        'donated',
        'verified',
        'joined',
        'contact',
        'signed_on_paper',
        'signed',
      ].map((kind) => expect.stringContaining(kind.split('_')[0] ?? '')),
    );
    expect(whole.map(({ at: when }) => when)).toEqual(
      whole
        .map(({ at: when }) => when)
        .toSorted()
        .toReversed(),
    );
    expect(
      whole.find(({ kind, status }) => kind === 'payment_step' && status === 'succeeded'),
    ).toMatchObject({ amount: '1000.00', of: ids.application });
    expect(whole.find(({ kind }) => kind === 'mail_failed')).toMatchObject({
      title: 'Mail 1',
      text: '550 No such mailbox',
    });
    const paged: TimelineEntry[] = [];
    for (let query = '?limit=2'; query; ) {
      const { rows, headers } = await readTimeline(query);
      paged.push(...rows);
      query = /<[^>]*(\?[^>]+)>/.exec(String(headers.link ?? ''))?.[1] ?? '';
    }
    expect(paged).toEqual(whole);
  });

  test('shows whether and when a signature was confirmed, and nothing of one that was withdrawn', async () => {
    const id = randomUUID();
    const row = {
      id,
      fullName: 'Kwame Asante',
      email: 'kwame@example.org',
      country: 'Ghana',
      wantsNews: false,
      signedAt: site.clock.now(),
    };
    await site.db.insert(unityDeclarations).values(row);
    const path = `/api/admin/people/signature/${id}`;
    const shown = async () => {
      const [{ signature } = {}] = ((await site.admin.get(path)).body as Person)
        .addresses as Partial<OfAddress>[];
      const events = (await site.admin.get(`${path}/moments`)).body as TimelineEntry[];
      const [found] = (await find('kwame')).people;
      return [signature?.confirmedAt, events.map(({ kind }) => kind).toSorted(), found?.signature];
    };
    expect(await shown()).toEqual([null, ['signed'], 'unconfirmed']);
    const confirmedAt = new Date(row.signedAt.getTime() + days(1));
    const change = (set: object) =>
      site.db.update(unityDeclarations).set(set).where(eq(unityDeclarations.id, id));
    await change({ confirmedAt });
    const confirmed = ['confirmed', 'signed'];
    expect(await shown()).toEqual([confirmedAt.toISOString(), confirmed, 'confirmed']);
    await change({ invalidatedAt: confirmedAt });
    expect((await shown())[2]).toBe('invalidated');
    await site.db.delete(unityDeclarations).where(eq(unityDeclarations.id, id));
    expect((await site.admin.get(path)).status).toBe(404);
    expect((await find('kwame')).people).toEqual([]);
  });

  test('of another person is not in it, nor reached with a cursor of this one', async () => {
    const other = randomUUID();
    await site.db.insert(unityDeclarations).values({
      id: other,
      fullName: 'Kofi',
      email: `${other}@example.org`,
      country: 'Ghana',
      wantsNews: false,
      signedAt: site.clock.now(),
    });
    const path = `/api/admin/people/signature/${other}/moments`;
    expect((await site.admin.get(path)).body).toHaveLength(1);
    const { headers } = await readTimeline('?limit=1');
    const [, cursor] = /cursor=([^&>]+)/.exec(String(headers.link)) ?? [];
    expect((await site.admin.get(`${path}?cursor=${cursor}`)).status).toBe(400);
  });

  test('that was looked at is in the audit log with who looked, without the address', async () => {
    const looker = await site.loggedIn('viewer');
    await known('contact', looker);
    const [act] = await site.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.actorId, looker.id))
      .orderBy(desc(auditLog.id));
    expect(act).toMatchObject({
      action: 'person.viewed',
      subject: ids.account,
      after: { record: 'contact', id: ids.contact },
    });
    expect(JSON.stringify(act)).not.toContain('zubaida');
  });
});

describe('who may see what', () => {
  test('a viewer sees no reports', async () => {
    const viewer = await site.loggedIn('viewer');
    const found = await known('signature', viewer);
    expect([found.hidden, found.reports]).toEqual([['reports'], null]);
    expect((await readTimeline('', viewer)).rows.map(({ kind }) => kind)).not.toContain('reported');
  });

  test('a moderator sees no money', async () => {
    const moderator = await site.loggedIn('moderator');
    const found = await known('signature', moderator);
    expect(found.hidden).toEqual(['payments', 'donations']);
    expect(found.donations).toBeNull();
    expect(found.applications[0]).toMatchObject({ id: ids.application, payment: null });
    const kinds = (await readTimeline('', moderator)).rows.map(({ kind }) => kind);
    expect(kinds).toContain('application_begun');
    for (const kind of ['payment_step', 'donated']) expect(kinds).not.toContain(kind);
    expect((await moderator.get(at('donation'))).status).toBe(403);
  });

  test('finance sees no account, no mails and no reports, nor comes by an account', async () => {
    const finance = await site.loggedIn('finance');
    const found = await known('signature', finance);
    expect(found.hidden).toEqual(['account', 'mails', 'reports']);
    const { account, mails, suppression, reports } = found;
    expect([account, mails, suppression, reports]).toEqual([null, null, null, null]);
    const kinds = (await readTimeline('', finance)).rows.map(({ kind }) => kind);
    for (const kind of ['joined', 'verified', 'suspended', 'mailed', 'mail_failed'])
      expect(kinds).not.toContain(kind);
    expect((await finance.get(at('account'))).status).toBe(403);
    expect((await find('zubaida', finance)).people[0]?.records).not.toContain('account');
  });

  test('nobody else sees anybody', async () => {
    for (const [by, status] of [
      [await site.loggedIn('editor'), 403],
      [await site.loggedIn('member'), 403],
      [site.visitor(), 401],
    ] as const) {
      expect((await by.get(at('signature'))).status).toBe(status);
      expect((await by.get(`${at('signature')}/moments`)).status).toBe(status);
      expect((await by.post('/api/admin/people/search', { search: 'zub' })).status).toBe(status);
    }
  });

  test('a record that is not there, or of nobody, leads to nobody', async () => {
    const nobody = randomUUID();
    await site.db.insert(donations).values({
      id: nobody,
      amountCents: 100n,
      receivedOn: '2026-11-01',
      recordedBy: randomUUID(),
      createdAt: site.clock.now(),
    });
    const unknown = [`donation/${nobody}`, `contact/${randomUUID()}`];
    for (const path of [...unknown, 'contact/1', `password/${nobody}`])
      expect((await site.admin.get(`/api/admin/people/${path}`)).status).toBe(404);
  });
});

describe('the search', () => {
  test.each([
    ['the beginning of a name', 'zubaïd'],
    ['a last name as it is spelled', 'N’Doye'],
    ['both names the other way round', 'n’doye zubaïda'],
    ['a name with the keyboard’s own apostrophe', "n'doye zub"],
    ['the whole address', 'Zubaida.Ndoye@example.org'],
    ['the beginning of an address', 'zubaida.n'],
  ])('finds somebody by %s', async (_, text) => {
    const { people } = await find(text);
    expect(people.map((one) => one.email)).toContain(email);
  });

  test('finds an applicant by the reference, in any case, and says as what they are known', async () => {
    const { applications } = await known('signature');
    const { people } = await find(String(applications[0]?.reference).toLowerCase());
    expect(people).toMatchObject([
      { email, name: 'Zubaïda N’Doye', record: 'application', id: ids.application },
    ]);
    const records = (await find('zubaida')).people[0]?.records ?? [];
    expect(records.toSorted()).toEqual(['account', 'application', 'contact', 'signature']);
  });

  test('finds who came today before who came a year ago', async () => {
    const now = site.clock.now().getTime();
    const signer = (fullName: string, daysAgo: number) => ({
      id: randomUUID(),
      fullName,
      email: `${fullName.split(' ')[0]?.toLowerCase()}@example.com`,
      country: 'Mali',
      wantsNews: false,
      signedAt: new Date(now - days(daysAgo)),
    });
    await site.db
      .insert(unityDeclarations)
      .values([
        signer('Adama Keitaba', 365),
        signer('Zita Keitaba', 0),
        signer('Binta Keitaba', 30),
      ]);
    const { people } = await find('Keitaba');
    expect(people.map(({ name }) => name)).toEqual([
      'Zita Keitaba',
      'Binta Keitaba',
      'Adama Keitaba',
    ]);
  });

  test.each(["' | !!", '%%ab', "a'b\\", 'zubaïda & !x:*', '(((ab'])(
    'takes %s as words and nothing else',
    async (text) => {
      const answer = await site.admin.post('/api/admin/people/search', { search: text });
      expect([200, 400], answer.text).toContain(answer.status);
    },
  );

  test.each([
    ['', 'Type a name, an address or a reference'],
    ['a', 'Type at least two letters'],
    ['---', 'Type at least two letters'],
  ])('refuses “%s”', async (text, sentence) => {
    const answer = await site.admin.post('/api/admin/people/search', { search: text });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(sentence);
  });

  test('shows twenty of those who are called so and says that there are more', async () => {
    await site.db.insert(unityDeclarations).values(
      Array.from({ length: 21 }, (_, n) => ({
        id: randomUUID(),
        fullName: `Fatoumata ${n}`,
        email: `fatou${n}@example.org`,
        country: 'Mali',
        wantsNews: false,
        signedAt: site.clock.now(),
      })),
    );
    const found = await find('fatoum');
    expect([found.people.length, found.hasMore]).toEqual([20, true]);
    expect((await find('fatou7@example.org')).people).toHaveLength(1);
  });
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditLog } from '../../../server/audit.store.ts';
import { openSite, type Site } from '../../../server/testing.ts';
import { addApplication, passportApplications } from '../../application/application.store.ts';
import { contactSubmissions } from '../../contact/contact.store.ts';
import { claim, findClaimId, confirm, openPaymentSite } from '../../payments/core/testing.ts';
import { unityDeclarations } from '../../declaration/declaration.store.ts';
import { addEmailLog, emailLogs, PREVIEW_MAIL } from '../../mail/log/email-log.store.ts';

import { partnerSubmissions } from '../../partner/partner.store.ts';
import { volunteerSubmissions } from '../../volunteer/volunteer.store.ts';

const LISTS = [
  'contact',
  'unity-declarations',
  'passport-applications',
  'volunteer-submissions',
  'partner-submissions',
  'users',
].map((name) => `/api/admin/${name}`);
const EXPORTS = [
  'contact-submissions',
  'unity-declarations',
  'passport-applications',
  'volunteer-submissions',
  'partner-submissions',
  'users',
];

type Browser = Awaited<ReturnType<Site['loggedIn']>>;
let site: Site;
let admin: Browser;
beforeAll(async () => {
  site = await openSite({ work: false });
  admin = await site.loggedIn('admin');
});
beforeEach(async () => {
  for (const table of [
    contactSubmissions,
    unityDeclarations,
    passportApplications,
    volunteerSubmissions,
    partnerSubmissions,
    emailLogs,
  ])
    await site.db.delete(table);
});
afterAll(() => site.close());

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute));
const contact = (change: Partial<typeof contactSubmissions.$inferInsert> = {}) => ({
  id: randomUUID(),
  firstName: 'Awa',
  lastName: 'Diop',
  email: 'awa@example.org',
  country: 'Senegal',
  message: 'Hello',
  wantsNews: false,
  createdAt: at(0),
  ...change,
});
const addContacts = (rows: ReturnType<typeof contact>[]) =>
  site.db.insert(contactSubmissions).values(rows);
const volunteer = (change: Partial<typeof volunteerSubmissions.$inferInsert> = {}) => ({
  id: randomUUID(),
  firstName: 'Awa',
  lastName: 'Diop',
  email: 'awa@example.org',
  country: 'Senegal',
  phone: null,
  skills: 'Translation',
  experience: null,
  availability: 'Project-based',
  motivation: 'One cloth.',
  wantsNews: false,
  createdAt: at(0),
  ...change,
});
const partner = (change: Partial<typeof partnerSubmissions.$inferInsert> = {}) => ({
  id: randomUUID(),
  organizationName: 'Lycée de la Teranga',
  organizationType: 'Educational Institution',
  organizationSize: null,
  country: 'Senegal',
  website: null,
  contactFirstName: 'Awa',
  contactLastName: 'Diop',
  contactEmail: 'awa@example.org',
  partnershipType: 'Event Collaboration',
  proposedContribution: 'Rooms',
  message: 'Hello',
  wantsNews: false,
  createdAt: at(0),
  ...change,
});
const application = (change: Partial<Parameters<typeof addApplication>[1]> = {}) =>
  addApplication(site.db, {
    id: randomUUID(),
    firstName: 'Awa',
    lastName: 'Diop',
    dateOfBirth: '01/31/1990',
    placeOfBirth: 'Dakar',
    currentNationality: 'Senegal',
    telephone: '+221 77 000 00 00',
    email: 'awa@example.org',
    homeAddress: '1 Rue de la Paix, Dakar',
    paymentPlan: 'onetime',
    paymentAmountCents: 100_000n,
    paymentMethod: 'paypal',
    paypalOrderId: null,
    paymentStatus: 'pending',
    applicationStatus: 'submitted',
    noticeVersion: null,
    noticeAcknowledgedAt: null,
    wantsNews: false,
    locale: 'en',
    createdAt: at(0),
    updatedAt: at(0),
    submittedAt: at(0),
    kitReleasedAt: null,
    ...change,
  });

const rowsOf = async (url: string) => {
  const answer = await admin.get(url);
  expect(answer.status, answer.text).toBe(200);
  return answer.body as unknown as Record<string, unknown>[];
};

describe('the lists, the summary and the files', () => {
  test.each([
    ...LISTS,
    '/api/admin/summary',
    ...EXPORTS.map((type) => `/api/admin/export/${type}`),
  ])('%s is refused to visitors and members and given to an administrator', async (url) => {
    expect((await site.visitor().get(url)).status).toBe(401);
    const member = await site.loggedIn('member');
    const refused = await member.get(url);
    expect([refused.status, refused.body]).toEqual([
      403,
      { message: 'You do not have permission to do this.' },
    ]);
    expect((await admin.get(url)).status).toBe(200);
  });
});

describe('a list', () => {
  test('shows the fields of the specification, moments in ISO 8601, and nothing else', async () => {
    await addContacts([contact({ wantsNews: true })]);
    expect(await rowsOf('/api/admin/contact')).toEqual([
      {
        id: expect.any(String),
        firstName: 'Awa',
        lastName: 'Diop',
        email: 'awa@example.org',
        country: 'Senegal',
        message: 'Hello',
        createdAt: '2026-01-01T00:00:00.000Z',
        mailed: false,
        triage: expect.objectContaining({ status: 'new', owner: null }),
      },
    ]);
    await site.visitor().post('/api/unity-declaration', {
      fullName: 'Kofi Boateng',
      email: 'kofi@example.org',
      country: 'Ghana',
      agreeToDeclaration: true,
    });
    const [signature = {}] = await rowsOf('/api/admin/unity-declarations');
    expect(Object.keys(signature)).toEqual([
      'id',
      'fullName',
      'email',
      'country',
      'signedAt',
      'confirmedAt',
      'invalidatedAt',
      'mailed',
    ]);
  });

  test('of volunteers shows their fields, and null for what was not given', async () => {
    const given = volunteer({ wantsNews: true, phone: '+221 77 123 45 67' });
    await site.db.insert(volunteerSubmissions).values(given);
    const { wantsNews: _, ...shown } = given;
    expect(await rowsOf('/api/admin/volunteer-submissions')).toEqual([
      {
        ...shown,
        createdAt: '2026-01-01T00:00:00.000Z',
        mailed: false,
        triage: expect.objectContaining({ status: 'new', owner: null }),
      },
    ]);
  });

  test('of partners shows their fields, and null for what was not given', async () => {
    const given = partner({ wantsNews: true, website: 'https://teranga.example.org' });
    await site.db.insert(partnerSubmissions).values(given);
    const { wantsNews: _, ...shown } = given;
    expect(await rowsOf('/api/admin/partner-submissions')).toEqual([
      {
        ...shown,
        createdAt: '2026-01-01T00:00:00.000Z',
        mailed: false,
        triage: expect.objectContaining({ status: 'new', owner: null }),
      },
    ]);
  });

  test('of volunteers is searched in what they wrote, filtered by country and sorted', async () => {
    await site.db
      .insert(volunteerSubmissions)
      .values([
        volunteer({ email: 'a@example.org', country: 'Ghana', skills: 'Carpentry', lastName: 'A' }),
        volunteer({ email: 'b@example.org', experience: 'Ten years of law', lastName: 'C' }),
        volunteer({ email: 'c@example.org', phone: '+221 771', lastName: 'B' }),
      ]);
    const emails = async (query: string) =>
      (await rowsOf(`/api/admin/volunteer-submissions?${query}`)).map((row) => row.email);
    expect(await emails('search=carpentry')).toEqual(['a@example.org']);
    expect(await emails('search=years%20of%20LAW')).toEqual(['b@example.org']);
    expect(await emails('search=%2B221')).toEqual(['c@example.org']);
    expect(await emails('country=Ghana')).toEqual(['a@example.org']);
    expect(await emails('sort=-lastName')).toEqual([
      'b@example.org',
      'c@example.org',
      'a@example.org',
    ]);
  });

  test('of partners is searched by organization, person and words, filtered and sorted', async () => {
    await site.db
      .insert(partnerSubmissions)
      .values([
        partner({ organizationName: 'Baobab Ltd', country: 'Ghana' }),
        partner({ organizationName: 'Acacia', contactFirstName: 'Kofi', message: 'about trees' }),
        partner({ organizationName: 'Cedar', website: 'https://cedar.example' }),
      ]);
    const names = async (query: string) =>
      (await rowsOf(`/api/admin/partner-submissions?${query}`)).map((row) => row.organizationName);
    expect(await names('search=baobab')).toEqual(['Baobab Ltd']);
    expect(await names('search=kofi%20diop')).toEqual(['Acacia']);
    expect(await names('search=TREES')).toEqual(['Acacia']);
    expect(await names('search=cedar.example')).toEqual(['Cedar']);
    expect(await names('country=Ghana')).toEqual(['Baobab Ltd']);
    expect(await names('sort=organizationName')).toEqual(['Acacia', 'Baobab Ltd', 'Cedar']);
  });

  test('of users carries no password', async () => {
    const answer = await admin.get('/api/admin/users');
    expect(answer.text).not.toMatch(/password|argon2/i);
    expect(Object.keys((answer.body as object[])[0] as object)).toEqual([
      'id',
      'email',
      'firstName',
      'lastName',
      'isAdmin',
      'role',
      'createdAt',
      'emailVerifiedAt',
      'lastSeenAt',
      'suspendedAt',
      'suspendedFor',
      'hasSecondFactor',
      'mailed',
    ]);
  });

  test('of applications tells the amount in dollars and leaves drafts out unless they are asked for', async () => {
    await application({
      email: 'draft@example.org',
      applicationStatus: 'draft',
      submittedAt: null,
    });
    await application({ paymentPlan: 'installment', paymentAmountCents: 10_000n });
    const [row, ...others] = await rowsOf('/api/admin/passport-applications');
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      email: 'awa@example.org',
      paymentAmount: '100.00',
      paymentPlan: 'installment',
      paymentStatus: 'pending',
      applicationStatus: 'submitted',
      payments: [],
    });
    const drafts = await rowsOf('/api/admin/passport-applications?status=draft');
    expect(drafts.map((draft) => draft.email)).toEqual(['draft@example.org']);
  });

  test('answers one row by its id, and 400 for an id that is none', async () => {
    const [one, two] = [contact(), contact()];
    await addContacts([one, two]);
    expect((await rowsOf(`/api/admin/contact?id=${two.id}`)).map(({ id }) => id)).toEqual([two.id]);
    expect(await rowsOf(`/api/admin/contact?id=${randomUUID()}`)).toEqual([]);
    expect((await admin.get('/api/admin/contact?id=x')).status).toBe(400);
  });

  test('without a question is newest first and at most 500 long', async () => {
    await addContacts(
      Array.from({ length: 501 }, (_, n) => contact({ createdAt: at(n), message: String(n) })),
    );
    const answer = await admin.get('/api/admin/contact');
    const rows = answer.body as unknown as { message: string }[];
    expect(rows).toHaveLength(500);
    expect([rows[0]?.message, rows[499]?.message]).toEqual(['500', '1']);
    expect(answer.headers['x-total-count']).toBe('501');
  });

  /** Follows the `Link` headers to the end. */
  async function follow(url: string) {
    const pages: { id: string; lastName: string; createdAt: string }[][] = [];
    for (let next: string | undefined = url; next; ) {
      const answer: Awaited<ReturnType<Browser['get']>> = await admin.get(next);
      expect(answer.status, answer.text).toBe(200);
      pages.push(answer.body as never);
      next = /^<(\/[^>]+)>; rel="next"$/.exec(String(answer.headers.link ?? ''))?.[1];
    }
    return pages;
  }

  test.each(['', '&sort=createdAt', '&sort=-createdAt', '&sort=lastName', '&sort=-lastName'])(
    'gives every row once over its pages, also where values are equal (%s)',
    async (sort) => {
      // 25 rows, but only three moments and two names.
      await addContacts(
        Array.from({ length: 25 }, (_, n) =>
          contact({ createdAt: at(n % 3), lastName: n % 2 ? 'Diop' : 'Sow' }),
        ),
      );
      const pages = await follow(`/api/admin/contact?limit=4${sort}`);
      expect(pages.map((page) => page.length)).toEqual([4, 4, 4, 4, 4, 4, 1]);
      const rows = pages.flat();
      expect(new Set(rows.map((row) => row.id)).size).toBe(25);
      const values = rows.map((row) => (sort.includes('lastName') ? row.lastName : row.createdAt));
      const ordered = values.toSorted();
      expect(values).toEqual(
        sort === '&sort=createdAt' || sort === '&sort=lastName' ? ordered : ordered.toReversed(),
      );
    },
  );

  test('stays in step while new rows come in', async () => {
    await addContacts(
      Array.from({ length: 6 }, (_, n) => contact({ createdAt: at(n), message: String(n) })),
    );
    const first = await admin.get('/api/admin/contact?limit=3');
    await addContacts([contact({ createdAt: at(100), message: 'new' })]);
    const next = /<([^>]+)>/.exec(String(first.headers.link))?.[1] as string;
    expect((await rowsOf(next)).map((row) => row.message)).toEqual(['2', '1', '0']);
  });

  test('filters by country and searches names, emails and messages without regard to case', async () => {
    await addContacts([
      contact({ email: 'a@example.org', country: 'Ghana', message: 'about shipping' }),
      contact({ email: 'b@example.org', firstName: 'Kofi', lastName: 'Boateng' }),
      contact({ email: 'c@example.org' }),
    ]);
    const emails = async (query: string) =>
      (await rowsOf(`/api/admin/contact?sort=email&${query}`)).map((row) => row.email);
    expect(await emails('country=Ghana')).toEqual(['a@example.org']);
    expect(await emails('country=gha')).toEqual([]);
    expect(await emails('search=SHIPPING')).toEqual(['a@example.org']);
    expect(await emails('search=kofi%20boa')).toEqual(['b@example.org']);
    expect(await emails('search=C%40example')).toEqual(['c@example.org']);
    expect(await emails('search=awa&country=Senegal')).toEqual(['c@example.org']);
  });

  test('counts what the question matches, not the page', async () => {
    await addContacts([contact(), contact(), contact({ country: 'Ghana' })]);
    const answer = await admin.get('/api/admin/contact?country=Senegal&limit=1');
    expect([answer.headers['x-total-count'], (answer.body as unknown[]).length]).toEqual(['2', 1]);
  });

  test.each([
    ['%', '100% sure'],
    ['_', 'snake_case'],
    ['\\', 'back\\slash'],
    ["'", "it's"],
    ['"', 'a "quote"'],
  ])('searches for %s literally', async (sign, message) => {
    await addContacts([contact({ message }), contact({ message: 'none of these' })]);
    const found = await rowsOf(`/api/admin/contact?search=${encodeURIComponent(sign)}`);
    expect(found.map((row) => row.message)).toEqual([message]);
  });

  test.each([
    'sort=password',
    'sort=-',
    'sort=createdAt%3B',
    'limit=0',
    'limit=501',
    'limit=1.5',
    'limit=x',
    'limit=1&limit=2',
    'cursor=x',
    'cursor=W10.x',
    `search=${'x'.repeat(201)}`,
    'search=a&search=b',
    'search=%00',
  ])('refuses the question %s', async (query) => {
    expect((await admin.get(`/api/admin/contact?${query}`)).status).toBe(400);
  });

  test('refuses a cursor of another list, of another order, or altered', async () => {
    await addContacts([contact(), contact()]);
    const first = await admin.get('/api/admin/contact?limit=1');
    const cursor = /cursor=([^&>]+)/.exec(String(first.headers.link))?.[1] as string;
    expect((await admin.get(`/api/admin/contact?cursor=${cursor}`)).status).toBe(200);
    expect((await admin.get(`/api/admin/contact?cursor=${cursor}&sort=createdAt`)).status).toBe(
      400,
    );
    expect((await admin.get(`/api/admin/unity-declarations?cursor=${cursor}`)).status).toBe(400);
    expect((await admin.get(`/api/admin/contact?cursor=x${cursor}`)).status).toBe(400);
  });
});

describe('the green tick', () => {
  const log = (change: Partial<typeof emailLogs.$inferInsert>) =>
    addEmailLog(site.db, {
      id: randomUUID(),
      recipientEmail: 'awa@example.org',
      subject: 'Hello',
      emailType: 'contact-received',
      status: 'success',
      errorMessage: null,
      configType: null,
      sentAt: at(0),
      ...change,
    });
  const isTicked = async () => (await rowsOf('/api/admin/contact')).map((row) => row.mailed);

  test('marks who was written to', async () => {
    await addContacts([contact()]);
    await log({});
    expect(await isTicked()).toEqual([true]);
  });

  test('marks the contact person of a partner too', async () => {
    await site.db
      .insert(partnerSubmissions)
      .values([partner({ createdAt: at(1) }), partner({ contactEmail: 'kofi@example.org' })]);
    await log({ emailType: 'partner-received' });
    const rows = await rowsOf('/api/admin/partner-submissions');
    expect(rows.map((row) => row.mailed)).toEqual([true, false]);
  });

  test.each([
    ['a mail that failed', { status: 'failed' as const }],
    ['a test mail', { emailType: 'test' }],
    ['a preview to oneself', { emailType: PREVIEW_MAIL }],
    ['a mail to somebody else', { recipientEmail: 'kofi@example.org' }],
  ])('does not come from %s', async (_what, change) => {
    await addContacts([contact()]);
    await log(change);
    expect(await isTicked()).toEqual([false]);
  });
});

describe('a claimed payment', () => {
  test('waits in the summary and is shown with its number beside the application', async () => {
    const paymentSite = await openPaymentSite();
    await paymentSite.visitor().post('/payment/submit', claim('Z-1', { plan: 'installment' }));
    const summary = await paymentSite.admin.get('/api/admin/summary');
    expect(summary.body).toMatchObject({ counts: { passportApplications: 1 }, claimsWaiting: 1 });
    const applications = await paymentSite.admin.get('/api/admin/passport-applications');
    expect(applications.body).toMatchObject([
      {
        paymentPlan: 'installment',
        paymentAmount: '100.00',
        paymentStatus: 'awaiting_verification',
        payments: [
          {
            id: await findClaimId(paymentSite, 'Z-1'),
            method: 'zelle',
            number: 'Z-1',
            status: 'claimed',
            amount: '100.00',
            received: null,
          },
        ],
        paymentsMade: 0,
        paymentsInAll: 12,
      },
    ]);
    await paymentSite.close();
  });

  test('that is confirmed tells what arrived and how many payments are made', async () => {
    const paymentSite = await openPaymentSite();
    await paymentSite.visitor().post('/payment/submit', claim('Z-2', { plan: 'installment' }));
    await confirm(paymentSite, 'Z-2', 900);
    const applications = await paymentSite.admin.get('/api/admin/passport-applications');
    expect(applications.body).toMatchObject([
      {
        payments: [{ amount: '100.00', received: '900.00', flag: 'over' }],
        paymentsMade: 1,
        paymentsInAll: 12,
      },
    ]);
    await paymentSite.close();
  });
});

describe('the summary', () => {
  test('counts each kind without drafts and shows the five newest', async () => {
    await addContacts(
      Array.from({ length: 7 }, (_, n) => contact({ createdAt: at(n), message: String(n) })),
    );
    await application();
    await application({ applicationStatus: 'draft', submittedAt: null });
    await site.db
      .insert(volunteerSubmissions)
      .values(
        Array.from({ length: 6 }, (_, n) => volunteer({ createdAt: at(n), lastName: `${n}` })),
      );
    await site.db.insert(partnerSubmissions).values(partner());
    const answer = await admin.get('/api/admin/summary');
    expect(answer.status, answer.text).toBe(200);
    const { counts, recent, claimsWaiting } = answer.body as unknown as {
      counts: Record<string, number>;
      recent: Record<string, { message: string; lastName: string; organizationName: string }[]>;
      claimsWaiting: number;
    };
    expect(counts).toMatchObject({
      contact: 7,
      passportApplications: 1,
      unityDeclarations: 0,
      volunteers: 6,
      partners: 1,
    });
    expect(recent.volunteers?.map((row) => row.lastName)).toEqual(['5', '4', '3', '2', '1']);
    expect(recent.partners?.map((row) => row.organizationName)).toEqual(['Lycée de la Teranga']);
    expect(counts.users).toBeGreaterThanOrEqual(1);
    expect(recent.contact?.map((row) => row.message)).toEqual(['6', '5', '4', '3', '2']);
    expect(recent.passportApplications).toHaveLength(1);
    expect(recent.unityDeclarations).toEqual([]);
    expect(claimsWaiting).toBe(0);
  });
});

describe('a file', () => {
  const linesOf = (text: string) =>
    text
      .replace(/^\uFEFF/, '')
      .split('\r\n')
      .slice(0, -1);

  test('holds every row once behind a byte order mark and the names of the columns', async () => {
    const rows = Array.from({ length: 1203 }, (_, n) =>
      contact({ createdAt: at(n % 7), email: `n${n}@example.org` }),
    );
    await addContacts(rows);
    const answer = await admin.get('/api/admin/export/contact-submissions');
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="contact-submissions.csv"',
      'cache-control': 'no-store',
    });
    expect(answer.text.startsWith('\uFEFF"id"')).toBe(true);
    const [names, ...lines] = linesOf(answer.text);
    expect(names).toBe('"id","firstName","lastName","email","country","message","createdAt"');
    expect(lines).toHaveLength(1203);
    expect(new Set(lines.map((line) => line.split(',')[3])).size).toBe(1203);
  });

  test('does not let a spreadsheet run what people wrote', async () => {
    await addContacts([
      contact({ firstName: '=HYPERLINK("http://evil")', message: '@SUM(A1)\nsecond, "line"' }),
    ]);
    const { text } = await admin.get('/api/admin/export/contact-submissions');
    expect(text).toContain(`"'=HYPERLINK(""http://evil"")"`);
    expect(text).toContain(`"'@SUM(A1)\nsecond, ""line"""`);
  });

  test('of applications holds amounts in dollars and no drafts', async () => {
    await application();
    await application({
      email: 'draft@example.org',
      applicationStatus: 'draft',
      submittedAt: null,
    });
    const [names, ...lines] = linesOf(
      (await admin.get('/api/admin/export/passport-applications')).text,
    );
    expect(names).toContain('"paymentAmount"');
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('"1000.00"');
  });

  test('of volunteers and partners holds what they gave and is empty where they gave nothing', async () => {
    await site.db.insert(volunteerSubmissions).values(volunteer({ skills: '=1+1' }));
    await site.db.insert(partnerSubmissions).values(partner());
    const volunteers = linesOf((await admin.get('/api/admin/export/volunteer-submissions')).text);
    expect(volunteers[0]).toBe(
      '"id","firstName","lastName","email","country","phone","skills","experience","availability","motivation","createdAt"',
    );
    expect(volunteers[1]).toContain(
      `"Awa","Diop","awa@example.org","Senegal","","'=1+1","","Project-based","One cloth.","2026-01-01T00:00:00.000Z"`,
    );
    const partners = linesOf((await admin.get('/api/admin/export/partner-submissions')).text);
    expect(partners[0]).toBe(
      '"id","organizationName","contactFirstName","contactLastName","contactEmail","country","organizationType","organizationSize","website","partnershipType","proposedContribution","message","createdAt"',
    );
    expect(partners[1]).toContain(
      '"Lycée de la Teranga","Awa","Diop","awa@example.org","Senegal","Educational Institution","","","Event Collaboration","Rooms","Hello"',
    );
    expect([volunteers.length, partners.length]).toEqual([2, 2]);
  });

  test('of users holds no password', async () => {
    const { text } = await admin.get('/api/admin/export/users');
    expect(text).not.toMatch(/password|argon2/i);
    expect(text).toContain(admin.id);
  });

  test('without rows is the line of names', async () => {
    expect(linesOf((await admin.get('/api/admin/export/unity-declarations')).text)).toEqual([
      '"id","fullName","email","country","signedAt"',
    ]);
  });

  test.each(['donations', 'Users', 'constructor', '__proto__', '%20'])(
    'of the unknown kind %s is refused',
    async (type) => {
      const answer = await admin.get(`/api/admin/export/${type}`);
      expect([answer.status, answer.body]).toEqual([
        400,
        { message: 'Invalid submission type for export.' },
      ]);
    },
  );

  test('of a list that is narrowed holds the rows that the list shows, in its order', async () => {
    await addContacts([
      contact({
        firstName: 'Zola',
        lastName: 'A',
        country: 'Kenya',
        createdAt: at(1),
      }),
      contact({
        firstName: 'Wanjiru',
        lastName: 'C',
        country: 'Kenya',
        createdAt: at(2),
      }),
      contact({
        lastName: "O'Hara \\",
        message: 'From %_ Kenya',
        createdAt: at(3),
      }),
      contact({ lastName: 'B', country: 'Kenya', createdAt: at(4) }),
      contact({ lastName: 'D', country: 'Ghana', createdAt: at(5) }),
    ]);
    const idsOf = async (question: string) => {
      const { status, text } = await admin.get(`/api/admin/export/contact-submissions${question}`);
      expect(status, text).toBe(200);
      return linesOf(text)
        .slice(1)
        .map((line) => line.slice(1, 37));
    };
    for (const [question, length] of [
      ['?country=Kenya', 3],
      ['?country=Kenya&sort=lastName', 3],
      ['?search=kenya', 4],
      [`?search=${encodeURIComponent("o'hara \\")}`, 1],
      [`?search=${encodeURIComponent('%_')}`, 1],
      [`?search=${encodeURIComponent("' or true --")}`, 0],
      ['?status=answered', 0],
      ['?status=unanswered&owner=nobody', 5],
      ['?tag=press', 0],
    ] as const) {
      const shown = await rowsOf(`/api/admin/contact${question}`);
      const ids = await idsOf(question);
      expect(ids, question).toEqual(shown.map(({ id }) => id));
      expect(ids, question).toHaveLength(length);
    }
  });

  test.each([
    ['passport-applications', 'passport-applications', '?country=Senegal'],
    ['passport-applications', 'passport-applications', '?status=draft'],
    ['unity-declarations', 'unity-declarations', '?day=2026-01-01'],
    ['unity-declarations', 'unity-declarations', '?day=2026-01-02'],
    ['unity-declarations', 'unity-declarations', '?status=unconfirmed&sort=fullName'],
    ['volunteer-submissions', 'volunteer-submissions', '?search=carpentry'],
    ['partner-submissions', 'partner-submissions', '?sort=organizationName'],
    ['users', 'users', '?status=admin'],
    ['users', 'users', '?status=suspended'],
  ])('of %s is narrowed as %s is by %s', async (type, list, question) => {
    await application();
    await application({ currentNationality: 'Kenya' });
    await application({ applicationStatus: 'draft', submittedAt: null });
    await site.db
      .insert(volunteerSubmissions)
      .values([volunteer(), volunteer({ skills: 'Carpentry' })]);
    await site.db
      .insert(partnerSubmissions)
      .values([partner(), partner({ organizationName: 'Zuri' })]);
    const { text } = await admin.get(`/api/admin/export/${type}${question}`);
    const shown = await rowsOf(`/api/admin/${list}${question}`);
    expect(
      linesOf(text)
        .slice(1)
        .map((line) => line.slice(1, 37)),
    ).toEqual(shown.map(({ id }) => id));
  });

  test('of a question that the list does not take is refused', async () => {
    for (const question of ['?status=lost', '?sort=message', '?owner=me']) {
      const { status } = await admin.get(`/api/admin/export/contact-submissions${question}`);
      expect(status, question).toBe(400);
    }
  });

  test('leaves in the audit log who took it', async () => {
    await admin.get('/api/admin/export/users');
    const acts = await site.db.select().from(auditLog);
    expect(acts.at(-1)).toMatchObject({
      actorId: admin.id,
      action: 'submissions.exported',
      subject: 'users',
    });
  });

  test('that the database cannot give is a clean failure, not a broken file', async () => {
    const other = await openSite({ work: false });
    const browser = await other.loggedIn('admin');
    await other.db.execute('drop table contact_submissions cascade');
    const answer = await browser.get('/api/admin/export/contact-submissions');
    expect(answer.status).toBe(500);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.headers).not.toHaveProperty('content-disposition');
    await other.close();
  });
});

import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSite, type Site } from '../../../server/testing.ts';
import { minutes } from '../../../shared/time.ts';
import { passportApplications } from '../../application/application.store.ts';
import { unityDeclarations } from '../../declaration/declaration.store.ts';
import { emailLogs } from '../../mail/log/email-log.store.ts';
import { messages } from '../../messages/core/message.store.ts';
import { users } from '../../../server/user.store.ts';
import { FIELD_LABELS } from './account-export.rules.ts';
import { ama, joined, kofi } from '../testing.ts';

const hostile = `<script>alert('1')</script> & "quoted"`;
/** The parts of the file in their order, with their headings. */
const PARTS = {
  account: 'Account',
  security: 'Account security',
  passkeys: 'Passkeys',
  sessions: 'Browsers that are logged in',
  profile: 'Profile',
  messages: 'Messages',
  blocked: 'Members you have blocked',
  reports: 'Messages you have reported',
  applications: 'Applications',
  payments: 'Payments',
  signatures: 'Signatures of the Unity Declaration',
  claims: 'What you have added to your account',
  contactMessages: 'Messages to the team',
  volunteerApplications: 'Volunteer applications',
  partnershipApplications: 'Partnership applications',
  replies: 'Our replies',
  donations: 'Donations',
  paperSignatures: 'Paper signatures',
  noNews: 'No bulk email',
  mails: 'Emails we have sent you since you confirmed your address',
} as const;
type Browser = Awaited<ReturnType<typeof joined>>;
type Data = Record<keyof typeof PARTS, Record<string, unknown>[]> & {
  account: Record<string, unknown>;
  profile: Record<string, unknown> | null;
  exportedAt: string;
  site: string;
};

let site: Site;
let owner: Browser;
let other: Browser;
let data: Data;
let html: string;
const readJson = async (browser: Browser) =>
  (await browser.get('/api/account/export')).body as unknown as Data;

beforeAll(async () => {
  site = await openSite({ work: false, environment: { ADDRESS_LIMIT_FACTOR: '1000' } });
  owner = await joined(site);
  other = await joined(site, { ...kofi, firstName: 'Kofi <b>' });
  await site.db.update(users).set({ emailVerifiedAt: site.clock.now() });
  await owner.put('/api/profile', {
    country: 'Ghana',
    city: 'Accra',
    bio: hostile,
    interests: '',
    isPublic: false,
  });
  await other.put('/api/profile', {
    country: 'Kenya',
    city: 'Kisumu',
    bio: 'A secret of Kofi',
    interests: '',
    isPublic: true,
  });
  const write = async (from: Browser, to: Browser, content: string) => {
    const body = { recipientId: to.id, subject: 'Cloth', content };
    return ((await from.post('/api/messages', body)).body as { id: string }).id;
  };
  await write(owner, other, 'Written by Ama');
  const received = await write(other, owner, hostile);
  await other.post('/api/messages', { recipientId: owner.id, content: 'Deleted by Ama' });
  const [deleted] = (await owner.get('/api/messages')).body as { id: string; content: string }[];
  await owner.delete(`/api/messages/${deleted!.id}`);
  const report = { reason: 'spam', note: 'Please look' };
  expect((await owner.post(`/api/messages/${received}/report`, report)).status).toBe(201);
  await owner.put(`/api/members/${other.id}/block`, { blocked: true });
  await addRecords();
  data = await readJson(owner);
  html = (await owner.get('/api/account/export?as=html')).text;
});
afterAll(() => site.close());

/** A signature that is claimed, an application that is, and one of somebody else. */
async function addRecords() {
  const now = site.clock.now();
  const signatureId = randomUUID();
  const signature = { country: 'Ghana', wantsNews: false, signedAt: now };
  const shared = { confirmedAt: now, source: 'referral', shareCode: 'abcd2345' };
  await site.db.insert(unityDeclarations).values([
    { id: signatureId, fullName: 'Ama Mensah', email: ama.email, ...signature, ...shared },
    { id: randomUUID(), fullName: 'Kofi B', email: kofi.email, ...signature },
  ]);
  const application = (email: string, reference: string) => ({
    id: randomUUID(),
    reference,
    firstName: 'Ama',
    lastName: 'Mensah',
    dateOfBirth: '01/02/1990',
    placeOfBirth: 'Kumasi',
    currentNationality: 'Ghana',
    telephone: '+233201234567',
    email,
    homeAddress: `12 Loom Street of ${reference}`,
    paymentPlan: 'onetime' as const,
    paymentAmountCents: 100_000n,
    paymentMethod: 'zelle',
    paymentStatus: 'pending',
    applicationStatus: 'submitted' as const,
    wantsNews: false,
    locale: 'en',
    createdAt: now,
    updatedAt: now,
    submittedAt: now,
  });
  const own = application(ama.email, 'PX-OWN22');
  await site.db.insert(passportApplications).values([own, application(kofi.email, 'PX-HIS22')]);
  for (const [kind, id] of [
    ['declaration', signatureId],
    ['application', own.id],
  ])
    expect((await owner.post('/api/profile/records/claim', { kind, id })).status).toBe(200);
  await site.db.insert(emailLogs).values(
    [ama.email, kofi.email].map((recipientEmail) => ({
      id: randomUUID(),
      recipientEmail,
      subject: `A mail to ${recipientEmail}`,
      emailType: 'welcome',
      status: 'success' as const,
      sentAt: now,
    })),
  );
}

describe('the export of one’s own data', () => {
  test('is a file of JSON with every part', async () => {
    const answer = await owner.get('/api/account/export?as=json');
    const day = site.clock.now().toISOString().slice(0, 10);
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': `attachment; filename="one-africa-passport-${day}.json"`,
      'cache-control': 'no-store',
    });
    expect(Object.keys(data)).toEqual(['exportedAt', 'site', ...Object.keys(PARTS)]);
    expect(data.site).toBe('http://localhost:3000');
  });

  test('holds account, profile, browsers, what was signed and what was mailed', () => {
    expect(data.account).toMatchObject({ email: ama.email, firstName: 'Ama', language: 'en' });
    expect(data.profile).toMatchObject({ city: 'Accra', bio: hostile, isPublic: false });
    expect(data.sessions).toMatchObject([{ browser: 'Chrome', system: 'Android' }]);
    expect(data.signatures).toMatchObject([
      {
        fullName: 'Ama Mensah',
        country: 'Ghana',
        source: 'referral',
        shareCode: 'abcd2345',
      },
    ]);
    expect(data.claims.map(({ kind }) => kind).sort()).toEqual(['application', 'declaration']);
    expect(data.mails).toMatchObject([{ subject: `A mail to ${ama.email}` }]);
  });

  test('holds what was written and received, but not what its owner deleted', () => {
    expect(data.messages).toMatchObject([
      { direction: 'received', with: 'Kofi <b> Boateng', subject: 'Cloth', content: hostile },
      {
        direction: 'written',
        with: 'Kofi <b> Boateng',
        subject: 'Cloth',
        content: 'Written by Ama',
      },
    ]);
    expect(data.blocked).toMatchObject([{ name: 'Kofi <b> Boateng' }]);
    expect(data.reports).toMatchObject([{ reason: 'spam', note: 'Please look', content: hostile }]);
  });

  test('holds a claimed application whole', () => {
    expect(data.applications).toMatchObject([
      {
        reference: 'PX-OWN22',
        dateOfBirth: '01/02/1990',
        homeAddress: '12 Loom Street of PX-OWN22',
        status: 'submitted',
      },
    ]);
  });

  test.each(['json', 'html'])(
    'as %s holds nothing private of others, and no secret',
    async (as) => {
      const { text } = await owner.get(`/api/account/export?as=${as}`);
      expect(text).not.toMatch(/argon2|totpSecret|digest|publicKey/i);
      for (const his of [kofi.email, 'A secret of Kofi', 'Kisumu', 'PX-HIS22', 'Deleted by Ama'])
        expect(text).not.toContain(his);
    },
  );

  test('as HTML is a page to read that runs and loads nothing, whatever is in it', async () => {
    const answer = await owner.get('/api/account/export?as=html');
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-disposition': expect.stringMatching(/^attachment; filename=".*\.html"$/),
    });
    expect(html).toContain('<html lang="en">');
    expect(html).toContain(
      '&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt; &amp; &quot;quoted&quot;',
    );
    expect(html).not.toMatch(/<script|<b>|<img|<link|src=|href=/i);
    expect(html).toContain(`content="default-src 'none'; style-src 'unsafe-inline'"`);
    for (const heading of Object.values(PARTS)) expect(html).toContain(`<h2>${heading}</h2>`);
    expect(html).toContain('<dt>City</dt><dd dir="auto">Accra</dd>');
    expect(html).toContain('<dt>Written or received</dt><dd dir="auto">Received</dd>');
    expect(html).not.toMatch(/undefined|\[object|null|NaN/);
  });

  test('as HTML speaks the language of the page', async () => {
    const answer = await owner.get('/api/account/export?as=html', { 'content-language': 'fr' });
    expect(answer.text).toContain('<html lang="fr">');
    expect(answer.text).toContain('<h1>Ce que nous conservons à votre sujet</h1>');
    expect(answer.text).toContain('<dt>Écrit ou reçu</dt>');
    expect(answer.text).not.toContain('Written or received');
    expect(answer.text).toContain('<dt>État</dt><dd dir="auto">Déposée</dd>');
  });

  test('names every field that it may hold', () => {
    const rows = Object.values(data).flatMap((part) =>
      Array.isArray(part) ? part : typeof part === 'object' && part ? [part] : [],
    );
    const fields = new Set(rows.flatMap((row) => Object.keys(row as object)));
    expect([...fields].filter((field) => !(field in FIELD_LABELS))).toEqual([]);
  });

  test('of somebody new is whole, and says of empty parts that there is nothing', async () => {
    const newcomer = await joined(site, { ...ama, email: 'new@example.org' });
    const own = await readJson(newcomer);
    expect(own.profile).toBeNull();
    expect([own.messages, own.applications, own.mails]).toEqual([[], [], []]);
    const page = await newcomer.get('/api/account/export?as=html');
    expect(page.text).toContain('<h2>Profile</h2><p>Nothing.</p>');
  });

  test('tells of mails to the address only since its holder has proved it', async () => {
    const email = 'taken@example.org';
    const browser = await joined(site, { ...ama, email });
    const mailed = async (subject: string, sentAt = site.clock.now()) =>
      site.db.insert(emailLogs).values({
        id: randomUUID(),
        recipientEmail: email,
        subject,
        emailType: 'application-approved',
        status: 'success' as const,
        sentAt,
      });
    await mailed('To whoever had it before');
    expect((await readJson(browser)).mails).toEqual([]);
    const provedAt = new Date(site.clock.now().getTime() + minutes(1));
    await site.db.update(users).set({ emailVerifiedAt: provedAt }).where(eq(users.id, browser.id));
    await mailed('To its holder', provedAt);
    expect((await readJson(browser)).mails).toMatchObject([{ subject: 'To its holder' }]);
  });

  test('of a thousand messages holds each once, the newest first', async () => {
    const writer = await joined(site, { ...ama, email: 'writer@example.org' });
    const start = site.clock.now().getTime();
    await site.db.insert(messages).values(
      Array.from({ length: 1000 }, (_, n) => ({
        id: randomUUID(),
        senderId: n % 2 ? writer.id : other.id,
        recipientId: n % 2 ? other.id : writer.id,
        subject: null,
        content: `Letter ${n}`,
        // Two of each moment: pages part them too.
        createdAt: new Date(start + (n >> 1)),
      })),
    );
    const { messages: letters } = await readJson(writer);
    expect(new Set(letters.map(({ content }) => content)).size).toBe(1000);
    expect(letters).toHaveLength(1000);
    const times = letters.map(({ sentAt }) => String(sentAt));
    expect(times).toEqual([...times].sort().reverse());
  });

  test('needs a login, and the password within the last five minutes', async () => {
    expect((await site.visitor().get('/api/account/export')).status).toBe(401);
    const late = await joined(site, { ...ama, email: 'late@example.org' });
    site.clock.advance(minutes(6));
    expect(await late.get('/api/account/export')).toMatchObject({
      status: 403,
      body: { reason: 'reauthenticate' },
    });
    await late.post('/api/auth/reauthenticate', { password: ama.password });
    expect((await late.get('/api/account/export')).status).toBe(200);
    site.clock.setOffset(0);
  });

  test('comes in no other form', async () => {
    expect((await owner.get('/api/account/export?as=pdf')).status).toBe(400);
  });
});

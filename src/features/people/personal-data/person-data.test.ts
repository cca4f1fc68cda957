import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditLog } from '../../../server/audit.store.ts';
import { users } from '../../../server/user.store.ts';
import { days, minutes } from '../../../shared/time.ts';
import { passportApplications } from '../../application/application.store.ts';
import { contactSubmissions } from '../../contact/contact.store.ts';
import { unityDeclarations } from '../../declaration/declaration.store.ts';
import { donations } from '../../donations/donation.store.ts';
import {
  claim,
  closeWithBalancedLedger,
  confirm,
  myApplications,
  openPaymentSite,
  type PaymentSite,
  person,
} from '../../payments/core/testing.ts';
import { payments } from '../../payments/core/payment.store.ts';
import { closedAccounts } from '../../retention/closed-accounts/closed-account.store.ts';
import { eraseClosedAccounts } from '../../retention/closed-accounts/closed-account.service.ts';
import { contactReplies } from '../../submissions/reply/reply.store.ts';
import { paperSignatures } from '../../submissions/paper/paper-signature.store.ts';
import { personNotes, personTags } from '../notes/person-note.store.ts';
import type { Person } from '../person.contract.ts';

let site: PaymentSite;
beforeAll(async () => {
  site = await openPaymentSite();
});
afterAll(() => closeWithBalancedLedger(site));

let count = 0;

/** Someone who has signed, written, given and paid for a kit, with one address and no account. */
async function addPerson() {
  const n = ++count;
  const email = `esi${n}@example.org`;
  const visitor = site.visitor();
  const given = person({ firstName: 'Esi', lastName: 'Ansah', email });
  const paid = await visitor.post('/payment/submit', claim(`ERASE-${n}`, { person: given }));
  expect(paid.status, paid.text).toBe(201);
  const [application] = await myApplications(visitor);
  await confirm(site, `ERASE-${n}`, '1000.00');
  const [contact, now] = [randomUUID(), site.clock.now()];
  await site.db.insert(unityDeclarations).values({
    id: randomUUID(),
    fullName: 'Esi Ansah',
    email,
    country: 'Ghana',
    wantsNews: false,
    signedAt: now,
  });
  await site.db.insert(contactSubmissions).values({
    id: contact,
    firstName: 'Esi',
    lastName: 'Ansah',
    email,
    country: 'Ghana',
    message: 'When does my kit come?',
    wantsNews: false,
    createdAt: now,
  });
  await site.db.insert(contactReplies).values({
    id: randomUUID(),
    submissionId: contact,
    subject: 'Re: Your message',
    text: 'In three days.',
    authorId: randomUUID(),
    createdAt: now,
  });
  await site.db.insert(donations).values({
    id: randomUUID(),
    donorEmail: email,
    amountCents: 2500n,
    receivedOn: '2026-11-01',
    recordedBy: randomUUID(),
    createdAt: now,
  });
  await site.db.insert(paperSignatures).values({
    id: randomUUID(),
    sheet: `S${n}`,
    line: 1,
    fullName: 'Esi Ansah',
    country: 'Ghana',
    email,
    signedOn: '2026-10-03',
    enteredBy: randomUUID(),
    enteredAt: now,
  });
  return { email, contact, application: application?.id ?? '' };
}
type Somebody = Awaited<ReturnType<typeof addPerson>>;

async function addAccount({ email }: Pick<Somebody, 'email'>, more: { isAdmin?: boolean } = {}) {
  const id = randomUUID();
  const now = site.clock.now();
  await site.db.insert(users).values({
    id,
    email,
    firstName: 'Esi',
    lastName: 'Ansah',
    password: 'none',
    emailVerifiedAt: now,
    createdAt: now,
    updatedAt: now,
    ...(more.isAdmin ? { isAdmin: true, role: 'viewer' as const } : {}),
  });
  return id;
}

const path = ({ contact }: Pick<Somebody, 'contact'>, more = '') =>
  `/api/admin/people/contact/${contact}${more}`;

describe('the file of one person', () => {
  test('of someone without an account has everything with their address, and the download is in the log', async () => {
    const esi = await addPerson();
    const owner = await site.loggedIn('owner');
    const { status, text } = await owner.get(path(esi, '/export'));
    expect(status, text).toBe(200);
    const file = JSON.parse(text);
    expect(file.signatures).toMatchObject([{ fullName: 'Esi Ansah', country: 'Ghana' }]);
    expect(file.contactMessages).toMatchObject([{ message: 'When does my kit come?' }]);
    expect(file.replies).toMatchObject([{ content: 'In three days.' }]);
    expect(file.donations).toMatchObject([{ amount: '25.00' }]);
    expect(file.paperSignatures).toHaveLength(1);
    expect(file.applications).toMatchObject([
      { name: 'Esi Ansah', homeAddress: expect.any(String) },
    ]);
    expect(file.payments).toMatchObject([{ amount: '1000.00' }]);
    for (const part of ['account', 'messages', 'blocked', 'reports'])
      expect(file).not.toHaveProperty(part);
    const [row] = await site.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, 'person.exported'));
    expect(row).toMatchObject({ subject: esi.contact, actorId: owner.id });
    expect(JSON.stringify(row)).not.toContain(esi.email);
  });

  test('of a member has the account, but no messages between members', async () => {
    const esi = await addPerson();
    await addAccount(esi);
    const owner = await site.loggedIn('owner');
    const { text } = await owner.get(path(esi, '/export?as=html'));
    expect(text).toContain('Account security');
    expect(text).toContain('When does my kit come?');
    expect(text).not.toContain('Members you have blocked');
  });

  test.each(['finance', 'moderator', 'editor', 'viewer'] as const)(
    'is neither given nor erased for %s, who cannot read every part',
    async (role) => {
      const esi = await addPerson();
      const by = await site.loggedIn(role);
      expect((await by.get(path(esi, '/export'))).status).toBe(403);
      expect((await by.post(path(esi, '/erase'))).status).toBe(403);
    },
  );
});

test('a file is given and a person erased only to who has just given the password', async () => {
  const esi = await addPerson();
  const owner = await site.loggedIn('owner');
  site.clock.advance(minutes(5) + 1000);
  for (const answer of [
    await owner.get(path(esi, '/export')),
    await owner.post(path(esi, '/erase')),
  ])
    expect([answer.status, answer.body]).toMatchObject([403, { reason: 'reauthenticate' }]);
  expect(await site.db.$count(contactSubmissions, eq(contactSubmissions.id, esi.contact))).toBe(1);
});

describe('erasing one person', () => {
  test('without an account removes what they signed and sent at once, with notes, tags and merges', async () => {
    const [esi, other] = [await addPerson(), await addPerson()];
    const owner = await site.loggedIn('owner');
    await owner.post(path(esi, '/notes'), { text: 'Calls at night.' });
    await owner.post(path(esi, '/tags'), { tag: 'press', isOn: true });
    await owner.post(path(esi, '/merge'), { record: 'contact', id: other.contact });
    const { status, text } = await owner.post(path(esi, '/erase'));
    expect(status, text).toBe(200);
    const left = async (table: typeof unityDeclarations | typeof contactSubmissions) =>
      site.db.$count(table, eq(table.email, esi.email));
    expect(await left(unityDeclarations)).toBe(0);
    expect(await left(contactSubmissions)).toBe(0);
    expect(await site.db.$count(contactReplies, eq(contactReplies.submissionId, esi.contact))).toBe(
      0,
    );
    expect(await site.db.$count(personNotes)).toBe(0);
    expect(await site.db.$count(personTags)).toBe(0);
    expect(await site.db.$count(paperSignatures, eq(paperSignatures.email, esi.email))).toBe(0);
    const { addresses } = (await owner.get(path(other))).body as Person;
    expect(addresses.map(({ email }) => email)).toEqual([other.email]);
    const [row] = await site.db.select().from(auditLog).where(eq(auditLog.action, 'person.erased'));
    expect(row).toMatchObject({ subject: esi.contact, actorId: owner.id });
    expect(JSON.stringify(row)).not.toContain(esi.email);
  });

  test('with an account deletes it too', async () => {
    const esi = await addPerson();
    const id = await addAccount(esi);
    const owner = await site.loggedIn('owner');
    expect((await owner.post(path(esi, '/erase'))).status).toBe(200);
    expect(await site.db.$count(users, eq(users.id, id))).toBe(0);
  });

  test('is refused for an administrator, of whom nothing goes', async () => {
    const esi = await addPerson();
    const id = await addAccount(esi, { isAdmin: true });
    const owner = await site.loggedIn('owner');
    const { status, body } = await owner.post(path(esi, '/erase'));
    expect([status, body]).toEqual([
      409,
      {
        message: 'This is an administrator. Take the access away first, under Settings.',
      },
    ]);
    expect(await site.db.$count(users, eq(users.id, id))).toBe(1);
    expect(await site.db.$count(contactSubmissions, eq(contactSubmissions.id, esi.contact))).toBe(
      1,
    );
  });
});

test('what is to be done for a person is said, the first thing first, and only to who may do it', async () => {
  const esi = await addPerson();
  // Nothing but our next step holds it up.
  await site.db
    .update(passportApplications)
    .set({ noticeVersion: '2026-11' })
    .where(eq(passportApplications.id, esi.application));
  const steps = async (by: Awaited<ReturnType<PaymentSite['loggedIn']>>) =>
    ((await by.get(path(esi))).body as Person).next;
  const owner = await site.loggedIn('owner');
  expect(await steps(owner)).toEqual([
    {
      step: 'review',
      of: esi.application,
      title: expect.any(String),
      since: expect.any(String),
    },
    { step: 'contact', of: esi.contact, title: null, since: expect.any(String) },
  ]);
  expect((await steps(await site.loggedIn('moderator'))).map(({ step }) => step)).toEqual([
    'contact',
  ]);
  await owner.put(`/api/admin/triage/contact/${esi.contact}`, {
    status: 'answered',
    ownerId: null,
    tags: [],
    version: 0,
  });
  expect((await steps(owner)).map(({ step }) => step)).toEqual(['review']);
});

// Last: the clock goes on, and with it the sessions end.
test('an erased person’s payments and donations stay, and details of the application go once it is over', async () => {
  const esi = await addPerson();
  const owner = await site.loggedIn('owner');
  const paid = await site.db.$count(payments);
  await owner.post(path(esi, '/erase'));
  const job = async () => {
    site.clock.advance(days(1) + 1);
    await eraseClosedAccounts(site.context, { log: site.app.log });
  };
  const application = async () =>
    (
      await site.db
        .select()
        .from(passportApplications)
        .where(eq(passportApplications.id, esi.application))
    )[0];
  await job();
  expect((await application())?.homeAddress).not.toBe('');
  await site.db
    .update(passportApplications)
    .set({ applicationStatus: 'delivered' })
    .where(eq(passportApplications.id, esi.application));
  await job();
  expect((await application())?.homeAddress).toBe('');
  expect(await site.db.$count(payments)).toBe(paid);
  expect(await site.db.$count(donations, eq(donations.donorEmail, esi.email))).toBe(1);
  expect(await site.db.$count(closedAccounts, eq(closedAccounts.address, esi.email))).toBe(1);
});

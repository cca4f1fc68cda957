import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addAudit } from '../../../server/audit.store.ts';
import { openSite, type Site } from '../../../server/testing.ts';
import { days, hours } from '../../../shared/time.ts';
import { passportApplications } from '../../application/application.store.ts';
import { donations } from '../../donations/donation.store.ts';
import { mailDrafts } from '../../campaigns/drafts/draft.store.ts';
import { emailLogs } from '../../mail/log/email-log.store.ts';
import { outgoingMails } from '../../mail/queue/outgoing-mail.store.ts';
import { mailSuppressions } from '../../mail/suppressions/suppression.store.ts';
import { users } from '../../../server/user.store.ts';
import { oneTimeLinks } from '../../members/one-time-link.store.ts';
import { joined, keyIn, lastMail } from '../../members/testing.ts';
import { payments } from '../../payments/core/payment.store.ts';
import { receipts } from '../../payments/core/receipts/receipt.store.ts';
import { instalments, paymentSchedules } from '../../payments/core/schedule/schedule.store.ts';
import { memberClaims } from '../../member-records/claim.store.ts';
import { userProfiles } from '../../members/profile/profile.store.ts';
import { reminderJobs } from '../../application-status/notifications/instalment-reminder.jobs.ts';
import { addressMerges } from '../../people/merge.store.ts';
import { listChoices } from '../../saved-views/view.store.ts';
import { eraseClosedAccounts } from './closed-account.service.ts';
import { closedAccounts } from './closed-account.store.ts';
import { closedAccountJobs } from './closed-account.jobs.ts';
import {
  esi,
  createApplication,
  createBatch,
  createLogEntry,
  createMail,
  createReport,
  createRequest,
  createSignature,
} from '../testing.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite({ work: false, environment: { ADDRESS_LIMIT_FACTOR: '1000' } });
});
afterAll(() => site.close());

const password = 'a loom beside the lagoon';
const erase = async () => {
  const job = closedAccountJobs.find(({ name }) => name === 'erase-closed-accounts');
  await job?.handle({}, { context: site.context, log: site.app.log });
};

/** The next time that it looks at what waits. */
const again = (after = hours(7)) => {
  site.clock.advance(after);
  return erase();
};

/** The tables of all schemas that contain one of the words, in whichever column. */
async function tablesWith(...searched: string[]): Promise<string[]> {
  const { rows: tables } = await site.db.execute<{ name: string }>(sql`
    select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`);
  const found: string[] = [];
  for (const { name } of tables) {
    const hits = searched.map((word) => sql`row_to_json(t)::text ilike ${`%${word}%`}`);
    const { rows } = await site.db.execute(
      sql`select 1 from ${sql.raw(name)} t where ${sql.join(hits, sql` or `)} limit 1`,
    );
    if (rows.length > 0) found.push(name.replace('public.', ''));
  }
  return found.sort();
}

/** A member who has joined with this address and proved to hold it, with a row in every table that can have one. */
async function createPerson() {
  const { db, clock } = site;
  const now = clock.now();
  const browser = await joined(site, { ...esi, password });
  const { id } = browser;
  await browser.post('/api/auth/verify', {
    token: keyIn((await lastMail(site, esi.email, 'welcome')).verifyUrl),
  });
  const own = { userId: id };
  await browser.put('/api/profile', {
    country: 'Ghana',
    city: 'Accra',
    bio: `I am ${esi.firstName}`,
    interests: 'Cloth',
    isPublic: true,
  });
  await db.insert(oneTimeLinks).values({
    digest: randomUUID(),
    purpose: 'email-change',
    ...own,
    detail: esi.email,
    expiresAt: new Date(now.getTime() + days(9)),
  });
  const view = { name: esi.email, query: {} } as never;
  await db.insert(listChoices).values({ ...own, list: 'audit', views: [view], updatedAt: now });
  for (const kind of ['contact', 'volunteer', 'partner'] as const)
    await createRequest(db, kind, now);
  await createSignature(db, esi.email, now, null);
  await createMail(db, now);
  await createMail(db, now, { batch: `account:${id}:x`, address: `old-${esi.email}` });
  await createLogEntry(db, now);
  await createBatch(db, now, ['a@example.org', esi.email], now);
  await createReport(db, now, true);
  await db
    .insert(mailSuppressions)
    .values({ id: randomUUID(), address: esi.email, reason: 'unsubscribed', createdAt: now });
  await db.insert(addressMerges).values({
    id: randomUUID(),
    address: esi.email,
    otherAddress: 'before@example.org',
    mergedAt: now,
  });
  await db.insert(donations).values({
    id: randomUUID(),
    donorName: esi.firstName,
    donorEmail: esi.email,
    amountCents: 100n,
    receivedOn: '2026-01-01',
    recordedBy: id,
    createdAt: now,
  });
  await addAudit(db, { at: now, actorId: id, action: 'content.published', subject: id });
  return browser;
}

async function claimed(userId: string, recordId: string, email = esi.email) {
  const claim = { kind: 'application' as const, userId, recordId, email };
  await site.db
    .insert(memberClaims)
    .values({ id: randomUUID(), ...claim, claimedAt: site.clock.now() });
}

const lastTemplates = async () =>
  (await site.db.select().from(outgoingMails)).map(({ template }) => template);

/** The tables that still name the person when all is done, and why. */
const ALLOWED = [
  // Sent by hand, on their own: the rules end them, and the person can ask (docs/operations.md).
  'contact_submissions',
  'partner_submissions',
  'volunteer_submissions',
  // A signature is said in public, with or without an account.
  'unity_declarations',
  // Without the suppression the site would mail the address again.
  'mail_suppressions',
  // Money: what was given and for what a receipt was written.
  'donations',
  'receipts',
].sort();

test('what a closed account leaves is erased, pseudonymised or one of the records that are named', async () => {
  const browser = await createPerson();
  const { id } = browser;
  const money = { schedule: 'completed', payment: 'succeeded', receivedCents: 10_000n } as const;
  const over = await createApplication(site.db, 'delivered', site.clock.now(), money);
  const draft = await createApplication(site.db, 'draft', site.clock.now(), { schedule: 'draft' });
  const onItsWay = await createApplication(site.db, 'approved', site.clock.now(), money);
  for (const record of [over, draft, onItsWay]) await claimed(id, record);
  const [payment] = await site.db.select().from(payments);
  await site.db.insert(receipts).values({
    number: 1,
    paymentId: payment?.id ?? '',
    issuedAt: site.clock.now(),
    facts: { name: `${esi.firstName} ${esi.lastName}` } as never,
    locale: 'en',
  });
  const searched = [esi.email, esi.lastName];
  expect(await tablesWith(...searched, esi.firstName)).toEqual(
    [
      ...ALLOWED,
      'address_merges',
      'bulk_mails',
      'email_logs',
      'list_choices',
      'mail_batches',
      'member_claims',
      'one_time_links',
      'outgoing_mails',
      'passport_applications',
      'user_profiles',
      'users',
    ].sort(),
  );
  const paid = await site.db.select().from(payments);
  expect((await browser.post('/api/account/delete', { password })).status).toBe(200);
  for (const table of [users, userProfiles, listChoices, memberClaims, mailDrafts])
    expect(await site.db.$count(table)).toBe(0);

  await erase();
  expect(await site.db.$count(closedAccounts)).toBe(1);
  site.clock.advance(days(1) + hours(1));
  await erase();
  // The goodbye waits for a mail server still, and one application is under way.
  const left = ['closed_accounts', 'email_logs', 'outgoing_mails', 'passport_applications'];
  expect(await tablesWith(...searched)).toEqual([...ALLOWED, ...left].sort());
  // A payer stays as long as a bank can call the money back; data that only the kit needed does not.
  const { homeAddress: home, firstName } = passportApplications;
  const ofThree = await site.db
    .select({ id: passportApplications.id, firstName, home })
    .from(passportApplications)
    .orderBy(home);
  expect(ofThree).toEqual([
    { id: over, firstName: esi.firstName, home: '' },
    { id: onItsWay, firstName: esi.firstName, home: '12 Osu Badu Street, Accra' },
  ]);

  await site.db.update(outgoingMails).set({ state: 'sent', nextAttemptAt: null });
  await again();
  // Nothing is mailed twice about an application under way: what the site has written stays as long.
  expect(await tablesWith(...searched)).toEqual([...ALLOWED, ...left].sort());
  expect(await lastTemplates()).toEqual(['contact-reply']);
  await site.db
    .update(passportApplications)
    .set({ applicationStatus: 'delivered' })
    .where(eq(passportApplications.id, onItsWay));
  await again();
  const retained = ['closed_accounts', 'passport_applications'];
  expect(await tablesWith(...searched)).toEqual([...ALLOWED, ...retained].sort());
  await again(days(190));
  expect(await tablesWith(...searched)).toEqual(ALLOWED);
  expect(await site.db.select().from(payments)).toEqual(paid);
});

test('a stranger who registers with an address and closes the account erases nothing of whose address it is', async () => {
  const address = { email: 'abena@example.org' };
  await site.db.delete(outgoingMails);
  await createMail(site.db, site.clock.now(), { address: address.email });
  await createLogEntry(site.db, site.clock.now(), address.email);
  const stranger = await joined(site, { ...esi, ...address, password });
  expect((await stranger.post('/api/account/delete', { password })).status).toBe(200);
  await site.db.update(outgoingMails).set({ state: 'sent', nextAttemptAt: null });
  site.clock.advance(days(1) + hours(1));
  await erase();
  expect(await site.db.$count(closedAccounts)).toBe(0);
  expect(await lastTemplates()).toEqual(['contact-reply']);
  expect(await tablesWith(address.email)).toEqual(['email_logs', 'outgoing_mails']);
});

test('who has come back keeps the mails of the new account', async () => {
  const address = { email: 'yaa@example.org' };
  const leave = async (browser: Awaited<ReturnType<typeof joined>>) =>
    browser.post('/api/account/delete', { password });
  const first = await joined(site, { ...esi, ...address, password });
  await site.db.update(users).set({ emailVerifiedAt: site.clock.now() });
  expect((await leave(first)).status).toBe(200);
  site.clock.advance(hours(2));
  const second = await joined(site, { ...esi, ...address, password });
  await site.db.update(outgoingMails).set({ state: 'sent', nextAttemptAt: null });
  site.clock.advance(days(2));
  await erase();
  const mails = await site.db
    .select({ batch: outgoingMails.batchId })
    .from(outgoingMails)
    .where(eq(outgoingMails.recipientAddress, address.email));
  expect(mails.map(({ batch }) => batch.includes(second.id))).toEqual([true]);
});

/** All mails leave, as their delivery writes it. */
const sendAll = async () => {
  const now = site.clock.now();
  const sent = { state: 'sent', nextAttemptAt: null, sentAt: now, updatedAt: now } as const;
  await site.db.update(outgoingMails).set(sent);
};

/** An account of an address that was proved. */
async function provedMember(email: string) {
  const browser = await joined(site, { ...esi, email, password });
  await site.db
    .update(users)
    .set({ emailVerifiedAt: site.clock.now() })
    .where(eq(users.id, browser.id));
  return browser;
}
const closes = async (browser: Awaited<ReturnType<typeof joined>>) =>
  expect((await browser.post('/api/account/delete', { password })).status).toBe(200);
const applicant = (id: string) =>
  site.db.select().from(passportApplications).where(eq(passportApplications.id, id));
const settled = { schedule: 'completed', payment: 'succeeded', receivedCents: 10_000n } as const;

test('an application that the same person has taken into a new account keeps its person and its claim', async () => {
  const first = await provedMember(esi.email);
  const kit = await createApplication(site.db, 'approved', site.clock.now(), settled);
  const draft = await createApplication(site.db, 'draft', site.clock.now(), { schedule: 'draft' });
  for (const id of [kit, draft]) await claimed(first.id, id);
  await closes(first);
  site.clock.advance(hours(2));
  const second = await provedMember(esi.email);
  for (const id of [kit, draft]) await claimed(second.id, id);
  await again(days(2));
  const delivered = { applicationStatus: 'delivered' as const };
  await site.db.update(passportApplications).set(delivered).where(eq(passportApplications.id, kit));
  await again(days(300));
  for (const id of [kit, draft])
    expect(await applicant(id)).toMatchObject([
      { ...esi, homeAddress: '12 Osu Badu Street, Accra' },
    ]);
  expect(await site.db.$count(memberClaims, eq(memberClaims.userId, second.id))).toBe(2);
});

test.each(['before', 'after'])(
  'an application that got the address of somebody else %s the account was closed keeps that person',
  async (when) => {
    const email = `kofi-${when}@example.org`;
    const kofi = await provedMember(email);
    const draft = await createApplication(site.db, 'draft', site.clock.now(), {
      schedule: 'draft',
    });
    const is = (change: object) =>
      site.db.update(passportApplications).set(change).where(eq(passportApplications.id, draft));
    await is({ email });
    await claimed(kofi.id, draft, email);
    const ama = { email: 'ama@example.org', firstName: 'Ama' };
    if (when === 'before') await is(ama);
    await closes(kofi);
    if (when === 'after') await is(ama);
    await again(days(2));
    expect(await applicant(draft)).toMatchObject([ama]);
  },
);

test('a draft that somebody goes on with in their browser stays as long as any draft', async () => {
  const email = 'efua@example.org';
  const efua = await provedMember(email);
  const draft = await createApplication(site.db, 'draft', site.clock.now(), { schedule: 'draft' });
  const is = (change: object) =>
    site.db.update(passportApplications).set(change).where(eq(passportApplications.id, draft));
  await is({ email });
  await claimed(efua.id, draft, email);
  await closes(efua);
  site.clock.advance(hours(1));
  await is({ updatedAt: site.clock.now() });
  await again(days(2));
  expect(await applicant(draft)).toMatchObject([{ email }]);
  await again(days(95));
  expect(await applicant(draft)).toEqual([]);
});

test('who asks to move an account to the address of somebody else erases nothing of theirs', async () => {
  const email = 'victim@example.org';
  const mallory = await joined(site, { ...esi, email: 'mallory@example.org', password });
  await createLogEntry(site.db, site.clock.now(), email);
  const history = eq(emailLogs.recipientEmail, email);
  await site.db.update(emailLogs).set({ emailType: 'password-changed' }).where(history);
  expect((await mallory.post('/api/account/email', { email, password })).status).toBe(200);
  const [asked] = await site.db
    .select()
    .from(outgoingMails)
    .where(eq(outgoingMails.recipientAddress, email));
  // As its delivery writes it.
  await createLogEntry(site.db, site.clock.now(), email);
  await site.db
    .update(emailLogs)
    .set({ emailType: asked?.emailType ?? '' })
    .where(and(history, eq(emailLogs.emailType, 'contact-reply')));
  await closes(mallory);
  await sendAll();
  await again(days(2));
  expect(await site.db.$count(emailLogs, history)).toBe(2);
});

test('the history of an account that was never proved loses the mails about that account alone', async () => {
  const email = 'dede@example.org';
  const dede = await joined(site, { ...esi, email, password });
  for (const emailType of ['welcome', 'password-changed']) {
    await createLogEntry(site.db, site.clock.now(), email);
    const fresh = and(
      eq(emailLogs.recipientEmail, email),
      eq(emailLogs.emailType, 'contact-reply'),
    );
    await site.db.update(emailLogs).set({ emailType }).where(fresh);
  }
  await closes(dede);
  await sendAll();
  await again(days(2));
  const left = site.db.select().from(emailLogs).where(eq(emailLogs.recipientEmail, email));
  expect(await left).toMatchObject([{ emailType: 'password-changed' }]);
});

test.each([
  ['of their plan', { email: 'kwame@example.org' }],
  ['at an address that the application no longer has', { email: 'kwame.new@example.org' }],
])(
  'a payer who closes the account is not mailed again what was mailed %s',
  async (_, correction) => {
    const remind = async () => {
      const job = reminderJobs.find(({ name }) => name === 'due-reminders');
      await job?.handle({}, { context: site.context, log: site.app.log });
    };
    await site.db.delete(closedAccounts);
    const email = 'kwame@example.org';
    const kwame = await provedMember(email);
    // Made with the same address, and never taken into the account.
    const id = await createApplication(site.db, 'submitted', site.clock.now(), {
      schedule: 'past_due',
    });
    const is = (change: object) =>
      site.db.update(passportApplications).set(change).where(eq(passportApplications.id, id));
    await is({ email });
    const [plan] = await site.db
      .update(paymentSchedules)
      .set({ plan: 'installment', payments: 12 })
      .where(eq(paymentSchedules.applicationId, id))
      .returning();
    const dueOn = new Date(site.clock.now().getTime() - days(9)).toISOString().slice(0, 10);
    const [due] = await site.db
      .update(instalments)
      .set({ dueOn, status: 'overdue' })
      .where(eq(instalments.scheduleId, plan?.id ?? ''))
      .returning();
    const countReminders = () =>
      site.db.$count(outgoingMails, sql`${outgoingMails.batchId} like ${`%${due?.id}`}`);
    await remind();
    expect(await countReminders()).toBe(1);
    await is(correction);
    await closes(kwame);
    await site.db.update(outgoingMails).set({ state: 'sent', nextAttemptAt: null });
    await again(days(1) + hours(1));
    await remind();
    expect(await countReminders()).toBe(1);
    await site.db.update(paymentSchedules).set({ storedStatus: 'cancelled' });
    await is({ applicationStatus: 'cancelled' });
    await again();
    expect([await countReminders(), await site.db.$count(closedAccounts)]).toEqual([0, 0]);
  },
);

/** The note of a closed account whose records can go at once, unless an application of the address is open. */
async function noted(
  address: string,
  hoursAgo: number,
  applications: { id: string; email: string }[] = [],
) {
  const id = randomUUID();
  const nextLookAt = new Date(site.clock.now().getTime() - hours(hoursAgo));
  const closedAt = new Date(nextLookAt.getTime() - days(1));
  await site.db
    .insert(closedAccounts)
    .values({ id, address, isProved: true, applications, closedAt, nextLookAt });
  return id;
}
const isNoted = async (id: string) =>
  (await site.db.$count(closedAccounts, eq(closedAccounts.id, id))) === 1;

test('a closed account that waits does not block the others for ever', async () => {
  await site.db.delete(closedAccounts);
  await createApplication(site.db, 'approved', site.clock.now(), settled);
  const waiting = await noted(esi.email, 3);
  const ready = await noted('ready@example.org', 2);
  /** A process that is stopped once it has looked at one. */
  const lookAtOne = () => {
    let asked = 0;
    return eraseClosedAccounts(site.context, { log: site.app.log, isStopping: () => ++asked > 2 });
  };
  await lookAtOne();
  expect([await isNoted(waiting), await isNoted(ready)]).toEqual([true, true]);
  await lookAtOne();
  expect([await isNoted(waiting), await isNoted(ready)]).toEqual([true, false]);
});

test('a closed account that cannot be erased is logged, holds up no other, and is tried again', async () => {
  await site.db.delete(closedAccounts);
  const draft = await createApplication(site.db, 'draft', site.clock.now(), { schedule: 'draft' });
  const email = 'poison@example.org';
  const ofDraft = eq(passportApplications.id, draft);
  await site.db
    .update(passportApplications)
    .set({ email, updatedAt: new Date(0) })
    .where(ofDraft);
  const stuck = await noted(email, 3, [{ id: draft, email }]);
  const ready = await noted('ready@example.org', 2);
  const header = 'create function refuse() returns trigger language plpgsql as';
  await site.db.execute(sql.raw(`${header} $$ begin raise exception 'No.'; end $$`));
  const before = 'create trigger refuse before delete on passport_applications';
  await site.db.execute(sql.raw(`${before} for each row execute function refuse()`));
  await expect(again(0)).rejects.toThrow('What some accounts have left could not be erased.');
  expect([await isNoted(stuck), await isNoted(ready)]).toEqual([true, false]);
  await site.db.execute(sql.raw('drop function refuse() cascade'));
  await again(60_000);
  expect([await isNoted(stuck), await applicant(draft)]).toEqual([false, []]);
});

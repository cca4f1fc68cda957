import { randomUUID } from 'node:crypto';
import { eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditLog } from '../../server/audit.store.ts';
import { sessions } from '../../server/security/session.store.ts';
import { openSite, type Site } from '../../server/testing.ts';
import { passportApplications } from '../application/application.store.ts';
import { contactSubmissions } from '../contact/contact.store.ts';
import { unityDeclarations } from '../declaration/declaration.store.ts';
import { countThrough } from '../declaration/share-link.store.ts';
import { emailLogs } from '../mail/log/email-log.store.ts';
import { outgoingMails } from '../mail/queue/outgoing-mail.store.ts';
import { bulkMails, mailBatches } from '../campaigns/batches/batch.store.ts';
import { conversations } from '../messages/core/conversation.store.ts';
import { messages } from '../messages/core/message.store.ts';
import { messageReports } from '../messages/reports/report.store.ts';
import { partnerSubmissions } from '../partner/partner.store.ts';
import {
  statementImports,
  statementLines,
} from '../payments/rails/transfer/statements/statement.store.ts';
import { payments } from '../payments/core/payment.store.ts';
import { instalments, paymentSchedules } from '../payments/core/schedule/schedule.store.ts';
import { memberClaims } from '../member-records/claim.store.ts';
import { siteSettings } from '../maintenance/site.store.ts';
import { contactNotes } from '../submissions/triage/triage.store.ts';
import { volunteerSubmissions } from '../volunteer/volunteer.store.ts';
import { days, minutes } from '../../shared/time.ts';
import { newestOf, undoableOf, undoNewest } from '../audit/undo/testing.ts';
import { NEVER_REMOVED, REMOVED_TABLES } from './table-retention.rules.ts';
import type { Retention } from './retention.contract.ts';
import { retentionJobs } from './retention.jobs.ts';
import { KEEP_ALL, monthsBefore, RETENTION_KINDS, type RetentionKind } from './retention.rules.ts';
import { retentionRuns } from './retention-run.store.ts';
import { removeExpired } from './retention-run.service.ts';
import {
  esi,
  createApplication,
  createBatch,
  createMessage,
  createLogEntry,
  createMail,
  createReport,
  createRequest,
  createSignature,
} from './testing.ts';

let site: Site;
let owner: Awaited<ReturnType<Site['loggedIn']>>;
beforeAll(async () => {
  site = await openSite({ work: false, environment: { ADDRESS_LIMIT_FACTOR: '1000' } });
  owner = await site.loggedIn('owner');
});
beforeEach(async () => {
  const tables = [
    retentionRuns,
    siteSettings,
    contactSubmissions,
    volunteerSubmissions,
    partnerSubmissions,
    unityDeclarations,
    payments,
    instalments,
    paymentSchedules,
    passportApplications,
    messageReports,
    messages,
    outgoingMails,
    bulkMails,
    mailBatches,
    emailLogs,
  ];
  for (const table of tables) await site.db.delete(table);
});
afterAll(() => site.close());

const ago = (months: number) => monthsBefore(site.clock.now(), months);
const read = async () => (await owner.get('/api/admin/retention')).body as Retention;
const save = async (periods: object, version?: number) =>
  owner.put('/api/admin/retention', {
    periods: { ...KEEP_ALL, ...periods },
    version: version ?? (await read()).version,
  });
const run = (isStopping?: () => boolean) => removeExpired(site.context, { isStopping });
const nightly = async () => {
  const job = retentionJobs.find(({ name }) => name === 'retention');
  await job?.handle({}, { context: site.context, log: site.app.log });
};
const acts = async (action: string) =>
  site.db.select().from(auditLog).where(eq(auditLog.action, action)).orderBy(auditLog.id);

/** Of each kind: three older than twenty months that may go, one younger, and old ones that may not. */
async function createEverything() {
  const { db } = site;
  const [old, young] = [ago(40), ago(2)];
  const threeAndOne = [old, old, old, young];
  for (const kind of ['contact', 'volunteer', 'partner'] as const) {
    for (const at of threeAndOne) await createRequest(db, kind, at, 'answered');
    await createRequest(db, kind, old, 'in_progress');
    await createRequest(db, kind, old);
  }
  for (const [n, at] of threeAndOne.entries())
    await createSignature(db, `${n}@example.org`, at, at);
  await createSignature(db, 'counts@example.org', old, null);

  const applications: [Parameters<typeof createApplication>[1], object][] = [
    ['draft', { schedule: 'draft' }],
    ['draft', { schedule: 'draft', payment: 'expired' }],
    ['draft', { schedule: 'draft' }],
    ['cancelled', { schedule: 'cancelled' }],
    ['cancelled', { schedule: 'cancelled', payment: 'cancelled' }],
    [
      'cancelled',
      {
        schedule: 'cancelled',
        payment: 'refunded',
        receivedCents: 10_000n,
        refundedCents: 10_000n,
      },
    ],
    ...Array.from({ length: 3 }, () => [
      'delivered' as const,
      { schedule: 'completed', payment: 'succeeded', receivedCents: 10_000n },
    ]),
  ] as never;
  for (const [status, money] of applications)
    await createApplication(db, status, old, money as never);
  for (const status of ['draft', 'cancelled', 'delivered'] as const)
    await createApplication(db, status, young, {
      schedule: status === 'delivered' ? 'completed' : status,
    });

  for (const at of threeAndOne) {
    await createReport(db, at, true);
    await createMessage(db, randomUUID(), owner.id, at, true);
    await createMail(db, at);
    await createLogEntry(db, at);
    await createBatch(db, at, [`${at.getTime()}@example.org`], at);
  }
  await createReport(db, old, false);
  await createMessage(db, randomUUID(), owner.id, old, false);
  await createMessage(db, owner.id, randomUUID(), old, true);
  await createMail(db, old, { isEnded: false });
  await createBatch(db, old, [esi.email], null);
}

/** Applications of which nothing may go, however old they are. */
const OPEN_MONEY = [
  ['draft', { schedule: 'draft', payment: 'claimed' }],
  ['draft', { schedule: 'draft', payment: 'awaiting_transfer' }],
  ['submitted', { schedule: 'active' }],
  ['approved', { schedule: 'completed', payment: 'succeeded', receivedCents: 10_000n }],
  ['cancelled', { schedule: 'cancelled', payment: 'succeeded', receivedCents: 10_000n }],
  [
    'cancelled',
    {
      schedule: 'cancelled',
      payment: 'partially_refunded',
      receivedCents: 10_000n,
      refundedCents: 1n,
    },
  ],
  [
    'cancelled',
    { schedule: 'cancelled', payment: 'disputed', receivedCents: 1n, refundedCents: 1n },
  ],
  ['delivered', { schedule: 'past_due', payment: 'succeeded', receivedCents: 10_000n }],
  ['delivered', { schedule: 'completed', payment: 'disputed', receivedCents: 10_000n }],
] as const;

const ALL_OF = (months: number) =>
  Object.fromEntries(RETENTION_KINDS.map((kind) => [kind, months])) as Record<
    RetentionKind,
    number
  >;

describe('a run', () => {
  test('removes of each kind what its preview has counted, and nothing that is younger, unanswered, open or unread', async () => {
    await createEverything();
    const open: string[] = [];
    for (const [status, money] of OPEN_MONEY)
      open.push(await createApplication(site.db, status, ago(40), money));
    const untouched = await site.db
      .select()
      .from(passportApplications)
      .where(inArray(passportApplications.id, open))
      .orderBy(passportApplications.id);
    const before = await read();
    for (const kind of RETENTION_KINDS)
      expect([kind, before.preview[kind].due?.[24]]).toEqual([kind, 3]);
    const due = { 1: 4, 3: 3, 6: 3, 12: 3, 18: 3, 24: 3, 36: 3, 60: 0, 120: 0 };
    expect(before.preview.contact.due).toEqual(due);

    expect((await save(ALL_OF(24))).status).toBe(200);
    const paid = await site.db.select().from(payments);
    await nightly();
    const after = await read();
    expect(after.lastRun?.removed).toEqual(ALL_OF(3));
    expect(after.lastRun?.finishedAt).toBeTruthy();
    for (const kind of RETENTION_KINDS)
      expect([kind, after.preview[kind].due?.[24]]).toEqual([kind, 0]);

    for (const table of [contactSubmissions, volunteerSubmissions, partnerSubmissions])
      expect(await site.db.$count(table)).toBe(3);
    expect(await site.db.$count(contactNotes)).toBe(3);
    expect(await site.db.$count(unityDeclarations)).toBe(2);
    expect(await site.db.$count(messageReports)).toBe(2);
    expect(await site.db.$count(messages)).toBe(3);
    expect(await site.db.$count(outgoingMails)).toBe(2);
    expect(await site.db.$count(emailLogs)).toBe(1);
    expect(await site.db.$count(bulkMails)).toBe(2);
    expect(await site.db.$count(mailBatches, eq(mailBatches.sent, 1))).toBe(4);
    expect(await site.db.select().from(payments)).toEqual(paid);
    expect(
      await site.db
        .select()
        .from(passportApplications)
        .where(inArray(passportApplications.id, open))
        .orderBy(passportApplications.id),
    ).toEqual(untouched);

    const was = (status: 'draft' | 'cancelled' | 'delivered') =>
      site.db
        .select({
          name: passportApplications.firstName,
          email: passportApplications.email,
          born: passportApplications.dateOfBirth,
          home: passportApplications.homeAddress,
        })
        .from(passportApplications)
        .where(
          sql`${passportApplications.applicationStatus} = ${status} and ${passportApplications.updatedAt} < ${ago(24).toISOString()}::timestamptz
            and ${passportApplications.id} not in (select value::uuid from jsonb_array_elements_text(${JSON.stringify(open)}::jsonb))`,
        );
    const nobody = { name: '', email: '', born: '', home: '' };
    // One draft had an attempt to pay, which is a record of money.
    expect(await was('draft')).toEqual([nobody]);
    expect(await was('cancelled')).toEqual([nobody, nobody, nobody]);
    const payer = { name: esi.firstName, email: esi.email, born: '', home: '' };
    expect(await was('delivered')).toEqual([payer, payer, payer]);

    const [act, ...others] = await acts('retention.removed');
    expect(others).toEqual([]);
    expect(act).toMatchObject({ actorId: null, before: null, after: ALL_OF(3) });
    for (const path of [
      '/api/admin/passport-applications',
      '/api/admin/export/passport-applications',
      '/api/admin/fulfilment',
      '/api/admin/email-batches',
      '/api/admin/email-logs',
    ]) {
      const answer = await owner.get(path);
      expect([path, answer.status]).toEqual([path, 200]);
    }
  });

  test('removes nothing until an owner has chosen a period, and writes no act', async () => {
    await createEverything();
    const [before, written] = [await read(), (await acts('retention.removed')).length];
    expect(before.periods).toEqual(KEEP_ALL);
    await nightly();
    const after = await read();
    expect(after.preview).toEqual(before.preview);
    expect(after.lastRun?.removed).toEqual(ALL_OF(0));
    expect(await acts('retention.removed')).toHaveLength(written);
  });

  test('that was stopped goes on where it was, and is one run with one act', async () => {
    const ids = Array.from({ length: 501 }, () => randomUUID());
    const at = ago(40);
    await site.db.insert(emailLogs).values(
      ids.map((id) => ({
        id,
        recipientEmail: esi.email,
        subject: 'Thanks',
        emailType: 'x',
        status: 'success' as const,
        sentAt: at,
      })),
    );
    await createRequest(site.db, 'contact', at, 'closed');
    await save({ contact: 12, history: 12 });
    const written = (await acts('retention.removed')).length;
    expect(await run(() => true)).toBe('interrupted');
    expect(await site.db.$count(emailLogs)).toBe(501);
    // The process is stopped after its first batch.
    let looks = 0;
    expect(await run(() => ++looks > 2)).toBe('interrupted');
    expect((await read()).lastRun).toMatchObject({ finishedAt: null, removed: { contact: 1 } });

    await nightly();
    expect((await read()).lastRun?.removed).toMatchObject({ contact: 1, history: 501 });
    expect(await site.db.$count(retentionRuns)).toBe(1);
    const after = (await acts('retention.removed')).slice(written);
    expect(after.map((act) => act.after)).toEqual([{ contact: 1, history: 501 }]);
  });

  test('loses no more than the batch that fails, and has reported the others', async () => {
    const at = ago(40);
    for (let n = 0; n < 2; n++) await createLogEntry(site.db, at, `${n}@example.org`);
    await site.db.insert(emailLogs).values(
      Array.from({ length: 499 }, (_, n) => ({
        id: randomUUID(),
        recipientEmail: `more-${n}@example.org`,
        subject: 'Thanks',
        emailType: 'x',
        status: 'success' as const,
        sentAt: at,
      })),
    );
    await save({ history: 12 });
    const written = (await acts('retention.removed')).length;
    await site.db.execute(
      sql.raw(`create function refuse() returns trigger language plpgsql as
        $$ begin if (select count(*) from email_logs) = 0 then raise exception 'killed'; end if; return null; end $$`),
    );
    await site.db.execute(
      sql.raw(
        'create trigger refuse after delete on email_logs for each statement execute function refuse()',
      ),
    );
    await expect(nightly()).rejects.toThrow('Some old records could not go.');
    expect(await site.db.$count(emailLogs)).toBe(1);
    await site.db.execute(sql.raw('drop function refuse() cascade'));
    await nightly();
    expect(await site.db.$count(emailLogs)).toBe(0);
    const after = (await acts('retention.removed')).slice(written);
    expect(after.map((act) => act.after)).toEqual([{ history: 500 }, { history: 1 }]);
  });

  test('that two processes do at once removes and counts each record once', async () => {
    for (let n = 0; n < 20; n++) await createLogEntry(site.db, ago(40));
    await save({ history: 36 });
    const written = (await acts('retention.removed')).length;
    await Promise.all([run(), run()]);
    // The second begins a run of its own where the first has ended.
    const after = (await acts('retention.removed')).slice(written);
    const removed = after.map((act) => (act.after as { history?: number }).history ?? 0);
    expect(removed.reduce((sum, count) => sum + count, 0)).toBe(20);
  });

  test('leaves what was reopened, and lists what is left of a conversation', async () => {
    const [gone, id] = [randomUUID(), await createRequest(site.db, 'contact', ago(40), 'closed')];
    const version = 1;
    const status = { status: 'new', ownerId: null, tags: [], version };
    expect((await owner.put(`/api/admin/triage/contact/${id}`, status)).status).toBe(200);
    const written = ago(41);
    const first = await createMessage(site.db, owner.id, gone, written, true);
    const last = await createMessage(site.db, gone, owner.id, ago(40), true);
    await site.db.insert(conversations).values({
      memberId: owner.id,
      otherId: gone,
      lastMessageId: last,
      lastAt: ago(40),
      isStartedByMember: true,
      startedAt: ago(41),
    });
    await save({ contact: 1, letters: 12 });
    await run();
    expect(await site.db.$count(contactSubmissions)).toBe(1);
    expect(await site.db.select().from(conversations)).toMatchObject([
      { lastMessageId: first, lastAt: written },
    ]);
    await site.db.delete(conversations);
  });

  test('goes through the other kinds where one fails, ends with its act, and is followed by one that takes the rest', async () => {
    await createRequest(site.db, 'contact', ago(40), 'closed');
    await createLogEntry(site.db, ago(40));
    await save({ contact: 12, history: 12 });
    const header = 'create function refuse() returns trigger language plpgsql as';
    await site.db.execute(sql.raw(`${header} $$ begin raise exception 'No.'; end $$`));
    const before = 'create trigger refuse before delete on contact_submissions';
    await site.db.execute(sql.raw(`${before} for each row execute function refuse()`));
    const written = (await acts('retention.removed')).length;
    await expect(nightly()).rejects.toThrow('Some old records could not go.');
    const { lastRun } = await read();
    expect(lastRun).toMatchObject({ removed: { contact: 0, history: 1 } });
    expect(lastRun?.finishedAt).toBeTruthy();
    await site.db.execute(sql.raw('drop function refuse() cascade'));
    // Nobody knows which of two runs of the same moment is the last.
    site.clock.advance(1000);
    await nightly();
    expect((await read()).lastRun?.removed).toMatchObject({ contact: 1, history: 0 });
    const reported = (await acts('retention.removed')).slice(written).map((act) => act.after);
    expect(reported).toEqual([{ history: 1 }, { contact: 1 }]);
  });

  test('leaves a draft for which a line of a bank statement is ticked, and its number where the line was booked elsewhere', async () => {
    const draft = await createApplication(site.db, 'draft', ago(40), { schedule: 'draft' });
    const [due] = await site.db.select().from(instalments);
    const importId = randomUUID();
    await site.db.insert(statementImports).values({
      id: importId,
      rail: 'bank',
      fileName: 'march.csv',
      columns: {} as never,
      left: { debits: 0, unreadable: 0 },
      state: 'open',
      addedBy: owner.id,
      addedAt: ago(40),
    });
    await site.db.insert(statementLines).values({
      id: randomUUID(),
      importId,
      row: 1,
      bookedOn: '2026-01-01',
      amountCents: 10_000n,
      text: 'PX',
      digest: 'x',
      keys: [],
      chosenInstalmentId: due?.id ?? null,
    });
    await save({ drafts: 12 });
    await run();
    const [whole] = await site.db.select().from(passportApplications);
    expect(whole).toMatchObject({ id: draft, ...esi, homeAddress: '12 Osu Badu Street, Accra' });

    const paid = { schedule: 'completed', payment: 'succeeded', receivedCents: 10_000n } as const;
    await createApplication(site.db, 'approved', ago(40), paid);
    const [ticked] = await site.db.select().from(statementLines);
    const [payment] = await site.db.select().from(payments);
    if (!ticked || !payment) throw new Error('Nothing was planted.');
    const proof = { id: randomUUID(), row: 2, chosenInstalmentId: null, paymentId: payment.id };
    await site.db.insert(statementLines).values({ ...ticked, ...proof });
    await run();
    const [left] = await site.db
      .select()
      .from(passportApplications)
      .where(eq(passportApplications.id, draft));
    expect(left).toMatchObject({ id: draft, email: '', firstName: '', homeAddress: '' });
    await site.db.delete(statementLines);
    await site.db.delete(statementImports);
  });

  test('are signatures that nobody confirmed, after the days that were chosen; before the reminder is no choice', async () => {
    const path = '/api/admin/retention/unconfirmed';
    expect((await read()).unconfirmedDays).toBe(30);
    expect((await owner.put(path, { days: 3 })).status).toBe(400);
    expect((await (await site.loggedIn('editor')).put(path, { days: 7 })).status).toBe(403);
    expect((await owner.put(path, { days: 14 })).status).toBe(200);
    expect((await read()).unconfirmedDays).toBe(14);
    expect((await acts('retention.changed')).at(-1)).toMatchObject({
      before: { unconfirmedDays: 30 },
      after: { unconfirmedDays: 14 },
    });
    // The periods of the other records are a setting of their own.
    expect((await read()).version).toBe(0);
  });

  test('takes the claim of a member along with an invalid signature', async () => {
    const recordId = await createSignature(site.db, 'x@example.org', ago(40), ago(40));
    const claim = { kind: 'declaration' as const, recordId, email: 'x@example.org' };
    await site.db
      .insert(memberClaims)
      .values({ id: randomUUID(), userId: owner.id, ...claim, claimedAt: ago(40) });
    await save({ signatures: 12 });
    await run();
    expect(await site.db.$count(memberClaims)).toBe(0);
  });

  test('leaves whom an invalid signature brought to who brought it', async () => {
    const sharer = await createSignature(site.db, 'a@example.org', ago(1), null);
    const friend = await createSignature(site.db, 'b@example.org', ago(1), null);
    const gone = await createSignature(site.db, 'x@example.org', ago(40), ago(40));
    const { id, cameBy } = unityDeclarations;
    const link = async (from: string, by: string) =>
      site.db.update(unityDeclarations).set({ cameBy: by }).where(eq(id, from));
    await link(gone, sharer);
    await link(friend, gone);
    await save({ signatures: 12 });
    await run();
    expect(await countThrough(site.db, sharer)).toBe(1);
    expect(await site.db.select({ id }).from(unityDeclarations).where(eq(cameBy, sharer))).toEqual([
      { id: friend },
    ]);
  });
});

describe('the rules', () => {
  test('are saved with an act that says what changed, and the version rises', async () => {
    const { version } = await read();
    const answer = await save({ contact: 24, mails: 36 });
    expect(answer.body).toMatchObject({
      message: 'Older records will be removed in the next nightly cleanup.',
    });
    const after = await read();
    expect(after.version).toBeGreaterThan(version);
    expect(after.periods).toEqual({ ...KEEP_ALL, contact: 24, mails: 36 });
    await save({ contact: 24 });
    expect((await acts('retention.changed')).slice(-2)).toMatchObject([
      {
        actorId: owner.id,
        before: { contact: null, mails: null },
        after: { contact: 24, mails: 36 },
      },
      { before: { mails: 36 }, after: { mails: null } },
    ]);
  });

  test('are undone from the list of last actions, for a day, and the others stay', async () => {
    await save({ contact: 24, mails: 36 });
    await save({ contact: 12, mails: 36 });
    expect(await newestOf(owner, 'retention.changed')).toMatchObject({ about: null });
    await undoNewest(owner, 'retention.changed');
    expect((await read()).periods).toEqual({ ...KEEP_ALL, contact: 24, mails: 36 });
    for (const count of [14, 60])
      await owner.put('/api/admin/retention/unconfirmed', { days: count });
    await undoNewest(owner, 'retention.changed');
    expect((await read()).unconfirmedDays).toBe(14);
    const left = async () =>
      (await undoableOf(owner)).filter(({ action }) => action === 'retention.changed');
    expect(await left()).toHaveLength(2);
    site.clock.advance(days(1) + 1);
    const now = site.clock.now();
    await site.db.update(sessions).set({ lastSeenAt: now, authenticatedAt: now });
    expect(await left()).toEqual([]);
  });

  test('of somebody else are not overwritten unseen: 409, and nothing changes', async () => {
    const { version } = await read();
    const kofi = await site.loggedIn('owner');
    const theirs = { periods: { ...KEEP_ALL, contact: 12 }, version };
    expect((await kofi.put('/api/admin/retention', theirs)).status).toBe(200);
    expect(await save({ contact: 1 }, version)).toMatchObject({
      status: 409,
      body: {
        message:
          'Someone else has changed this in the meantime. Please check it before you change it.',
      },
    });
    expect((await read()).periods.contact).toBe(12);
    const now = (await read()).version;
    const many = await Promise.all(
      [1, 3, 6, 12, 18].map((months) => save({ contact: months }, now)),
    );
    expect(many.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
  });

  test.each([
    [{ contact: 0 }],
    [{ contact: 2 }],
    [{ contact: -1 }],
    [{ contact: '12' }],
    [{ contact: 1e9 }],
    [{ contact: undefined }],
    [{ mails: 12 }],
    [{ cancelled: 3 }],
    [{ payments: 12 }],
  ])('with %j are refused, and nothing changes', async (periods) => {
    const answer = await save(periods);
    expect([answer.status, (await read()).version]).toEqual([400, 0]);
  });

  test('are read and changed by owners alone, and changed with a recent password', async () => {
    for (const role of ['finance', 'editor', 'moderator', 'viewer', 'member'] as const) {
      const somebody = await site.loggedIn(role);
      const body = { periods: KEEP_ALL, version: 0 };
      expect([role, (await somebody.get('/api/admin/retention')).status]).toEqual([role, 403]);
      expect([role, (await somebody.put('/api/admin/retention', body)).status]).toEqual([
        role,
        403,
      ]);
    }
    expect((await site.visitor().get('/api/admin/retention')).status).toBe(401);
    const old = new Date(site.clock.now().getTime() - 600_000);
    await site.db.update(sessions).set({ authenticatedAt: old });
    expect(await save({ contact: 24 })).toMatchObject({
      status: 403,
      body: { reason: 'reauthenticate' },
    });
    await site.db.update(sessions).set({ authenticatedAt: site.clock.now() });
  });

  test.runIf(process.env.TEST_DATABASE === 'postgres')(
    'are shown although one kind cannot be counted in time',
    async () => {
      const held = await site.database.pool?.connect();
      await held?.query('begin; lock table message_reports in access exclusive mode');
      const { preview } = await read();
      await held?.query('rollback');
      held?.release();
      expect([preview.reports.due, preview.contact.due?.[12]]).toEqual([null, 0]);
    },
  );

  test('that cannot be read keep everything', async () => {
    await save({ contact: 1 });
    await site.db.update(siteSettings).set({ value: { contact: 'soon' } });
    await createRequest(site.db, 'contact', ago(40), 'closed');
    expect((await read()).periods).toEqual(KEEP_ALL);
    await run();
    expect(await site.db.$count(contactSubmissions)).toBe(1);
  });
});

test('every table is in the rules, or is named as kept with its reason', async () => {
  const { rows } = await site.db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const named = [
    ...NEVER_REMOVED.flatMap(({ tables }) => tables),
    ...Object.values(REMOVED_TABLES).flat(),
  ];
  expect([...new Set(named)].sort()).toEqual(rows.map(({ name }) => name).sort());
  const neverRemoved = NEVER_REMOVED.flatMap(({ tables }) => tables);
  expect(
    neverRemoved.filter((name) => Object.values(REMOVED_TABLES).flat().includes(name)),
  ).toEqual([]);
});

test('every hour the marks of signatures from more than seven days ago go, and the signatures stay', async () => {
  const now = site.clock.now().getTime();
  const mark = { networkMark: 'a keyed hash', openSeconds: 40 };
  const ages = { week: days(7) + 1, younger: days(7) - minutes(1), today: 0 };
  for (const [name, age] of Object.entries(ages)) {
    const id = await createSignature(site.db, `${name}@example.org`, new Date(now - age), null);
    await site.db.update(unityDeclarations).set(mark).where(eq(unityDeclarations.id, id));
  }
  const job = retentionJobs.find(({ name }) => name === 'signature-marks');
  await job?.handle({}, { context: site.context, log: site.app.log });
  const rows = await site.db.select().from(unityDeclarations).orderBy(unityDeclarations.signedAt);
  expect(
    rows.map(({ email, networkMark, openSeconds }) => [email, networkMark, openSeconds]),
  ).toEqual([
    ['week@example.org', null, null],
    ['younger@example.org', 'a keyed hash', 40],
    ['today@example.org', 'a keyed hash', 40],
  ]);
});

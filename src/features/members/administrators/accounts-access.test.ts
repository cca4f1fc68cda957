import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '../../../server/context.ts';
import type { Database } from '../../../server/database/database.ts';
import { addSession } from '../../../server/security/session.store.ts';
import { openSite, type Site, type Visitor } from '../../../server/testing.ts';
import type { Permission } from '../../../shared/access.ts';
import { addReport } from '../../messages/reports/report.store.ts';
import { identify } from '../login/login.service.ts';
import { accountsOf } from '../testing.accounts.ts';

type Admin = Awaited<ReturnType<Site['loggedIn']>>;

/** An administrator whose first name is a permission holds all but that one: finer than any role. */
async function identifyWithRoles(db: Database, id: string): Promise<Caller | undefined> {
  const caller = await identify(db, id);
  if (!caller?.isAdmin) return caller;
  return { ...caller, permissions: caller.permissions.filter((one) => one !== caller.firstName) };
}

let site: Site;
let accounts: ReturnType<typeof accountsOf>;
beforeAll(async () => {
  site = await openSite({
    work: false,
    identify: identifyWithRoles,
    environment: { ADDRESS_LIMIT_FACTOR: '1000' },
  });
  accounts = accountsOf(site);
});
afterAll(() => site.close());

async function adminWithout(permission: Permission): Promise<Admin> {
  const browser = await site.loggedIn('admin');
  await accounts.change(browser.id, { firstName: permission });
  return browser;
}

async function reportAbout(reportedId: string): Promise<string> {
  const [id, now] = [randomUUID(), site.clock.now()];
  await addReport(site.db, {
    id,
    messageId: randomUUID(),
    reporterId: randomUUID(),
    reportedId,
    reason: 'spam',
    note: '',
    subject: null,
    content: 'Buy phones!',
    sentAt: now,
    createdAt: now,
  });
  return id;
}

interface Subject {
  member: string;
  report: string;
}
type Call = (by: Visitor, subject: Subject) => ReturnType<Visitor['get']>;

/** Every call of the tab with what it asks of an administrator, and what it answers to one who may. */
const CALLS: readonly [name: string, permission: Permission, call: Call][] = [
  ['the list of accounts', 'users:read', (by) => by.get('/api/admin/users')],
  [
    'suspending',
    'users:moderate',
    (by, { member }) => by.post(`/api/admin/users/${member}/suspend`, { reason: 'Spam.' }),
  ],
  [
    'restoring',
    'users:moderate',
    (by, { member }) => by.post(`/api/admin/users/${member}/restore`),
  ],
  [
    'making an administrator',
    'users:grant',
    (by, { member }) => by.put(`/api/admin/users/${member}/role`, { role: 'owner', was: null }),
  ],
  [
    'taking the second factor off',
    'users:grant',
    (by, { member }) => by.delete(`/api/admin/users/${member}/second-factor`),
  ],
  ['the reports', 'users:moderate', (by) => by.get('/api/admin/reports')],
  ['the number of reports', 'users:moderate', (by) => by.get('/api/admin/reports/waiting')],
  [
    'a decision about a report',
    'users:moderate',
    (by, { report }) => by.post(`/api/admin/reports/${report}/resolve`, { outcome: 'dismissed' }),
  ],
];

describe.each(CALLS)('%s', (name, permission, call) => {
  async function subject(): Promise<Subject> {
    const { id } = await site.loggedIn('member');
    if (name === 'making an administrator')
      await accounts.change(id, { emailVerifiedAt: site.clock.now() });
    if (name === 'taking the second factor off')
      await accounts.change(id, { totpConfirmedAt: site.clock.now() });
    if (name === 'restoring')
      await accounts.change(id, { suspendedAt: site.clock.now(), suspendedFor: 'Spam.' });
    return { member: id, report: await reportAbout(id) };
  }
  const statusFor = async (by: Visitor) => {
    const about = await subject();
    const before = await accounts.row(about.member);
    const { status } = await call(by, about);
    const isUntouched =
      JSON.stringify(await accounts.row(about.member)) === JSON.stringify(before) &&
      (await accounts.actsOn(about.member)).length === 0 &&
      (await accounts.actsOn(about.report)).length === 0;
    return { status, isUntouched };
  };

  test('is closed to strangers, members and administrators without the permission, and changes nothing', async () => {
    expect(await statusFor(site.visitor())).toEqual({ status: 401, isUntouched: true });
    expect(await statusFor(await site.loggedIn('member'))).toEqual({
      status: 403,
      isUntouched: true,
    });
    expect(await statusFor(await adminWithout(permission))).toEqual({
      status: 403,
      isUntouched: true,
    });
  });

  test('is open to an administrator who lacks any other permission', async () => {
    const others = (['users:read', 'users:moderate', 'users:grant'] as const).filter(
      (one) => one !== permission,
    );
    for (const other of others)
      expect((await statusFor(await adminWithout(other))).status, other).toBe(200);
  });

  test('is closed to a suspended administrator, whatever session they hold', async () => {
    const boss = await site.loggedIn('admin');
    const now = site.clock.now();
    await accounts.change(boss.id, { suspendedAt: now, suspendedFor: 'Away.' });
    const token = await addSession(site.db, {
      userId: boss.id,
      data: { userAgent: '' },
      now,
      maxDays: 30,
    });
    boss.cookies.set('sid', token);
    expect(await statusFor(boss)).toEqual({ status: 401, isUntouched: true });
  });

  test('is closed at once to one who is made a member again, also with a session that was kept', async () => {
    const boss = await site.loggedIn('admin');
    const about = await subject();
    await accounts.change(boss.id, { isAdmin: false });
    expect((await call(boss, about)).status).toBe(403);
  });
});

describe('two administrators at once', () => {
  const both = async () => [await site.loggedIn('admin'), await site.loggedIn('admin')] as const;
  const statusesOf = (answers: { status: number }[]) => answers.map(({ status }) => status).sort();

  test('restore an account once, with one mail', async () => {
    const [one, two] = await both();
    const { id } = await site.loggedIn('member');
    await one.post(`/api/admin/users/${id}/suspend`, { reason: 'Spam.' });
    const answers = await Promise.all(
      [one, two].map((by) => by.post(`/api/admin/users/${id}/restore`)),
    );
    expect(statusesOf(answers)).toEqual([200, 409]);
    const mails = await accounts.mailsTo(`${id}@example.org`);
    expect(mails.filter(({ template }) => template === 'account-restored')).toHaveLength(1);
  });

  test('make an administrator once, with one mail to each', async () => {
    const [one, two] = await both();
    const { id } = await site.loggedIn('member');
    await accounts.change(id, { emailVerifiedAt: site.clock.now() });
    const answers = await Promise.all(
      [one, two].map((by) => by.put(`/api/admin/users/${id}/role`, { role: 'owner', was: null })),
    );
    expect(statusesOf(answers)).toEqual([200, 409]);
    expect(await accounts.mailsTo(`${id}@example.org`)).toHaveLength(1);
    expect(await accounts.actsOn(id)).toHaveLength(1);
  });

  test('who suspend and promote the same member leave no suspended administrator in office', async () => {
    for (let round = 0; round < 4; round++) {
      const [one, two] = await both();
      const member = await site.loggedIn('member');
      await accounts.change(member.id, { emailVerifiedAt: site.clock.now() });
      await Promise.all([
        one.post(`/api/admin/users/${member.id}/suspend`, { reason: 'Spam.' }),
        two.put(`/api/admin/users/${member.id}/role`, { role: 'owner', was: null }),
      ]);
      // Whoever was first: the account is shut, as one who may grant may shut an administrator too.
      expect((await accounts.row(member.id))?.suspendedAt).not.toBeNull();
      expect((await member.get('/api/admin/users')).status).toBe(401);
      expect(await accounts.countSessions(member.id)).toBe(0);
    }
  });

  test('who suspend a member by hand and by a report do it once, and close the report', async () => {
    const [one, two] = await both();
    const { id } = await site.loggedIn('member');
    const report = await reportAbout(id);
    const [byHand, byReport] = await Promise.all([
      one.post(`/api/admin/users/${id}/suspend`, { reason: 'By hand.' }),
      two.post(`/api/admin/reports/${report}/resolve`, {
        outcome: 'suspended',
        resolution: 'By report.',
      }),
    ]);
    expect(byReport.status).toBe(200);
    expect([200, 409]).toContain(byHand.status);
    expect((await accounts.row(id))?.suspendedFor).toBe(
      byHand.status === 200 ? 'By hand.' : 'By report.',
    );
    expect(await accounts.mailsTo(`${id}@example.org`)).toHaveLength(1);
  });

  test('who decide about two reports of one message decide once', async () => {
    const [one, two] = await both();
    const { id } = await site.loggedIn('member');
    const messageId = randomUUID();
    const now = site.clock.now();
    const reports = [randomUUID(), randomUUID()] as const;
    for (const report of reports)
      await addReport(site.db, {
        id: report,
        messageId,
        reporterId: randomUUID(),
        reportedId: id,
        reason: 'spam',
        note: '',
        subject: null,
        content: 'Buy phones!',
        sentAt: now,
        createdAt: now,
      });
    const warn = { outcome: 'warned', resolution: 'Please stop.' };
    const answers = await Promise.all([
      one.post(`/api/admin/reports/${reports[0]}/resolve`, warn),
      two.post(`/api/admin/reports/${reports[1]}/resolve`, warn),
    ]);
    expect(statusesOf(answers)).toEqual([200, 409]);
    expect(await accounts.mailsTo(`${id}@example.org`)).toHaveLength(1);
  });
});

test('an administrator who may not grant ends no report with the suspension of another', async () => {
  const boss = await site.loggedIn('admin');
  const report = await reportAbout(boss.id);
  const by = await adminWithout('users:grant');
  const answer = await by.post(`/api/admin/reports/${report}/resolve`, {
    outcome: 'suspended',
    resolution: 'You sold phones.',
  });
  expect(answer.status).toBe(403);
  expect((await accounts.row(boss.id))?.suspendedAt).toBeNull();
  const warned = { outcome: 'warned', resolution: 'Please stop.' };
  expect((await by.post(`/api/admin/reports/${report}/resolve`, warned)).status).toBe(200);
});

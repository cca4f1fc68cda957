import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditLog } from '../../../server/audit.store.ts';
import { inTransaction } from '../../../server/database/database.ts';
import { idempotencyKeys } from '../../../server/http/idempotency.store.ts';
import { apiKeys } from '../../../server/security/api-key.store.ts';
import { sessions } from '../../../server/security/session.store.ts';
import { openSite, type Site } from '../../../server/testing.ts';
import { users } from '../../../server/user.store.ts';
import type { Role } from '../../../shared/roles.ts';
import { days, minutes } from '../../../shared/time.ts';
import { newAccountLink } from '../account-link.service.ts';
import { saveAdministrator } from '../administrators/first-administrator.service.ts';
import { memberJobs } from '../login/login.jobs.ts';
import { accountsOf } from '../testing.accounts.ts';
import { ama, joined, keyIn, lastMail, loggedInto } from '../testing.ts';
import type { ApiKey } from './api-key.contract.ts';

const path = '/api/admin/api-keys';
let site: Site;
let accounts: ReturnType<typeof accountsOf>;
beforeAll(async () => {
  site = await openSite({ work: false, environment: { ADDRESS_LIMIT_FACTOR: '1000' } });
  accounts = accountsOf(site);
});
beforeEach(async () => {
  site.clock.setOffset(0);
  for (const table of [apiKeys, sessions, users]) await site.db.delete(table);
});
afterAll(() => site.close());

type Browser = ReturnType<Site['visitor']>;
const asked = (more: object = {}) => ({
  name: 'Monthly report',
  days: 90,
  scopes: ['payments:read'],
  ...more,
});
const make = (by: Browser, more?: object) => by.post(path, asked(more));
async function made(by: Browser, more?: object) {
  const answer = await make(by, more);
  expect(answer.status, answer.text).toBe(201);
  return answer.body as { key: string; id: string };
}
const listed = async (by: Browser) => (await by.get(path)).body as ApiKey[];
const revoke = (by: Browser, id: string) => by.delete(`${path}/${id}`);
const read = async (key: string, address = '/api/admin/payments') =>
  (await site.visitor({ authorization: `Bearer ${key}` }).get(address)).status;

/** An owner who has a password, logged in. */
async function ownerWithPassword() {
  const { id } = await joined(site, ama);
  await accounts.change(id, { role: 'owner', emailVerifiedAt: site.clock.now() });
  return Object.assign(await loggedInto(site, ama), { id });
}

describe('making an API key', () => {
  test('answers it once; from then on its name, scope and first characters are seen', async () => {
    const boss = await site.loggedIn('admin');
    const { key, id } = await made(boss, { scopes: ['payments:read', 'payments:read'] });
    expect(key).toMatch(/^oap_[\w-]{43}$/);
    expect(await read(key)).toBe(200);
    const { text } = await boss.get(path);
    expect(text).not.toContain(key.slice(10));
    const [row] = await listed(boss);
    expect(row).toMatchObject({
      id,
      name: 'Monthly report',
      prefix: key.slice(0, 10),
      scopes: ['payments:read'],
      owner: { id: boss.id },
      lastUsedAt: expect.any(String),
    });
    const lastsMs = Date.parse(row?.expiresAt ?? '') - Date.parse(row?.createdAt ?? '');
    expect(lastsMs).toBe(days(90));
  });

  test('leaves no copy of it in the database, not even for a request that is sent again', async () => {
    const boss = await site.loggedIn('admin');
    const again = { 'idempotency-key': 'the-same-operation' };
    const answers = [
      await boss.post(path, asked(), again),
      await boss.post(path, asked(), again),
    ].map(({ body }) => (body as { key: string }).key);
    expect(new Set(answers).size).toBe(2);
    expect(await site.db.select().from(idempotencyKeys)).toEqual([]);
  });

  test('is written to the activity log without the key', async () => {
    const boss = await site.loggedIn('admin');
    const { key, id } = await made(boss);
    expect(await accounts.actsOn(id)).toMatchObject([
      {
        action: 'api_key.created',
        actorId: boss.id,
        after: { name: 'Monthly report', scopes: ['payments:read'] },
      },
    ]);
    const log = JSON.stringify(await site.db.select().from(auditLog));
    expect(log).not.toContain(key.slice(4, 10));
  });

  test.each([
    ['finance', ['payments:read', 'submissions:export'], 201],
    ['finance', ['payments:read', 'users:read'], 403],
    ['viewer', ['submissions:export'], 403],
    ['editor', ['submissions:read'], 403],
  ] as const)('by %s for %j answers %i', async (role, scopes, status) => {
    const browser = await site.loggedIn(role as Role);
    const answer = await make(browser, { scopes });
    expect(answer.status).toBe(status);
    expect(await site.db.$count(apiKeys)).toBe(status === 201 ? 1 : 0);
  });

  test.each([
    ['without a name', { name: ' ' }, 'name'],
    ['with a name of two lines', { name: 'a\nb' }, 'name'],
    ['for longer than a year', { days: 366 }, 'days'],
    ['for no time', { days: 0 }, 'days'],
    ['for half a day', { days: 0.5 }, 'days'],
    ['for nothing', { scopes: [] }, 'scopes'],
    ['for what changes something', { scopes: ['payments:confirm'] }, 'scopes.0'],
    ['for everything', { scopes: ['*'] }, 'scopes.0'],
  ])('%s is refused', async (_what, wrong, field) => {
    const boss = await site.loggedIn('admin');
    const answer = await make(boss, wrong);
    expect(answer.status).toBe(400);
    expect(Object.keys((answer.body as { fields: object }).fields)).toEqual([field]);
  });

  test('needs the password of the last five minutes', async () => {
    const boss = await site.loggedIn('admin');
    await accounts.age(boss.id);
    expect(await make(boss)).toMatchObject({ status: 403, body: { reason: 'reauthenticate' } });
    expect(await site.db.$count(apiKeys)).toBe(0);
  });

  test('is refused to one who holds twenty already', async () => {
    const boss = await site.loggedIn('admin');
    for (let n = 0; n < 20; n++) await made(boss);
    expect((await make(boss)).status).toBe(409);
    await revoke(boss, (await listed(boss))[0]?.id ?? '');
    expect((await make(boss)).status).toBe(201);
  });

  test('and everything else about keys is closed to a key', async () => {
    const boss = await site.loggedIn('admin');
    const { key, id } = await made(boss);
    const program = site.visitor({ authorization: `Bearer ${key}` });
    const answers = [await program.get(path), await make(program), await revoke(program, id)];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
    expect(await listed(boss)).toHaveLength(1);
  });
});

describe('revoking an API key', () => {
  test('ends it at once, takes it off the list, and is written to the activity log', async () => {
    const boss = await site.loggedIn('admin');
    const { key, id } = await made(boss);
    const { key: other } = await made(boss);
    expect((await revoke(boss, id)).status).toBe(200);
    expect([await read(key), await read(other)]).toEqual([401, 200]);
    expect(await listed(boss)).toHaveLength(1);
    expect((await accounts.actsOn(id)).map(({ action }) => action)).toEqual([
      'api_key.created',
      'api_key.revoked',
    ]);
    expect((await revoke(boss, id)).status).toBe(404);
  });

  test('of someone else is for owners, who see everybody’s keys', async () => {
    const [boss, finance, viewer] = await Promise.all([
      site.loggedIn('admin'),
      site.loggedIn('finance'),
      site.loggedIn('viewer'),
    ]);
    const { key, id } = await made(finance);
    await made(boss);
    expect(await listed(viewer)).toEqual([]);
    expect((await listed(finance)).map((one) => one.id)).toEqual([id]);
    expect(await listed(boss)).toHaveLength(2);
    expect((await revoke(viewer, id)).status).toBe(404);
    expect(await read(key)).toBe(200);
    expect((await revoke(boss, id)).status).toBe(200);
    expect(await read(key)).toBe(401);
    expect((await accounts.actsOn(id)).at(-1)).toMatchObject({
      actorId: boss.id,
      before: { owner: finance.id },
    });
  });
});

describe('a key', () => {
  test('is gone once its owner has another role, also when they get the old one back', async () => {
    const [boss, finance] = [await site.loggedIn('admin'), await site.loggedIn('finance')];
    const { key } = await made(finance);
    const give = (role: string | null, was: string) =>
      boss.put(`/api/admin/users/${finance.id}/role`, { role, was });
    expect((await give('viewer', 'finance')).status).toBe(200);
    expect(await read(key)).toBe(401);
    expect((await give('finance', 'viewer')).status).toBe(200);
    expect(await read(key)).toBe(401);
  });

  test('is gone once its owner is suspended, also when they are restored', async () => {
    const [boss, finance] = [await site.loggedIn('admin'), await site.loggedIn('finance')];
    const { key } = await made(finance);
    const account = `/api/admin/users/${finance.id}`;
    expect((await boss.post(`${account}/suspend`, { reason: 'Away.' })).status).toBe(200);
    expect(await read(key)).toBe(401);
    expect((await boss.post(`${account}/restore`)).status).toBe(200);
    expect(await read(key)).toBe(401);
  });

  test('is gone once its owner has locked the account, as a stranger may have made it', async () => {
    const { key } = await made(await ownerWithPassword());
    const { notMeUrl } = await lastMail(site, ama.email, 'sign-in');
    const locked = await site.visitor().post('/api/auth/not-me', { token: keyIn(notMeUrl) });
    expect(locked.status, locked.text).toBe(200);
    expect(await read(key)).toBe(401);
  });

  test('is gone once its owner has chosen a new password with a mailed link', async () => {
    const boss = await ownerWithPassword();
    const { key } = await made(boss);
    const user = await accounts.row(boss.id);
    if (!user) throw new Error('The owner is gone.');
    const resetUrl = await inTransaction(site.db, (tx) =>
      newAccountLink(site.context, tx, 'reset', { user, detail: user.email }),
    );
    const body = { token: keyIn(resetUrl), password: 'another basket of nuts' };
    expect((await site.visitor().post('/api/auth/reset/finish', body)).status).toBe(200);
    expect(await read(key)).toBe(401);
  });

  test('is gone once the server’s operator has taken the account over', async () => {
    const { key } = await made(await ownerWithPassword());
    const account = { email: ama.email, password: 'a hash' };
    const by = { source: 'command line', now: site.clock.now() } as const;
    await inTransaction(site.db, (tx) => saveAdministrator(tx, account, by));
    expect(await read(key)).toBe(401);
  });

  test('is gone once an owner has taken the second factors off its account', async () => {
    const [boss, finance] = [await site.loggedIn('admin'), await site.loggedIn('finance')];
    const { key } = await made(finance);
    await accounts.change(finance.id, { totpSecret: 'sealed', totpConfirmedAt: new Date() });
    const answer = await boss.delete(`/api/admin/users/${finance.id}/second-factor`);
    expect(answer.status, answer.text).toBe(200);
    expect(await read(key)).toBe(401);
  });

  test('that has expired stays in the list for 30 days and is swept then', async () => {
    const boss = await site.loggedIn('admin');
    const { id } = await made(boss, { days: 7 });
    const sweep = async () => {
      for (const job of memberJobs)
        await job.handle({}, { context: site.context, log: site.app.log });
      return (await site.db.select().from(apiKeys).where(eq(apiKeys.id, id))).length;
    };
    site.clock.advance(days(36));
    expect(await sweep()).toBe(1);
    site.clock.advance(days(1) + minutes(1));
    expect(await sweep()).toBe(0);
  });
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '../../../server/context.ts';
import type { Database } from '../../../server/database/database.ts';
import { openSite, type Site } from '../../../server/testing.ts';
import { identify } from '../login/login.service.ts';
import { addUser } from '../member.store.ts';
import { accountsOf } from '../testing.accounts.ts';

type Admin = Awaited<ReturnType<Site['loggedIn']>>;

/** An administrator of this name may moderate and not grant, as roles will have it. */
const MODERATOR = 'Moderator';
async function identifyWithRoles(db: Database, id: string): Promise<Caller | undefined> {
  const caller = await identify(db, id);
  if (caller?.firstName !== MODERATOR) return caller;
  return { ...caller, permissions: caller.permissions.filter((one) => one !== 'users:grant') };
}

let site: Site;
let accounts: ReturnType<typeof accountsOf>;
let admin: Admin;
beforeAll(async () => {
  site = await openSite({
    work: false,
    identify: identifyWithRoles,
    environment: { ADDRESS_LIMIT_FACTOR: '1000' },
  });
  accounts = accountsOf(site);
  admin = await site.loggedIn('admin');
});
afterAll(() => site.close());

async function moderator() {
  const browser = await site.loggedIn('admin');
  await accounts.change(browser.id, { firstName: MODERATOR });
  return browser;
}

const suspend = (by: Admin, id: string, reason = 'You sold phones to everybody.') =>
  by.post(`/api/admin/users/${id}/suspend`, { reason });
const restore = (by: Admin, id: string) => by.post(`/api/admin/users/${id}/restore`);
const emailOf = (id: string) => `${id}@example.org`;
const messageOf = (answer: { body: unknown }) => (answer.body as { message: string }).message;

describe('the list of accounts', () => {
  const tag = randomUUID().slice(0, 8);
  type Row = { id: string; email: string };
  const list = async (query: string) =>
    (await admin.get(`/api/admin/users?search=${tag}&${query}`)).body as Row[];
  const emails = async (query: string) => (await list(query)).map(({ email }) => email);
  const ids: string[] = [];

  beforeAll(async () => {
    for (const [at, firstName] of ['Awa', 'Binta', 'Céline', 'Didier'].entries()) {
      const id = randomUUID();
      ids.push(id);
      await addUser(site.db, {
        id,
        email: `${firstName[0]?.toLowerCase()}.${tag}@example.org`,
        firstName,
        lastName: 'O’Neill 100%',
        password: '$argon2id$never',
        role: null,
        now: new Date(Date.UTC(2026, 0, 1 + at)),
      });
    }
    const [awa, binta, celine] = ids as [string, string, string, string];
    const now = site.clock.now();
    await accounts.change(awa, { emailVerifiedAt: now, lastSeenAt: now });
    await accounts.change(binta, { suspendedAt: now, suspendedFor: 'Spam', emailVerifiedAt: now });
    await accounts.change(celine, { isAdmin: true, totpSecret: 'v1.sealed' });
  });

  test('is a plain array, newest first, with nothing that guards an account', async () => {
    const answer = await admin.get(`/api/admin/users?search=${tag}`);
    expect((answer.body as Row[]).map(({ id }) => id)).toEqual(ids.toReversed());
    expect(Object.keys((answer.body as Row[])[0] as Row)).toEqual([
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
    expect(answer.text).not.toMatch(/password|argon2|totp|sealed/i);
    expect(answer.headers['x-total-count']).toBe('4');
  });

  test.each([
    ['verified', ['b', 'a']],
    ['unverified', ['d', 'c']],
    ['suspended', ['b']],
    ['admin', ['c']],
  ])('narrowed to %s holds those alone', async (status, initials) => {
    expect((await emails(`status=${status}`)).map((email) => email[0])).toEqual(initials);
  });

  test.each(['gone', 'constructor', 'VERIFIED'])(
    'is not narrowed to %s, which is no status',
    async (status) => {
      const answer = await admin.get(`/api/admin/users?status=${status}`);
      expect([answer.status, (answer.body as { fields: object }).fields]).toEqual([
        400,
        { status: 'status must be verified, unverified, suspended or admin' },
      ]);
    },
  );

  test('is searched by both names and by the address, and what is typed has no other meaning', async () => {
    const found = async (search: string) =>
      ((await admin.get(`/api/admin/users?search=${encodeURIComponent(search)}`)).body as Row[])
        .filter(({ email }) => email.includes(tag))
        .map(({ email }) => email[0]);
    expect(await found('céline o’neill')).toEqual(['c']);
    expect(await found(`A.${tag}@EXAMPLE`)).toEqual(['a']);
    expect(await found('neill 100%')).toEqual(['d', 'c', 'b', 'a']);
    expect(await found('_eill')).toEqual([]);
  });

  test('is walked page by page in either order, each account once', async () => {
    for (const sort of ['-createdAt', 'createdAt', 'email', '-email']) {
      const seen: string[] = [];
      let next: string | undefined = `/api/admin/users?search=${tag}&sort=${sort}&limit=3`;
      while (next) {
        const answer = await admin.get(next);
        seen.push(...(answer.body as Row[]).map(({ email }) => email[0] as string));
        next = /<([^>]+)>; rel="next"/.exec(String(answer.headers.link ?? ''))?.[1];
      }
      const expected = ['a', 'b', 'c', 'd'];
      expect(seen).toEqual(sort.startsWith('-') ? expected.toReversed() : expected);
    }
  });

  test.each([
    'limit=0',
    'limit=501',
    'limit=x',
    'sort=password',
    'cursor=made-up',
    `search=${'a'.repeat(201)}`,
  ])('refuses %s', async (query) => {
    expect((await admin.get(`/api/admin/users?${query}`)).status).toBe(400);
  });
});

describe('suspending an account', () => {
  test('ends every session at once, keeps the reason, tells the member and leaves an audit row', async () => {
    const member = await site.loggedIn('member');
    await accounts.change(member.id, { locale: 'fr' });
    const answer = await suspend(admin, member.id, '  You sold phones.\nTwice.  ');
    expect([answer.status, messageOf(answer)]).toEqual([
      200,
      'The account is suspended. The account holder will get an email with the reason.',
    ]);
    expect((await member.get('/api/auth/user')).status).toBe(401);
    expect(await accounts.countSessions(member.id)).toBe(0);
    const reason = 'You sold phones.\nTwice.';
    expect(await accounts.row(member.id)).toMatchObject({
      suspendedFor: reason,
      suspendedAt: expect.any(Date) as Date,
    });
    expect(await accounts.mailsTo(emailOf(member.id))).toMatchObject([
      { template: 'account-suspended', locale: 'fr', props: { reason } },
    ]);
    expect(await accounts.actsOn(member.id)).toMatchObject([
      { action: 'account.suspended', actorId: admin.id, after: { suspendedFor: reason } },
    ]);
  });

  test('a second time is refused and tells nobody twice', async () => {
    const member = await site.loggedIn('member');
    await suspend(admin, member.id, 'First.');
    const again = await suspend(admin, member.id, 'Second.');
    expect([again.status, messageOf(again)]).toEqual([409, 'This account is already suspended.']);
    expect((await accounts.row(member.id))?.suspendedFor).toBe('First.');
    expect(await accounts.mailsTo(emailOf(member.id))).toHaveLength(1);
    expect(await accounts.actsOn(member.id)).toHaveLength(1);
  });

  test('ten times at once happens once', async () => {
    const member = await site.loggedIn('member');
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => suspend(admin, member.id, 'Spam.')),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
    expect(await accounts.mailsTo(emailOf(member.id))).toHaveLength(1);
  });

  test.each([
    ['nothing', {}],
    ['an empty reason', { reason: ' \n ' }],
    ['a reason of 1,001 characters', { reason: 'a'.repeat(1001) }],
    ['more than a reason', { reason: 'Spam.', isAdmin: false }],
  ])('with %s is refused and changes nothing', async (_what, body) => {
    const member = await site.loggedIn('member');
    const answer = await admin.post(`/api/admin/users/${member.id}/suspend`, body);
    expect(answer.status).toBe(400);
    expect((await accounts.row(member.id))?.suspendedAt).toBeNull();
    expect((await member.get('/api/auth/user')).status).toBe(200);
  });

  test('of oneself is refused', async () => {
    const answer = await suspend(admin, admin.id);
    expect([answer.status, messageOf(answer)]).toEqual([409, 'You cannot suspend yourself.']);
  });

  test('of nobody is 404, and of a word that is no id 404 too', async () => {
    expect((await suspend(admin, randomUUID())).status).toBe(404);
    expect((await suspend(admin, 'me')).status).toBe(404);
  });

  test('of an administrator is refused to one who may not make administrators', async () => {
    const boss = await site.loggedIn('admin');
    const answer = await suspend(await moderator(), boss.id);
    expect([answer.status, messageOf(answer)]).toEqual([
      403,
      'Only people who can give roles can suspend or restore an administrator’s account.',
    ]);
    expect((await boss.get('/api/admin/users?limit=1')).status).toBe(200);
  });

  test('of an administrator asks for a recent password, of a member it does not', async () => {
    const [boss, actor] = [await site.loggedIn('admin'), await site.loggedIn('admin')];
    const member = await site.loggedIn('member');
    await accounts.age(actor.id);
    const answer = await suspend(actor, boss.id);
    expect([answer.status, (answer.body as { reason: string }).reason]).toEqual([
      403,
      'reauthenticate',
    ]);
    expect((await accounts.row(boss.id))?.suspendedAt).toBeNull();
    expect((await suspend(actor, member.id)).status).toBe(200);
  });

  test('of an administrator shuts the dashboard to them at once', async () => {
    const boss = await site.loggedIn('admin');
    expect((await suspend(admin, boss.id)).status).toBe(200);
    expect((await boss.get('/api/admin/users')).status).toBe(401);
  });

  test('of each other at once leaves one administrator at work', async () => {
    const [one, two] = [await site.loggedIn('admin'), await site.loggedIn('admin')];
    const answers = await Promise.all([suspend(one, two.id), suspend(two, one.id)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const rows = await Promise.all([accounts.row(one.id), accounts.row(two.id)]);
    expect(rows.filter((row) => row?.suspendedAt === null)).toHaveLength(1);
  });
});

describe('restoring an account', () => {
  test('opens it again, tells the member and keeps in the audit log why it was shut', async () => {
    const member = await site.loggedIn('member');
    await suspend(admin, member.id, 'Spam.');
    const answer = await restore(admin, member.id);
    expect([answer.status, messageOf(answer)]).toEqual([
      200,
      'The account is restored. The account holder will get an email.',
    ]);
    expect(await accounts.row(member.id)).toMatchObject({ suspendedAt: null, suspendedFor: null });
    const mails = await accounts.mailsTo(emailOf(member.id));
    expect(mails.map(({ template }) => template).sort()).toEqual([
      'account-restored',
      'account-suspended',
    ]);
    expect((await accounts.actsOn(member.id)).at(-1)).toMatchObject({
      action: 'account.restored',
      actorId: admin.id,
      before: { suspendedFor: 'Spam.' },
    });
  });

  test('brings no old session back', async () => {
    const member = await site.loggedIn('member');
    await suspend(admin, member.id);
    await restore(admin, member.id);
    expect((await member.get('/api/auth/user')).status).toBe(401);
  });

  test('that is open is refused', async () => {
    const member = await site.loggedIn('member');
    const answer = await restore(admin, member.id);
    expect([answer.status, messageOf(answer)]).toEqual([409, 'This account is not suspended.']);
    expect(await accounts.actsOn(member.id)).toEqual([]);
  });

  test('of nobody is 404', async () => {
    expect((await restore(admin, randomUUID())).status).toBe(404);
  });

  test('of an administrator is refused to one who may not make administrators', async () => {
    const boss = await site.loggedIn('admin');
    await suspend(admin, boss.id);
    expect((await restore(await moderator(), boss.id)).status).toBe(403);
    expect((await accounts.row(boss.id))?.suspendedAt).not.toBeNull();
  });
});

describe.each([
  ['GET', '/api/admin/users'],
  ['POST', `/api/admin/users/${randomUUID()}/suspend`],
  ['POST', `/api/admin/users/${randomUUID()}/restore`],
  ['PUT', `/api/admin/users/${randomUUID()}/role`],
  ['DELETE', `/api/admin/users/${randomUUID()}/second-factor`],
] as const)('%s %s', (method, path) => {
  test('is closed to strangers and members', async () => {
    const body = {
      GET: undefined,
      POST: { reason: 'x' },
      PUT: { role: 'owner' },
      DELETE: undefined,
    }[method];
    expect((await site.visitor().send(method, path, body)).status).toBe(401);
    expect((await (await site.loggedIn('member')).send(method, path, body)).status).toBe(403);
  });
});

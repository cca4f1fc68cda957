import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditLog } from '../../../server/audit.store.ts';
import { inTransaction } from '../../../server/database/database.ts';
import { sessions } from '../../../server/security/session.store.ts';
import { openSite, type Site } from '../../../server/testing.ts';
import { users } from '../../../server/user.store.ts';
import { permissionsOf, type Role } from '../../../shared/roles.ts';
import { days } from '../../../shared/time.ts';
import { outgoingMails } from '../../mail/queue/outgoing-mail.store.ts';
import { newAccountLink } from '../account-link.service.ts';
import { loginAttempts } from '../login-attempts.store.ts';
import { oneTimeLinks } from '../one-time-link.store.ts';
import { accountsOf } from '../testing.accounts.ts';
import { ama, DEAD_KEYS, joined, keyIn, kofi, lastMail, loggedInto, mailsTo } from '../testing.ts';
import type { Invitation } from './invitation.contract.ts';

let site: Site;
let accounts: ReturnType<typeof accountsOf>;
beforeAll(async () => {
  site = await openSite({ work: false, environment: { ADDRESS_LIMIT_FACTOR: '1000' } });
  accounts = accountsOf(site);
});
beforeEach(async () => {
  for (const table of [users, sessions, loginAttempts, outgoingMails, oneTimeLinks])
    await site.db.delete(table);
});
afterAll(() => site.close());

const efua = { email: 'efua@example.org', password: 'a basket of kola nuts' };
const DEAD =
  'This link has expired or has already been used. You can ask for a new one at any time.';

/** An administrator who has proved the address, in a browser that is logged in. */
async function administrator(person = ama, role: Role = 'owner') {
  const { id } = await joined(site, person);
  await accounts.change(id, { isAdmin: true, role, emailVerifiedAt: site.clock.now() });
  return Object.assign(await loggedInto(site, person), { id });
}
type Browser = ReturnType<Site['visitor']>;

const invite = (by: Browser, more: object = {}) =>
  by.post('/api/admin/invitations', { email: efua.email, role: 'editor', ...more });
const waiting = async (by: Browser) =>
  (await by.get('/api/admin/invitations')).body as Invitation[];
const cancel = (by: Browser, id: string) => by.delete(`/api/admin/invitations/${id}`);
const accept = (token: string, more: object = {}) =>
  site.visitor().post('/api/auth/invitation', { token, password: efua.password, ...more });
const known = async () =>
  (await site.db.select().from(users).where(eq(users.email, efua.email)))[0];
const invitationMail = () => lastMail(site, efua.email, 'administrator-invited');
const said = ({ status, body }: { status: number; body: unknown }) => {
  const { message, fields, reason } = body as Record<string, unknown>;
  return { status, message, fields, reason };
};

/** An owner, and the key of the link that they have had mailed. */
async function invited(more: object = {}) {
  const boss = await administrator();
  const answer = await invite(boss, more);
  expect(answer.status, answer.text).toBe(201);
  return { boss, key: keyIn((await invitationMail()).acceptUrl) };
}
const expectDead = async (key: string) => {
  expect(said(await accept(key))).toMatchObject({ status: 400, message: DEAD });
  expect(await known()).toBeUndefined();
};

describe('an invitation', () => {
  test('makes its reader an administrator with that role and a password of their own', async () => {
    const { boss, key } = await invited({ firstName: 'Efua', lastName: 'Sutherland' });
    expect(await invitationMail()).toMatchObject({
      name: 'Efua Sutherland',
      invitedBy: ama.email,
      role: 'editor',
    });
    const answer = await accept(key, { lastName: 'Asante' });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body).toEqual({
      message: 'You are now an administrator. Please log in with your new password.',
      isAdmin: true,
    });
    const row = await known();
    expect(row).toMatchObject({
      role: 'editor',
      isAdmin: true,
      firstName: 'Efua',
      lastName: 'Asante',
      emailVerifiedAt: expect.any(Date),
    });
    const theirs = await loggedInto(site, efua);
    expect((await theirs.get('/api/auth/session')).body).toMatchObject({
      permissions: permissionsOf('editor'),
    });
    expect((await theirs.get('/api/admin/users')).status).toBe(403);
    for (const address of [ama.email, efua.email])
      expect(await lastMail(site, address, 'administrator-changed')).toMatchObject({
        member: efua.email,
        changedBy: ama.email,
        was: null,
        role: 'editor',
      });
    const acts = await accounts.actsOn(row?.id ?? '');
    expect(acts).toMatchObject([
      {
        action: 'administrator.created',
        actorId: row?.id,
        after: { source: 'invitation', role: 'editor', invitedBy: boss.id },
      },
    ]);
    expect(await waiting(boss)).toEqual([]);
  });

  test('makes no account, notifies nobody else and names no address before it is accepted', async () => {
    const { boss } = await invited();
    expect(await known()).toBeUndefined();
    expect((await mailsTo(site, efua.email)).map(({ template }) => template)).toEqual([
      'administrator-invited',
    ]);
    expect((await mailsTo(site, ama.email)).map(({ template }) => template)).not.toContain(
      'administrator-changed',
    );
    const [one] = await waiting(boss);
    expect(one).toMatchObject({ email: efua.email, role: 'editor' });
    const lastsMs = Date.parse(one?.expiresAt ?? '') - site.clock.now().getTime();
    expect(lastsMs).toBeCloseTo(days(3), -5);
    const acts = await accounts.actsOn(one?.id ?? '');
    expect(acts).toMatchObject([
      { action: 'administrator.invited', actorId: boss.id, after: { role: 'editor' } },
    ]);
    expect(JSON.stringify(await site.db.select().from(auditLog))).not.toContain(efua.email);
    await expectDead(one?.id ?? '');
  });

  test('is accepted once', async () => {
    const { key } = await invited();
    expect((await accept(key)).status).toBe(200);
    const again = await accept(key, { password: 'another basket of nuts' });
    expect(said(again)).toMatchObject({ status: 400, message: DEAD });
    expect(await loggedInto(site, efua)).toBeTruthy();
  });

  test('is accepted once by two who press the button at the same time', async () => {
    const { key } = await invited();
    const answers = await Promise.all([accept(key), accept(key)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    expect(await site.db.$count(users, eq(users.email, efua.email))).toBe(1);
  });

  test.each(DEAD_KEYS)('of the key %j opens nothing', async (key) => {
    await invited();
    await expectDead(key);
  });

  test('opens nothing after three days, and waits no more', async () => {
    const { boss, key } = await invited();
    await site.db.update(oneTimeLinks).set({ expiresAt: site.clock.now() });
    await expectDead(key);
    expect(await waiting(boss)).toEqual([]);
  });

  test('that is cancelled opens nothing, and cannot be cancelled again', async () => {
    const { boss, key } = await invited();
    const id = (await waiting(boss))[0]?.id ?? '';
    expect((await cancel(boss, id)).status).toBe(200);
    await expectDead(key);
    expect(await waiting(boss)).toEqual([]);
    expect((await cancel(boss, id)).status).toBe(404);
    expect((await accounts.actsOn(id)).map(({ action }) => action)).toEqual([
      'administrator.invited',
      'administrator.invitation_cancelled',
    ]);
  });

  test('takes the place of an earlier one to the address, and of no other', async () => {
    const { boss, key } = await invited();
    expect((await invite(boss, { email: 'yaa@example.org' })).status).toBe(201);
    expect((await invite(boss, { role: 'viewer' })).status).toBe(201);
    await expectDead(key);
    const addresses = (await waiting(boss)).map(({ email }) => email);
    expect(addresses.toSorted()).toEqual([efua.email, 'yaa@example.org']);
    expect((await accept(keyIn((await invitationMail()).acceptUrl))).status).toBe(200);
    expect(await known()).toMatchObject({ role: 'viewer' });
  });

  test.each([
    ['is made a viewer', { role: 'viewer' as const }],
    ['is suspended', { suspendedAt: new Date() }],
  ])('of an owner who %s opens nothing', async (_what, change) => {
    const { boss, key } = await invited();
    await accounts.change(boss.id, change);
    await expectDead(key);
  });

  test('is gone once its owner has another role', async () => {
    const { boss, key } = await invited();
    const other = await administrator(kofi);
    const role = { role: 'viewer', was: 'owner' };
    expect((await other.put(`/api/admin/users/${boss.id}/role`, role)).status).toBe(200);
    expect(await waiting(other)).toEqual([]);
    await accounts.change(boss.id, { role: 'owner' });
    await expectDead(key);
  });

  test('is gone once its owner has locked the account, as a stranger may have sent it', async () => {
    const { key } = await invited();
    const { notMeUrl } = await lastMail(site, ama.email, 'sign-in');
    const locked = await site.visitor().post('/api/auth/not-me', { token: keyIn(notMeUrl) });
    expect(locked.status, locked.text).toBe(200);
    await expectDead(key);
  });

  test('is gone once its owner has chosen a new password with a mailed link', async () => {
    const { boss, key } = await invited();
    const user = await accounts.row(boss.id);
    if (!user) throw new Error('The owner is gone.');
    const resetUrl = await inTransaction(site.db, (tx) =>
      newAccountLink(site.context, tx, 'reset', { user, detail: user.email }),
    );
    const body = { token: keyIn(resetUrl), password: 'another basket of nuts' };
    expect((await site.visitor().post('/api/auth/reset/finish', body)).status).toBe(200);
    await expectDead(key);
  });

  test('of an owner whose account is gone opens nothing', async () => {
    const { boss, key } = await invited();
    await site.db.delete(users).where(eq(users.id, boss.id));
    await expectDead(key);
  });

  test('of someone who joins meanwhile leaves the account as it is', async () => {
    const { key } = await invited();
    await joined(site, { ...efua, firstName: 'Efua', lastName: 'Asante' });
    const before = await known();
    expect(said(await accept(key))).toMatchObject({
      status: 409,
      message:
        'This address has an account by now. Log in with it, and ask the person who invited you to give it the role.',
    });
    expect(await known()).toEqual(before);
  });

  test.each([
    ['of 11 characters', 'kola-nuts-7', 'Password must be at least 12 characters'],
    ['of the own address', 'efua@example.org', 'The password must differ from the email address.'],
  ])('refuses a password %s', async (_what, password, sentence) => {
    const { key } = await invited();
    expect(said(await accept(key, { password }))).toMatchObject({
      status: 400,
      fields: { password: sentence },
    });
    expect(await known()).toBeUndefined();
    expect((await accept(key)).status).toBe(200);
  });
});

describe('inviting', () => {
  test('an address that has an account is refused', async () => {
    const boss = await administrator();
    await joined(site, kofi);
    for (const { email } of [kofi, ama]) {
      const refused = await invite(boss, { email });
      expect(said(refused)).toMatchObject({ status: 409, fields: { email: expect.any(String) } });
      const templates = (await mailsTo(site, email)).map(({ template }) => template);
      expect(templates).not.toContain('administrator-invited');
    }
  });

  test.each([
    [{ email: 'efua' }, { email: 'Please enter a valid email address' }],
    [{ role: undefined }, { role: 'Please choose a role' }],
    [{ role: 'king' }, { role: 'Please choose a role' }],
    [
      { firstName: 'Efua\r\nBcc: all@example.org' },
      { firstName: 'First name must be one line of at most 100 characters' },
    ],
  ])('with %j is refused', async (more, fields) => {
    const boss = await administrator();
    expect(said(await invite(boss, more))).toMatchObject({ status: 400, fields });
    expect(await waiting(boss)).toEqual([]);
  });

  test('asks for a recent password', async () => {
    const boss = await administrator();
    await accounts.age(boss.id);
    expect(said(await invite(boss))).toMatchObject({ status: 403, reason: 'reauthenticate' });
    expect(await waiting(boss)).toEqual([]);
  });

  test('is for owners alone, as are the list and cancelling', async () => {
    const { boss, key } = await invited();
    const id = (await waiting(boss))[0]?.id ?? '';
    const viewer = await administrator(kofi, 'moderator');
    const statuses = [
      (await invite(viewer, { email: 'yaa@example.org' })).status,
      (await viewer.get('/api/admin/invitations')).status,
      (await cancel(viewer, id)).status,
    ];
    expect(statuses).toEqual([403, 403, 403]);
    expect((await accept(key)).status).toBe(200);
  });
});

import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sessions } from '../../../server/security/session.store.ts';
import { openSite, type Site } from '../../../server/testing.ts';
import { outgoingMails } from '../../mail/queue/outgoing-mail.store.ts';
import { loginAttempts } from '../login-attempts.store.ts';
import { users } from '../../../server/user.store.ts';
import { sendResetLink } from '../password/new-password.service.ts';
import { accountsOf } from '../testing.accounts.ts';
import {
  ama,
  COMPUTER,
  joined,
  keyIn,
  kofi,
  lastMail,
  loggedInto,
  mailsTo,
  PHONE,
} from '../testing.ts';

let site: Site;
let accounts: ReturnType<typeof accountsOf>;
beforeAll(async () => {
  site = await openSite({ work: false, environment: { ADDRESS_LIMIT_FACTOR: '1000' } });
  accounts = accountsOf(site);
});
beforeEach(async () => {
  for (const table of [users, sessions, loginAttempts, outgoingMails]) await site.db.delete(table);
});
afterAll(() => site.close());

/** An administrator who has proved the address, in a browser that is logged in. */
async function administrator(person = ama) {
  const { id } = await joined(site, person);
  await accounts.change(id, { isAdmin: true, emailVerifiedAt: site.clock.now() });
  return Object.assign(await loggedInto(site, person), { id });
}
type Admin = Awaited<ReturnType<typeof administrator>>;
type Browser = ReturnType<Site['visitor']>;

const said = (answer: { status: number; body: unknown }) => {
  const { message, fields, reason } = answer.body as Record<string, unknown>;
  return { status: answer.status, message, fields, reason };
};
const logIn = (email: string, password: string) =>
  site.visitor().post('/api/auth/login', { email, password });
const emailOf = async (browser: Browser) =>
  ((await browser.get('/api/auth/user')).body as { email: string }).email;

describe('changing the username', () => {
  const next = 'ama.mensah@example.org';
  const change = (by: Browser, newUsername: unknown) =>
    by.put('/api/admin/change-username', { newUsername });

  test('writes to both addresses and changes nothing before the new one is proved', async () => {
    const boss = await administrator();
    expect(said(await change(boss, `  ${next.toUpperCase()} `))).toMatchObject({
      status: 200,
      message:
        'Please open the link in our email to the new address. Until then, log in with the old one.',
    });
    const mail = await lastMail(site, ama.email, 'email-change-asked');
    expect(mail.newEmail).toBe(next);
    expect(await emailOf(boss)).toBe(ama.email);
    expect((await logIn(ama.email, ama.password)).status).toBe(200);
    expect((await logIn(next, ama.password)).status).toBe(401);

    const { confirmUrl } = await lastMail(site, next, 'email-change-link');
    const proof = await boss.post('/api/auth/email', { token: keyIn(confirmUrl) });
    expect(proof.status, proof.text).toBe(200);
    expect(await emailOf(boss)).toBe(next);
    expect((await logIn(next, ama.password)).status).toBe(200);
    expect((await logIn(ama.email, ama.password)).status).toBe(401);
    expect(await lastMail(site, ama.email, 'email-changed-from')).toMatchObject({ newEmail: next });
  });

  test.each([
    ['', 'Please enter a new username.'],
    ['   ', 'Please enter a new username.'],
    [undefined, 'Please enter a new username.'],
    ['ama', 'Please enter a valid email address'],
    ['ama@example', 'Please enter a valid email address'],
    ['ama@example.org\r\nBcc: all@example.org', 'Please enter a valid email address'],
  ])('to %j is refused', async (given, sentence) => {
    const boss = await administrator();
    expect(said(await change(boss, given))).toMatchObject({
      status: 400,
      message: sentence,
      fields: { newUsername: sentence },
    });
    expect(await emailOf(boss)).toBe(ama.email);
  });

  test('to the own address is refused, and to that of an account', async () => {
    const boss = await administrator();
    await joined(site, kofi);
    expect(said(await change(boss, ama.email))).toMatchObject({
      status: 400,
      fields: { newUsername: 'This is already your address.' },
    });
    expect(said(await change(boss, kofi.email))).toMatchObject({
      status: 409,
      fields: { newUsername: 'This address cannot be used. Please choose another one.' },
    });
    expect(await mailsTo(site, kofi.email)).toMatchObject([{ template: 'welcome' }]);
  });

  test('asks for a recent password', async () => {
    const boss = await administrator();
    await accounts.age(boss.id);
    expect(said(await change(boss, next))).toMatchObject({ status: 403, reason: 'reauthenticate' });
    expect(await mailsTo(site, next)).toEqual([]);
  });
});

describe('changing the password', () => {
  const newPassword = 'three looms and a river';
  const change = (by: Browser, body: Record<string, unknown> = {}) =>
    by.put('/api/admin/change-password', { currentPassword: ama.password, newPassword, ...body });
  const keeps = async () => expect((await logIn(ama.email, ama.password)).status).toBe(200);

  test('ends every other session, tells the owner and leaves an audit row', async () => {
    const boss = await administrator();
    const other = await loggedInto(site, ama, { 'user-agent': PHONE });
    expect(said(await change(boss))).toMatchObject({
      status: 200,
      message: 'Your new password is saved. Every other browser has been logged out.',
    });
    expect((await boss.get('/api/auth/user')).status).toBe(200);
    expect((await other.get('/api/auth/user')).status).toBe(401);
    expect((await logIn(ama.email, ama.password)).status).toBe(401);
    expect((await logIn(ama.email, newPassword)).status).toBe(200);
    expect(await lastMail(site, ama.email, 'password-changed')).toMatchObject({
      device: { browser: 'Firefox', system: 'Windows' },
    });
    expect((await accounts.actsOn(boss.id)).map(({ action }) => action)).toEqual([
      'account.password_changed',
    ]);
  });

  const missing = 'Please fill in all password fields.';
  const short = 'New password must be at least 6 characters long.';
  test.each([
    [{ currentPassword: '' }, { currentPassword: missing }],
    [{ newPassword: '' }, { newPassword: missing }],
    [{ currentPassword: undefined }, { currentPassword: missing }],
    [{ newPassword: 'river' }, { newPassword: short }],
    [{ newPassword: 'password' }, { newPassword: expect.stringContaining('most common') }],
    [{ currentPassword: 'not the one' }, { currentPassword: 'The password is incorrect.' }],
    [{ isAdmin: true }, { isAdmin: 'This field is not accepted.' }],
  ])('with %j is refused', async (body, fields) => {
    const boss = await administrator();
    expect(said(await change(boss, body))).toMatchObject({ status: 400, fields });
    await keeps();
  });

  test('asks for a recent password', async () => {
    const boss = await administrator();
    await accounts.age(boss.id);
    expect(said(await change(boss))).toMatchObject({ status: 403, reason: 'reauthenticate' });
    await keeps();
  });
});

describe('creating an administrator', () => {
  const efua = {
    email: 'efua@example.org',
    password: 'a basket of kola nuts',
    firstName: 'Efua',
    lastName: 'Sarpong',
  };
  const create = (by: Browser, body: Record<string, unknown> = efua) =>
    by.post('/api/admin/create-admin', body);
  const known = async (email: string) =>
    (await site.db.select().from(users).where(eq(users.email, email)))[0];

  test('opens the dashboard to them, tells every owner and leaves an audit row', async () => {
    const boss = await administrator();
    const second = await administrator(kofi);
    const answer = await create(boss);
    expect(answer.body).toEqual({
      message:
        'Every owner will get an email. Please give the new administrator the password, but not by email.',
    });
    expect(answer.status).toBe(201);
    const theirs = await loggedInto(site, efua);
    expect((await theirs.get('/api/admin/users')).status).toBe(200);
    expect((await theirs.get('/api/auth/user')).body).toMatchObject({
      email: efua.email,
      firstName: 'Efua',
      lastName: 'Sarpong',
      isAdmin: true,
    });
    const changed = { member: efua.email, changedBy: ama.email, was: null, role: 'owner' };
    for (const email of [ama.email, kofi.email])
      expect(await lastMail(site, email, 'administrator-changed')).toMatchObject(changed);
    expect(await accounts.actsOn((await known(efua.email))?.id ?? '')).toMatchObject([
      {
        action: 'administrator.created',
        actorId: boss.id,
        before: { was: 'nobody' },
        after: { source: 'dashboard', role: 'owner' },
      },
    ]);
    expect((await second.get('/api/auth/user')).status).toBe(200);
    for (const { props } of await mailsTo(site, efua.email))
      expect(JSON.stringify(props)).not.toContain(efua.password);
  });

  test('gives the role that was chosen, and no more', async () => {
    const boss = await administrator();
    expect((await create(boss, { ...efua, role: 'editor' })).status).toBe(201);
    const theirs = await loggedInto(site, efua);
    expect((await theirs.get('/api/auth/session')).body).toMatchObject({
      role: 'editor',
      permissions: expect.arrayContaining(['content:write', 'own:change']),
    });
    expect((await theirs.get('/api/admin/users')).status).toBe(403);
    expect((await theirs.get('/api/admin/content/drafts?lang=en')).status).not.toBe(403);
  });

  test('needs no name', async () => {
    const boss = await administrator();
    const { email, password } = efua;
    expect((await create(boss, { email, password, firstName: ' ', lastName: '' })).status).toBe(
      201,
    );
    expect(await known(email)).toMatchObject({ firstName: null, lastName: null, isAdmin: true });
  });

  const missing = 'Email and password are required';
  test.each([
    [{ email: '' }, { email: missing }],
    [{ email: undefined }, { email: missing }],
    [{ password: '' }, { password: missing }],
    [{ email: 'efua' }, { email: 'Please enter a valid email address' }],
    [{ password: 'kola' }, { password: 'Password must be at least 6 characters long.' }],
    [{ password: '123456' }, { password: expect.stringContaining('most common') }],
    [{ password: efua.email }, { password: 'The password must differ from the email address.' }],
    [{ firstName: 'Efua\nSarpong' }, { firstName: expect.stringContaining('one line') }],
    [{ isAdmin: true }, { isAdmin: 'This field is not accepted.' }],
    [{ role: 'king' }, { role: 'Please choose a role' }],
  ])('with %j is refused', async (body, fields) => {
    const boss = await administrator();
    expect(said(await create(boss, { ...efua, ...body }))).toMatchObject({ status: 400, fields });
    expect(await known(efua.email)).toBeUndefined();
  });

  test('for an address that has an account is refused with the account to appoint', async () => {
    const boss = await administrator();
    const member = await joined(site, kofi);
    const before = await accounts.row(member.id);
    const answer = await create(boss, { ...efua, email: 'KOFI@example.org' });
    expect([answer.status, answer.body]).toMatchObject([
      409,
      {
        message: 'This address already has an account. Give that account a role in the Users tab.',
        account: member.id,
      },
    ]);
    expect(await accounts.row(member.id)).toEqual(before);
    expect(said(await create(boss, { ...efua, email: ama.email }))).toMatchObject({
      status: 409,
      fields: { email: 'This address already belongs to an administrator.' },
    });
  });

  test('twice at once makes one', async () => {
    const boss = await administrator();
    const answers = await Promise.all([create(boss), create(boss)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect(await site.db.$count(users)).toBe(2);
  });

  test('asks for a recent password', async () => {
    const boss = await administrator();
    await accounts.age(boss.id);
    expect(said(await create(boss))).toMatchObject({ status: 403, reason: 'reauthenticate' });
    expect(await known(efua.email)).toBeUndefined();
  });
});

describe('the address of a new administrator', () => {
  const typo = { email: 'efau@example.org', password: 'a basket of kola nuts' };
  const DEAD =
    'This link has expired or has already been used. You can ask for a new one at any time.';

  async function created(): Promise<Admin> {
    const boss = await administrator();
    expect((await boss.post('/api/admin/create-admin', typo)).status).toBe(201);
    return boss;
  }
  const queueResetRequest = async () => {
    expect((await site.visitor().post('/api/auth/reset', { email: typo.email })).status).toBe(200);
    // Done as the queue does it.
    const { rows } = (await site.db.execute(
      `delete from pgboss.job where name = 'password-reset' returning data`,
    )) as unknown as { rows: { data: { id: string; sealed: string } }[] };
    expect(rows).toHaveLength(1);
    for (const { data } of rows) await sendResetLink(site.context, data);
  };
  const templates = async () => (await mailsTo(site, typo.email)).map(({ template }) => template);

  test('mistyped learns nothing of the campaign, nor who else runs it', async () => {
    const boss = await created();
    const { id: kofiId } = await administrator(kofi);
    const zelle = { email: 'pay@example.org', phone: '' };
    const config = { configType: 'zelle', configData: zelle };
    const changed = await boss.post('/api/admin/payment-config', config);
    expect(changed.status, changed.text).toBe(201);
    const dismissed = await boss.put(`/api/admin/users/${kofiId}/role`, {
      role: null,
      was: 'owner',
    });
    expect(dismissed.status, dismissed.text).toBe(200);
    expect(await lastMail(site, ama.email, 'payment-destination-changed')).toBeTruthy();
    expect(await lastMail(site, kofi.email, 'administrator-changed')).toBeTruthy();
    expect(await templates()).toEqual(['welcome']);
  });

  test('mistyped gives the stranger who reads its mails nothing', async () => {
    await created();
    await loggedInto(site, typo, { 'user-agent': COMPUTER });
    await loggedInto(site, typo, { 'user-agent': PHONE });
    await queueResetRequest();
    expect(await templates()).not.toContain('password-reset');
    const { verifyUrl } = await lastMail(site, typo.email, 'welcome');
    const stranger = site.visitor();
    const proof = await stranger.post('/api/auth/verify', { token: keyIn(verifyUrl) });
    expect(said(proof)).toMatchObject({ status: 403, reason: 'password' });
    const { notMeUrl } = await lastMail(site, typo.email, 'sign-in');
    const lock = await stranger.post('/api/auth/not-me', { token: keyIn(notMeUrl) });
    expect(said(lock)).toMatchObject({ status: 400, message: DEAD });
    expect((await logIn(typo.email, typo.password)).status).toBe(200);
  });

  test('proved by who knows the password gets a new one mailed like any other', async () => {
    await created();
    const theirs = await loggedInto(site, typo);
    const { verifyUrl } = await lastMail(site, typo.email, 'welcome');
    expect((await theirs.post('/api/auth/verify', { token: keyIn(verifyUrl) })).status).toBe(200);
    await queueResetRequest();
    const { resetUrl } = await lastMail(site, typo.email, 'password-reset');
    const password = 'another basket of nuts';
    const answer = await site
      .visitor()
      .post('/api/auth/reset/finish', { token: keyIn(resetUrl), password });
    expect(answer.status, answer.text).toBe(200);
    expect((await logIn(typo.email, password)).status).toBe(200);
  });
});

import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sessions } from '../../../server/security/session.store.ts';
import { openSite, type Site, TEST_ORIGIN, type Visitor } from '../../../server/testing.ts';
import { days } from '../../../shared/time.ts';
import type { MailTemplate } from '../../../server/mails.ts';
import { outgoingMails } from '../../mail/queue/outgoing-mail.store.ts';
import { loginAttempts } from '../login-attempts.store.ts';
import { users } from '../../../server/user.store.ts';
import { sendResetLink } from '../password/new-password.service.ts';
import { passkeys, recoveryCodes } from '../second-factor/second-factor.store.ts';
import { ama, DEAD_KEYS, joined, keyIn, kofi, lastMail, loggedInto, mailsTo } from '../testing.ts';
import { accountsOf } from '../testing.accounts.ts';
import { softPasskey } from '../testing.authenticator.ts';
import { setUpTotp, traceOf } from '../testing.second-factor.ts';

let site: Site;
let accounts: ReturnType<typeof accountsOf>;
beforeAll(async () => {
  site = await openSite({ work: false, environment: { ADDRESS_LIMIT_FACTOR: '1000' } });
  accounts = accountsOf(site);
});
beforeEach(async () => {
  for (const table of [users, sessions, loginAttempts, outgoingMails]) await site.db.delete(table);
  site.clock.setOffset(0);
});
afterAll(() => site.close());

const DEAD =
  'This link has expired or has already been used. You can ask for a new one at any time.';
const evil = 'mallory@example.org';
const mine = 'a river of my own';
const press = (token: string) => site.visitor().post('/api/auth/not-me', { token });
const keyOf = async (template: MailTemplate, address = ama.email) =>
  keyIn(((await lastMail(site, address, template)) as { notMeUrl: string }).notMeUrl);
const logIn = (email = ama.email, password = ama.password) =>
  site.visitor().post('/api/auth/login', { email, password });
const factorsOf = async (id: string) => ({
  totp: (await accounts.row(id))?.totpConfirmedAt instanceof Date,
  passkeys: await site.db.$count(passkeys, eq(passkeys.userId, id)),
  codes: await site.db.$count(recoveryCodes, eq(recoveryCodes.userId, id)),
});

/** A member whose address is proved, and who did all of it a month ago. */
async function settled(person = ama) {
  const browser = await joined(site, person);
  await accounts.change(browser.id, { emailVerifiedAt: site.clock.now() });
  return browser;
}

/** The link in the mail gives the account the password that its owner chooses now. */
async function chooseNewPassword(address = ama.email) {
  const token = keyIn((await lastMail(site, address, 'password-reset')).resetUrl);
  const answer = await site.visitor().post('/api/auth/reset/finish', { token, password: mine });
  expect(answer.status, answer.text).toBe(200);
}

/** What reading somebody’s mailbox is enough for. */
async function resetByMailbox() {
  await site.visitor().post('/api/auth/reset', { email: ama.email });
  const { rows } = await site.db.execute<{ data: { id: string; sealed: string } }>(
    sql`delete from pgboss.job where name = 'password-reset' returning data`,
  );
  for (const { data } of rows) await sendResetLink(site.context, data);
  await chooseNewPassword();
}

async function addPasskey(browser: Visitor) {
  const passkey = softPasskey(TEST_ORIGIN);
  const asked = (await browser.post('/api/account/passkeys/options')).body as Parameters<
    typeof passkey.create
  >[0];
  const body = { name: 'Key', response: passkey.create(asked) };
  expect((await browser.post('/api/account/passkeys', body)).status).toBe(201);
}

async function reauthenticate(browser: Visitor, code: string) {
  const given = { password: ama.password, code };
  expect((await browser.post('/api/auth/reauthenticate', given)).status).toBe(200);
}

/** The attacker, with the stolen password, takes another address and confirms it. */
async function moveAway(attacker: Visitor, email = evil) {
  await attacker.post('/api/account/email', { email, password: ama.password });
  const token = keyIn((await lastMail(site, email, 'email-change-link')).confirmUrl);
  expect((await attacker.post('/api/auth/email', { token })).status).toBe(200);
}

describe('“It was not me”', () => {
  test('is in every mail about a change, with a link of its own', async () => {
    const browser = await settled();
    const totp = await setUpTotp(site, browser);
    await browser.delete('/api/account/totp');
    await addPasskey(browser);
    await browser.post('/api/account/recovery-codes');
    await browser.post('/api/account/email', { email: evil, password: ama.password });
    const change = { currentPassword: ama.password, newPassword: mine };
    await browser.put('/api/account/password', change);
    expect(totp.secret).not.toBe('');
    const mails = await mailsTo(site, ama.email);
    const links = mails
      .map(({ template, props }) => [template, (props as { notMeUrl?: string }).notMeUrl] as const)
      .filter(([template]) => template !== 'welcome');
    expect(links.map(([template]) => template)).toEqual([
      'second-factor-changed',
      'second-factor-changed',
      'second-factor-changed',
      'second-factor-changed',
      'email-change-asked',
      'password-changed',
    ]);
    expect(new Set(links.map(([, url]) => url)).size).toBe(6);
    for (const [, url] of links)
      expect(url).toMatch(/^http:\/\/localhost:3000\/account\/not-me#key=[\w-]{43}$/);
  });

  test('says to a member and to an administrator what it does to their account', async () => {
    await settled();
    await loggedInto(site, ama);
    expect(await lastMail(site, ama.email, 'sign-in')).toMatchObject({ isAdmin: false });
    await accounts.change((await traceOf(site, ama.email)).user.id, { isAdmin: true });
    await loggedInto(site, ama, { 'user-agent': 'another' });
    expect(await lastMail(site, ama.email, 'sign-in')).toMatchObject({ isAdmin: true });
  });

  test('pressed, ends every session and the password, and mails a link for a new one', async () => {
    const browser = await settled();
    const attacker = await loggedInto(site, ama);
    const answer = await press(await keyOf('sign-in'));
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        message:
          'Your account is locked. Everyone is logged out and the old password no longer works. A link to choose a new one is on its way to your inbox.',
      },
    ]);
    for (const one of [browser, attacker])
      expect((await one.get('/api/auth/user')).status).toBe(401);
    expect((await logIn()).status).toBe(401);
    await chooseNewPassword();
    await loggedInto(site, { email: ama.email, password: mine });
    const { acts } = await traceOf(site, ama.email);
    expect(acts).toContainEqual({
      actorId: browser.id,
      action: 'account.locked_down',
      after: { removed: { totp: false, passkeys: 0 }, address: 'kept' },
    });
  });

  test('takes off the app and the passkey that a attacker has added, whichever mail is answered', async () => {
    const browser = await settled();
    const attacker = await loggedInto(site, ama);
    const { nextCode } = await setUpTotp(site, attacker);
    await addPasskey(attacker);
    site.clock.advance(days(1));
    await reauthenticate(attacker, nextCode());
    const change = { currentPassword: ama.password, newPassword: 'the attacker is here' };
    expect((await attacker.put('/api/account/password', change)).status).toBe(200);
    expect((await press(await keyOf('password-changed'))).status).toBe(200);
    expect(await factorsOf(browser.id)).toEqual({ totp: false, passkeys: 0, codes: 0 });
    await chooseNewPassword();
    await loggedInto(site, { email: ama.email, password: mine });
  });

  test('leaves what guarded the account before: a stolen mailbox opens it no further', async () => {
    const browser = await settled();
    await setUpTotp(site, browser);
    site.clock.advance(days(7));
    // The attacker has the mailbox only, and makes a mail with the link come.
    await resetByMailbox();
    expect((await press(await keyOf('password-changed'))).status).toBe(200);
    await chooseNewPassword();
    const refused = await logIn(ama.email, mine);
    expect([refused.status, (refused.body as { reason: string }).reason]).toEqual([
      403,
      'second-factor',
    ]);
    expect((await factorsOf(browser.id)).totp).toBe(true);
  });

  test('gives the account its proved address back, and what the attacker has by then opens nothing', async () => {
    const browser = await settled();
    const attacker = await loggedInto(site, ama);
    await moveAway(attacker);
    // The attacker uses a link of his own first, and has a link for a new password.
    await loggedInto(site, { email: evil, password: ama.password });
    expect((await press(await keyOf('sign-in', evil))).status).toBe(200);
    const stolen = keyIn((await lastMail(site, evil, 'password-reset')).resetUrl);
    expect((await press(await keyOf('email-changed-from'))).status).toBe(200);
    expect(await accounts.row(browser.id)).toMatchObject({ email: ama.email });
    const late = await site
      .visitor()
      .post('/api/auth/reset/finish', { token: stolen, password: 'the attacker is here' });
    expect(late.status).toBe(400);
    await chooseNewPassword();
    await loggedInto(site, { email: ama.email, password: mine });
  });

  test('stops a new address that is not confirmed yet', async () => {
    const browser = await settled();
    await browser.post('/api/account/email', { email: evil, password: ama.password });
    const token = keyIn((await lastMail(site, evil, 'email-change-link')).confirmUrl);
    expect((await press(await keyOf('email-change-asked'))).status).toBe(200);
    const late = await site.visitor().post('/api/auth/email', { token, password: ama.password });
    expect(late.status).toBe(400);
  });

  test('shuts the account where somebody else has the old address by now', async () => {
    const browser = await settled();
    await moveAway(await loggedInto(site, ama));
    const key = await keyOf('email-changed-from');
    await joined(site);
    const answer = await press(key);
    expect([answer.status, (answer.body as { message: string }).message]).toEqual([
      200,
      'The account is locked and nobody can log in to it. Another account now has your address, so please reply to our email. One of us will give you your account back.',
    ]);
    expect((await accounts.row(browser.id))?.suspendedAt).not.toBeNull();
    expect((await mailsTo(site, evil)).map(({ template }) => template)).not.toContain(
      'password-reset',
    );
  });

  test('leaves the reason of an administrator who has shut the account before', async () => {
    const browser = await settled();
    await moveAway(await loggedInto(site, ama));
    const key = await keyOf('email-changed-from');
    await joined(site);
    const admin = await site.loggedIn('admin');
    const reason = 'They insulted others.';
    const shut = await admin.post(`/api/admin/users/${browser.id}/suspend`, { reason });
    expect(shut.status).toBe(200);
    expect((await press(key)).status).toBe(200);
    expect((await accounts.row(browser.id))?.suspendedFor).toBe(reason);
  });

  test('gives no account to the stranger whose address was mistyped', async () => {
    const browser = await joined(site);
    await loggedInto(site, ama);
    const early = await keyOf('sign-in');
    await moveAway(browser, kofi.email);
    expect((await lastMail(site, ama.email, 'email-changed-from')).notMeUrl).toBe('');
    expect(await press(early)).toMatchObject({ status: 400, body: { message: DEAD } });
    expect(await accounts.row(browser.id)).toMatchObject({ email: kofi.email });
    expect((await browser.get('/api/auth/user')).status).toBe(200);
  });

  test('throws a squatter out with everything that they have added', async () => {
    const squatter = await joined(site);
    const { nextCode } = await setUpTotp(site, squatter);
    site.clock.advance(days(5));
    await reauthenticate(squatter, nextCode());
    const change = { currentPassword: ama.password, newPassword: 'the squatter again' };
    expect((await squatter.put('/api/account/password', change)).status).toBe(200);
    expect((await press(await keyOf('password-changed'))).status).toBe(200);
    expect(await factorsOf(squatter.id)).toEqual({ totp: false, passkeys: 0, codes: 0 });
    expect((await squatter.get('/api/auth/user')).status).toBe(401);
  });

  test('leaves an administrator the second factor and the address', async () => {
    const browser = await settled();
    await loggedInto(site, ama);
    const before = await keyOf('sign-in');
    const admin = await site.loggedIn('admin');
    const made = await admin.put(`/api/admin/users/${browser.id}/role`, {
      role: 'owner',
      was: null,
    });
    expect(made.status, made.text).toBe(200);
    expect((await press(before)).status).toBe(400);
    const roleColumns = await loggedInto(site, ama);
    await setUpTotp(site, roleColumns);
    expect((await press(await keyOf('second-factor-changed'))).status).toBe(200);
    expect((await factorsOf(browser.id)).totp).toBe(true);
    expect((await roleColumns.get('/api/auth/user')).status).toBe(401);
  });

  test('works once, and so do the other links of its time', async () => {
    await settled();
    await loggedInto(site, ama);
    const first = await keyOf('sign-in');
    await loggedInto(site, ama, { 'user-agent': 'another' });
    const second = await keyOf('sign-in');
    expect(second).not.toBe(first);
    expect((await press(first)).status).toBe(200);
    for (const key of [first, second])
      expect(await press(key)).toMatchObject({ status: 400, body: { message: DEAD } });
  });

  test('of two that are pressed at once does one thing', async () => {
    await settled();
    await loggedInto(site, ama);
    const first = await keyOf('sign-in');
    await loggedInto(site, ama, { 'user-agent': 'another' });
    const answers = await Promise.all([press(first), press(await keyOf('sign-in'))]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    const mails = (await mailsTo(site, ama.email)).filter((m) => m.template === 'password-reset');
    expect(mails).toHaveLength(1);
  });

  test('works for three days', async () => {
    const browser = await settled();
    await loggedInto(site, ama);
    const key = await keyOf('sign-in');
    site.clock.advance(days(3) + 1000);
    expect(await press(key)).toMatchObject({ status: 400, body: { message: DEAD } });
    expect((await accounts.row(browser.id))?.id).toBe(browser.id);
    expect((await logIn()).status).toBe(200);
  });

  test.each(DEAD_KEYS)('with the key %j says the same as of any dead link', async (key) => {
    expect(await press(key)).toMatchObject({ status: 400, body: { message: DEAD } });
  });

  test('followed by a scanner, or posted by a foreign page, does nothing', async () => {
    const browser = await settled();
    await loggedInto(site, ama);
    const key = await keyOf('sign-in');
    await site.visitor({ accept: 'text/html' }).get('/account/not-me');
    const foreign = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
    const posted = await site.visitor().post('/api/auth/not-me', { token: key }, foreign);
    expect(posted.status).toBe(403);
    expect((await browser.get('/api/auth/user')).status).toBe(200);
    expect((await press(key)).status).toBe(200);
  });
});

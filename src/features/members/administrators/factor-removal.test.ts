import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sessions } from '../../../server/security/session.store.ts';
import { openSite, type Site, TEST_ORIGIN, type Visitor } from '../../../server/testing.ts';
import { outgoingMails } from '../../mail/queue/outgoing-mail.store.ts';
import { loginAttempts } from '../login-attempts.store.ts';
import { users } from '../../../server/user.store.ts';
import { passkeys, recoveryCodes } from '../second-factor/second-factor.store.ts';
import { ama, joined, keyIn, kofi, lastMail, loggedInto } from '../testing.ts';
import { accountsOf } from '../testing.accounts.ts';
import { softPasskey } from '../testing.authenticator.ts';
import { setUpTotp, traceOf } from '../testing.second-factor.ts';

type Admin = Awaited<ReturnType<Site['loggedIn']>>;

let site: Site;
let accounts: ReturnType<typeof accountsOf>;
let admin: Admin;
beforeAll(async () => {
  site = await openSite({ environment: { ADDRESS_LIMIT_FACTOR: '1000' } });
  accounts = accountsOf(site);
});
beforeEach(async () => {
  for (const table of [users, sessions, loginAttempts, outgoingMails]) await site.db.delete(table);
  site.clock.setOffset(0);
  admin = await site.loggedIn('admin');
});
afterAll(() => site.close());

const takeOff = (by: Visitor, id: string) => by.delete(`/api/admin/users/${id}/second-factor`);
const messageOf = (answer: { body: unknown }) => (answer.body as { message: string }).message;
const listed = async (id: string) =>
  ((await admin.get('/api/admin/users')).body as { id: string; hasSecondFactor: boolean }[]).find(
    (row) => row.id === id,
  )?.hasSecondFactor;
const factorsOf = async (id: string) => ({
  totp: (await accounts.row(id))?.totpSecret ?? null,
  passkeys: await site.db.$count(passkeys, eq(passkeys.userId, id)),
  codes: await site.db.$count(recoveryCodes, eq(recoveryCodes.userId, id)),
});

async function addPasskey(browser: Visitor) {
  const passkey = softPasskey(TEST_ORIGIN);
  const asked = (await browser.post('/api/account/passkeys/options')).body as Parameters<
    typeof passkey.create
  >[0];
  const body = { name: 'Key', response: passkey.create(asked) };
  expect((await browser.post('/api/account/passkeys', body)).status).toBe(201);
}

describe('taking the second factor off an account', () => {
  test('leaves the password alone, ends the sessions, notifies the owner and is recorded', async () => {
    const browser = await joined(site);
    await setUpTotp(site, browser);
    await addPasskey(browser);
    expect(await listed(browser.id)).toBe(true);
    const answer = await takeOff(admin, browser.id);
    expect([answer.status, messageOf(answer)]).toEqual([
      200,
      'Two-step verification is removed. The account holder will get an email.',
    ]);
    expect(await factorsOf(browser.id)).toEqual({ totp: null, passkeys: 0, codes: 0 });
    expect(await listed(browser.id)).toBe(false);
    expect((await browser.get('/api/auth/user')).status).toBe(401);
    await loggedInto(site, ama);
    const { acts } = await traceOf(site, ama.email);
    expect(acts.at(-1)).toEqual({
      actorId: admin.id,
      action: 'second_factor.all_removed',
      after: { had: { totp: true, passkeys: 1, recoveryCodes: 10 } },
    });
    expect(await lastMail(site, ama.email, 'second-factor-changed')).toMatchObject({
      name: 'Ama Mensah',
      change: 'all-removed',
    });
  });

  test('touches no other account', async () => {
    const [browser, other] = [await joined(site), await joined(site, kofi)];
    await setUpTotp(site, browser);
    await setUpTotp(site, other);
    const before = await factorsOf(other.id);
    expect((await takeOff(admin, browser.id)).status).toBe(200);
    expect(await factorsOf(other.id)).toEqual(before);
    expect((await other.get('/api/auth/user')).status).toBe(200);
  });

  test('throws a attacker out who had added an app and a passkey, once the owner has a new password', async () => {
    const attacker = await joined(site);
    await accounts.change(attacker.id, { emailVerifiedAt: site.clock.now() });
    await setUpTotp(site, attacker);
    await addPasskey(attacker);
    await site.visitor().post('/api/auth/reset', { email: ama.email });
    const key = await site.until(async () =>
      keyIn((await lastMail(site, ama.email, 'password-reset')).resetUrl),
    );
    const mine = { email: ama.email, password: 'a secret of my own' };
    const reset = { token: key, password: mine.password };
    expect((await site.visitor().post('/api/auth/reset/finish', reset)).status).toBe(200);
    // The attacker's factor outlives the new password: that is what the mail says to write to us about.
    const refused = await site.visitor().post('/api/auth/login', mine);
    expect([refused.status, (refused.body as { reason: string }).reason]).toEqual([
      403,
      'second-factor',
    ]);
    expect((await takeOff(admin, attacker.id)).status).toBe(200);
    await loggedInto(site, { ...ama, ...mine });
    expect(await factorsOf(attacker.id)).toEqual({ totp: null, passkeys: 0, codes: 0 });
  });

  test('of another administrator is done, too', async () => {
    const second = await site.loggedIn('admin');
    await setUpTotp(site, second);
    expect((await takeOff(admin, second.id)).status).toBe(200);
    expect((await second.get('/api/auth/user')).status).toBe(401);
    expect((await accounts.row(second.id))?.isAdmin).toBe(true);
  });

  test('of oneself is refused: the profile asks for what guards it', async () => {
    await setUpTotp(site, admin);
    const answer = await takeOff(admin, admin.id);
    expect([answer.status, messageOf(answer)]).toEqual([
      409,
      'You can remove your own two-step verification in your profile.',
    ]);
    expect(await listed(admin.id)).toBe(true);
  });

  test('of an account that has none is refused, and leaves it logged in', async () => {
    const browser = await joined(site);
    const answer = await takeOff(admin, browser.id);
    expect([answer.status, messageOf(answer)]).toEqual([
      409,
      'This account does not have two-step verification.',
    ]);
    expect((await browser.get('/api/auth/user')).status).toBe(200);
    expect(await accounts.actsOn(browser.id)).toEqual([]);
  });

  test('of nobody is 404, and of a word that is no id 404 too', async () => {
    expect((await takeOff(admin, randomUUID())).status).toBe(404);
    expect((await takeOff(admin, 'me')).status).toBe(404);
  });

  test('asks for a recent password', async () => {
    const browser = await joined(site);
    await setUpTotp(site, browser);
    await accounts.age(admin.id);
    const answer = await takeOff(admin, browser.id);
    expect([answer.status, (answer.body as { reason: string }).reason]).toEqual([
      403,
      'reauthenticate',
    ]);
    expect(await listed(browser.id)).toBe(true);
  });

  test('of two administrators at once is done once, with one mail', async () => {
    const browser = await joined(site);
    await setUpTotp(site, browser);
    const second = await site.loggedIn('admin');
    const answers = await Promise.all([takeOff(admin, browser.id), takeOff(second, browser.id)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const { mails } = await traceOf(site, ama.email);
    const notifications = mails.filter(
      ({ props }) => (props as { change?: string }).change === 'all-removed',
    );
    expect(notifications).toHaveLength(1);
  });
});

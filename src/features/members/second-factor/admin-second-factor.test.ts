import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '../../../server/database/database.ts';
import { sessions } from '../../../server/security/session.store.ts';
import { openSite, type Site, TEST_ORIGIN } from '../../../server/testing.ts';
import { PERMISSIONS } from '../../../shared/access.ts';
import {
  ensureFirstAdmin,
  saveAdministrator,
} from '../administrators/first-administrator.service.ts';
import { loginAttempts } from '../login-attempts.store.ts';
import { users } from '../../../server/user.store.ts';
import { hashPassword } from '../password.service.ts';
import { passkeys, recoveryCodes } from './second-factor.store.ts';
import { keyIn } from '../testing.ts';
import { softPasskey } from '../testing.authenticator.ts';
import { setUpTotp } from '../testing.second-factor.ts';

const boss = { email: 'boss@example.org', password: 'kente-and-gold' };
const heldBack = {
  status: 403,
  body: { reason: 'set-up-second-factor' },
} as const;

let site: Site;
beforeAll(async () => {
  site = await openSite({
    work: false,
    environment: { ADDRESS_LIMIT_FACTOR: '1000', REQUIRE_ADMIN_2FA: 'true' },
  });
});
beforeEach(async () => {
  for (const table of [users, sessions, loginAttempts]) await site.db.delete(table);
  site.clock.setOffset(0);
  await save('command line');
});
afterAll(() => site.close());

async function save(source: 'command line' | 'environment') {
  const password = await hashPassword(boss.password);
  const { email } = boss;
  await inTransaction(site.db, (tx) =>
    saveAdministrator(tx, { email, password }, { source, now: site.clock.now() }),
  );
}
async function loggedIn(further: object = {}) {
  const browser = site.visitor();
  const answer = await browser.post('/api/auth/login', { ...boss, ...further });
  expect(answer.status, answer.text).toBe(200);
  return browser;
}
const addPasskey = async (browser: Awaited<ReturnType<typeof loggedIn>>) => {
  const passkey = softPasskey(TEST_ORIGIN);
  const asked = (await browser.post('/api/account/passkeys/options')).body as Parameters<
    typeof passkey.create
  >[0];
  const response = passkey.create(asked);
  expect((await browser.post('/api/account/passkeys', { name: 'Key', response })).status).toBe(201);
};

describe('where administrators need a second factor, one without it', () => {
  test('learns so, holds no permission and opens nothing of the dashboard', async () => {
    const browser = await loggedIn();
    expect((await browser.get('/api/auth/session')).body).toMatchObject({
      user: { isAdmin: true },
      permissions: [],
      mustSetUpSecondFactor: true,
    });
    expect(await browser.get('/api/admin/contact')).toMatchObject(heldBack);
    expect(await browser.post('/api/admin/payment-config', {})).toMatchObject(heldBack);
  });

  test('sees no more of the public content than a visitor', async () => {
    const browser = await loggedIn();
    const own = await browser.get('/api/admin/content');
    expect(own.text).toBe((await site.visitor().get('/api/admin/content')).text);
  });

  test.each([
    [
      'an authenticator app',
      (browser: Awaited<ReturnType<typeof loggedIn>>) => setUpTotp(site, browser),
    ],
    ['a passkey', addPasskey],
  ])('may set up %s, and then may do everything at once', async (_what, setUp) => {
    const browser = await loggedIn();
    await setUp(browser);
    expect((await browser.get('/api/auth/session')).body).toMatchObject({
      permissions: [...PERMISSIONS],
      mustSetUpSecondFactor: false,
    });
    expect((await browser.get('/api/admin/contact')).status).toBe(200);
  });

  test('is held back again when the last one is taken away', async () => {
    const browser = await loggedIn();
    await setUpTotp(site, browser);
    await browser.delete('/api/account/totp');
    expect(await browser.get('/api/admin/contact')).toMatchObject(heldBack);
  });

  test('does not hold members back', async () => {
    const member = await site.loggedIn('member');
    expect((await member.get('/api/auth/session')).body).toMatchObject({
      mustSetUpSecondFactor: false,
    });
    const refused = await member.get('/api/admin/contact');
    expect((refused.body as { reason?: string }).reason).toBeUndefined();
  });
});

test('an administrator who has lost everything gets in again from the command line', async () => {
  const browser = await loggedIn();
  await setUpTotp(site, browser);
  await addPasskey(browser);
  await save('command line');
  for (const table of [passkeys, recoveryCodes])
    expect(await site.db.select().from(table)).toEqual([]);
  expect((await browser.get('/api/auth/user')).status).toBe(401);
  await loggedIn();
});

test('in production the first administrator sets one up at the first login, before anything else opens', async () => {
  const origin = 'https://one.example';
  const live = await openSite({
    work: false,
    environment: {
      NODE_ENV: 'production',
      PUBLIC_URL: origin,
      ALLOW_EMBEDDED_IN_PRODUCTION: 'true',
    },
  });
  const link = await ensureFirstAdmin(live.context);
  const browser = live.visitor();
  const created = await browser.post('/api/auth/first-admin', {
    token: keyIn(link ?? ''),
    ...boss,
  });
  expect(created.status, created.text).toBe(201);
  expect(await browser.get('/api/admin/contact')).toMatchObject(heldBack);
  await setUpTotp(live, browser);
  expect((await browser.get('/api/admin/contact')).status).toBe(200);
  await live.close();
});

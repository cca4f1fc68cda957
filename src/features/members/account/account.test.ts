import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sessions } from '../../../server/security/session.store.ts';
import { openSite, type Site } from '../../../server/testing.ts';
import { minutes, seconds } from '../../../shared/time.ts';
import { outgoingMails } from '../../mail/queue/outgoing-mail.store.ts';
import { loginAttempts } from '../login-attempts.store.ts';
import { users } from '../../../server/user.store.ts';
import { ama, joined, kofi, lastMail, loggedInto, mailsTo } from '../testing.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite({ work: false, environment: { ADDRESS_LIMIT_FACTOR: '1000' } });
});
beforeEach(async () => {
  for (const table of [users, sessions, loginAttempts, outgoingMails]) await site.db.delete(table);
  site.clock.setOffset(0);
});
afterAll(() => site.close());

type Browser = ReturnType<Site['visitor']>;
const isIn = async (browser: Browser) => (await browser.get('/api/auth/user')).status === 200;
const logIn = (password = ama.password) =>
  site.visitor().post('/api/auth/login', { email: ama.email, password });

describe('an account', () => {
  test('shows its owner what it is, and no secret of it', async () => {
    const browser = await joined(site);
    const answer = await browser.get('/api/account');
    expect(answer.body).toEqual({
      email: ama.email,
      isVerified: false,
      pendingEmail: null,
      messageMail: true,
      mailLanguage: 'en',
      createdAt: expect.any(String),
      isLastOwner: false,
      secondFactor: { totp: false, passkeys: [], recoveryCodesLeft: 0 },
    });
    expect(answer.text).not.toMatch(/argon2|totpSecret|password/);
  });

  test('knows the administrator without whom nobody could open the dashboard', async () => {
    const isLast = async (browser: Browser) =>
      ((await browser.get('/api/account')).body as { isLastOwner: boolean }).isLastOwner;
    const boss = await site.loggedIn('admin');
    expect(await isLast(boss)).toBe(true);
    const second = await site.loggedIn('admin');
    expect(await isLast(boss)).toBe(false);
    await site.db
      .update(users)
      .set({ suspendedAt: site.clock.now() })
      .where(eq(users.id, second.id));
    expect(await isLast(boss)).toBe(true);
  });

  test('keeps whether its owner wants mails about messages', async () => {
    const browser = await joined(site);
    expect((await browser.put('/api/account/mail', { messageMail: false })).body).toEqual({
      message: 'We will no longer email you about messages.',
    });
    expect((await browser.get('/api/account')).body).toMatchObject({ messageMail: false });
    expect((await browser.put('/api/account/mail', { messageMail: 'yes' })).status).toBe(400);
    expect((await browser.put('/api/account/mail', { messageMail: true })).body).toEqual({
      message: 'We will email you when you have unread messages.',
    });
  });

  test('keeps in which language its owner is written to, and nothing but languages of ours', async () => {
    const browser = await joined(site, ama, { 'content-language': 'fr' });
    const language = async () =>
      ((await browser.get('/api/account')).body as { mailLanguage: string }).mailLanguage;
    expect(await language()).toBe('fr');
    // The page is French still: the answer is for who reads it now.
    const answer = await browser.put('/api/account/mail-language', { language: 'en' });
    expect([answer.status, answer.body]).toEqual([
      200,
      { message: 'Désormais, nous vous écrirons dans cette langue.' },
    ]);
    expect(await language()).toBe('en');
    const change = { currentPassword: ama.password, newPassword: 'a river of my own' };
    expect((await browser.put('/api/account/password', change)).status).toBe(200);
    const mails = await mailsTo(site, ama.email);
    expect(mails.map(({ template, locale }) => [template, locale])).toEqual([
      ['welcome', 'fr'],
      ['password-changed', 'en'],
    ]);
    for (const body of [
      { language: 'de' },
      { language: '' },
      {},
      { language: 'fr', isAdmin: true },
    ])
      expect((await browser.put('/api/account/mail-language', body)).status).toBe(400);
    expect(await language()).toBe('en');
    expect(
      (await site.visitor().put('/api/account/mail-language', { language: 'fr' })).status,
    ).toBe(401);
  });

  test('keeps when its owner was last here, to the minute', async () => {
    const browser = await joined(site);
    const seenAt = async () => {
      const [row] = await site.db.select().from(users).where(eq(users.id, browser.id));
      return row?.lastSeenAt?.getTime() ?? 0;
    };
    const joinedAt = await seenAt();
    site.clock.advance(seconds(50));
    await browser.get('/api/auth/user');
    expect(await seenAt()).toBe(joinedAt);
    site.clock.advance(seconds(20));
    await browser.get('/api/auth/user');
    expect(await seenAt()).toBeGreaterThanOrEqual(joinedAt + seconds(70));
  });
});

describe('changing the password', () => {
  const change = (browser: Browser, given: object = {}) =>
    browser.put('/api/account/password', {
      currentPassword: ama.password,
      newPassword: 'a better secret',
      ...given,
    });

  test('ends every other session, keeps this one, and tells the owner', async () => {
    const browser = await joined(site);
    const elsewhere = await loggedInto(site, ama);
    expect(await change(browser)).toMatchObject({
      status: 200,
      body: { message: 'Your new password is saved. Every other browser has been logged out.' },
    });
    expect([await isIn(browser), await isIn(elsewhere)]).toEqual([true, false]);
    expect((await logIn()).status).toBe(401);
    expect((await logIn('a better secret')).status).toBe(200);
    expect(await lastMail(site, ama.email, 'password-changed')).toMatchObject({
      device: { browser: 'Chrome', system: 'Android' },
    });
  });

  test('gives this session a new key, so that a copy of the old one opens nothing', async () => {
    const browser = await joined(site);
    const before = { cookie: `sid=${browser.cookies.get('sid')}` };
    expect((await site.visitor().get('/api/auth/user', before)).status).toBe(200);
    expect((await change(browser)).status).toBe(200);
    expect((await site.visitor().get('/api/auth/user', before)).status).toBe(401);
  });

  test('leaves the sessions of other members alone', async () => {
    const browser = await joined(site);
    const other = await joined(site, kofi);
    await change(browser);
    expect(await isIn(other)).toBe(true);
  });

  test.each([
    ['currentPassword', 'not this one', 'The password is incorrect.'],
    ['currentPassword', '', 'Please enter your password.'],
    ['newPassword', '12345', 'Password must be at least 6 characters'],
    [
      'newPassword',
      'password1',
      'This password is one of the most common ones. Please choose another.',
    ],
    ['newPassword', ama.email, 'The password must differ from the email address.'],
  ])('with %s “%s” is refused beside the field and changes nothing', async (field, text, said) => {
    const browser = await joined(site);
    const elsewhere = await loggedInto(site, ama);
    expect(await change(browser, { [field]: text })).toMatchObject({
      status: 400,
      body: { fields: { [field]: said } },
    });
    expect(await isIn(elsewhere)).toBe(true);
    expect((await logIn()).status).toBe(200);
  });

  test('is guessing too: the sixth wrong password in five minutes is refused', async () => {
    const browser = await joined(site);
    for (let n = 0; n < 5; n++) await change(browser, { currentPassword: 'something else' });
    expect((await change(browser)).status).toBe(429);
    site.clock.advance(minutes(6));
    expect((await change(browser)).status).toBe(200);
  });

  test('to one that is too weak uses up no attempts', async () => {
    const browser = await joined(site);
    for (let n = 0; n < 6; n++)
      expect((await change(browser, { newPassword: 'password1' })).status).toBe(400);
    expect((await change(browser)).status).toBe(200);
  });

  test('from two browsers at once happens once', async () => {
    const browsers = [await joined(site), await loggedInto(site, ama)];
    const answers = await Promise.all(
      browsers.map((browser, n) => change(browser, { newPassword: `secret number ${n}` })),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses[0]).toBe(200);
    expect([400, 401]).toContain(statuses[1]);
    expect((await Promise.all(browsers.map(isIn))).filter(Boolean)).toHaveLength(1);
  });
});

describe('a suspended account', () => {
  const suspend = (reason: string | null) =>
    site.db.update(users).set({ suspendedAt: site.clock.now(), suspendedFor: reason });

  test('tells who knows the password that it is, and why', async () => {
    const browser = await joined(site);
    await suspend('Money was asked for in messages');
    expect(await isIn(browser)).toBe(false);
    expect(await logIn()).toMatchObject({
      status: 403,
      body: {
        message:
          'This account is suspended. Reason: Money was asked for in messages. If you think this is a mistake, please write to us.',
        reason: 'suspended',
      },
    });
    expect(await site.db.select().from(sessions)).toEqual([]);
  });

  test('tells it as often as its owner asks, and still counts wrong passwords', async () => {
    await joined(site);
    await suspend(null);
    const statuses: number[] = [];
    for (let n = 0; n < 6; n++) statuses.push((await logIn()).status);
    for (let n = 0; n < 6; n++) statuses.push((await logIn('something else')).status);
    expect(statuses).toEqual([403, 403, 403, 403, 403, 403, 401, 401, 401, 401, 401, 429]);
  });

  test('tells it in the language of the page', async () => {
    await joined(site);
    await suspend(null);
    const answer = await site
      .visitor({ 'content-language': 'fr' })
      .post('/api/auth/login', { email: ama.email, password: ama.password });
    expect(answer.body).toMatchObject({
      message: 'Ce compte est suspendu. Si vous pensez que c’est une erreur, écrivez-nous.',
    });
  });

  test('tells nobody else: a wrong password is answered as for any address', async () => {
    await joined(site);
    await suspend('Money was asked for in messages');
    const [wrong, nobody] = [
      await logIn('something else'),
      await site.visitor().post('/api/auth/login', { email: 'no@example.org', password: 'guess1' }),
    ];
    expect([wrong.status, wrong.text]).toEqual([401, nobody.text]);
  });
});

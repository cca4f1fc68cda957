import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sessions } from '../../server/session.store.ts';
import { openSite, type Site } from '../../server/testing.ts';
import { minutes, seconds } from '../../shared/time.ts';
import { outgoingMails } from '../email/email.store.ts';
import { loginTries } from './login-tries.store.ts';
import { users } from './member.store.ts';
import { ama, COMPUTER, joined, kofi, lastMail, loggedInto, mailsTo } from './testing.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite({ work: false, environment: { ADDRESS_LIMIT_FACTOR: '1000' } });
});
beforeEach(async () => {
  for (const table of [users, sessions, loginTries, outgoingMails]) await site.db.delete(table);
  site.clock.setOffset(0);
});
afterAll(() => site.close());

type Browser = ReturnType<Site['visitor']>;
interface Own {
  id: string;
  device: { browser: string | null; system: string | null };
  createdAt: string;
  lastSeenAt: string;
  isCurrent: boolean;
}
const sessionsIn = async (browser: Browser) =>
  (await browser.get('/api/account/sessions')).body as Own[];
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
      createdAt: expect.any(String),
      isLastAdministrator: false,
      secondFactor: { totp: false, passkeys: [], recoveryCodesLeft: 0 },
    });
    expect(answer.text).not.toMatch(/argon2|totpSecret|password/);
  });

  test('knows the administrator without whom nobody could open the dashboard', async () => {
    const isLast = async (browser: Browser) =>
      ((await browser.get('/api/account')).body as { isLastAdministrator: boolean })
        .isLastAdministrator;
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
      message: 'We mail you about messages no more.',
    });
    expect((await browser.get('/api/account')).body).toMatchObject({ messageMail: false });
    expect((await browser.put('/api/account/mail', { messageMail: 'yes' })).status).toBe(400);
    expect((await browser.put('/api/account/mail', { messageMail: true })).body).toEqual({
      message: 'We mail you when messages wait for you.',
    });
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

  test('leaves the sessions of other members alone', async () => {
    const browser = await joined(site);
    const other = await joined(site, kofi);
    await change(browser);
    expect(await isIn(other)).toBe(true);
  });

  test.each([
    ['currentPassword', 'not this one', 'The password is not right.'],
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

describe('the browsers of an account', () => {
  test('are listed with their device and times, this one marked, the last seen first', async () => {
    const phone = await joined(site);
    site.clock.advance(minutes(5));
    const computer = await loggedInto(site, ama);
    const listed = await sessionsIn(computer);
    expect(listed).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        device: { browser: 'Firefox', system: 'Windows' },
        createdAt: expect.any(String),
        lastSeenAt: expect.any(String),
        isCurrent: true,
      },
      expect.objectContaining({
        device: { browser: 'Chrome', system: 'Android' },
        isCurrent: false,
      }),
    ]);
    expect((await sessionsIn(phone)).map(({ isCurrent }) => isCurrent)).toEqual([true, false]);
  });

  test('are listed without those that idled or ran out', async () => {
    const phone = await joined(site);
    await loggedInto(site, ama);
    const [first] = await site.db.select().from(sessions);
    await site.db
      .update(sessions)
      .set({ lastSeenAt: new Date(0) })
      .where(eq(sessions.sid, first!.sid));
    const browser = await loggedInto(site, ama);
    expect(await sessionsIn(browser)).toHaveLength(2);
    expect(await isIn(phone)).toBe(false);
  });

  test('are logged out one by one', async () => {
    const phone = await joined(site);
    const computer = await loggedInto(site, ama);
    const other = (await sessionsIn(computer)).find(({ isCurrent }) => !isCurrent);
    expect(await computer.delete(`/api/account/sessions/${other!.id}`)).toMatchObject({
      status: 200,
      body: { message: 'That browser is logged out.' },
    });
    expect([await isIn(phone), await isIn(computer)]).toEqual([false, true]);
    expect((await computer.delete(`/api/account/sessions/${other!.id}`)).status).toBe(404);
  });

  test('are logged out all but this one', async () => {
    const phone = await joined(site);
    const computer = await loggedInto(site, ama);
    const stranger = await joined(site, kofi);
    await computer.post('/api/account/sessions/end-others');
    expect(await Promise.all([phone, computer, stranger].map(isIn))).toEqual([false, true, true]);
  });

  test('this one is left by logging out', async () => {
    const phone = await joined(site);
    const [own] = await sessionsIn(phone);
    expect((await phone.delete(`/api/account/sessions/${own!.id}`)).status).toBe(409);
    expect(await isIn(phone)).toBe(true);
  });

  test('of another member are out of reach', async () => {
    const phone = await joined(site);
    const [own] = await sessionsIn(phone);
    const stranger = await joined(site, kofi);
    expect((await stranger.delete(`/api/account/sessions/${own!.id}`)).status).toBe(404);
    expect(await isIn(phone)).toBe(true);
    expect(JSON.stringify(await sessionsIn(stranger))).not.toContain(own!.id);
  });
});

describe('a browser that logs in', () => {
  const notices = async () =>
    (await mailsTo(site, ama.email)).filter(({ template }) => template === 'sign-in');

  test('is told to the owner when it was never seen before', async () => {
    await joined(site);
    await loggedInto(site, ama);
    expect(await notices()).toHaveLength(1);
    expect(await lastMail(site, ama.email, 'sign-in')).toMatchObject({
      name: 'Ama Mensah',
      device: { browser: 'Firefox', system: 'Windows' },
    });
  });

  test('is not told when it joined here, or has been here before', async () => {
    const browser = await joined(site);
    await browser.post('/api/auth/logout');
    await browser.post('/api/auth/login', { email: ama.email, password: ama.password });
    expect(await notices()).toEqual([]);
  });

  test('is told once', async () => {
    await joined(site);
    const computer = await loggedInto(site, ama);
    await computer.post('/api/auth/logout');
    await computer.post('/api/auth/login', { email: ama.email, password: ama.password });
    expect(await notices()).toHaveLength(1);
  });

  test('is told though it was seen in another account', async () => {
    await joined(site);
    const other = await joined(site, kofi);
    await other.post('/api/auth/login', { email: ama.email, password: ama.password });
    expect(await notices()).toHaveLength(1);
  });

  test('is not told with a wrong password', async () => {
    await joined(site);
    await logIn('something else');
    expect(await notices()).toEqual([]);
  });

  test('is kept out of an account whose mail cannot be queued: nothing half happens', async () => {
    await joined(site);
    await site.db.execute(`alter table outgoing_mails rename to outgoing_mails_away`);
    const browser = site.visitor({ 'user-agent': COMPUTER });
    try {
      const answer = await browser.post('/api/auth/login', {
        email: ama.email,
        password: ama.password,
      });
      expect(answer.status).toBe(500);
      expect(browser.cookies.has('sid')).toBe(false);
    } finally {
      await site.db.execute(`alter table outgoing_mails_away rename to outgoing_mails`);
    }
    expect((await site.db.select().from(sessions)).length).toBe(1);
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
          'This account is suspended. The reason: Money was asked for in messages. If you think that this is a mistake, please write to us.',
        reason: 'suspended',
      },
    });
    expect(await site.db.select().from(sessions)).toEqual([]);
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

describe('the name of a new member', () => {
  test.each([
    ['a turned direction', 'Awa\u202Egpj.exe'],
    ['an isolate', '\u2067Awa'],
    ['a zero-width space', 'A\u200Bwa'],
    ['a joiner between Latin letters', 'A\u200Dwa'],
    ['a byte order mark', 'Awa\uFEFF\uFEFFx'],
    ['a soft hyphen', 'A\u00ADwa'],
    ['nothing that is seen', '\u3164'],
    ['tag letters', 'Awa\u{E0041}'],
  ])(
    'with %s is refused beside the field, in a sentence that says what to do',
    async (_what, firstName) => {
      const refused = await site.visitor().post('/api/auth/register', { ...ama, firstName });
      expect(refused).toMatchObject({
        status: 400,
        body: {
          fields: {
            firstName: 'Please type this name again: it holds signs that nobody can see.',
          },
        },
      });
      expect(await site.db.select().from(users)).toEqual([]);
    },
  );

  test.each([
    'N’Diaye-Œuvré',
    'ߛߟߏߡߊ߫',
    'عائشة',
    'አበበ',
    'Nguyễn',
    "O'Brien",
    'Ọlá',
    'می\u200Cخواهم',
  ])('in a script of its own (%s) is kept to the letter', async (firstName) => {
    await joined(site, { ...ama, firstName });
    expect((await site.db.select().from(users)).map((row) => row.firstName)).toEqual([firstName]);
  });
});

describe('an address of a new member', () => {
  test.each([
    'аma@example.org', // Cyrillic а
    'ama@exаmple.org',
    'ama@例え.jp',
    '"ama mensah"@example.org',
    '"ama"@example.org',
    'ama@[127.0.0.1]',
    'ama\u200B@example.org',
    'ama@example.org\u202E',
    'ama@example',
    '.ama@example.org',
    'a..ma@example.org',
  ])('(%s) that looks like another or is quoted is refused', async (email) => {
    const refused = await site.visitor().post('/api/auth/register', { ...ama, email });
    expect(refused).toMatchObject({
      status: 400,
      body: { fields: { email: 'Please enter a valid email address' } },
    });
  });
});

import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openSite, type Site } from '../../../server/testing.ts';
import { days, minutes, seconds } from '../../../shared/time.ts';
import { outgoingMails } from '../../mail/queue/outgoing-mail.store.ts';
import { loginAttempts } from '../login-attempts.store.ts';
import { users } from '../../../server/user.store.ts';
import { newAccountLink } from '../account-link.service.ts';
import { oneTimeLinks } from '../one-time-link.store.ts';
import { ama, DEAD_KEYS, joined, keyIn, kofi, lastMail, loggedInto, mailsTo } from '../testing.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite({ work: false, environment: { ADDRESS_LIMIT_FACTOR: '1000' } });
});
beforeEach(async () => {
  for (const table of [users, outgoingMails, loginAttempts]) await site.db.delete(table);
  site.clock.setOffset(0);
});
afterAll(() => site.close());

const DEAD =
  'This link has expired or has already been used. You can ask for a new one at any time.';
const verifiedAt = async (email = ama.email) => {
  const [row] = await site.db.select().from(users).where(eq(users.email, email));
  return row?.emailVerifiedAt;
};
const keyOf = async (email = ama.email, template: 'welcome' | 'verify-email' = 'welcome') =>
  keyIn((await lastMail(site, email, template)).verifyUrl);
type Browser = ReturnType<Site['visitor']>;
/** In a browser that was never logged in, with the password of the account. */
const verify = (token: string, password = ama.password) =>
  site.visitor().post('/api/auth/verify', { token, password });
const press = (browser: Browser, token: string) => browser.post('/api/auth/verify', { token });
const isVerified = async (browser: Browser) =>
  ((await browser.get('/api/auth/session')).body as { isVerified: boolean }).isVerified;

describe('the address of a new member', () => {
  test('is proved by the link of the mail that welcomes them, in whichever browser; until then they are in', async () => {
    const browser = await joined(site);
    expect(await mailsTo(site, ama.email)).toMatchObject([{ template: 'welcome', locale: 'en' }]);
    expect(await isVerified(browser)).toBe(false);
    expect((await browser.get('/api/auth/user')).status).toBe(200);

    const answer = await verify(await keyOf());
    expect(answer).toMatchObject({
      status: 200,
      body: { message: 'Thank you. Your address is confirmed.' },
    });
    expect(await verifiedAt()).toBeInstanceOf(Date);
    expect(await isVerified(browser)).toBe(true);
  });

  test('comes with a link to our own page, whose key no server sees, in the language of the member', async () => {
    await joined(site, ama, { 'accept-language': 'fr' });
    const { verifyUrl } = await lastMail(site, ama.email, 'welcome');
    expect(verifyUrl).toMatch(/^http:\/\/localhost:3000\/account\/verify\?lang=fr#key=[\w-]{43}$/);
    const rows = await site.db.select().from(oneTimeLinks);
    expect(JSON.stringify(rows)).not.toContain(keyIn(verifyUrl));
  });

  test('is not proved by opening the page of the link, as scanners of mails do', async () => {
    await joined(site);
    const { verifyUrl } = await lastMail(site, ama.email, 'welcome');
    const { pathname, search } = new URL(verifyUrl);
    await site.visitor().get(`${pathname}${search}`);
    expect(await verifiedAt()).toBeNull();
  });
});

describe('a link', () => {
  test('works once', async () => {
    await joined(site);
    const key = await keyOf();
    expect((await verify(key)).status).toBe(200);
    expect(await verify(key)).toMatchObject({ status: 400, body: { message: DEAD } });
  });

  test('pressed twice at once works once', async () => {
    await joined(site);
    const key = await keyOf();
    const answers = await Promise.all([verify(key), verify(key)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  test('is answered the same to the same request, which a lost answer repeats', async () => {
    await joined(site);
    const body = { token: await keyOf(), password: ama.password };
    const header = {
      'idempotency-key': 'verify-once-and-again',
      'idempotency-secret': 'drawn-by-one-page-alone',
    };
    const visitor = site.visitor();
    const first = await visitor.post('/api/auth/verify', body, header);
    const again = await visitor.post('/api/auth/verify', body, header);
    expect([first.status, again.status, again.text]).toEqual([200, 200, first.text]);
  });

  test('works for seven days', async () => {
    await joined(site);
    const key = await keyOf();
    site.clock.advance(days(7) - minutes(1));
    expect((await verify(key)).status).toBe(200);
  });

  test('is dead after seven days, and proves nothing', async () => {
    await joined(site);
    const key = await keyOf();
    site.clock.advance(days(7) + seconds(1));
    expect(await verify(key)).toMatchObject({ status: 400, body: { message: DEAD } });
    expect(await verifiedAt()).toBeNull();
  });

  test.each(DEAD_KEYS)('that was never made (%j) is as dead', async (key) => {
    expect(await verify(key)).toMatchObject({ status: 400, body: { message: DEAD } });
  });

  test('that was touched is as dead, and leaves the genuine one alive', async () => {
    await joined(site);
    const key = await keyOf();
    const touched = `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`;
    expect((await verify(touched)).status).toBe(400);
    expect((await verify(key)).status).toBe(200);
  });

  test('proves the address of its own member alone', async () => {
    await joined(site);
    await joined(site, kofi);
    await verify(await keyOf(kofi.email), kofi.password);
    expect(await verifiedAt()).toBeNull();
    expect(await verifiedAt(kofi.email)).not.toBeNull();
  });

  test.each(['/api/auth/reset/finish', '/api/auth/email'])('opens nothing at %s', async (path) => {
    await joined(site);
    const body = {
      token: await keyOf(),
      ...(path.includes('reset') ? { password: 'another secret' } : {}),
    };
    expect((await site.visitor().post(path, body)).status).toBe(400);
    expect((await verify(body.token)).status).toBe(200);
  });
});

describe('a link that is opened by somebody who', () => {
  const withoutPassword = {
    status: 403,
    body: {
      reason: 'password',
      fields: {
        password:
          'This browser is not logged in to the account. Please enter the account’s password.',
      },
    },
  };

  test('is logged in to the account proves the address at one press', async () => {
    const browser = await joined(site);
    expect((await press(browser, await keyOf())).status).toBe(200);
    expect(await verifiedAt()).toBeInstanceOf(Date);
  });

  test('is logged in nowhere is asked for the password: to hold the mailbox is not to have registered', async () => {
    const attacker = await joined(site);
    const key = await keyOf();
    for (let n = 0; n < 6; n++)
      expect(await press(site.visitor(), key)).toMatchObject(withoutPassword);
    expect(await verifiedAt()).toBeNull();
    expect(await isVerified(attacker)).toBe(false);
    // Asking is no attempt, and the link still opens.
    expect((await verify(key)).status).toBe(200);
  });

  test('is logged in to another account is asked for the password of this one', async () => {
    await joined(site);
    const key = await keyOf();
    const other = await joined(site, kofi);
    expect(await press(other, key)).toMatchObject(withoutPassword);
    const body = { token: key, password: kofi.password };
    expect((await other.post('/api/auth/verify', body)).status).toBe(403);
    expect(await verifiedAt()).toBeNull();
    const own = { token: key, password: ama.password };
    expect((await other.post('/api/auth/verify', own)).status).toBe(200);
    expect(await verifiedAt()).toBeInstanceOf(Date);
    expect(await verifiedAt(kofi.email)).toBeNull();
  });

  test('gives a wrong password is refused beside the field, five times, as at the login', async () => {
    await joined(site);
    const key = await keyOf();
    for (let n = 0; n < 5; n++)
      expect(await verify(key, 'something else')).toMatchObject({
        status: 403,
        body: { reason: 'password', fields: { password: 'The password is incorrect.' } },
      });
    const refused = await verify(key);
    expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true]);
    const logIn = { email: ama.email, password: ama.password };
    expect((await site.visitor().post('/api/auth/login', logIn)).status).toBe(429);
    expect(await verifiedAt()).toBeNull();
    site.clock.advance(minutes(6));
    expect((await verify(key)).status).toBe(200);
  });

  test('knows the password starts with no failed attempts', async () => {
    await joined(site);
    const key = await keyOf();
    for (let n = 0; n < 4; n++) await verify(key, 'something else');
    expect((await verify(key)).status).toBe(200);
    expect(await site.db.select().from(loginAttempts)).toEqual([]);
  });

  test.each([{ password: '' }, { password: 7 }, { email: ama.email }])(
    'sends %j beside the key is refused',
    async (more) => {
      const browser = await joined(site);
      const body = { token: await keyOf(), ...more };
      expect((await browser.post('/api/auth/verify', body)).status).toBe(400);
      expect(await verifiedAt()).toBeNull();
    },
  );

  test('did not register takes the account with the reset, which throws the other out', async () => {
    const attacker = await joined(site);
    const reset = await newAccountLink(site.context, site.db, 'reset', {
      user: { id: attacker.id, locale: 'en' },
      detail: ama.email,
    });
    const mine = { token: keyIn(reset), password: 'a secret of my own' };
    expect((await site.visitor().post('/api/auth/reset/finish', mine)).status).toBe(200);
    expect(await verifiedAt()).toBeInstanceOf(Date);
    expect((await attacker.get('/api/auth/user')).status).toBe(401);
    await loggedInto(site, { ...ama, password: mine.password });
  });
});

describe('asking for the mail again', () => {
  const again = (browser: Browser) => browser.post('/api/account/verification');

  test('a few minutes later brings another link, in whose place the older one dies', async () => {
    const browser = await joined(site);
    const older = await keyOf();
    site.clock.advance(minutes(6));
    expect(await again(browser)).toMatchObject({
      status: 200,
      body: { message: 'The link is on its way to your inbox.' },
    });
    const newer = await keyOf(ama.email, 'verify-email');
    expect((await verify(older)).status).toBe(400);
    expect((await verify(newer)).status).toBe(200);
  });

  test('at once is refused with the time to wait, and the first link stays alive', async () => {
    const browser = await joined(site);
    const refused = await again(browser);
    expect(refused).toMatchObject({
      status: 429,
      headers: { 'retry-after': '300' },
      body: {
        message:
          'An email is already on its way. Please check your spam folder too, and wait a few minutes before you ask again.',
      },
    });
    expect(await mailsTo(site, ama.email)).toHaveLength(1);
    expect((await verify(await keyOf())).status).toBe(200);
  });

  test('goes on for six mails a day, whatever the tag of the address', async () => {
    const browser = await joined(site, { ...ama, email: 'ama+1@example.org' });
    const statuses: number[] = [];
    for (let n = 0; n < 6; n++) {
      site.clock.advance(minutes(6));
      statuses.push((await again(browser)).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    const other = await joined(site, { ...ama, email: 'ama+2@example.org' });
    site.clock.advance(minutes(6));
    expect((await again(other)).status).toBe(429);
    site.clock.advance(days(1));
    expect((await again(other)).status).toBe(200);
  });

  test('leaves the other members’ links alive', async () => {
    await joined(site);
    const other = await joined(site, kofi);
    site.clock.advance(minutes(6));
    await again(other);
    expect((await verify(await keyOf())).status).toBe(200);
  });

  test('with a proved address is refused', async () => {
    const browser = await joined(site);
    await verify(await keyOf());
    site.clock.advance(minutes(6));
    expect(await again(browser)).toMatchObject({
      status: 409,
      body: { message: 'Your email address is already confirmed.' },
    });
  });

  test('is for members', async () => {
    expect((await again(site.visitor())).status).toBe(401);
  });
});

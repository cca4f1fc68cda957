import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openSite, type Site } from '../../server/testing.ts';
import { days, minutes, seconds } from '../../shared/time.ts';
import { outgoingMails } from '../email/email.store.ts';
import { users } from './member.store.ts';
import { oneTimeLinks } from './one-time-link.store.ts';
import { ama, DEAD_KEYS, joined, keyIn, kofi, lastMail, mailsTo } from './testing.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite({ work: false, environment: { ADDRESS_LIMIT_FACTOR: '1000' } });
});
beforeEach(async () => {
  for (const table of [users, outgoingMails]) await site.db.delete(table);
  site.clock.setOffset(0);
});
afterAll(() => site.close());

const DEAD = 'This link has expired or was used before. You can ask for a new one at any time.';
const verifiedAt = async (email = ama.email) => {
  const [row] = await site.db.select().from(users).where(eq(users.email, email));
  return row?.emailVerifiedAt;
};
const keyOf = async (email = ama.email, template: 'welcome' | 'verify-email' = 'welcome') =>
  keyIn((await lastMail(site, email, template)).verifyUrl);
const verify = (token: string) => site.visitor().post('/api/auth/verify', { token });
type Browser = ReturnType<Site['visitor']>;
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

  test('comes with a link to our own page, whose key no server is told, in the language of the member', async () => {
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

  test('is answered the same to the same try, which a lost answer repeats', async () => {
    await joined(site);
    const body = { token: await keyOf() };
    const header = { 'idempotency-key': 'verify-once-and-again' };
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
    await verify(await keyOf(kofi.email));
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

describe('asking for the mail again', () => {
  const again = (browser: Browser) => browser.post('/api/account/verification');

  test('a few minutes later brings another link, in whose place the older one dies', async () => {
    const browser = await joined(site);
    const older = await keyOf();
    site.clock.advance(minutes(6));
    expect(await again(browser)).toMatchObject({
      status: 200,
      body: { message: 'The link is on its way to your mailbox.' },
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
          'A mail is on its way already. Please look into your spam folder too, and wait a few minutes before you ask again.',
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
      body: { message: 'Your email address is confirmed already.' },
    });
  });

  test('is for members', async () => {
    expect((await again(site.visitor())).status).toBe(401);
  });
});

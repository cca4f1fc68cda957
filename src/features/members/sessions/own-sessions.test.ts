import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sessions } from '../../../server/security/session.store.ts';
import { openSite, type Site } from '../../../server/testing.ts';
import { minutes } from '../../../shared/time.ts';
import { outgoingMails } from '../../mail/queue/outgoing-mail.store.ts';
import { loginAttempts } from '../login-attempts.store.ts';
import { users } from '../../../server/user.store.ts';
import { ama, COMPUTER, joined, kofi, lastMail, loggedInto, mailsTo } from '../testing.ts';

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

  test('are logged out by nobody who has not given the password in the last five minutes', async () => {
    const phone = await joined(site);
    const computer = await loggedInto(site, ama);
    const other = (await sessionsIn(computer)).find(({ isCurrent }) => !isCurrent) as Own;
    site.clock.advance(minutes(6));
    const answers = [
      await computer.delete(`/api/account/sessions/${other.id}`),
      await computer.post('/api/account/sessions/end-others', {}),
    ];
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 403, body: { reason: 'reauthenticate' } });
    expect(await isIn(phone)).toBe(true);
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

  test('is reported to the owner when it was never seen before', async () => {
    await joined(site);
    await loggedInto(site, ama);
    expect(await notices()).toHaveLength(1);
    expect(await lastMail(site, ama.email, 'sign-in')).toMatchObject({
      name: 'Ama Mensah',
      device: { browser: 'Firefox', system: 'Windows' },
    });
  });

  test('is not reported when it joined here, or has been here before', async () => {
    const browser = await joined(site);
    await browser.post('/api/auth/logout');
    await browser.post('/api/auth/login', { email: ama.email, password: ama.password });
    expect(await notices()).toEqual([]);
  });

  test('is reported once', async () => {
    await joined(site);
    const computer = await loggedInto(site, ama);
    await computer.post('/api/auth/logout');
    await computer.post('/api/auth/login', { email: ama.email, password: ama.password });
    expect(await notices()).toHaveLength(1);
  });

  test('is reported though it was seen in another account', async () => {
    await joined(site);
    const other = await joined(site, kofi);
    await other.post('/api/auth/login', { email: ama.email, password: ama.password });
    expect(await notices()).toHaveLength(1);
  });

  test('is not reported with a wrong password', async () => {
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

import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '../../../server/database/database.ts';
import { sessions } from '../../../server/security/session.store.ts';
import { openSite, type Site } from '../../../server/testing.ts';
import { minutes, seconds } from '../../../shared/time.ts';
import { saveAdministrator } from '../administrators/first-administrator.service.ts';
import { loginAttempts } from '../login-attempts.store.ts';
import { users } from '../../../server/user.store.ts';
import { hashPassword } from '../password.service.ts';
import { setUpTotp } from '../testing.second-factor.ts';

const ama = { email: 'ama@example.org', password: 'kente-and-gold' };
const kofi = { email: 'kofi@example.org', password: 'adinkra-and-gold' };
const join = ({ email, password }: typeof ama) =>
  site.visitor().post('/api/auth/register', { email, password, firstName: 'A', lastName: 'B' });
const logIn = (given: object) => site.visitor().post('/api/auth/login', given);

let site: Site;
beforeAll(async () => {
  site = await openSite({
    work: false,
    environment: { ADDRESS_LIMIT_FACTOR: '1000' },
  });
});
beforeEach(async () => {
  for (const table of [users, sessions, loginAttempts]) await site.db.delete(table);
  site.clock.setOffset(0);
  await join(ama);
});
afterAll(() => site.close());

describe('giving the password again', () => {
  const recent = async (visitor: ReturnType<Site['visitor']>) =>
    ((await visitor.get('/api/auth/session')).body as { recent: boolean }).recent;

  const idOf = async (visitor: ReturnType<Site['visitor']>) =>
    ((await visitor.get('/api/auth/user')).body as { id: string }).id;

  test('makes it recent for another five minutes', async () => {
    const visitor = site.visitor();
    await visitor.post('/api/auth/login', ama);
    expect(await recent(visitor)).toBe(true);
    site.clock.advance(minutes(5) + seconds(1));
    expect(await recent(visitor)).toBe(false);
    const given = await visitor.post('/api/auth/reauthenticate', { password: ama.password });
    expect(given.status).toBe(200);
    expect(await recent(visitor)).toBe(true);
  });

  test('puts a new key in the place of the old one, for as long as the session lasts', async () => {
    const visitor = site.visitor();
    await visitor.post('/api/auth/login', ama);
    const before = `sid=${visitor.cookies.get('sid')}`;
    site.clock.advance(minutes(6));
    const answer = await visitor.post('/api/auth/reauthenticate', { password: ama.password });
    expect([answer.headers['set-cookie']].flat()).toContainEqual(
      expect.stringMatching(/^sid=[\w-]{43}; Max-Age=2591640; Path=\/; HttpOnly; SameSite=Lax$/),
    );
    expect((await site.visitor().get('/api/auth/user', { cookie: before })).status).toBe(401);
    expect((await visitor.get('/api/auth/user')).status).toBe(200);
    expect(await site.db.$count(sessions, eq(sessions.userId, await idOf(visitor)))).toBe(2);
  });

  test('twice at once renews the key once, and the other may try again', async () => {
    const visitor = site.visitor();
    await visitor.post('/api/auth/login', ama);
    const before = { cookie: `sid=${visitor.cookies.get('sid')}` };
    const again = () =>
      visitor.post('/api/auth/reauthenticate', { password: ama.password }, before);
    const statuses = (await Promise.all([again(), again()])).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 401]);
    expect((await visitor.get('/api/auth/user')).status).toBe(200);
  });

  test('a wrong one is refused beside its field, keeps the session, and changes nothing', async () => {
    const visitor = site.visitor();
    await visitor.post('/api/auth/login', ama);
    site.clock.advance(minutes(6));
    const refused = await visitor.post('/api/auth/reauthenticate', { password: 'something else' });
    expect(refused).toMatchObject({
      status: 400,
      body: { fields: { password: 'The password is incorrect.' } },
    });
    expect(await recent(visitor)).toBe(false);
    expect((await visitor.get('/api/auth/user')).status).toBe(200);
  });

  test('is guessing too: the sixth wrong one in five minutes is refused, in every session of the member', async () => {
    const visitor = site.visitor();
    await visitor.post('/api/auth/login', ama);
    for (let n = 0; n < 5; n++)
      await visitor.post('/api/auth/reauthenticate', { password: 'something else' });
    expect(
      (await visitor.post('/api/auth/reauthenticate', { password: ama.password })).status,
    ).toBe(429);
    const elsewhere = site.visitor();
    expect((await elsewhere.post('/api/auth/login', ama)).status).toBe(200);
    expect(
      (await elsewhere.post('/api/auth/reauthenticate', { password: ama.password })).status,
    ).toBe(429);
  });

  test('wins no attempts by a new key: a second factor that is set up in between forgives none', async () => {
    const visitor = site.visitor();
    await visitor.post('/api/auth/login', ama);
    const guess = async () =>
      (await visitor.post('/api/auth/reauthenticate', { password: 'something else' })).status;
    for (let n = 0; n < 5; n++) expect(await guess()).toBe(400);
    const before = visitor.cookies.get('sid');
    await setUpTotp(site, visitor);
    expect(visitor.cookies.get('sid')).not.toBe(before);
    expect(await guess()).toBe(429);
  });

  test('stays open while strangers try passwords of the same account', async () => {
    const visitor = site.visitor();
    await visitor.post('/api/auth/login', ama);
    for (let n = 0; n < 6; n++) await logIn({ ...ama, password: 'something else' });
    expect((await logIn(ama)).status).toBe(429);
    expect(
      (await visitor.post('/api/auth/reauthenticate', { password: ama.password })).status,
    ).toBe(200);
  });

  test('is refused to visitors', async () => {
    expect(
      (await site.visitor().post('/api/auth/reauthenticate', { password: ama.password })).status,
    ).toBe(401);
  });

  test('a password that was set for another person makes nothing recent', async () => {
    await join(kofi);
    const visitor = site.visitor();
    await visitor.post('/api/auth/login', ama);
    expect(
      (await visitor.post('/api/auth/reauthenticate', { password: kofi.password })).status,
    ).toBe(400);
  });
});

describe('a session', () => {
  const days = (n: number) => minutes(n * 24 * 60);
  const appoint = async ({ email, password }: typeof kofi) => {
    const hash = await hashPassword(password);
    const by = { source: 'command line', now: site.clock.now() } as const;
    await inTransaction(site.db, (tx) => saveAdministrator(tx, { email, password: hash }, by));
  };
  const isIn = async (visitor: ReturnType<Site['visitor']>) =>
    (await visitor.get('/api/auth/user')).status === 200;

  test('of a member rests for two weeks', async () => {
    const visitor = site.visitor();
    await visitor.post('/api/auth/login', ama);
    site.clock.advance(days(14) - minutes(1));
    expect(await isIn(visitor)).toBe(true);
    site.clock.advance(days(14) + minutes(1));
    expect(await isIn(visitor)).toBe(false);
  });

  test('of an administrator rests for an hour', async () => {
    await appoint(kofi);
    const visitor = site.visitor();
    await visitor.post('/api/auth/login', kofi);
    site.clock.advance(minutes(59));
    expect(await isIn(visitor)).toBe(true);
    site.clock.advance(minutes(61));
    expect(await isIn(visitor)).toBe(false);
  });

  test('of an administrator leaves the browser after an hour without use, and lives on with each use', async () => {
    await appoint(kofi);
    const visitor = site.visitor();
    const cookies = (answer: { headers: Record<string, unknown> }) =>
      [answer.headers['set-cookie'] ?? []].flat().map((cookie) => String(cookie));
    const session = (token: string | undefined, seconds: number) => [
      `sid=${token}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax`,
      `signed_in=1; Max-Age=${seconds}; Path=/; SameSite=Lax`,
    ];
    const begun = cookies(await visitor.post('/api/auth/login', kofi));
    expect(begun.slice(0, 2)).toEqual(session(visitor.cookies.get('sid'), 3600));

    site.clock.advance(minutes(50));
    const used = cookies(await visitor.get('/api/auth/user'));
    expect(used).toEqual(session(visitor.cookies.get('sid'), 3600));
    // Within a minute nothing is written, on either side.
    expect(cookies(await visitor.get('/api/auth/user'))).toEqual([]);
    site.clock.advance(minutes(50));
    const unattended = { unattended: '1' };
    expect(cookies(await visitor.get('/api/auth/user', unattended))).toEqual([]);

    const before = visitor.cookies.get('sid');
    const body = { password: kofi.password };
    const renewed = cookies(await visitor.post('/api/auth/reauthenticate', body));
    expect(visitor.cookies.get('sid')).not.toBe(before);
    expect(renewed.slice(0, 2)).toEqual(session(visitor.cookies.get('sid'), 3600));
    expect(renewed.filter((cookie) => cookie.startsWith('sid='))).toHaveLength(1);
  });

  test('of an administrator leaves the browser no later than it ends', async () => {
    await appoint(kofi);
    const visitor = site.visitor();
    await visitor.post('/api/auth/login', kofi);
    const lastUse = days(30) - minutes(20);
    await site.db
      .update(sessions)
      .set({ lastSeenAt: new Date(site.clock.now().getTime() + lastUse - minutes(5)) });
    site.clock.advance(lastUse);
    const answer = await visitor.get('/api/auth/user');
    expect(answer.headers['set-cookie']).toContainEqual(
      expect.stringMatching(/^sid=[\w-]{43}; Max-Age=1200; /),
    );
  });

  test('of a member stays in the browser for as long as it can last', async () => {
    const visitor = site.visitor();
    const begun = await visitor.post('/api/auth/login', ama);
    expect(begun.headers['set-cookie']).toContainEqual(
      expect.stringMatching(/^sid=[\w-]{43}; Max-Age=2592000; /),
    );
    site.clock.advance(minutes(50));
    expect((await visitor.get('/api/auth/user')).headers['set-cookie']).toEqual([]);
  });

  test('ends after thirty days of daily use', async () => {
    const visitor = site.visitor();
    await visitor.post('/api/auth/login', ama);
    for (let day = 1; day < 30; day++) {
      site.clock.advance(days(1));
      expect(await isIn(visitor)).toBe(true);
    }
    site.clock.advance(days(1));
    expect(await isIn(visitor)).toBe(false);
  });

  test('says what its person may do', async () => {
    const visitor = site.visitor();
    expect((await visitor.get('/api/auth/session')).body).toEqual({
      user: null,
      role: null,
      permissions: [],
      recent: false,
      isVerified: false,
      unread: 0,
      mustVerifyEmail: false,
      mustSetUpSecondFactor: false,
    });
    await visitor.post('/api/auth/login', ama);
    expect((await visitor.get('/api/auth/session')).body).toMatchObject({
      user: { email: ama.email },
      permissions: [],
      recent: true,
    });
  });
});

import { hostname } from 'node:os';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { inTransaction } from '../../../server/database/database.ts';
import { idempotencyKeys } from '../../../server/http/idempotency.store.ts';
import { newSession, sessions } from '../../../server/security/session.store.ts';
import { type Answer, openSite, type Site, type Visitor } from '../../../server/testing.ts';
import { minutes, seconds } from '../../../shared/time.ts';
import { addLoginSession, type LoginAccount } from './login.store.ts';
import { loginAttempts, recordLoginAttempt } from '../login-attempts.store.ts';
import { confirmCredentials, findByCredentials } from './login.service.ts';
import { users } from '../../../server/user.store.ts';
import { hashPassword } from '../password.service.ts';
import { outgoingMails } from '../../mail/queue/outgoing-mail.store.ts';
import { requireSecondFactor } from '../second-factor/second-factor.service.ts';
import { setUpTotp } from '../testing.second-factor.ts';
import { lockSecondFactors, passkeys } from '../second-factor/second-factor.store.ts';

const ama = { email: 'ama@example.org', password: 'kente-and-gold' };
const kofi = { email: 'kofi@example.org', password: 'adinkra-and-gold' };
const join = ({ email, password }: typeof ama) =>
  site.visitor().post('/api/auth/register', { email, password, firstName: 'A', lastName: 'B' });
const logIn = (given: object, headers?: Record<string, string>) =>
  site.visitor().post('/api/auth/login', given, headers);
const wrong = { ...ama, password: 'something else' };

/** Two hashes run and 32 wait until these have been answered. */
async function whileCoresAreBusy<Ended>(send: () => Promise<Ended>[]) {
  let isBusy = true;
  const crowd = Array.from({ length: 34 }, async () => {
    while (isBusy) await hashPassword('a fine secret');
  });
  const answers = await Promise.all(send());
  isBusy = false;
  await Promise.all(crowd);
  return answers;
}

let site: Site;
beforeAll(async () => {
  site = await openSite({
    work: false,
    environment: { ADDRESS_LIMIT_FACTOR: '1000', TRUST_PROXY: '127.0.0.1' },
  });
});
beforeEach(async () => {
  for (const table of [users, sessions, loginAttempts, idempotencyKeys])
    await site.db.delete(table);
  site.clock.setOffset(0);
  await join(ama);
});
afterAll(() => site.close());

test('the log says who logged in and who was refused, and names nobody', async () => {
  const lines: string[] = [];
  const logged = await openSite({
    work: false,
    environment: { LOG_LEVEL: 'info' },
    logTo: { write: (line) => void lines.push(line) },
  });
  const post = (path: string, body: object) => logged.visitor().post(path, body);
  await post('/api/auth/register', { ...ama, firstName: 'Ama', lastName: 'Mensah' });
  lines.length = 0;
  const member = logged.visitor();
  await member.post('/api/auth/login', ama);
  await post('/api/auth/login', wrong);
  await post('/api/auth/login', { ...wrong, email: 'AMA@example.org' });
  await member.get('/api/admin/users');
  const [owner] = await logged.db.select({ id: users.id }).from(users);
  await logged.close();
  const said = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  const accounts = (msg: string) =>
    said.filter((line) => line.msg === msg).map(({ account }) => account);
  expect(accounts('logged in')).toEqual([owner?.id]);
  const [first, second] = accounts('wrong email address or password');
  expect(first).toMatch(/^\S{20,}$/);
  expect(second).toBe(first);
  expect(
    said
      .filter(({ msg }) => msg === 'refused')
      .map(({ status, route, account }) => [status, route, account]),
  ).toEqual([
    [401, '/api/auth/login', undefined],
    [401, '/api/auth/login', undefined],
    [403, '/api/admin/users', owner?.id],
  ]);
  expect(lines.join('')).not.toMatch(/ama@|kente/i);
  // Which of several instances it was.
  expect(said.map(({ instance }) => instance)).toEqual(said.map(() => hostname()));
});

describe('logging in', () => {
  test('a wrong password and an unknown address get the same answer', async () => {
    const known = await logIn(wrong);
    const unknown = await logIn({ ...wrong, email: 'nobody@example.org' });
    expect(known).toMatchObject({ status: 401, body: { message: 'Invalid credentials' } });
    const visiblePartsOf = ({ status, text, headers }: Answer) => ({
      status,
      text,
      names: Object.keys(headers).sort(),
    });
    expect(visiblePartsOf(unknown)).toEqual(visiblePartsOf(known));
  });

  test('an unknown address costs a hash too: with every core busy it has to come back like a known one', async () => {
    const answers = await whileCoresAreBusy(() => [
      logIn({ ...wrong, email: 'nobody@example.org' }),
      logIn(wrong),
    ]);
    expect(answers.map((a) => [a.status, a.headers['retry-after']])).toEqual([
      [429, '1'],
      [429, '1'],
    ]);
  });

  test('a recovery code is compared before a transaction begins, and costs no attempt when every core is busy', async () => {
    const member = site.visitor();
    await member.post('/api/auth/login', ama);
    await setUpTotp(site, member);
    const [user] = await site.db.select().from(users).where(eq(users.email, ama.email));
    const attemptKey = 'a key';
    await inTransaction(site.db, (tx) => recordLoginAttempt(tx, attemptKey, site.clock.now()));
    const ask = () =>
      requireSecondFactor(
        site.context,
        { id: user?.id ?? '' },
        { code: '01234-56789', attemptKey },
      ).then(
        () => 'nothing was compared',
        (error: unknown) => error,
      );
    const triedAt = async () => {
      const [found] = await site.db
        .select()
        .from(loginAttempts)
        .where(eq(loginAttempts.account, attemptKey));
      return found?.triedAt.length;
    };
    expect(await ask()).toMatchObject({ status: 400 });
    expect(await triedAt()).toBe(1);
    expect(await whileCoresAreBusy(() => [ask()])).toMatchObject([{ status: 429 }]);
    expect(await triedAt()).toBe(0);
  });

  test('a short password and a malformed address are refused in the words of the form', async () => {
    expect((await logIn({ ...ama, password: 'short' })).body).toMatchObject({
      message: 'Password must be at least 6 characters',
    });
    expect((await logIn({ ...ama, email: 'ama' })).body).toMatchObject({
      message: 'Please enter a valid email address',
    });
  });

  test('a body with further keys is refused', async () => {
    expect((await logIn({ ...ama, isAdmin: true })).status).toBe(400);
  });

  test('the cookie of the session is hidden from scripts, the hint is not', async () => {
    const cookies = (await logIn(ama)).headers['set-cookie'] as string[];
    expect(cookies).toEqual([
      expect.stringMatching(/^sid=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/),
      expect.stringMatching(/^signed_in=1; Max-Age=2592000; Path=\/; SameSite=Lax$/),
      expect.stringMatching(
        /^known_browser=[\w.-]+; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/,
      ),
    ]);
  });

  test('ends the session that the browser came with and gives a new id', async () => {
    const visitor = site.visitor();
    await visitor.post('/api/auth/login', ama);
    const before = visitor.cookies.get('sid');
    await visitor.post('/api/auth/login', ama);
    expect(visitor.cookies.get('sid')).not.toBe(before);
    expect((await site.visitor().get('/api/auth/user', { cookie: `sid=${before}` })).status).toBe(
      401,
    );
  });

  test('a session id that somebody planted is not taken over', async () => {
    const visitor = site.visitor();
    visitor.cookies.set('sid', 'foreign');
    await visitor.post('/api/auth/login', ama);
    expect(visitor.cookies.get('sid')).not.toBe('foreign');
    expect((await site.visitor().get('/api/auth/user', { cookie: 'sid=foreign' })).status).toBe(
      401,
    );
  });

  test('who reads the table of sessions cannot log in with it', async () => {
    for (const { sid } of await site.db.select().from(sessions)) {
      expect((await site.visitor().get('/api/auth/user', { cookie: `sid=${sid}` })).status).toBe(
        401,
      );
    }
    expect(await site.db.select().from(sessions)).toHaveLength(1);
  });

  test('asked twice with one key, it opens one session and sets the same cookies', async () => {
    await site.db.delete(sessions);
    const key = {
      'idempotency-key': 'login-ama-1',
      'idempotency-secret': 'drawn-by-one-page-alone',
    };
    const first = await logIn(ama, key);
    const second = await logIn(ama, key);
    expect(second.headers['set-cookie']).toEqual(first.headers['set-cookie']);
    expect(second.text).toBe(first.text);
    expect(await site.db.select().from(sessions)).toHaveLength(1);
  });
});

describe('while a password is being checked', () => {
  const checked = async () => {
    const user = await findByCredentials(site.context, ama, 'attempts');
    if (!user) throw new Error('the password was right');
    return user;
  };
  const enter = async (user: LoginAccount) => {
    const beginning = { userId: user.id, data: { userAgent: '' }, now: site.clock.now() };
    const { session } = newSession({ ...beginning, maxDays: 30 });
    await site.db.delete(sessions);
    return inTransaction(site.db, (tx) =>
      addLoginSession(tx, user, { attemptKey: 'attempts', session }),
    );
  };

  test('another one opens nothing in its place, and forgives no attempts', async () => {
    const user = await checked();
    await site.db.update(users).set({ password: await hashPassword('a new secret') });
    expect(await inTransaction(site.db, (tx) => confirmCredentials(tx, user, 'attempts'))).toBe(
      false,
    );
    expect(await enter(user)).toBe(false);
    expect(await site.db.select().from(sessions)).toEqual([]);
    expect(await site.db.select().from(loginAttempts)).toMatchObject([
      { account: 'attempts', triedAt: [expect.any(Date)] },
    ]);
  });

  test.each([
    ['an app', () => site.db.update(users).set({ totpConfirmedAt: site.clock.now() })],
    [
      'a passkey',
      (userId: string) =>
        site.db.insert(passkeys).values({
          id: 'of-ama',
          userId,
          publicKey: '',
          counter: 0,
          transports: [],
          name: 'Phone',
          createdAt: site.clock.now(),
        }),
    ],
  ])('%s that comes to guard the account is not gone round', async (_, guard) => {
    const user = await checked();
    await guard(user.id);
    expect(await enter(user)).toBe(false);
    expect(await site.db.select().from(sessions)).toEqual([]);
    // Asked for by then, it is given, and the same account opens.
    expect(await enter(await checked())).toBe(true);
  });

  test.runIf(process.env.TEST_DATABASE === 'postgres')(
    'a passkey that is kept while the log-in waits for the account is not gone round',
    async () => {
      const user = await checked();
      const [held, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const adding = inTransaction(site.db, async (tx) => {
        await lockSecondFactors(tx, user.id);
        const key = { id: 'late', publicKey: '', counter: 0, transports: [], name: 'Phone' };
        await tx.insert(passkeys).values({ ...key, userId: user.id, createdAt: site.clock.now() });
        held.resolve();
        await go.promise;
      });
      await held.promise;
      const entering = enter(user);
      const waiting = sql`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
      await vi.waitFor(
        async () => expect((await site.db.execute(waiting)).rows).toHaveLength(1),
        10_000,
      );
      go.resolve();
      await adding;
      expect(await entering).toBe(false);
    },
  );

  test('nothing that happens keeps it from opening one session, noting its member, and forgiving', async () => {
    const user = await checked();
    site.clock.advance(seconds(30));
    const now = site.clock.now();
    expect(await enter(user)).toBe(true);
    const [opened, ...more] = await site.db.select().from(sessions);
    expect([opened?.userId, more]).toEqual([user.id, []]);
    expect(opened?.authenticatedAt.getTime()).toBeGreaterThanOrEqual(now.getTime());
    expect(await site.db.select().from(users)).toMatchObject([{ lastSeenAt: opened?.createdAt }]);
    expect(await site.db.select().from(loginAttempts)).toEqual([]);
  });
});

describe('logging out', () => {
  test('removes the session, so that a copied cookie is dead too', async () => {
    const visitor = site.visitor();
    await visitor.post('/api/auth/login', ama);
    const copied = `sid=${visitor.cookies.get('sid')}`;
    await visitor.post('/api/auth/logout');
    // What is left opens nothing: it keeps strangers from holding this browser out.
    expect([...visitor.cookies.keys()]).toEqual(['known_browser']);
    expect((await site.visitor().get('/api/auth/user', { cookie: copied })).status).toBe(401);
  });

  test('works logged out', async () => {
    expect((await site.visitor().post('/api/auth/logout')).status).toBe(200);
  });

  test('on the page of somebody else ends no session of who is logged in by now', async () => {
    const visitor = site.visitor();
    const { user } = (await visitor.post('/api/auth/login', ama)).body as { user: { id: string } };
    await join(kofi);
    await visitor.post('/api/auth/login', kofi);
    expect(
      await visitor.post('/api/auth/logout', undefined, { 'acting-for': user.id }),
    ).toMatchObject({
      status: 409,
      body: {
        message: 'This browser is now logged in to another account. Nothing was changed.',
        reason: 'another-account',
      },
    });
    expect((await visitor.get('/api/auth/user')).body).toMatchObject({ email: kofi.email });
  });

  test('leaves the other browsers of the same person alone', async () => {
    const [phone, laptop] = [site.visitor(), site.visitor()];
    await phone.post('/api/auth/login', ama);
    await laptop.post('/api/auth/login', ama);
    await phone.post('/api/auth/logout');
    expect((await laptop.get('/api/auth/user')).status).toBe(200);
  });
});

describe('guessing', () => {
  const guess = async (times: number, given: object = wrong) => {
    const statuses: number[] = [];
    for (let n = 0; n < times; n++) statuses.push((await logIn(given)).status);
    return statuses;
  };

  test('the sixth attempt in five minutes is refused, from any address and with the right password too', async () => {
    expect(await guess(6)).toEqual([401, 401, 401, 401, 401, 429]);
    const elsewhere = await logIn(ama, { 'x-forwarded-for': '203.0.113.9' });
    expect(elsewhere.status).toBe(429);
    expect(Number(elsewhere.headers['retry-after'])).toBeGreaterThan(290);
    expect(Number(elsewhere.headers['retry-after'])).toBeLessThanOrEqual(300);
  });

  test('an address that nobody has is limited alike', async () => {
    expect(await guess(6, { ...wrong, email: 'nobody@example.org' })).toEqual([
      401, 401, 401, 401, 401, 429,
    ]);
  });

  test('writing the address differently opens no further attempts', async () => {
    await guess(3);
    await guess(2, { ...wrong, email: ' AMA@Example.org ' });
    expect((await logIn(wrong)).status).toBe(429);
  });

  test('another account is unaffected', async () => {
    await join(kofi);
    await guess(6);
    expect((await logIn(kofi)).status).toBe(200);
  });

  test('of parallel attempts no more than five are looked at', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => logIn(wrong)));
    expect(answers.filter((a) => a.status === 401)).toHaveLength(5);
    expect(answers.filter((a) => a.status === 429)).toHaveLength(7);
  });

  test('a success clears the failed attempts before it', async () => {
    await guess(4);
    expect((await logIn(ama)).status).toBe(200);
    expect(await guess(5)).toEqual([401, 401, 401, 401, 401]);
  });

  test('after five minutes the account is open again, and the next wait is ten', async () => {
    await guess(5);
    site.clock.advance(minutes(5) + seconds(1));
    expect(await guess(6)).toEqual([401, 401, 401, 401, 401, 429]);
    expect(Number((await logIn(ama)).headers['retry-after'])).toBeGreaterThan(590);
    site.clock.advance(minutes(10) + seconds(1));
    expect((await logIn(ama)).status).toBe(200);
  });

  test('the table of attempts names nobody', async () => {
    await guess(1);
    expect(JSON.stringify(await site.db.select().from(loginAttempts))).not.toContain('ama');
  });

  test('an attempt that finds every core busy is asked to come back and counts for nothing', async () => {
    const answers = await whileCoresAreBusy(() => Array.from({ length: 4 }, () => logIn(wrong)));
    expect(answers.map((a) => a.headers['retry-after'])).toEqual(['1', '1', '1', '1']);
    expect(await guess(6)).toEqual([401, 401, 401, 401, 401, 429]);
  });

  test('sixty at once are answered or asked to come back, never with a failure of ours', async () => {
    const answers = await Promise.all(Array.from({ length: 60 }, () => logIn(ama)));
    expect(answers.every((a) => a.status === 200 || a.status === 429)).toBe(true);
    const refused = answers.filter((a) => a.status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.every((a) => Number(a.headers['retry-after']) >= 1)).toBe(true);
  });
});

describe('a browser in which the account was logged in before', () => {
  const guessFrom = async (visitor: Visitor, times: number) => {
    const statuses: number[] = [];
    for (let n = 0; n < times; n++)
      statuses.push((await visitor.post('/api/auth/login', wrong)).status);
    return statuses;
  };
  async function knownTo(account: typeof ama) {
    const visitor = site.visitor();
    await visitor.post('/api/auth/login', account);
    await visitor.post('/api/auth/logout');
    return visitor;
  }
  const cookieOf = (visitor: Visitor) => visitor.cookies.get('known_browser') ?? 'none';
  const statusOf = async (visitor: Visitor) => (await visitor.post('/api/auth/login', ama)).status;

  test('is let in while strangers have used up the attempts of the account', async () => {
    const own = await knownTo(ama);
    await guessFrom(site.visitor(), 6);
    expect([await statusOf(site.visitor()), await statusOf(own)]).toEqual([429, 200]);
  });

  test('does not open the account to the strangers by logging in', async () => {
    const own = await knownTo(ama);
    await guessFrom(site.visitor(), 6);
    expect([await statusOf(own), await statusOf(site.visitor())]).toEqual([200, 429]);
  });

  test('has five attempts of its own, and leaves those of others alone', async () => {
    const own = await knownTo(ama);
    expect(await guessFrom(own, 6)).toEqual([401, 401, 401, 401, 401, 429]);
    expect([await statusOf(own), await statusOf(site.visitor())]).toEqual([429, 200]);
  });

  test('stays the same one when it is logged in again, so that no tries are won', async () => {
    const own = await knownTo(ama);
    const before = cookieOf(own);
    await own.post('/api/auth/login', ama);
    expect(cookieOf(own)).toBe(before);
    expect(cookieOf(await knownTo(ama))).not.toBe(before);
  });

  test('is one of that account only, and cannot be invented', async () => {
    await join(kofi);
    const kofis = await knownTo(kofi);
    const forged = site.visitor();
    const [text] = cookieOf(await knownTo(ama)).split('.');
    forged.cookies.set('known_browser', `${text}.${'A'.repeat(43)}`);
    await guessFrom(site.visitor(), 6);
    expect([await statusOf(kofis), await statusOf(forged)]).toEqual([429, 429]);
  });

  test('is known until the password or a second factor changes, save the one that changed it', async () => {
    const { password } = ama;
    const [own, other] = [await knownTo(ama), await knownTo(ama)];
    await own.post('/api/auth/login', ama);
    const changes = [
      () =>
        own.put('/api/account/password', {
          currentPassword: password,
          newPassword: 'another-kente-cloth',
        }),
      () => setUpTotp(site, own),
    ];
    for (const change of changes) {
      await other.post('/api/auth/login', ama);
      await change();
      await guessFrom(site.visitor(), 6);
      expect(await guessFrom(own, 1)).toEqual([401]);
      expect(await guessFrom(other, 1)).toEqual([429]);
      await site.db.delete(loginAttempts);
      await site.db.update(users).set({ password: await hashPassword(password) });
    }
  });

  test('is not known to a later account of the same address', async () => {
    const earlier = await knownTo(ama);
    await site.db.delete(users);
    await site.db.delete(outgoingMails);
    await join(ama);
    await guessFrom(site.visitor(), 6);
    expect(await guessFrom(earlier, 1)).toEqual([429]);
    await site.db.delete(loginAttempts);
    expect(await statusOf(earlier)).toBe(200);
    const templates = (await site.db.select().from(outgoingMails)).map(({ template }) => template);
    expect(templates).toContain('sign-in');
  });

  test('is one of ten at most, and a hundred are worth five attempts together', async () => {
    const first = await knownTo(ama);
    const many = [];
    for (let n = 0; n < 12; n++) many.push(await knownTo(ama));
    const [user] = await site.db.select().from(users).where(eq(users.email, ama.email));
    expect(user?.knownBrowsers).toHaveLength(10);
    await guessFrom(site.visitor(), 6);
    expect(await guessFrom(first, 1)).toEqual([429]);
    const statuses = [];
    for (const browser of many) statuses.push(...(await guessFrom(browser, 1)));
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
  });

  test('carries no word of who was logged in', async () => {
    const [text = ''] = cookieOf(await knownTo(ama)).split('.');
    expect(text).not.toBe('none');
    expect(Buffer.from(text, 'base64url').toString()).not.toContain('ama');
  });
});

describe('one address', () => {
  test('may try twenty times a minute, whichever accounts it tries, and others are unaffected', async () => {
    const narrow = await openSite({ work: false, environment: { TRUST_PROXY: '127.0.0.1' } });
    try {
      const from = (ip: string, n: number) =>
        narrow
          .visitor({ 'x-forwarded-for': ip })
          .post('/api/auth/login', { email: `p${n}@example.org`, password: 'something' });
      const statuses: number[] = [];
      for (let n = 0; n < 21; n++) statuses.push((await from('203.0.113.9', n)).status);
      expect(statuses.slice(0, 20).every((s) => s === 401)).toBe(true);
      expect(statuses[20]).toBe(429);
      expect((await from('203.0.113.10', 21)).status).toBe(401);
    } finally {
      await narrow.close();
    }
  });

  test('ADDRESS_LIMIT_FACTOR widens that and leaves the account at five', async () => {
    for (let n = 0; n < 21; n++) {
      expect((await logIn({ email: `p${n}@example.org`, password: 'something' })).status).toBe(401);
    }
    for (let n = 0; n < 5; n++) await logIn(wrong);
    expect((await logIn(ama)).status).toBe(429);
  });
});

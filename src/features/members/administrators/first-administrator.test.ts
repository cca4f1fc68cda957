import { isNotNull } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditLog } from '../../../server/audit.store.ts';
import { inTransaction } from '../../../server/database/database.ts';
import { openSite, type Site } from '../../../server/testing.ts';
import { PERMISSIONS } from '../../../shared/access.ts';
import { minutes } from '../../../shared/time.ts';
import { outgoingMails } from '../../mail/queue/outgoing-mail.store.ts';
import { ensureFirstAdmin, saveAdministrator } from './first-administrator.service.ts';
import { loginAttempts } from '../login-attempts.store.ts';
import { listAdministrators, users } from '../../../server/user.store.ts';
import { oneTimeLinks } from '../one-time-link.store.ts';
import { hashPassword } from '../password.service.ts';
import { keyIn, lastMail } from '../testing.ts';
import { codeOf } from '../testing.second-factor.ts';

const boss = { email: 'boss@example.org', password: 'baobab-at-noon' };

let site: Site;
beforeAll(async () => {
  site = await openSite({ work: false, environment: { ADDRESS_LIMIT_FACTOR: '1000' } });
});
beforeEach(async () => {
  for (const table of [users, oneTimeLinks, loginAttempts, outgoingMails])
    await site.db.delete(table);
  site.clock.setOffset(0);
});
afterAll(() => site.close());

/** Starts as with these in the environment. */
const start = (firstAdmin?: { email: string; password: string }) =>
  ensureFirstAdmin({ ...site.context, settings: { ...site.context.settings, firstAdmin } });
/** Acts written about today's administrators: the log itself only grows. */
const audited = async () => {
  const known = await listAdministrators(site.db);
  const acts = await site.db.select().from(auditLog);
  return acts.filter((act) => known.some((admin) => admin.id === act.subject));
};
const admins = async () => (await listAdministrators(site.db)).map((a) => a.email);
const tokenOf = (link: string | undefined) => keyIn(link ?? '');
const usable = async (token: string) =>
  (await site.visitor().post('/api/auth/first-admin/check', { token })).body;
const create = (token: string, who = boss, headers?: Record<string, string>) =>
  site.visitor().post('/api/auth/first-admin', { token, ...who }, headers);

describe('the first administrator from the environment', () => {
  test('is created, may do everything, and is in the audit log', async () => {
    expect(await start({ ...boss, email: 'Boss@Example.org' })).toBeUndefined();
    const visitor = site.visitor();
    expect((await visitor.post('/api/auth/login', boss)).body).toMatchObject({
      user: { isAdmin: true },
    });
    expect((await visitor.get('/api/auth/session')).body).toMatchObject({
      permissions: [...PERMISSIONS],
      // The operator of the server vouches for the address.
      isVerified: true,
    });
    expect(await audited()).toMatchObject([
      { action: 'administrator.created', after: { source: 'environment' } },
    ]);
  });

  test('a second start changes nothing, not even with another password', async () => {
    await start({ ...boss, email: 'Boss@Example.org' });
    await start({ email: boss.email, password: 'another secret' });
    expect((await site.visitor().post('/api/auth/login', boss)).status).toBe(200);
    expect(await audited()).toHaveLength(1);
  });

  test('instances that start at once create one', async () => {
    await Promise.all([1, 2, 3].map(() => start(boss)));
    expect(await admins()).toEqual([boss.email]);
    expect(await audited()).toHaveLength(1);
  });

  test('a member of that address is promoted, gets the password and loses the old sessions', async () => {
    const squatter = site.visitor();
    await squatter.post('/api/auth/register', {
      email: boss.email,
      password: 'squatted here',
      firstName: 'S',
      lastName: 'Q',
    });
    await start({ ...boss, email: 'Boss@Example.org' });
    expect((await squatter.get('/api/auth/user')).status).toBe(401);
    expect(
      (await squatter.post('/api/auth/login', { ...boss, password: 'squatted here' })).status,
    ).toBe(401);
    expect((await squatter.post('/api/auth/login', boss)).body).toMatchObject({
      user: { isAdmin: true },
    });
  });

  test.each([
    [{ ...boss, password: 'password1' }, /^ADMIN_PASSWORD cannot be used: .*most common/],
    [{ ...boss, email: '"a b"@example.org' }, /ADMIN_EMAIL/],
  ])('%o stops the start with a sentence that names the variable', async (wrong, sentence) => {
    await expect(start(wrong)).rejects.toThrow(sentence);
    expect(await admins()).toEqual([]);
  });
});

describe('the one-time link to the first administrator', () => {
  test('opens once: its administrator is logged in, a second use is refused', async () => {
    const link = await start();
    expect(link).toMatch(/^http:\/\/localhost:3000\/admin\/first#key=[\w-]{43}$/);
    const visitor = site.visitor();
    const created = await visitor.post('/api/auth/first-admin', {
      token: tokenOf(link),
      ...boss,
      firstName: 'Yaa',
    });
    expect(created).toMatchObject({
      status: 201,
      body: { user: { isAdmin: true, firstName: 'Yaa', lastName: null } },
    });
    expect((await visitor.get('/api/auth/user')).body).toMatchObject({ email: boss.email });
    const again = await create(tokenOf(link), { ...boss, email: 'second@example.org' });
    expect(again.status).toBe(409);
    expect(await admins()).toEqual([boss.email]);
    expect(await audited()).toMatchObject([{ after: { source: 'one-time link' } }]);
  });

  test('tells whether it still opens, and nothing else', async () => {
    const token = tokenOf(await start());
    expect(await usable('x'.repeat(43))).toEqual({ usable: false });
    expect(await usable(token)).toEqual({ usable: true });
    expect(await usable(token)).toEqual({ usable: true });
    await create(token);
    expect(await usable(token)).toEqual({ usable: false });
  });

  test('does not open any more once another way has made an administrator, nor after its time', async () => {
    const token = tokenOf(await start());
    site.clock.advance(minutes(30));
    expect(await usable(token)).toEqual({ usable: false });
    const fresh = tokenOf(await start());
    expect(await usable(fresh)).toEqual({ usable: true });
    await start(boss);
    expect(await usable(fresh)).toEqual({ usable: false });
  });

  test('is asked about in a body and never in a query, which logs would hold', async () => {
    const token = tokenOf(await start());
    const asked = await site.visitor().get(`/api/auth/first-admin/check?token=${token}`);
    expect(asked.status).toBe(405);
    expect(
      (await site.visitor().post(`/api/auth/first-admin/check?token=${token}`, {})).status,
    ).toBe(400);
    expect(await usable(token)).toEqual({ usable: true });
  });

  test('its token is stored as a digest', async () => {
    const token = tokenOf(await start());
    expect(JSON.stringify(await site.db.select().from(oneTimeLinks))).not.toContain(token);
  });

  test('expires after thirty minutes', async () => {
    const token = tokenOf(await start());
    site.clock.advance(minutes(30));
    expect((await create(token)).status).toBe(400);
    expect(await admins()).toEqual([]);
  });

  test('a new start puts a new link in its place', async () => {
    const old = tokenOf(await start());
    const fresh = tokenOf(await start());
    expect((await create(old)).status).toBe(400);
    expect((await create(fresh)).status).toBe(201);
  });

  test('a made-up token opens nothing', async () => {
    await start();
    expect((await create('x'.repeat(43))).status).toBe(400);
    expect(await admins()).toEqual([]);
  });

  test('used by several at once it makes exactly one administrator', async () => {
    const token = tokenOf(await start());
    const answers = await Promise.all(
      [1, 2, 3, 4, 5].map((n) => create(token, { ...boss, email: `boss${n}@example.org` })),
    );
    const refused = answers.filter((a) => a.status !== 201).map((a) => a.status);
    expect(refused).toHaveLength(4);
    // 409 for those who raced, 400 for one so late that the link was spent before it looked.
    for (const status of refused) expect([400, 409]).toContain(status);
    expect(await admins()).toHaveLength(1);
  });

  test.each([
    ['password1234', /most common/],
    ['eleven-char', 'Password must be at least 12 characters'],
  ])('the weak password %s is refused and the link lives on', async (password, message) => {
    const token = tokenOf(await start());
    expect(await create(token, { ...boss, password })).toMatchObject({
      status: 400,
      body: { fields: { password: expect.stringMatching(message) } },
    });
    expect((await create(token)).status).toBe(201);
  });

  test('is not made when an administrator exists', async () => {
    await create(tokenOf(await start()));
    expect(await start()).toBeUndefined();
    expect((await site.db.select().from(oneTimeLinks)).filter((l) => !l.usedAt)).toEqual([]);
  });

  test('is dead once an administrator was created in another way', async () => {
    const token = tokenOf(await start());
    await start({ email: 'env@example.org', password: boss.password });
    expect((await create(token)).status).toBe(409);
    expect(await admins()).toEqual(['env@example.org']);
  });
});

describe('whoever registered the address of an administrator before them', () => {
  const squatted = 'squatted-here';
  const evil = 'evil@example.com';
  const WAYS: Record<string, () => Promise<unknown>> = {
    'from the environment': () => start(boss),
    'with the one-time link': async () => create(tokenOf(await start())),
    'from the command line': async () => {
      const password = await hashPassword(boss.password);
      const by = { source: 'command line', now: site.clock.now() } as const;
      await inTransaction(site.db, (tx) => saveAdministrator(tx, { ...boss, password }, by));
    },
  };

  test.each(Object.keys(WAYS))(
    'keeps no way in when the administrator is made %s: neither links, sessions, app nor codes',
    async (way) => {
      const squatter = site.visitor();
      const person = { ...boss, password: squatted, firstName: 'S', lastName: 'Q' };
      expect((await squatter.post('/api/auth/register', person)).status).toBe(201);
      const { secret } = (await squatter.post('/api/account/totp')).body as { secret: string };
      const code = codeOf(site, secret);
      expect((await squatter.post('/api/account/totp/confirm', { code })).status).toBe(200);
      const asked = { email: evil, password: squatted };
      expect((await squatter.post('/api/account/email', asked)).status).toBe(200);
      const token = keyIn((await lastMail(site, evil, 'email-change-link')).confirmUrl);

      await WAYS[way]?.();

      const bodies = [{ token }, { token, password: squatted }];
      for (const body of bodies)
        expect((await site.visitor().post('/api/auth/email', body)).status).toBe(400);
      expect((await squatter.get('/api/auth/user')).status).toBe(401);
      expect(await admins()).toEqual([boss.email]);
      expect(
        await site.db.select().from(oneTimeLinks).where(isNotNull(oneTimeLinks.userId)),
      ).toEqual([]);
      // No code of an app that somebody else holds is asked for.
      expect((await site.visitor().post('/api/auth/login', boss)).status).toBe(200);
    },
  );
});

import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import {
  type Access,
  admin,
  adminOrKey,
  anyone,
  type KeyScope,
  member,
} from '../../shared/access.ts';
import { endpoint, type Method } from '../../shared/endpoint.ts';
import type { Role } from '../../shared/roles.ts';
import { days, minutes, seconds } from '../../shared/time.ts';
import { requireCompleteEndpoints } from '../http/complete-endpoints.ts';
import { route } from '../http/route.ts';
import { openSite, type Site } from '../testing.ts';
import { users } from '../user.store.ts';
import { addApiKey, apiKeys, removeApiKey } from './api-key.store.ts';
import { sessions } from './session.store.ts';

const describeCall = (name: string, access: Access, method: Method = 'GET') =>
  endpoint({
    name,
    summary: name,
    method,
    path: `/api/${name}`,
    access,
    answer: z.object({ who: z.nullable(z.string()), can: z.array(z.string()) }),
  });
const call = (name: string, access: Access, method?: Method) =>
  route(describeCall(name, access, method), async ({ user }) => ({
    who: user?.id ?? null,
    can: [...(user?.permissions ?? [])],
  }));
const routes = [
  call('payments', adminOrKey('payments:read')),
  call('users', adminOrKey('users:read')),
  call('invitations', admin('payments:read')),
  call('mine', member),
  call('open', anyone),
  call('write', admin('payments:read'), 'POST'),
];

const lines: string[] = [];
let site: Site;
beforeAll(async () => {
  site = await openSite({
    routes,
    work: false,
    environment: { LOG_LEVEL: 'trace' },
    logTo: { write: (line) => void lines.push(line) },
  });
});
beforeEach(async () => {
  site.clock.setOffset(0);
  lines.length = 0;
  for (const table of [apiKeys, sessions, users]) await site.db.delete(table);
});
afterAll(() => site.close());

/** A key of someone new with this role. */
async function keyOf(role: Role = 'owner', scopes: KeyScope[] = ['payments:read']) {
  const browser = await site.loggedIn(role);
  const createdAt = site.clock.now();
  const made = await addApiKey(site.db, {
    userId: browser.id,
    name: 'Monthly report',
    scopes,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + days(90)),
  });
  return { ...made, browser, userId: browser.id };
}

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const ask = (path: string, key: string, headers: Record<string, string> = {}) =>
  site.app.inject({ url: `/api/${path}`, headers: { ...bearer(key), ...headers } });
const REFUSED = { message: 'This API key does not work. It may have expired or been revoked.' };
async function expectDead(key: string) {
  const answer = await ask('payments', key);
  expect([answer.statusCode, answer.json()]).toEqual([401, REFUSED]);
  expect(answer.headers['www-authenticate']).toBe('Bearer');
}

describe('an API key', () => {
  test('opens what it is for in the name of its owner, with the rights of its scope alone', async () => {
    const { key, userId } = await keyOf('owner', ['payments:read', 'audit:read']);
    const answer = await ask('payments', key);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ who: userId, can: ['payments:read', 'audit:read'] });
  });

  test('opens nothing that is not in its scope, whatever its owner may', async () => {
    const { key } = await keyOf('owner', ['payments:read']);
    const answer = await ask('users', key);
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toEqual({ message: 'You do not have permission to do this.' });
  });

  test('opens nothing that its owner may not any more, whatever is in its scope', async () => {
    const { key, userId } = await keyOf('finance', ['payments:read']);
    expect((await ask('payments', key)).statusCode).toBe(200);
    await site.db.update(users).set({ role: 'editor' }).where(eq(users.id, userId));
    expect((await ask('payments', key)).statusCode).toBe(403);
  });

  test.each([
    ['is no administrator any more', { isAdmin: false, role: null }, 403],
    ['is suspended', { suspendedAt: new Date() }, 401],
  ])('opens nothing once its owner %s', async (_what, change, status) => {
    const { key, userId } = await keyOf();
    await site.db.update(users).set(change).where(eq(users.id, userId));
    expect((await ask('payments', key)).statusCode).toBe(status);
  });

  test('is gone with the account of its owner', async () => {
    const { key, userId } = await keyOf();
    await site.db.delete(users).where(eq(users.id, userId));
    await expectDead(key);
    expect(await site.db.$count(apiKeys)).toBe(0);
  });

  test('opens nothing from the request on that follows its removal', async () => {
    const { key, row } = await keyOf();
    expect((await ask('payments', key)).statusCode).toBe(200);
    await removeApiKey(site.db, row.id);
    await expectDead(key);
  });

  test('opens nothing from the moment on at which it expires', async () => {
    const { key, row } = await keyOf();
    const left = row.expiresAt.getTime() - site.clock.now().getTime();
    site.clock.advance(left - seconds(30));
    expect((await ask('payments', key)).statusCode).toBe(200);
    site.clock.advance(seconds(30));
    await expectDead(key);
  });

  test.each([
    ['its digest', (made: Awaited<ReturnType<typeof keyOf>>) => `oap_${made.row.digest}`],
    ['its first characters', ({ row }: { row: { prefix: string } }) => row.prefix],
    ['another last character', ({ key }: { key: string }) => `${key.slice(0, -1)}~`],
    ['other capitals', ({ key }: { key: string }) => `oap_${key.slice(4).toUpperCase()}`],
  ])('is not opened by %s', async (_what, wrong) => {
    await expectDead(wrong(await keyOf()));
  });

  test('is stored as a hash and ten characters, which open nothing', async () => {
    const { key } = await keyOf();
    expect(key).toMatch(/^oap_[\w-]{43}$/);
    const [row] = await site.db.select().from(apiKeys);
    expect(row?.prefix).toBe(key.slice(0, 10));
    expect(JSON.stringify(row)).not.toContain(key.slice(10));
  });

  test('neither takes nor sets a cookie, and does not keep a session alive', async () => {
    const { key, browser, userId } = await keyOf('viewer', ['users:read']);
    site.clock.advance(minutes(10));
    const cookie = `sid=${browser.cookies.get('sid')}`;
    const answer = await ask('payments', key, { cookie });
    // The viewer may read payments, the key may not.
    expect(answer.statusCode).toBe(403);
    const read = await ask('users', key, { cookie });
    expect(read.statusCode).toBe(200);
    expect([...answer.cookies, ...read.cookies]).toEqual([]);
    const [session] = await site.db.select().from(sessions).where(eq(sessions.userId, userId));
    expect(session?.lastSeenAt).toEqual(session?.createdAt);
  });

  test('says once a minute that it was used', async () => {
    const { key } = await keyOf();
    const used = async () => {
      expect((await ask('payments', key)).statusCode).toBe(200);
      return (await site.db.select().from(apiKeys))[0]?.lastUsedAt?.getTime() ?? 0;
    };
    const first = await used();
    site.clock.advance(seconds(50));
    expect(await used()).toBe(first);
    site.clock.advance(seconds(20));
    expect(await used()).toBeGreaterThan(first + seconds(60));
  });

  test('answers 120 times a minute, and then says how long to wait, while others go on', async () => {
    const { key, row } = await keyOf();
    await site.context.limits.require('api-key', row.id, 119);
    expect((await ask('payments', key)).statusCode).toBe(200);
    const beyond = await ask('payments', key);
    expect(beyond.statusCode).toBe(429);
    expect(Number(beyond.headers['retry-after'])).toBeGreaterThan(0);
    expect((await ask('payments', (await keyOf()).key)).statusCode).toBe(200);
  });

  test('is in no line of the log, which names it by its number', async () => {
    const { key, row } = await keyOf();
    const wrong = `oap_${randomUUID()}`;
    await ask('payments', key);
    await ask('users', key);
    await ask('payments', wrong);
    const log = lines.join('');
    expect(log).toContain(row.id);
    expect(log).toContain('"refused"');
    for (const secret of [key.slice(4), wrong.slice(4), 'Bearer'])
      expect(log).not.toContain(secret);
  });
});

describe('a call that is not open to API keys', () => {
  test.each(['invitations', 'mine'])('refuses one: /api/%s', async (path) => {
    const { key } = await keyOf();
    const answer = await ask(path, key);
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toEqual({
      message: 'An API key only reads and downloads. Please log in to do this.',
    });
  });

  test('refuses one although the browser that sends it is logged in', async () => {
    const { key, browser } = await keyOf();
    expect((await browser.post('/api/write', undefined, bearer(key))).status).toBe(403);
    expect((await browser.post('/api/write')).status).toBe(200);
  });

  test('that is open to anyone does not read it', async () => {
    const { key, row } = await keyOf();
    const answer = await ask('open', key);
    expect(answer.json()).toEqual({ who: null, can: [] });
    expect(await site.db.select().from(apiKeys)).toEqual([row]);
  });

  test.each(['Basic b2FwXzpw', 'Bearer eyJhbGciOi', 'oap_', ''])(
    'nor does any call read what a proxy sends: %j',
    async (authorization) => {
      const { browser } = await keyOf();
      expect((await browser.get('/api/payments', { authorization })).status).toBe(200);
    },
  );
});

describe('the start', () => {
  test.each([
    ['writes', describeCall('one', adminOrKey('payments:read'), 'POST')],
    [
      'asks for a recent password',
      describeCall('two', { ...adminOrKey('payments:read'), recent: true } as Access),
    ],
  ])('is refused to a call that is open to API keys and %s', (_what, one) => {
    expect(() => requireCompleteEndpoints([one])).toThrow('is open to API keys');
  });
});

test('an administrator who must set up a second factor reads nothing with a key before that', async () => {
  const strict = await openSite({
    routes,
    work: false,
    environment: { REQUIRE_ADMIN_2FA: 'true' },
  });
  try {
    const { id } = await strict.loggedIn('admin');
    const now = strict.clock.now();
    const { key } = await addApiKey(strict.db, {
      userId: id,
      name: 'Report',
      scopes: ['payments:read'],
      createdAt: now,
      expiresAt: new Date(now.getTime() + days(1)),
    });
    const answer = await strict.app.inject({ url: '/api/payments', headers: bearer(key) });
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toMatchObject({ reason: 'set-up-second-factor' });
  } finally {
    await strict.close();
  }
});

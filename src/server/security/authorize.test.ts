import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import {
  admin,
  anyone,
  type Access,
  member,
  adminWithRecentPassword,
} from '../../shared/access.ts';
import { endpoint } from '../../shared/endpoint.ts';
import { days, minutes } from '../../shared/time.ts';
import type { Caller } from '../context.ts';
import { route } from '../http/route.ts';
import { addSession, sessions } from './session.store.ts';
import { openSite, type Site, TEST_ORIGIN } from '../testing.ts';

const call = (name: string, method: 'GET' | 'POST', access: Access) =>
  route(
    endpoint({
      name,
      summary: name,
      method,
      path: `/api/${name}`,
      access,
      answer: z.object({ who: z.nullable(z.string()) }),
    }),
    async ({ user }) => ({ who: user?.id ?? null }),
  );
const routes = [
  call('write', 'POST', anyone),
  call('read', 'GET', anyone),
  call('mine', 'GET', member),
  call('manage', 'GET', admin('submissions:read')),
  call('dangerous', 'GET', adminWithRecentPassword('submissions:read')),
];

const id = randomUUID();
let user: Caller | undefined;
const asMember = (): Caller => ({
  id,
  email: 'awa@example.org',
  firstName: 'Awa',
  lastName: null,
  isAdmin: false,
  role: null,
  createdAt: new Date(0),
  isVerified: true,
  hasSecondFactor: false,
  isAskedForSecondFactor: false,
  permissions: [],
});
const asAdmin = (): Caller => ({ ...asMember(), isAdmin: true, permissions: ['submissions:read'] });

let site: Site;
beforeAll(async () => {
  const identify = async (_db: unknown, userId: string) => (userId === id ? user : undefined);
  site = await openSite({ routes, work: false, identify });
});
beforeEach(async () => {
  user = asMember();
  site.clock.setOffset(0);
  await site.db.delete(sessions);
});
afterAll(() => site.close());

/** A browser with a session of `id` that lasts a day. */
async function loggedIn() {
  const visitor = site.visitor();
  const token = await addSession(site.db, {
    userId: id,
    data: { userAgent: '' },
    now: site.clock.now(),
    maxDays: 30,
  });
  visitor.cookies.set('sid', token);
  return visitor;
}

describe('a write', () => {
  /** Without the header that the test browser always sends. */
  const write = (headers: Record<string, string>) =>
    site.app.inject({ method: 'POST', url: '/api/write', headers });

  test.each([
    ['says it comes from our pages', { 'sec-fetch-site': 'same-origin' }],
    ['comes from an old browser that names our origin', { origin: TEST_ORIGIN }],
  ])('that %s is taken', async (_what, headers) => {
    expect((await write(headers)).statusCode).toBe(200);
  });

  test.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another host of our domain', { 'sec-fetch-site': 'same-site' }],
    ['the address bar', { 'sec-fetch-site': 'none' }],
    ['another site that names our origin', { 'sec-fetch-site': 'cross-site', origin: TEST_ORIGIN }],
    ['a value that no browser sends', { 'sec-fetch-site': 'same-origin, cross-site' }],
    ['a foreign origin', { origin: 'https://evil.example' }],
    ['our host by another scheme', { origin: TEST_ORIGIN.replace('http:', 'https:') }],
    ['our host at another port', { origin: 'http://localhost:3001' }],
    ['a name that begins with ours', { origin: `${TEST_ORIGIN}.evil.example` }],
    ['a sandboxed frame', { origin: 'null' }],
    [
      'a host header that names the origin',
      { origin: 'https://evil.example', host: 'evil.example' },
    ],
    ['nowhere that it tells', {}],
  ])('from %s is refused', async (_what, headers) => {
    const answer = await write(headers);
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toEqual({ message: 'This request did not come from our own pages.' });
  });

  test('of a foreign page is refused before anything is looked at', async () => {
    const answer = await site
      .visitor()
      .post('/api/write', '{broken', { 'sec-fetch-site': 'cross-site' });
    expect([403, 400]).toContain(answer.status);
  });
});

test('a read needs no word of where it comes from', async () => {
  expect((await site.app.inject({ method: 'GET', url: '/api/read' })).statusCode).toBe(200);
});

describe('the permitted callers', () => {
  const statuses = async (visitor: Awaited<ReturnType<typeof loggedIn>>) => {
    const found = [];
    for (const name of ['read', 'mine', 'manage', 'dangerous'])
      found.push((await visitor.get(`/api/${name}`)).status);
    return found;
  };

  test('a visitor what is open to anyone', async () => {
    expect(await statuses(site.visitor())).toEqual([200, 401, 401, 401]);
  });

  test('a member what is for members', async () => {
    expect(await statuses(await loggedIn())).toEqual([200, 200, 403, 403]);
  });

  test('an administrator what the permission names', async () => {
    user = asAdmin();
    expect(await statuses(await loggedIn())).toEqual([200, 200, 200, 200]);
  });

  test('nobody from a page that was drawn for somebody else', async () => {
    user = asAdmin();
    const visitor = await loggedIn();
    const fromPageOf = async (who: string, name: string) => {
      const { status, body } = await visitor.get(`/api/${name}`, { 'acting-for': who });
      return [status, (body as { reason?: string }).reason];
    };
    expect(await fromPageOf(id, 'mine')).toEqual([200, undefined]);
    // Calls that are open to anyone do not check the user.
    expect(await fromPageOf(randomUUID(), 'read')).toEqual([200, undefined]);
    // Before the password is asked for: it would be that of the other.
    site.clock.advance(minutes(6));
    for (const name of ['mine', 'manage', 'dangerous'])
      expect(await fromPageOf(randomUUID(), name)).toEqual([409, 'another-account']);
  });

  test('nobody without the permission, administrator or not', async () => {
    user = { ...asAdmin(), permissions: ['users:read'] };
    expect(await statuses(await loggedIn())).toEqual([200, 200, 403, 403]);
  });

  test('an administrator until the demotion, and not one request longer', async () => {
    user = asAdmin();
    const visitor = await loggedIn();
    expect((await visitor.get('/api/manage')).status).toBe(200);
    user = asMember();
    expect((await visitor.get('/api/manage')).status).toBe(403);
  });

  test('nobody whose account is gone', async () => {
    const visitor = await loggedIn();
    user = undefined;
    expect(await statuses(visitor)).toEqual([200, 401, 401, 401]);
  });

  test.each(['', 'x', 'a'.repeat(5000)])('nobody with an invented session (%j)', async (token) => {
    const visitor = site.visitor();
    visitor.cookies.set('sid', token);
    expect((await visitor.get('/api/mine')).status).toBe(401);
  });

  test('nobody with the fingerprint that the database holds of a session', async () => {
    await loggedIn();
    const [session] = await site.db.select().from(sessions);
    const visitor = site.visitor();
    visitor.cookies.set('sid', session?.sid as string);
    expect((await visitor.get('/api/mine')).status).toBe(401);
  });
});

describe('a session', () => {
  test('asks for the password again five minutes after it was given, where much can be harmed', async () => {
    user = asAdmin();
    const visitor = await loggedIn();
    site.clock.advance(minutes(5) - 5000);
    expect((await visitor.get('/api/dangerous')).status).toBe(200);
    site.clock.advance(6000);
    const answer = await visitor.get('/api/dangerous');
    expect(answer.status).toBe(403);
    expect(answer.body).toEqual({
      message: 'Please enter your password again to continue.',
      reason: 'reauthenticate',
    });
    expect((await visitor.get('/api/manage')).status).toBe(200);
  });

  test('of an administrator ends after an hour of silence', async () => {
    user = asAdmin();
    const visitor = await loggedIn();
    site.clock.advance(minutes(59));
    expect((await visitor.get('/api/mine')).status).toBe(200);
    site.clock.advance(minutes(59));
    expect((await visitor.get('/api/mine')).status).toBe(200);
    site.clock.advance(minutes(61));
    expect((await visitor.get('/api/mine')).status).toBe(401);
  });

  test('is not kept alive by what a page sends with nobody at it', async () => {
    user = asAdmin();
    const visitor = await loggedIn();
    for (let n = 0; n < 3; n++) {
      site.clock.advance(minutes(19));
      expect((await visitor.get('/api/mine', { unattended: '1' })).status).toBe(200);
    }
    site.clock.advance(minutes(4));
    expect((await visitor.get('/api/mine')).status).toBe(401);
  });

  test('of a member ends after fourteen days of silence', async () => {
    const visitor = await loggedIn();
    site.clock.advance(days(14) - minutes(1));
    expect((await visitor.get('/api/mine')).status).toBe(200);
    site.clock.advance(days(14) + minutes(1));
    expect((await visitor.get('/api/mine')).status).toBe(401);
  });

  test('ends after thirty days, however busy', async () => {
    const visitor = await loggedIn();
    for (let day = 0; day < 29; day++) {
      site.clock.advance(days(1));
      expect((await visitor.get('/api/mine')).status).toBe(200);
    }
    site.clock.advance(days(1) + minutes(1));
    expect((await visitor.get('/api/mine')).status).toBe(401);
  });
});

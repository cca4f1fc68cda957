import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { users } from '../user.store.ts';
import { minutes } from '../../shared/time.ts';
import { PERMISSIONS } from '../../shared/access.ts';
import type { Role as DashboardRole } from '../../shared/roles.ts';
import { routes } from '../routes.ts';
import { sessions } from './session.store.ts';
import { openSite, type Site } from '../testing.ts';

// Made from the list of routes: a new route is proved without a line here.

let site: Site;
beforeAll(async () => {
  site = await openSite({ work: false, environment: { ADDRESS_LIMIT_FACTOR: '1000000' } });
});
afterAll(() => site.close());

type Browser = Awaited<ReturnType<Site['loggedIn']>> | ReturnType<Site['visitor']>;

/** Callers of every kind, new for every route: some routes end the session that calls them. */
const ROLES = {
  visitor: async () => site.visitor(),
  member: () => site.loggedIn('member'),
  'administrator who just logged in': () => site.loggedIn('admin'),
  finance: () => site.loggedIn('finance'),
  editor: () => site.loggedIn('editor'),
  moderator: () => site.loggedIn('moderator'),
  viewer: () => site.loggedIn('viewer'),
  'administrator whose log-in is ten minutes old': () => loggedInAgo(10),
  'administrator whose session idled for two hours': () => loggedInAgo(120),
  'administrator whose session has expired': async () => {
    const browser = await site.loggedIn('admin');
    await site.db
      .update(sessions)
      .set({ expire: site.clock.now() })
      .where(eq(sessions.userId, browser.id));
    return browser;
  },
  'administrator who was demoted a moment ago': async () => {
    const browser = await site.loggedIn('admin');
    await site.db.update(users).set({ isAdmin: false, role: null }).where(eq(users.id, browser.id));
    return browser;
  },
  'owner who is only a viewer since a moment ago': async () => {
    const browser = await site.loggedIn('admin');
    await site.db.update(users).set({ role: 'viewer' }).where(eq(users.id, browser.id));
    return browser;
  },
} satisfies Record<string, () => Promise<Browser>>;
type Role = keyof typeof ROLES;

/** The role in the dashboard that someone who knocks has by now. */
const HELD: Readonly<Partial<Record<Role, DashboardRole>>> = {
  'administrator who just logged in': 'owner',
  'administrator whose log-in is ten minutes old': 'owner',
  finance: 'finance',
  editor: 'editor',
  moderator: 'moderator',
  viewer: 'viewer',
  'owner who is only a viewer since a moment ago': 'viewer',
};

async function loggedInAgo(minutesAgo: number) {
  const browser = await site.loggedIn('admin');
  const then = new Date(site.clock.now().getTime() - minutes(minutesAgo));
  const change = { authenticatedAt: then, lastSeenAt: then };
  await site.db.update(sessions).set(change).where(eq(sessions.userId, browser.id));
  return browser;
}

/** The permissions of each role, repeated here: a slip in the table of roles.ts must not prove itself. */
const PERMISSIONS_OF: Readonly<Record<DashboardRole, readonly string[]>> = {
  owner: PERMISSIONS,
  finance: [
    'submissions:read',
    'submissions:export',
    'applications:fulfil',
    'payments:read',
    'payments:confirm',
    'donations:read',
    'donations:manage',
    'own:change',
  ],
  editor: ['content:write', 'own:change'],
  moderator: [
    'submissions:read',
    'submissions:export',
    'submissions:triage',
    'declarations:invalidate',
    'users:read',
    'users:moderate',
    'mail:read',
    'mail:send',
    'own:change',
  ],
  viewer: [
    'submissions:read',
    'payments:read',
    'users:read',
    'mail:read',
    'donations:read',
    'audit:read',
    'own:change',
  ],
};

type Access = (typeof routes)[number]['endpoint']['access'];

/** The outcome that the contract promises: refused with this status, or let in to the handler. */
function promised(access: Access, role: Role): 401 | 403 | 'reauthenticate' | 'in' {
  if (access.who === 'anyone') return 'in';
  const isStranger =
    role === 'visitor' ||
    role === 'administrator whose session idled for two hours' ||
    role === 'administrator whose session has expired';
  if (isStranger) return 401;
  const held = HELD[role];
  if (access.who === 'admin' && !(held && PERMISSIONS_OF[held].includes(access.permission)))
    return 403;
  return access.recent && role === 'administrator whose log-in is ten minutes old'
    ? 'reauthenticate'
    : 'in';
}

const NO_PERMISSION = 'You do not have permission to do this.';
const LOG_IN = 'Please log in first.';

const named = routes.map(
  ({ endpoint }) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const,
);
const addressOf = (path: string) => path.replaceAll(/:\w+/g, randomUUID());

describe.each(named)('%s', (_name, endpoint) => {
  // Calls that are open to every member, or to anyone, are open to every role.
  const who = (Object.keys(ROLES) as Role[]).filter(
    (role) => endpoint.access.who === 'admin' || !HELD[role] || HELD[role] === 'owner',
  );
  test.each(who)('keeps its word to: %s', async (role) => {
    const browser = await ROLES[role]();
    const answer = await browser.send(
      endpoint.method,
      addressOf(endpoint.path),
      endpoint.body ? {} : undefined,
      endpoint.answer === 'events' ? { accept: 'text/event-stream' } : {},
    );
    expect(answer.status, answer.text).not.toBe(500);
    const isJson = String(answer.headers['content-type']).startsWith('application/json');
    const { message, reason } = (isJson ? answer.body : {}) as {
      message?: string;
      reason?: string;
    };

    const expected = promised(endpoint.access, role);
    if (expected === 401) expect([answer.status, message]).toEqual([401, LOG_IN]);
    else if (expected === 403) expect([answer.status, message]).toEqual([403, NO_PERMISSION]);
    else if (expected === 'reauthenticate') {
      expect([answer.status, reason]).toEqual([403, 'reauthenticate']);
    } else {
      expect([LOG_IN, NO_PERMISSION]).not.toContain(message);
      expect(reason).not.toBe('reauthenticate');
    }
  });
});

const writes = named.filter(([, endpoint]) => endpoint.method !== 'GET');

describe.each(writes.filter(([, endpoint]) => !endpoint.signed && !endpoint.oneClick))(
  '%s',
  (_name, endpoint) => {
    test('is closed to pages of other sites, whoever is logged in', async () => {
      const browser = await site.loggedIn('admin');
      const body = endpoint.body ? {} : undefined;
      const answer = await browser.send(endpoint.method, addressOf(endpoint.path), body, {
        'sec-fetch-site': 'cross-site',
      });
      const { message } = answer.body as { message: string };
      expect([answer.status, message]).toEqual([
        403,
        'This request did not come from our own pages.',
      ]);
    });
  },
);

describe.each(writes)('%s', (_name, endpoint) => {
  test('does not read a body of the kind that a foreign form can send', async () => {
    const browser = await site.loggedIn('admin');
    const smuggled = await browser.send(endpoint.method, addressOf(endpoint.path), '{}', {
      'content-type': 'text/plain',
    });
    expect(smuggled.status).toBe(415);
  });
});

test('the webhook of PayPal is the only signed call', () => {
  const signed = routes.filter(({ endpoint }) => endpoint.signed);
  expect(signed.map(({ endpoint }) => endpoint.path)).toEqual(['/paypal/webhook']);
});

test('unsubscribing is the only call that mail programs send', () => {
  const oneClick = routes.filter(({ endpoint }) => endpoint.oneClick);
  expect(oneClick.map(({ endpoint }) => endpoint.path)).toEqual([
    '/api/unsubscribe',
    '/api/messages/mail-off',
  ]);
});

test('every address that answers says who may call it', () => {
  for (const { endpoint } of routes)
    expect(['anyone', 'member', 'admin']).toContain(endpoint.access.who);
});

test('no call below /api/admin is open to anyone but the reading of the content', () => {
  const open = routes.filter(
    ({ endpoint }) => endpoint.path.startsWith('/api/admin/') && endpoint.access.who !== 'admin',
  );
  // The public hero reads it too (gaps.md §2).
  expect(
    open
      .map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`)
      .filter((name) => name !== 'GET /api/admin/content'),
  ).toEqual([]);
});

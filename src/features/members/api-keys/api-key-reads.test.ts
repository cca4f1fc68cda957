import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditLog } from '../../../server/audit.store.ts';
import { routes } from '../../../server/routes.ts';
import { addApiKey, apiKeys } from '../../../server/security/api-key.store.ts';
import { openSite, type Site } from '../../../server/testing.ts';
import { KEY_SCOPES, type KeyScope } from '../../../shared/access.ts';
import { days } from '../../../shared/time.ts';

let site: Site;
let owner: Awaited<ReturnType<Site['loggedIn']>>;
beforeAll(async () => {
  site = await openSite({ work: false });
  owner = await site.loggedIn('admin');
  await owner.post('/api/unity-declaration', {
    fullName: 'Awa Diop',
    email: 'awa@example.org',
    country: 'Senegal',
    agreeToDeclaration: true,
  });
});
beforeEach(async () => {
  await site.db.delete(apiKeys);
});
afterAll(() => site.close());

/** A program with a key of the owner for this. */
async function program(...scopes: KeyScope[]) {
  const now = site.clock.now();
  const { key, row } = await addApiKey(site.db, {
    userId: owner.id,
    name: 'Monthly report',
    scopes,
    createdAt: now,
    expiresAt: new Date(now.getTime() + days(1)),
  });
  const get = (path: string) => site.visitor({ authorization: `Bearer ${key}` }).get(path);
  return { get, row };
}

/** The calls that a key opens, by the scope that they ask for. */
const OPEN: Readonly<Record<KeyScope, readonly string[]>> = {
  'submissions:read': [
    '/api/admin/contact',
    '/api/admin/overview',
    '/api/admin/overview/trends',
    '/api/admin/paper-signatures',
    '/api/admin/partner-submissions',
    '/api/admin/passport-applications',
    '/api/admin/summary',
    '/api/admin/unity-declarations',
    '/api/admin/unity-declarations/sources',
    '/api/admin/unity-declarations/trend',
    '/api/admin/unity-declarations/unusual-days',
    '/api/admin/volunteer-submissions',
  ],
  'submissions:export': ['/api/admin/export/:type', '/api/admin/paper-signatures/export'],
  'payments:read': [
    '/api/admin/export/journal',
    '/api/admin/export/ledger',
    '/api/admin/payments',
    '/api/admin/payments/balances',
    '/api/admin/payments/reconciliation',
    '/api/admin/payments/review',
    '/api/admin/statements',
  ],
  'users:read': ['/api/admin/users'],
  'mail:read': [
    '/api/admin/email-batches',
    '/api/admin/email-logs',
    '/api/admin/mail-suppressions',
  ],
  'donations:read': ['/api/admin/donations'],
  'audit:read': ['/api/admin/audit', '/api/admin/audit/chain'],
};
const addressOf = (path: string) => path.replace(':type', 'unity-declarations');

test('API keys open these reads and exports, and no other call', () => {
  const open = routes.flatMap(({ endpoint: { access, method, path } }) =>
    access.who === 'admin' && access.byKey ? [`${method} ${path} ${access.permission}`] : [],
  );
  const expected = KEY_SCOPES.flatMap((scope) => OPEN[scope].map((path) => `GET ${path} ${scope}`));
  expect(open.toSorted()).toEqual(expected.toSorted());
});

describe.each(KEY_SCOPES)('a key for %s', (scope) => {
  test('reads what an owner reads there, and is refused everywhere else', async () => {
    const { get } = await program(scope);
    for (const path of KEY_SCOPES.flatMap((one) => OPEN[one])) {
      const answer = await get(addressOf(path));
      const status = OPEN[scope].includes(path) ? 200 : 403;
      expect([path, answer.status]).toEqual([path, status]);
      expect(answer.headers['set-cookie'] ?? []).toEqual([]);
      expect(answer.headers['cache-control']).toBe('no-store');
    }
  });
});

describe('what one call shows of several things', () => {
  test('is cut to the scope of the key', async () => {
    const summary = async (...scopes: KeyScope[]) =>
      (await (await program(...scopes)).get('/api/admin/summary')).body as {
        counts: { users: number | null };
        claimsWaiting: number | null;
      };
    const narrow = await summary('submissions:read');
    expect([narrow.counts.users, narrow.claimsWaiting]).toEqual([null, null]);
    const wide = await summary('submissions:read', 'users:read', 'payments:read');
    expect([wide.counts.users, wide.claimsWaiting]).toEqual([1, 0]);
  });

  test('is no way to the accounts: their export needs a key for accounts, too', async () => {
    const one = await program('submissions:export');
    expect((await one.get('/api/admin/export/users')).status).toBe(403);
    const both = await program('submissions:export', 'users:read');
    expect((await both.get('/api/admin/export/users')).status).toBe(200);
  });
});

test.each([
  ['submissions:export', '/api/admin/export/unity-declarations', 'submissions.exported'],
  ['submissions:export', '/api/admin/paper-signatures/export', 'paper_signatures.exported'],
  ['payments:read', '/api/admin/export/ledger', 'ledger.exported'],
  ['payments:read', '/api/admin/export/journal', 'journal.exported'],
] as const)(
  'a download with a key for %s is in the activity log with the key: %s',
  async (scope, path, action) => {
    const { get, row } = await program(scope);
    const acts = () =>
      site.db.select().from(auditLog).where(eq(auditLog.action, action)).orderBy(auditLog.id);
    const earlier = (await acts()).length;
    expect((await get(path)).status).toBe(200);
    expect((await owner.get(path)).status).toBe(200);
    expect((await acts()).slice(earlier)).toMatchObject([
      { actorId: owner.id, after: { apiKey: { id: row.id, name: 'Monthly report' } } },
      { actorId: owner.id, after: null },
    ]);
  },
);

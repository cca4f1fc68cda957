import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { auditLog } from '../../../server/audit.store.ts';
import { openSite, type Site } from '../../../server/testing.ts';
import { siteSettings } from '../../maintenance/site.store.ts';
import { accountsOf } from '../testing.accounts.ts';

type Admin = Awaited<ReturnType<Site['loggedIn']>>;

let site: Site;
let accounts: ReturnType<typeof accountsOf>;
let guarded: Admin;
let other: Admin;
beforeAll(async () => {
  site = await openSite({ work: false, environment: { ADDRESS_LIMIT_FACTOR: '1000' } });
  accounts = accountsOf(site);
});
beforeEach(async () => {
  [guarded, other] = [await site.loggedIn('admin'), await site.loggedIn('finance')];
  await accounts.leaveAdministrators(guarded.id, other.id);
  await guard(guarded);
});
afterEach(() => site.db.delete(siteSettings));
afterAll(() => site.close());

const guard = ({ id }: Admin) => accounts.change(id, { totpConfirmedAt: site.clock.now() });
const path = '/api/admin/second-factor-rule';
const require = (by: Admin, isRequired: boolean) => by.put(path, { isRequired });
const mustSetUp = async (by: Admin) =>
  ((await by.get('/api/auth/session')).body as { mustSetUpSecondFactor: boolean })
    .mustSetUpSecondFactor;

test('once it is asked for, who has none can only set one up, and comes in as soon as they have', async () => {
  expect((await other.get('/api/admin/contact')).status).toBe(200);
  expect((await guarded.get(path)).body).toEqual({
    isRequired: false,
    isFixed: false,
    hasOwn: true,
    without: 1,
  });
  expect((await require(guarded, true)).status).toBe(200);
  expect(await other.get('/api/admin/contact')).toMatchObject({
    status: 403,
    body: { reason: 'set-up-second-factor' },
  });
  expect(await mustSetUp(other)).toBe(true);
  expect((await other.get('/api/account')).status).toBe(200);
  expect((await guarded.get('/api/admin/contact')).status).toBe(200);
  await guard(other);
  expect((await other.get('/api/admin/contact')).status).toBe(200);
  expect(await mustSetUp(other)).toBe(false);
  expect((await guarded.get(path)).body).toMatchObject({ isRequired: true, without: 0 });
});

test('is not asked for by an owner who has none, so that nobody shuts themselves out', async () => {
  await accounts.change(guarded.id, { totpConfirmedAt: null });
  const answer = await require(guarded, true);
  expect([answer.status, answer.body]).toMatchObject([
    409,
    {
      message:
        'First set up two-step verification for yourself, in your profile under Account security.',
    },
  ]);
  expect(await mustSetUp(guarded)).toBe(false);
});

test('taken back opens the dashboard with a password again, and both leave an audit row', async () => {
  await require(guarded, true);
  expect((await require(guarded, false)).status).toBe(200);
  expect((await other.get('/api/admin/contact')).status).toBe(200);
  const acts = await site.db.select().from(auditLog).where(eq(auditLog.actorId, guarded.id));
  expect(acts).toMatchObject([
    { action: 'site.second_factor_required', after: { isRequired: true } },
    { action: 'site.second_factor_optional', before: { isRequired: true } },
  ]);
});

test('asked for by two owners at once is one action, and asking for what holds is none', async () => {
  const third = await site.loggedIn('admin');
  await guard(third);
  const both = await Promise.all([require(guarded, true), require(third, true)]);
  expect(both.map(({ status }) => status)).toContain(200);
  expect((await require(third, true)).status).toBe(200);
  const asked = eq(auditLog.action, 'site.second_factor_required');
  const acts = await site.db.select().from(auditLog).where(asked);
  const ours = acts.filter(({ actorId }) => actorId === guarded.id || actorId === third.id);
  expect(ours).toHaveLength(1);
});

test('holds back no member, and counts no suspended administrator', async () => {
  await require(guarded, true);
  expect(await mustSetUp(await site.loggedIn('member'))).toBe(false);
  await accounts.change(other.id, { suspendedAt: site.clock.now(), suspendedFor: 'Away.' });
  expect((await guarded.get(path)).body).toMatchObject({ without: 0 });
});

test('is decided by owners alone, with a recent password', async () => {
  expect((await require(other, false)).status).toBe(403);
  await accounts.age(guarded.id);
  expect(await require(guarded, true)).toMatchObject({ body: { reason: 'reauthenticate' } });
  expect(await mustSetUp(other)).toBe(false);
});

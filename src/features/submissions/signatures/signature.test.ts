import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditLog } from '../../../server/audit.store.ts';
import { openSite, type Site } from '../../../server/testing.ts';
import { days, hours } from '../../../shared/time.ts';
import {
  countByCountry,
  countDeclarations,
  unityDeclarations,
} from '../../declaration/declaration.store.ts';
import { users } from '../../../server/user.store.ts';
import { sessions } from '../../../server/security/session.store.ts';
import { SMALLEST_BURST } from './burst.rules.ts';
import { BUSY_FACTOR, TREND_DAYS, trendOf } from './signature-trend.rules.ts';

type Browser = Awaited<ReturnType<Site['loggedIn']>>;
let site: Site;
let admin: Browser;
beforeAll(async () => {
  site = await openSite({ work: false });
  admin = await site.loggedIn('admin');
});
beforeEach(() => site.db.delete(unityDeclarations));
afterAll(() => site.close());

const path = '/api/admin/unity-declarations';
const dayOf = (date: Date) => date.toISOString().slice(0, 10);
/** Noon of a day so many days ago, UTC. */
const noon = (daysAgo: number) =>
  new Date(`${dayOf(new Date(site.clock.now().getTime() - days(daysAgo)))}T12:00:00Z`);

const signature = (change: Partial<typeof unityDeclarations.$inferInsert> = {}) => ({
  id: randomUUID(),
  fullName: 'Awa Diop',
  email: `${randomUUID()}@example.org`,
  country: 'Senegal',
  wantsNews: false,
  signedAt: noon(2),
  confirmedAt: noon(2),
  ...change,
});
const sign = (many: number, change: Parameters<typeof signature>[0] = {}) =>
  site.db.insert(unityDeclarations).values(Array.from({ length: many }, () => signature(change)));
const total = async (query = '') =>
  Number((await admin.get(`${path}?${query}`)).headers['x-total-count']);
const trend = async () =>
  (await admin.get(`${path}/trend`)).body as {
    days: { day: string; count: number }[];
    invalidated: { at: string; count: number }[];
    invalidatedBefore: number;
  };
const outside = 'Choose a day between 2000 and 2999.';
const invalidate = (body: object) => admin.post(`${path}/invalidate`, body);

describe('signatures that are invalidated', () => {
  test('are those that the list shows, and count nowhere any more', async () => {
    await sign(3, { country: 'Ghana', signedAt: noon(1) });
    await sign(2, { country: 'Ghana', signedAt: noon(5) });
    await sign(4);
    const narrowed = { country: 'Ghana', day: dayOf(noon(1)) };
    expect(await total(`country=Ghana&day=${narrowed.day}`)).toBe(3);
    const answer = await invalidate({ ...narrowed, count: 3 });
    expect(answer.status, answer.text).toBe(200);
    expect(await countDeclarations(site.db, site.context.settings)).toBe(6);
    expect(await countByCountry(site.db, site.context.settings)).toEqual({ Senegal: 4, Ghana: 2 });
    expect(await total()).toBe(6);
    expect(await total('country=Ghana')).toBe(2);
    expect(await total('status=invalidated')).toBe(3);
    const { text } = await admin.get('/api/admin/export/unity-declarations');
    expect(text.trim().split('\r\n')).toHaveLength(1 + 6);
    const { body } = await admin.get('/api/admin/summary');
    expect((body as { counts: object }).counts).toMatchObject({ unityDeclarations: 6 });
    const day = (await trend()).days.find((one) => one.day === narrowed.day);
    expect(day?.count).toBe(0);
    const [act] = await site.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, 'unity_declarations.invalidated'));
    expect(act?.actorId).toBe(admin.id);
    expect(act?.after).toEqual({ ...narrowed, isSearched: false, count: 3 });
  });

  test('count again once it is undone, each change by itself', async () => {
    await sign(2, { country: 'Ghana' });
    await sign(1, { country: 'Kenya' });
    await invalidate({ country: 'Ghana', count: 2 });
    site.clock.advance(1000);
    await invalidate({ country: 'Kenya', count: 1 });
    const { invalidated } = await trend();
    expect(invalidated.map(({ count }) => count)).toEqual([1, 2]);
    const restore = () => admin.post(`${path}/restore`, { at: invalidated[1]?.at });
    const answer = await restore();
    expect([answer.status, answer.body]).toEqual([200, { message: 'The signatures count again.' }]);
    expect(await countByCountry(site.db, site.context.settings)).toEqual({ Ghana: 2 });
    expect((await trend()).invalidated.map(({ count }) => count)).toEqual([1]);
    const again = await restore();
    expect([again.status, again.body]).toEqual([
      409,
      { message: 'These signatures already count again.' },
    ]);
    const acts = await site.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, 'unity_declarations.restored'));
    expect(acts).toMatchObject([{ actorId: admin.id, subject: invalidated[1]?.at }]);
  });

  test('leave the public counter at once, and are back in it as soon as it is undone', async () => {
    await sign(2, { country: 'Ghana' });
    await sign(3, { country: 'Kenya' });
    const counter = async () => (await site.visitor().get('/api/unity-declaration')).body;
    const before = { count: 5, byCountry: { Kenya: 3, Ghana: 2 } };
    expect(await counter()).toEqual(before);
    const { at } = (await invalidate({ country: 'Kenya', count: 3 })).body as { at: string };
    expect(await counter()).toEqual({ count: 2, byCountry: { Ghana: 2 } });
    await admin.post(`${path}/restore`, { at });
    expect(await counter()).toEqual(before);
  });

  test('leave nothing of what was searched for in the log', async () => {
    await sign(2, { fullName: 'Kwabena Unmistakable' });
    const answer = await invalidate({ search: 'kwabena unmistakable', count: 2 });
    expect(answer.status, answer.text).toBe(200);
    const acts = await site.db.select().from(auditLog).orderBy(auditLog.id);
    expect(acts.at(-1)?.after).toEqual({ isSearched: true, count: 2 });
    expect(JSON.stringify(acts)).not.toMatch(/unmistakable/i);
  });

  test('can be undone a hundred times back, and how many are older is said', async () => {
    const start = site.clock.now().getTime();
    const gone = (n: number) => signature({ invalidatedAt: new Date(start - n * 1000) });
    await site.db.insert(unityDeclarations).values(Array.from({ length: 11 }, (_, n) => gone(n)));
    const eleven = await trend();
    expect(eleven.invalidated).toHaveLength(11);
    expect(eleven.invalidatedBefore).toBe(0);
    const oldest = eleven.invalidated.at(-1)?.at;
    expect(oldest).toBe(new Date(start - 10_000).toISOString());
    expect((await admin.post(`${path}/restore`, { at: oldest })).status).toBe(200);
    expect(await countDeclarations(site.db, site.context.settings)).toBe(1);

    const more = Array.from({ length: 92 }, (_, n) => gone(20 + n));
    // Two of one moment are undone together, and are one line.
    await site.db.insert(unityDeclarations).values([...more, gone(20)]);
    const many = await trend();
    expect([many.invalidated.length, many.invalidatedBefore]).toEqual([100, 2]);
    expect((await admin.post(`${path}/restore`, { at: many.invalidated[0]?.at })).status).toBe(200);
    expect((await trend()).invalidatedBefore).toBe(1);
  });

  test('are refused when they are not as many as the administrator was shown', async () => {
    await sign(2, { country: 'Ghana' });
    for (const count of [1, 3]) {
      const answer = await invalidate({ country: 'Ghana', count });
      expect([answer.status, answer.body]).toEqual([
        409,
        { message: 'The matching signatures have changed. Please check the list again.' },
      ]);
    }
    expect(await countDeclarations(site.db, site.context.settings)).toBe(2);
    expect((await trend()).invalidated).toEqual([]);
  });

  test('are left alone when they were invalidated before', async () => {
    await sign(1, { email: 'bot@example.org' });
    await invalidate({ search: 'bot@example', count: 1 });
    expect((await invalidate({ search: 'bot@example', count: 1 })).status).toBe(409);
    // A second signature with the address is thanked, and does not count.
    const answer = await site.visitor().post('/api/unity-declaration', {
      fullName: 'A Bot',
      email: 'bot@example.org',
      country: 'Ghana',
      agreeToDeclaration: true,
    });
    expect(answer.status).toBe(201);
    expect(await countDeclarations(site.db, site.context.settings)).toBe(0);
  });

  test.each([
    ['all of them', { count: 1 }, 'Narrow the list to the signatures you want to invalidate'],
    ['those of no day', { day: '2026-02-30', count: 1 }, 'Write the day like this: 2026-11-21'],
    ['those of the year 0', { day: '0000-01-01', count: 1 }, outside],
    ['those of 1999', { day: '1999-12-31', count: 1 }, outside],
    ['those of the last day that can be written', { day: '9999-12-31', count: 1 }, outside],
    ['none of them', { country: 'Ghana', count: 0 }, 'The count must be a whole number from 1'],
  ])('cannot be %s', async (_, body, message) => {
    await sign(1);
    const answer = await invalidate(body);
    expect([answer.status, (answer.body as { message: string }).message]).toEqual([400, message]);
    expect(await countDeclarations(site.db, site.context.settings)).toBe(1);
  });

  test.each(['0000-01-01T00:00:00Z', '9999-12-31T23:59:59Z'])(
    'were not invalidated at %s',
    async (at) => {
      const answer = await admin.post(`${path}/restore`, { at });
      expect([answer.status, (answer.body as { message: string }).message]).toEqual([400, outside]);
    },
  );

  test('need the password of the last five minutes', async () => {
    await sign(1, { country: 'Ghana' });
    const late = await site.loggedIn('admin');
    const then = new Date(site.clock.now().getTime() - hours(0.2));
    await site.db
      .update(sessions)
      .set({ authenticatedAt: then })
      .where(eq(sessions.userId, late.id));
    const answer = await late.post(`${path}/invalidate`, { country: 'Ghana', count: 1 });
    expect(answer.body).toMatchObject({ reason: 'reauthenticate' });
    await site.db.delete(users).where(eq(users.id, late.id));
  });
});

test('a list of a day holds its first and its last moment in UTC, and no other day’s', async () => {
  for (const time of ['09T23:59:59.999', '10T00:00:00.000', '10T23:59:59.999', '11T00:00:00.000'])
    await sign(1, { signedAt: new Date(`2026-01-${time}Z`) });
  expect(await total('day=2026-01-10')).toBe(2);
  for (const day of ['tomorrow', '0000-01-01', '1999-12-31', '9999-12-31'])
    expect((await admin.get(`${path}?day=${day}`)).status).toBe(400);
  expect(await total('day=2999-12-31')).toBe(0);
});

describe('the trend', () => {
  test('counts each day of the last six weeks, today with them', async () => {
    await sign(2, { signedAt: site.clock.now() });
    await sign(SMALLEST_BURST, { signedAt: noon(3) });
    await sign(5, { signedAt: noon(TREND_DAYS) });
    const { days: shown } = await trend();
    expect(shown).toHaveLength(TREND_DAYS);
    expect(shown.at(-1)).toEqual({ day: dayOf(site.clock.now()), count: 2 });
    expect(shown.at(-4)).toEqual({ day: dayOf(noon(3)), count: SMALLEST_BURST });
    expect(shown.reduce((sum, { count }) => sum + count, 0)).toBe(2 + SMALLEST_BURST);
  });

  const now = new Date('2026-11-21T12:00:00Z');
  /** The last day, after others of so many each. */
  const lastAfter = (usual: number, count: number, busyBefore = 0) => {
    const counted = new Map<string, number>();
    for (let n = 1; n <= 14; n += 1) counted.set(dayOf(new Date(now.getTime() - days(n))), usual);
    if (busyBefore) counted.set(dayOf(new Date(now.getTime() - days(1))), busyBefore);
    counted.set(dayOf(now), count);
    return trendOf(counted, now).at(-1)?.isBusy;
  };

  test.each([
    ['few, however unusual', 0, SMALLEST_BURST - 1, 0, false],
    ['many where nobody signed before', 0, SMALLEST_BURST, 0, true],
    ['five times the usual', 100, 100 * BUSY_FACTOR, 0, false],
    ['more than five times the usual', 100, 100 * BUSY_FACTOR + 1, 0, true],
    ['as many as on the busy day before', 10, 900, 900, true],
  ])('of a day with %s says whether it is busy', (_, usual, count, before, isBusy) => {
    expect(lastAfter(usual, count, before)).toBe(isBusy);
  });
});

describe('where signatures come from', () => {
  const sources = async () => (await admin.get(`${path}/sources`)).body;

  test('is counted by source, with the signers through whom most have signed', async () => {
    const awa = signature({ source: 'direct', foldedCount: 2 });
    const kofi = signature({ fullName: 'Kofi Mensah', source: 'referral', cameBy: awa.id });
    await site.db.insert(unityDeclarations).values([awa, kofi]);
    await sign(3, { source: 'radio', cameBy: kofi.id });
    await sign(1);
    await sign(1, { source: 'radio', invalidatedAt: noon(1) });
    expect(await sources()).toEqual({
      sources: [
        { source: 'radio', count: 3 },
        { source: 'direct', count: 1 },
        { source: 'referral', count: 1 },
        { source: null, count: 1 },
      ],
      others: 0,
      sharers: [
        { id: awa.id, fullName: 'Awa Diop', count: 6 },
        { id: kofi.id, fullName: 'Kofi Mensah', count: 3 },
      ],
    });
  });

  test('names twenty sources and ten signers', async () => {
    const sharers = Array.from({ length: 12 }, (_, n) => signature({ foldedCount: n + 1 }));
    await site.db.insert(unityDeclarations).values(sharers);
    for (let n = 0; n < 24; n += 1) await sign(1, { source: `radio-${n}` });
    const answer = (await sources()) as { sources: object[]; others: number; sharers: object[] };
    expect([answer.sources.length, answer.others, answer.sharers.length]).toEqual([20, 5, 10]);
    expect(answer.sharers[0]).toMatchObject({ id: sharers[11]?.id, count: 12 });
  });

  test('is for those who may read submissions', async () => {
    expect((await site.visitor().get(`${path}/sources`)).status).toBe(401);
  });
});

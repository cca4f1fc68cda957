import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditLog } from '../../../server/audit.store.ts';
import { openSite, type Site } from '../../../server/testing.ts';
import type { AnswerOf } from '../../../shared/endpoint.ts';
import { days, minutes } from '../../../shared/time.ts';
import { unityDeclarations } from '../../declaration/declaration.store.ts';
import type { listUnusualDays } from './signature.contract.ts';
import { openedValue } from '../../../server/security/spam.ts';

let site: Site;
let admin: Awaited<ReturnType<Site['loggedIn']>>;
beforeAll(async () => {
  site = await openSite({
    work: false,
    environment: { ADDRESS_LIMIT_FACTOR: '100', TRUST_PROXY: '127.0.0.1/32' },
  });
  admin = await site.loggedIn('admin');
});
beforeEach(() => site.db.delete(unityDeclarations));
afterAll(() => site.close());

const path = '/api/admin/unity-declarations';
const dayOf = (date: Date) => date.toISOString().slice(0, 10);
/** A time of a day so many days ago. */
const at = (daysAgo: number, n = 0) => {
  const day = dayOf(new Date(site.clock.now().getTime() - days(daysAgo)));
  return new Date(Date.parse(`${day}T08:00:00Z`) + n * minutes(7));
};
type Row = typeof unityDeclarations.$inferInsert;

const GIVEN = 'Awa,Kofi,Ama,Yaw,Fatou,Moussa'.split(',');
const FAMILY = 'Diop,Mensah,Ndiaye,Okafor,Mwangi'.split(',');
/** People who have signed so many days ago, with nothing in common unless said otherwise. */
const sign = (many: number, daysAgo: number, change: (n: number) => Partial<Row> = () => ({})) =>
  site.db.insert(unityDeclarations).values(
    Array.from({ length: many }, (_, n) => ({
      id: randomUUID(),
      fullName: `${GIVEN[n % 6]} ${FAMILY[Math.floor(n / 6) % 5]}`,
      email: `${randomUUID()}@gmail.com`,
      country: 'Senegal',
      wantsNews: false,
      signedAt: at(daysAgo, n),
      confirmedAt: site.clock.now(),
      networkMark: randomUUID(),
      openSeconds: 60,
      ...change(n),
    })),
  );
const unusual = async () =>
  (await admin.get(`${path}/unusual-days`)).body as AnswerOf<typeof listUnusualDays>;
const listed = async (query: string) => {
  const { status, body, headers } = await admin.get(`${path}?${query}`);
  const names = status === 200 ? (body as { fullName: string }[]).map((row) => row.fullName) : body;
  return { status, names, total: Number(headers['x-total-count']) };
};

describe('the unusual days', () => {
  test('name what signatures that were sent have in common, without a network or its hash', async () => {
    const openedAt = openedValue(site.context.secrets, Date.now() - 1000);
    for (let n = 0; n < 24; n += 1) {
      // Half of them from one network, one second after the page was opened.
      const visitor = site.visitor({ 'x-forwarded-for': n % 2 ? `192.0.2.${n}` : `10.0.${n}.1` });
      if (n % 2) visitor.cookies.set('opened', openedAt);
      const answer = await visitor.post('/api/unity-declaration', {
        fullName: `${GIVEN[n % 6]} ${FAMILY[Math.floor(n / 6) % 5]}`,
        email: `${GIVEN[n % 6]}${n * 7919}@gmail.com`,
        country: 'Senegal',
        agreeToDeclaration: true,
      });
      expect(answer.status, answer.text).toBe(201);
    }
    // At other times: how long the test takes is no matter.
    await site.db.update(unityDeclarations).set({
      signedAt: sql`${at(0).toISOString()}::timestamptz + (hashtext(${unityDeclarations.id}::text)::bigint + 2147483648) % 600 * interval '1 minute'`,
    });
    const [{ networkMark } = { networkMark: null }] = await site.db
      .select()
      .from(unityDeclarations);
    const { text } = await admin.get(`${path}/unusual-days`);
    expect(await unusual()).toEqual([
      {
        day: dayOf(at(0)),
        count: 24,
        usual: 0,
        isBusy: true,
        hour: null,
        judged: 24,
        verdict: 'check',
        reasons: [
          { name: 'network', count: 12, of: 24 },
          { name: 'fast', count: 12, of: 12 },
        ],
      },
    ]);
    expect(networkMark).toBeTruthy();
    expect(text).not.toContain(networkMark);
    expect(text).not.toContain('192.0.2');
  });

  test('are those of the last week, and older ones that were busy, newest first', async () => {
    const ofOneNetwork = () => ({ networkMark: 'ours' });
    await sign(25, 2, ofOneNetwork);
    for (let before = 20; before < 34; before += 1) await sign(22, before);
    // As unusual as the first, but neither of the last week nor busy.
    await sign(25, 19, ofOneNetwork);
    await sign(130, 12);
    const shown = (await unusual()).map(({ day, verdict, usual, isBusy }) => [
      day,
      verdict,
      usual,
      isBusy,
    ]);
    expect(shown).toEqual([
      [dayOf(at(2)), 'group', 0, true],
      [dayOf(at(12)), 'busy', 22, true],
      ...[27, 28, 29, 30, 31, 32, 33].map((n) => [dayOf(at(n)), 'busy', 0, true]),
    ]);
  });

  test('are judged by all that came in, confirmed or not, and not by what was invalidated', async () => {
    await sign(15, 1, () => ({ networkMark: 'ours', confirmedAt: null, wasAsked: true }));
    await sign(15, 1);
    await sign(40, 1, () => ({ networkMark: 'theirs', invalidatedAt: site.clock.now() }));
    expect(await unusual()).toMatchObject([
      { count: 30, reasons: [{ name: 'network', count: 15, of: 30 }] },
    ]);
  });

  test('of very many signatures are judged by two thousand', async () => {
    for (let n = 0; n < 3; n += 1)
      await sign(1000, 1, (i) => ({ signedAt: at(1, (i * 3 + n) / 60), networkMark: 'ours' }));
    expect(await unusual()).toMatchObject([
      { count: 3000, judged: 2000, reasons: [{ name: 'network', count: 2000, of: 2000 }] },
    ]);
  });

  test('are for those who may read submissions', async () => {
    expect((await site.visitor().get(`${path}/unusual-days`)).status).toBe(401);
    const editor = await site.loggedIn('editor');
    expect((await editor.get(`${path}/unusual-days`)).status).toBe(403);
  });
});

describe('the signatures of a reason', () => {
  const day = () => dayOf(at(1));
  beforeEach(async () => {
    await sign(20, 1);
    await sign(14, 1, (n) => ({ fullName: `Test ${n}`, country: n ? 'Ghana' : 'Kenya' }));
  });

  test('are listed, and can be narrowed further', async () => {
    const { names, total } = await listed(`day=${day()}&reason=names`);
    expect(total).toBe(14);
    expect(names).toEqual(Array.from({ length: 14 }, (_, n) => `Test ${13 - n}`));
    expect((await listed(`day=${day()}&reason=names&country=Kenya`)).names).toEqual(['Test 0']);
    expect((await listed(`day=${day()}&reason=network`)).total).toBe(0);
    expect((await listed(`day=${dayOf(at(2))}&reason=names`)).total).toBe(0);
  });

  test('are invalidated, and count again once it is undone', async () => {
    const answer = await admin.post(`${path}/invalidate`, {
      day: day(),
      reason: 'names',
      count: 14,
    });
    expect(answer.status, answer.text).toBe(200);
    expect((await listed('')).total).toBe(20);
    expect((await listed('status=invalidated')).names).toEqual(
      Array.from({ length: 14 }, (_, n) => `Test ${13 - n}`),
    );
    expect(await unusual()).toMatchObject([{ count: 20, verdict: 'busy', reasons: [] }]);
    const [act] = await site.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, 'unity_declarations.invalidated'));
    expect(act?.after).toEqual({ day: day(), reason: 'names', isSearched: false, count: 14 });
    await admin.post(`${path}/restore`, { at: (answer.body as { at: string }).at });
    expect((await listed('')).total).toBe(34);
  });

  test('are left alone when they are not as many as the administrator was shown', async () => {
    const answer = await admin.post(`${path}/invalidate`, {
      day: day(),
      reason: 'names',
      count: 13,
    });
    expect(answer.status).toBe(409);
    expect((await listed('')).total).toBe(34);
  });

  test.each([
    ['reason=names', 'Choose the day of which you ask the reason'],
    ['day=2026-11-20&reason=luck', 'Choose a reason of the list'],
  ])('are not asked for with %s', async (query, message) => {
    expect(await listed(query)).toMatchObject({ status: 400, names: { message } });
    const body = { ...Object.fromEntries(new URLSearchParams(query)), country: 'Ghana', count: 13 };
    const answer = await admin.post(`${path}/invalidate`, body);
    expect([answer.status, (answer.body as { message: string }).message]).toEqual([400, message]);
  });
});

import { randomUUID } from 'node:crypto';
import { eq, like, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { auditLog } from '../../../server/audit.store.ts';
import { inTransaction } from '../../../server/database/database.ts';
import { openSite, type Site } from '../../../server/testing.ts';
import { days } from '../../../shared/time.ts';
import { contactSubmissions } from '../../contact/contact.store.ts';
import { contactTriage } from '../triage/triage.store.ts';
import { MOST_CHOSEN } from './bulk.rules.ts';
import { changeMany, holdThese, bulkChanges } from './bulk.store.ts';

type Browser = Awaited<ReturnType<Site['loggedIn']>>;
let site: Site;
let admin: Browser;
let other: Browser;
beforeAll(async () => {
  site = await openSite({ work: false });
  admin = await site.loggedIn('admin');
  other = await site.loggedIn('admin');
});
beforeEach(async () => {
  await site.db.delete(contactSubmissions);
  await site.db.delete(bulkChanges);
});
afterAll(() => site.close());

/** So many requests from a country; their ids. */
async function received(count: number, country = 'Ghana'): Promise<string[]> {
  const rows = Array.from({ length: count }, () => ({
    id: randomUUID(),
    firstName: 'Awa',
    lastName: 'Diop',
    email: 'awa@example.org',
    country,
    message: 'Hello',
    wantsNews: false,
    createdAt: site.clock.now(),
  }));
  await site.db.insert(contactSubmissions).values(rows);
  return rows.map(({ id }) => id);
}

const path = '/api/admin/triage/contact/many';
interface Done {
  message: string;
  deed: string;
  count: number;
}
const change = (body: object, by = admin) => by.post(path, body);
const undo = (deed: string, by = admin) => by.post(`${path}/${deed}/undo`);
const stored = async (id: string) =>
  (await site.db.select().from(contactTriage).where(eq(contactTriage.submissionId, id)))[0];

describe('many submissions', () => {
  test('chosen one by one get a status, an owner and tags in one go; the rest of each stays', async () => {
    const [first = '', second = '', third = ''] = await received(3);
    await admin.put(`/api/admin/triage/contact/${first}`, {
      status: 'answered',
      ownerId: other.id,
      tags: ['press'],
      version: 0,
    });
    const body = {
      which: { ids: [first, second] },
      count: 2,
      status: 'closed',
      tags: ['Dakar', 'press'],
    };
    const answer = await change(body);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body).toMatchObject({ count: 2, message: 'The changes are saved.' });
    expect(await stored(first)).toMatchObject({
      status: 'closed',
      ownerId: other.id,
      tags: ['press', 'dakar'],
      version: 2,
    });
    expect(await stored(second)).toMatchObject({ status: 'closed', ownerId: null, version: 1 });
    expect(await stored(third)).toBeUndefined();

    const nobody = await change({ which: { ids: [first] }, count: 1, ownerId: null });
    expect(nobody.status, nobody.text).toBe(200);
    expect(await stored(first)).toMatchObject({ status: 'closed', ownerId: null, version: 3 });
  });

  test('lose a tag, those that have it, which can be taken back; the others are not touched', async () => {
    const [first = '', second = '', third = ''] = await received(3);
    const which = { ids: [first, second, third] };
    await change({ which: { ids: [first, second] }, count: 2, tags: ['press', 'dakar'] });
    const answer = await change({ which, count: 3, removedTags: ['Press'] });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body).toMatchObject({ count: 2 });
    expect(await stored(first)).toMatchObject({ status: 'new', tags: ['dakar'], version: 2 });
    expect(await stored(third)).toBeUndefined();
    expect((await undo((answer.body as Done).deed)).body).toMatchObject({ count: 2 });
    expect(await stored(second)).toMatchObject({ tags: ['press', 'dakar'], version: 3 });
    const both = { removedTags: ['press', 'dakar'], tags: ['lomé'], status: 'closed' };
    expect((await change({ which, count: 3, ...both })).body).toMatchObject({ count: 3 });
    for (const id of which.ids)
      expect(await stored(id)).toMatchObject({ status: 'closed', tags: ['lomé'] });
    const none = await change({ which, count: 3, removedTags: ['press'] });
    expect([none.status, none.text]).toEqual([
      400,
      expect.stringContaining('None of these has any of those tags.'),
    ]);
    const same = await change({ which, count: 3, tags: ['Press'], removedTags: ['press'] });
    expect(same.status).toBe(400);
    expect(same.body).toMatchObject({
      fields: { removedTags: 'You cannot add and remove the same tag.' },
    });
  });

  describe.runIf(process.env.TEST_DATABASE === 'postgres')('at once', () => {
    test('with another change of them wait for it, and find the list as it is then', async () => {
      const ids = await received(3);
      const [held, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const first = inTransaction(site.db, async (tx) => {
        const by = { kind: 'contact', by: other.id, now: site.clock.now() } as const;
        expect(await holdThese(tx, 'contact', ids.toReversed())).toEqual(ids.toSorted());
        held.resolve();
        await go.promise;
        await changeMany(tx, by, ids, { status: 'closed' });
      });
      await held.promise;
      const second = change({ which: { query: { status: 'new' } }, count: 3, status: 'answered' });
      await vi.waitFor(async () => expect(await countWaiting()).toBe(1), 10_000);
      go.resolve();
      await first;
      expect(await second).toMatchObject({ status: 409, body: { count: 0 } });
      for (const id of ids)
        expect(await stored(id)).toMatchObject({ status: 'closed', version: 1 });
    });

    test('are changed and put back by two administrators, and nobody is turned away', async () => {
      const ids = await received(60);
      for (let round = 0; round < 4; round++) {
        const turned = { ids: ids.toReversed().slice(0, 40) };
        const both = await Promise.all([
          change({ which: { query: {} }, count: 60, status: 'closed' }),
          change({ which: turned, count: 40, tags: [`${round}`] }, other),
        ]);
        expect(both.map(({ status }) => status)).toEqual([200, 200]);
        const undone = await Promise.all([
          ...both.map(({ body }) => undo((body as Done).deed)),
          change({ which: turned, count: 40, ownerId: other.id }, other),
        ]);
        expect(undone.map(({ status }) => status)).toEqual([200, 200, 200]);
      }
    });

    const countWaiting = async () => {
      const { rows } = await site.db.execute<{ n: number }>(sql`
        select count(*)::int as n from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`);
      return rows[0]?.n;
    };
  });

  test('that a list shows are all changed, and no others', async () => {
    const ghana = await received(3);
    const [mali = ''] = await received(1, 'Mali');
    const which = { query: { country: 'Ghana', status: 'new', search: 'awa' } };
    const answer = await change({ which, count: 3, ownerId: admin.id });
    expect(answer.status, answer.text).toBe(200);
    for (const id of ghana)
      expect(await stored(id)).toMatchObject({ ownerId: admin.id, status: 'new' });
    expect(await stored(mali)).toBeUndefined();
  });

  test('are left alone when they are more or fewer than was shown', async () => {
    const [first = ''] = await received(2);
    const more = await change({ which: { query: {} }, count: 1, status: 'closed' });
    expect([more.status, (more.body as { count: number }).count]).toEqual([409, 2]);
    const gone = await change({
      which: { ids: [first, randomUUID()] },
      count: 2,
      status: 'closed',
    });
    expect(gone.status).toBe(409);
    expect(await stored(first)).toBeUndefined();
    expect(await site.db.$count(bulkChanges)).toBe(0);
  });

  test.each([
    ['nothing to change', { count: 1 }],
    ['an owner who is no administrator', { count: 1, ownerId: randomUUID() }],
    ['eleven tags', { count: 1, tags: Array.from({ length: 11 }, (_, n) => `tag ${n}`) }],
    ['a field that is none', { count: 1, status: 'closed', version: 1 }],
    ['no count', { status: 'closed' }],
  ])('are refused with %s', async (_, body) => {
    const ids = await received(1);
    expect((await change({ which: { ids }, ...body })).status).toBe(400);
    expect(await stored(ids[0] ?? '')).toBeUndefined();
  });

  test('are refused with the most that can be chosen one by one, where more are', async () => {
    const ids = Array.from({ length: MOST_CHOSEN + 1 }, () => randomUUID());
    const answer = await change({ which: { ids }, count: ids.length, status: 'closed' });
    expect(answer.status).toBe(400);
    const sentence = `You can select at most ${MOST_CHOSEN} one by one.`;
    expect(answer.body).toMatchObject({ fields: { which: sentence } });
  });

  test('are refused together when one of them has no room for the tags', async () => {
    const [full = '', empty = ''] = await received(2);
    const tags = Array.from({ length: 10 }, (_, n) => `tag ${n}`);
    await change({ which: { ids: [full] }, count: 1, tags });
    const answer = await change({ which: { ids: [full, empty] }, count: 2, tags: ['one more'] });
    expect(answer.status).toBe(400);
    expect(await stored(empty)).toBeUndefined();
  });

  test('are one line of the log, and so is their undoing', async () => {
    const ids = await received(2);
    const { deed } = (await change({ which: { ids }, count: 2, status: 'closed' })).body as Done;
    await undo(deed);
    const acts = await site.db
      .select({ action: auditLog.action, after: auditLog.after })
      .from(auditLog)
      .where(eq(auditLog.subject, deed))
      .orderBy(auditLog.id);
    expect(acts).toEqual([
      { action: 'contact_submission.triaged_many', after: { count: 2, status: 'closed' } },
      { action: 'contact_submission.triage_undone', after: { count: 2 } },
    ]);
    expect(await site.db.$count(auditLog, like(auditLog.subject, ids[0] ?? ''))).toBe(0);
  });
});

describe('a change of many that is taken back', () => {
  test('puts each back as it was, and leaves alone what others changed since', async () => {
    const [untouched = '', touched = '', changed = ''] = await received(3);
    const before = { status: 'in_progress', ownerId: other.id, tags: ['press'], version: 0 };
    await admin.put(`/api/admin/triage/contact/${touched}`, before);
    const ids = [untouched, touched, changed];
    const { deed } = (await change({ which: { ids }, count: 3, status: 'closed', tags: ['old'] }))
      .body as Done;
    await other.put(`/api/admin/triage/contact/${changed}`, {
      status: 'answered',
      ownerId: null,
      tags: [],
      version: 1,
    });
    const answer = await undo(deed, other);
    expect(answer.status, answer.text).toBe(200);
    expect((answer.body as Done).count).toBe(2);
    expect(await stored(untouched)).toBeUndefined();
    expect(await stored(touched)).toMatchObject({
      status: 'in_progress',
      ownerId: other.id,
      tags: ['press'],
      version: 3,
      changedBy: other.id,
    });
    expect(await stored(changed)).toMatchObject({ status: 'answered' });
    expect((await undo(deed)).status).toBe(404);
  });

  test('is no longer possible after a day, and what was kept for it goes with the next change', async () => {
    const ids = await received(1);
    const { deed } = (await change({ which: { ids }, count: 1, status: 'closed' })).body as Done;
    site.clock.advance(days(1));
    const [fresh, member] = [await site.loggedIn('admin'), await site.loggedIn('member')];
    expect((await undo(deed, fresh)).status).toBe(404);
    expect(await site.db.$count(bulkChanges)).toBe(1);
    await change({ which: { ids }, count: 1, status: 'new' }, fresh);
    site.clock.advance(days(1) + 1);
    const again = await site.loggedIn('admin');
    await change({ which: { ids }, count: 1, status: 'new' }, again);
    expect(await site.db.$count(bulkChanges)).toBe(1);
    expect((await undo(deed, member)).status).toBe(403);
  });
});

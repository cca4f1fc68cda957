import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSite, type Site } from '../../../server/testing.ts';
import { users } from '../../../server/user.store.ts';
import { userProfiles } from '../../members/profile/profile.store.ts';
import { join, type Member } from '../testing.ts';

let site: Site;
let caller: Member;
const named: Record<string, Member> = {};
beforeAll(async () => {
  site = await openSite({ work: false });
  caller = await join(site, { firstName: 'Caller', lastName: 'Zero' });
  for (const [firstName, lastName] of [
    ['Awa', 'Diop'],
    ['Awa Marie', 'Ndiaye'],
    ['Marie', 'Diop Sow'],
    ['Élodie', 'Œuvrard'],
    ['100%', '_under\\score'],
    [null, null],
  ] as const)
    named[`${firstName} ${lastName}`] = await join(site, { firstName, lastName });
});
afterAll(() => site.close());

const find = async (search?: string, who = caller) => {
  const query = search === undefined ? '' : `?limit=20&search=${encodeURIComponent(search)}`;
  const list = (await who.get(`/api/users${query}`)).body as { user: Person }[];
  return list.map(({ user }) => `${user.firstName} ${user.lastName}`);
};
interface Person {
  id: string;
  firstName: string;
  lastName: string;
}

test('the list has every member but the caller, by name, and nothing but names', async () => {
  expect(await find()).toEqual([
    '100% _under\\score',
    'Awa Diop',
    'Awa Marie Ndiaye',
    'Élodie Œuvrard',
    'Marie Diop Sow',
    'null null',
  ]);
  const answer = await caller.get('/api/users');
  expect(answer.text).not.toContain('@');
  for (const one of answer.body as { user: Person }[]) {
    expect(Object.keys(one)).toEqual(['user']);
    expect(Object.keys(one.user)).toEqual(['id', 'firstName', 'lastName']);
  }
  expect((await caller.get('/api/users?limit=2')).body).toHaveLength(2);
  expect((await site.visitor().get('/api/users')).status).toBe(401);
});

test.each([
  ['awa', ['Awa Diop', 'Awa Marie Ndiaye']],
  ['AWA', ['Awa Diop', 'Awa Marie Ndiaye']],
  [' awa  di ', ['Awa Diop']],
  ['awa m', ['Awa Marie Ndiaye']],
  ['awa marie nd', ['Awa Marie Ndiaye']],
  ['ndiaye awa', ['Awa Marie Ndiaye']],
  ['diop', ['Awa Diop', 'Marie Diop Sow']],
  ['marie diop s', ['Marie Diop Sow']],
  ['él', ['Élodie Œuvrard']],
  ['œuv', ['Élodie Œuvrard']],
  ['ÉLODIE', ['Élodie Œuvrard']],
  ['100%', ['100% _under\\score']],
  ['%', []],
  ['_', ['100% _under\\score']],
  ['_under\\', ['100% _under\\score']],
  ['wa', []],
  ['diop awa marie ndiaye and so many more words that no name has', []],
  [
    '',
    [
      '100% _under\\score',
      'Awa Diop',
      'Awa Marie Ndiaye',
      'Élodie Œuvrard',
      'Marie Diop Sow',
      'null null',
    ],
  ],
])('a search for “%s” finds %j', async (search, expected) => {
  expect(await find(search)).toEqual(expected);
});

describe('left out', () => {
  const hide = (member: Member) =>
    site.db.insert(userProfiles).values({
      id: randomUUID(),
      userId: member.id,
      country: '',
      city: '',
      bio: '',
      interests: '',
      isPublic: false,
      createdAt: site.clock.now(),
      updatedAt: site.clock.now(),
    });

  test('are the hidden, except for those with whom they have written', async () => {
    const hidden = await join(site, { firstName: 'Hidden', lastName: 'One' });
    await hide(hidden);
    expect(await find('hidden')).toEqual([]);
    await hidden.wrote(caller);
    expect(await find('hidden')).toEqual(['Hidden One']);
    expect(await find('hidden', named['Awa Diop'])).toEqual([]);
  });

  test('are the suspended', async () => {
    const shut = await join(site, { firstName: 'Shut', lastName: 'Out' });
    const suspend = (suspendedAt: Date | null) =>
      site.db.update(users).set({ suspendedAt }).where(eq(users.id, shut.id));
    await suspend(site.clock.now());
    expect(await find('shut')).toEqual([]);
    await suspend(null);
    expect(await find('shut')).toEqual(['Shut Out']);
  });

  test('are the blocked, to both sides', async () => {
    const blocked = await join(site, { firstName: 'Blocked', lastName: 'By' });
    const path = `/api/members/${blocked.id}/block`;
    await caller.put(path, { blocked: true });
    expect(await find('blocked')).toEqual([]);
    expect(await find('caller', blocked)).toEqual([]);
    await caller.put(path, { blocked: false });
    expect(await find('blocked')).toEqual(['Blocked By']);
  });

  test('are not those who have not verified their address yet', async () => {
    await join(site, { firstName: 'New', lastName: 'Comer', isVerified: false });
    expect(await find('new')).toEqual(['New Comer']);
  });
});

describe('a search', () => {
  const path = '/api/users?limit=20&search=awa';

  test('needs a proved address, and none where MESSAGING_REQUIRES_VERIFIED_EMAIL is false', async () => {
    const unproved = await join(site, { isVerified: false });
    const answer = await unproved.get(path);
    expect(answer).toMatchObject({ status: 403, body: { reason: 'verify' } });
    expect(answer.text).not.toContain('Diop');
    await site.db
      .update(users)
      .set({ emailVerifiedAt: site.clock.now() })
      .where(eq(users.id, unproved.id));
    expect((await unproved.get(path)).status).toBe(200);

    const trusting = await openSite({
      work: false,
      environment: { MESSAGING_REQUIRES_VERIFIED_EMAIL: 'false' },
    });
    expect((await (await join(trusting, { isVerified: false })).get(path)).status).toBe(200);
    await trusting.close();
  });

  test('for twenty names is answered 300 times an hour to one account, whatever others do', async () => {
    const [harvester, other] = [await join(site), await join(site)];
    for (let n = 0; n < 299; n++) expect((await harvester.get(path)).status).toBe(200);
    await other.get(path);
    expect((await harvester.get(path)).status).toBe(200);
    const refused = await harvester.get(path);
    expect(refused).toMatchObject({
      status: 429,
      body: { message: 'You have looked up too many members in an hour. Please try again later.' },
    });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3500);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(3600);
    expect((await other.get(path)).status).toBe(200);
  });

  test('for 200 names counts as ten', async () => {
    const harvester = await join(site);
    for (let n = 0; n < 30; n++) expect((await harvester.get('/api/users')).status).toBe(200);
    expect((await harvester.get(path)).status).toBe(429);
  });
});

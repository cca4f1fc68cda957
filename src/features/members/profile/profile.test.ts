import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSite, type Site } from '../../../server/testing.ts';
import { memberBlocks } from '../../messages/core/block.store.ts';
import type { Profile } from './profile.contract.ts';
import { userProfiles } from './profile.store.ts';
import { changeMember, haveWritten } from './testing.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite({ work: false, environment: { ADDRESS_LIMIT_FACTOR: '1000' } });
});
afterAll(() => site.close());

const profile: Profile = {
  country: 'Senegal',
  city: 'Dakar',
  bio: 'I teach.\nI read.',
  interests: 'chess, millet',
  isPublic: true,
};
const empty: Profile = { country: '', city: '', bio: '', interests: '', isPublic: true };

const rowsOf = async (userId: string) =>
  (await site.db.select().from(userProfiles)).filter((row) => row.userId === userId);

type Member = Awaited<ReturnType<Site['loggedIn']>>;
const profileOf = async (member: Member) =>
  ((await member.get('/api/profile')).body as { profile: Profile }).profile;

async function memberWithProfile(change: Partial<Profile> = {}) {
  const member = await site.loggedIn('member');
  const { status, text } = await member.put('/api/profile', { ...profile, ...change });
  expect(status, text).toBe(200);
  return member;
}

describe('one’s own profile', () => {
  test('is empty and public before the first saving, and nothing is written by looking', async () => {
    const member = await site.loggedIn('member');
    expect((await member.get('/api/profile')).body).toEqual({ profile: empty });
    expect(await rowsOf(member.id)).toEqual([]);
  });

  test('is saved, trimmed, kept in one row and answered', async () => {
    const member = await site.loggedIn('member');
    const first = await member.put('/api/profile', {
      ...profile,
      city: '  Dakar ',
      bio: ' I teach. ',
    });
    expect([first.status, first.body]).toEqual([200, { message: 'Your profile is saved.' }]);
    expect(await profileOf(member)).toEqual({ ...profile, bio: 'I teach.' });
    site.clock.advance(1000);
    await member.put('/api/profile', { ...profile, bio: '', isPublic: false });
    expect(await profileOf(member)).toEqual({ ...profile, bio: '', isPublic: false });
    const [row, ...others] = await rowsOf(member.id);
    expect(others).toEqual([]);
    expect(Number(row?.updatedAt) - Number(row?.createdAt)).toBeGreaterThanOrEqual(1000);
  });

  test('keeps what a saving leaves out, also at the first time', async () => {
    const member = await site.loggedIn('member');
    await member.put('/api/profile', { isPublic: false });
    expect(await profileOf(member)).toEqual({ ...empty, isPublic: false });
    await member.put('/api/profile', { city: 'Thiès' });
    expect(await profileOf(member)).toEqual({ ...empty, isPublic: false, city: 'Thiès' });
  });

  test.each([
    [{ country: 'Atlantis' }, 'country', 'Please choose your country from the list'],
    [{ country: 7 }, 'country', 'Please choose your country from the list'],
    [
      { city: 'x'.repeat(101) },
      'city',
      'Please write your city in one line of at most 100 characters',
    ],
    [
      { city: 'Dakar\nThiès' },
      'city',
      'Please write your city in one line of at most 100 characters',
    ],
    [
      { bio: 'x'.repeat(2001) },
      'bio',
      'Please shorten what you say about yourself to at most 2,000 characters',
    ],
    [
      { interests: 'x'.repeat(501) },
      'interests',
      'Please shorten your interests to at most 500 characters',
    ],
    [{ isPublic: 'yes' }, 'isPublic', 'Please say whether other members may find you'],
    [
      { bio: null },
      'bio',
      'Please shorten what you say about yourself to at most 2,000 characters',
    ],
  ])('refuses %j at its field and writes nothing', async (change, field, message) => {
    const member = await memberWithProfile();
    const answer = await member.put('/api/profile', { ...profile, ...change });
    expect([answer.status, answer.body]).toEqual([400, { message, fields: { [field]: message } }]);
    expect(await profileOf(member)).toEqual(profile);
  });

  test('takes 2,000 characters about somebody and 500 of interests', async () => {
    const member = await memberWithProfile({ bio: 'é'.repeat(2000), interests: 'x'.repeat(500) });
    expect((await profileOf(member)).bio).toHaveLength(2000);
  });

  test.each(['userId', 'id', 'createdAt', 'isAdmin', 'email', 'emailVerifiedAt'])(
    'refuses %s in the body, which is nobody’s to write',
    async (key) => {
      const member = await memberWithProfile();
      const other = await memberWithProfile({ city: 'Thiès' });
      const answer = await member.put('/api/profile', {
        ...profile,
        city: 'Kaolack',
        [key]: other.id,
      });
      expect(answer.status).toBe(400);
      expect(await profileOf(member)).toEqual(profile);
      expect(await profileOf(other)).toEqual({ ...profile, city: 'Thiès' });
    },
  );

  test('drawn for somebody who is not logged in here any more is not written over another’s', async () => {
    const member = await memberWithProfile();
    const other = await memberWithProfile({ city: 'Thiès' });
    const answer = await other.put(
      '/api/profile',
      { ...profile, city: 'Kaolack' },
      { 'acting-for': member.id },
    );
    expect(answer).toMatchObject({ status: 409, body: { reason: 'another-account' } });
    expect(await profileOf(other)).toEqual({ ...profile, city: 'Thiès' });
  });

  test('written by two savings at once is one of them, whole', async () => {
    const member = await site.loggedIn('member');
    const [one, two] = [
      { ...profile, city: 'One', bio: 'One' },
      { ...profile, city: 'Two', bio: 'Two' },
    ];
    const answers = await Promise.all([one, two].map((body) => member.put('/api/profile', body)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect([one, two]).toContainEqual(await profileOf(member));
    expect(await rowsOf(member.id)).toHaveLength(1);
  });

  test('is closed to visitors', async () => {
    expect((await site.visitor().get('/api/profile')).status).toBe(401);
    expect((await site.visitor().put('/api/profile', profile)).status).toBe(401);
  });
});

describe('the card of a member', () => {
  const cardOf = (viewer: Member, id: string) => viewer.get(`/api/members/${id}`);
  const { isPublic: _, ...card } = profile;
  /** A member who can look at others. */
  async function proved(role: 'member' | 'admin' = 'member') {
    const browser = await site.loggedIn(role);
    await changeMember(site, browser.id, { emailVerifiedAt: site.clock.now() });
    return browser;
  }

  test('who is public shows name, country, city, bio and interests, and nothing more', async () => {
    const [member, viewer] = [await memberWithProfile(), await proved()];
    const { status, body } = await cardOf(viewer, member.id);
    expect([status, body]).toEqual([
      200,
      { id: member.id, firstName: 'Test', lastName: 'member', profile: card },
    ]);
  });

  test('who never saved a profile shows the name and empty texts', async () => {
    const [member, viewer] = [await proved(), await proved()];
    expect((await cardOf(viewer, member.id)).body).toMatchObject({
      firstName: 'Test',
      profile: { country: '', city: '', bio: '', interests: '' },
    });
  });

  test('who keeps to themselves is not found by those they never wrote with, as nobody is', async () => {
    const [member, viewer] = [await memberWithProfile({ isPublic: false }), await proved()];
    const stranger = await proved();
    await haveWritten(site, member.id, stranger.id);
    const hidden = await cardOf(viewer, member.id);
    const nobody = await cardOf(viewer, randomUUID());
    expect(hidden.status).toBe(404);
    expect([hidden.status, hidden.text]).toEqual([nobody.status, nobody.text]);
  });

  test.each([
    ['wrote to them', (member: string, viewer: string) => [viewer, member] as const],
    ['was written to by them', (member: string, viewer: string) => [member, viewer] as const],
  ])('who keeps to themselves shows who %s a name and no more', async (_how, order) => {
    const [member, viewer] = [await memberWithProfile({ isPublic: false }), await proved()];
    await haveWritten(site, ...order(member.id, viewer.id));
    const { status, body, text } = await cardOf(viewer, member.id);
    expect([status, body]).toEqual([
      200,
      { id: member.id, firstName: 'Test', lastName: 'member', profile: null },
    ]);
    expect(text).not.toMatch(/Senegal|Dakar|teach|chess/);
  });

  test('of an administrator who never wrote with anybody is closed as to everybody', async () => {
    const member = await memberWithProfile({ isPublic: false });
    const admin = await proved('admin');
    expect((await cardOf(admin, member.id)).status).toBe(404);
  });

  test('of one’s own is what others see', async () => {
    const member = await memberWithProfile({ isPublic: false });
    expect((await cardOf(member, member.id)).body).toMatchObject({ profile: null });
  });

  test.each([
    ['suspended', (id: string) => changeMember(site, id, { suspendedAt: site.clock.now() })],
    [
      'blocking the viewer',
      (id: string, viewer: string) =>
        site.db
          .insert(memberBlocks)
          .values({ blockerId: id, blockedId: viewer, blockedAt: site.clock.now() }),
    ],
  ])('who is %s is not found, and has a name for who wrote with them', async (_what, make) => {
    const [member, viewer] = [await memberWithProfile(), await proved()];
    await make(member.id, viewer.id);
    expect((await cardOf(viewer, member.id)).status).toBe(404);
    await haveWritten(site, member.id, viewer.id);
    expect((await cardOf(viewer, member.id)).body).toMatchObject({
      firstName: 'Test',
      profile: null,
    });
  });

  test('carries no character that turns or hides what is around it', async () => {
    const [member, viewer] = [
      await memberWithProfile({
        city: 'Da\u200Bkar',
        bio: 'I \u202Ehcaet\u202C.',
        interests: '\u2066x',
      }),
      await proved(),
    ];
    await changeMember(site, member.id, { firstName: 'A\u202Ewa', lastName: '\u200BDiop\uFEFF' });
    const { body } = await cardOf(viewer, member.id);
    expect(body).toMatchObject({
      firstName: 'Awa',
      lastName: 'Diop',
      profile: { city: 'Dakar', bio: 'I hcaet.', interests: 'x' },
    });
    // What was typed stays typed: its owner mends it.
    expect((await profileOf(member)).city).toBe('Da\u200Bkar');
  });

  test('answers 404 where the id is none, and 401 to visitors', async () => {
    const member = await memberWithProfile();
    expect((await cardOf(member, '7')).status).toBe(404);
    expect((await site.visitor().get(`/api/members/${member.id}`)).status).toBe(401);
  });

  test('is for who has proved their address; one’s own is for everybody', async () => {
    const [member, viewer] = [await memberWithProfile(), await site.loggedIn('member')];
    const answer = await cardOf(viewer, member.id);
    expect(answer).toMatchObject({ status: 403, body: { reason: 'verify' } });
    expect(answer.text).not.toMatch(/Senegal|Dakar|teach|chess/);
    expect((await cardOf(viewer, viewer.id)).status).toBe(200);
  });

  test('is shown to one account 120 times an hour, and one’s own as often as one likes', async () => {
    const [member, harvester] = [await memberWithProfile(), await proved()];
    for (let n = 0; n < 119; n++) expect((await cardOf(harvester, member.id)).status).toBe(200);
    // The names of nobody are counted too.
    expect((await cardOf(harvester, randomUUID())).status).toBe(404);
    const refused = await cardOf(harvester, member.id);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3500);
    expect((await cardOf(harvester, harvester.id)).status).toBe(200);
    expect((await cardOf(await proved(), member.id)).status).toBe(200);
  });
});

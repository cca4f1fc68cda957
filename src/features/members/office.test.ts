import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSite, type Site } from '../../server/testing.ts';
import { accountsOf } from './testing.accounts.ts';

type Admin = Awaited<ReturnType<Site['loggedIn']>>;

let site: Site;
let accounts: ReturnType<typeof accountsOf>;
beforeAll(async () => {
  site = await openSite({ work: false, environment: { ADDRESS_LIMIT_FACTOR: '1000' } });
  accounts = accountsOf(site);
});
afterAll(() => site.close());

const setAdmin = (by: Admin, id: string, isAdmin: boolean) =>
  by.put(`/api/admin/users/${id}/admin`, { isAdmin });
const emailOf = (id: string) => `${id}@example.org`;
const messageOf = (answer: { body: unknown }) => (answer.body as { message: string }).message;
const isAdmin = async (id: string) => (await accounts.row(id))?.isAdmin;

/** A member who has proved to hold their address. */
async function provedMember() {
  const member = await site.loggedIn('member');
  await accounts.change(member.id, { emailVerifiedAt: site.clock.now() });
  return member;
}

/** This many new administrators, and nobody else is one. */
async function administrators<const N extends number>(many: N): Promise<Admin[]> {
  const all = await Promise.all(Array.from({ length: many }, () => site.loggedIn('admin')));
  await accounts.leaveAdministrators(...all.map(({ id }) => id));
  return all;
}

describe('making an administrator', () => {
  test('ends the member’s sessions, tells every administrator and the member, and leaves an audit row', async () => {
    const [boss, second] = (await administrators(2)) as [Admin, Admin];
    const member = await provedMember();
    await accounts.change(second.id, { locale: 'fr' });
    const answer = await setAdmin(boss, member.id, true);
    expect([answer.status, messageOf(answer)]).toEqual([
      200,
      'The account is an administrator now. Every administrator is told.',
    ]);
    expect(await isAdmin(member.id)).toBe(true);
    expect((await member.get('/api/auth/user')).status).toBe(401);
    for (const { id } of [boss, second, member])
      expect(await accounts.mailsTo(emailOf(id))).toMatchObject([
        {
          template: 'administrator-changed',
          locale: id === second.id ? 'fr' : 'en',
          props: { member: emailOf(member.id), changedBy: emailOf(boss.id), isAdmin: true },
        },
      ]);
    expect(await accounts.actsOn(member.id)).toMatchObject([
      { action: 'administrator.appointed', actorId: boss.id, after: { isAdmin: true } },
    ]);
  });

  test('of one is refused', async () => {
    const [boss, second] = (await administrators(2)) as [Admin, Admin];
    expect((await setAdmin(boss, second.id, true)).status).toBe(409);
    expect(await accounts.actsOn(second.id)).toEqual([]);
  });

  test('of a suspended account is refused until it is restored', async () => {
    const [boss] = (await administrators(1)) as [Admin];
    const member = await provedMember();
    await boss.post(`/api/admin/users/${member.id}/suspend`, { reason: 'Spam.' });
    expect((await setAdmin(boss, member.id, true)).status).toBe(409);
    expect(await isAdmin(member.id)).toBe(false);
    await boss.post(`/api/admin/users/${member.id}/restore`);
    expect((await setAdmin(boss, member.id, true)).status).toBe(200);
  });

  test('of an account whose address nobody has proved is refused until it is', async () => {
    const [boss] = (await administrators(1)) as [Admin];
    const squatter = await site.loggedIn('member');
    const answer = await setAdmin(boss, squatter.id, true);
    expect([answer.status, messageOf(answer)]).toEqual([
      409,
      'Nobody has confirmed the address of this account yet. Ask its owner to open the link in our mail first.',
    ]);
    expect(await isAdmin(squatter.id)).toBe(false);
    expect((await squatter.get('/api/admin/users')).status).toBe(403);
    expect(await accounts.actsOn(squatter.id)).toEqual([]);
    expect(await accounts.mailsTo(emailOf(boss.id))).toEqual([]);
    await accounts.change(squatter.id, { emailVerifiedAt: site.clock.now() });
    expect((await setAdmin(boss, squatter.id, true)).status).toBe(200);
  });

  test('of nobody is 404', async () => {
    const [boss] = (await administrators(1)) as [Admin];
    expect((await setAdmin(boss, randomUUID(), true)).status).toBe(404);
  });

  test.each([{}, { isAdmin: 'yes' }, { isAdmin: 1 }, { isAdmin: true, email: 'x@example.org' }])(
    'with %j is refused',
    async (body) => {
      const [boss] = (await administrators(1)) as [Admin];
      const member = await site.loggedIn('member');
      expect((await boss.put(`/api/admin/users/${member.id}/admin`, body)).status).toBe(400);
      expect(await isAdmin(member.id)).toBe(false);
    },
  );

  test('asks for a recent password', async () => {
    const [boss] = (await administrators(1)) as [Admin];
    const member = await provedMember();
    await accounts.age(boss.id);
    const answer = await setAdmin(boss, member.id, true);
    expect([answer.status, (answer.body as { reason: string }).reason]).toEqual([
      403,
      'reauthenticate',
    ]);
    expect(await isAdmin(member.id)).toBe(false);
  });
});

describe('making an administrator a member again', () => {
  test('ends their sessions at once and tells the administrators and them', async () => {
    const [boss, second] = (await administrators(2)) as [Admin, Admin];
    const answer = await setAdmin(boss, second.id, false);
    expect([answer.status, messageOf(answer)]).toEqual([
      200,
      'The account is a member’s again. Every administrator is told.',
    ]);
    expect((await second.get('/api/admin/users')).status).toBe(401);
    expect(await accounts.countSessions(second.id)).toBe(0);
    for (const { id } of [boss, second])
      expect(await accounts.mailsTo(emailOf(id))).toMatchObject([
        { template: 'administrator-changed', props: { isAdmin: false } },
      ]);
    expect(await accounts.actsOn(second.id)).toMatchObject([
      { action: 'administrator.dismissed', before: { isAdmin: true } },
    ]);
  });

  test('mails nothing to one whose address nobody has proved, which may be a stranger’s', async () => {
    const [boss, second, mistyped] = (await administrators(3)) as [Admin, Admin, Admin];
    await accounts.change(mistyped.id, { emailVerifiedAt: null });
    expect((await setAdmin(boss, second.id, false)).status).toBe(200);
    expect((await setAdmin(boss, mistyped.id, false)).status).toBe(200);
    expect(await accounts.mailsTo(emailOf(mistyped.id))).toEqual([]);
    expect(await accounts.mailsTo(emailOf(boss.id))).toHaveLength(2);
  });

  test('is refused for the only one, also for oneself', async () => {
    const [boss] = (await administrators(1)) as [Admin];
    const answer = await setAdmin(boss, boss.id, false);
    expect([answer.status, messageOf(answer)]).toEqual([
      409,
      'This is the only administrator. Make somebody else one first, so that the site has one.',
    ]);
    expect(await isAdmin(boss.id)).toBe(true);
    expect((await boss.get('/api/admin/users')).status).toBe(200);
  });

  test('is done for oneself where another one remains', async () => {
    const [boss, second] = (await administrators(2)) as [Admin, Admin];
    expect((await setAdmin(boss, boss.id, false)).status).toBe(200);
    expect((await boss.get('/api/auth/user')).status).toBe(401);
    expect((await second.get('/api/admin/users')).status).toBe(200);
  });

  test('is refused for oneself where the only other one is suspended', async () => {
    const [boss, second] = (await administrators(2)) as [Admin, Admin];
    await boss.post(`/api/admin/users/${second.id}/suspend`, { reason: 'Away.' });
    expect((await setAdmin(boss, boss.id, false)).status).toBe(409);
  });

  test('of each other at once leaves one of them, whoever was first', async () => {
    for (let round = 0; round < 3; round++) {
      const [one, two] = (await administrators(2)) as [Admin, Admin];
      const answers = await Promise.all([
        setAdmin(one, two.id, false),
        setAdmin(two, one.id, false),
      ]);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      const left = [await isAdmin(one.id), await isAdmin(two.id)].filter(Boolean);
      expect(left).toHaveLength(1);
    }
  });

  test('of themselves at once leaves one of two', async () => {
    const [one, two] = (await administrators(2)) as [Admin, Admin];
    const answers = await Promise.all([setAdmin(one, one.id, false), setAdmin(two, two.id, false)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('by one who was demoted meanwhile is refused, though a third one remains', async () => {
    const [one, two] = (await administrators(3)) as [Admin, Admin, Admin];
    const answers = await Promise.all([setAdmin(one, two.id, false), setAdmin(two, one.id, false)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect([await isAdmin(one.id), await isAdmin(two.id)].filter(Boolean)).toHaveLength(1);
  });

  test('of a member is refused', async () => {
    const [boss] = (await administrators(1)) as [Admin];
    const member = await site.loggedIn('member');
    expect((await setAdmin(boss, member.id, false)).status).toBe(409);
  });
});

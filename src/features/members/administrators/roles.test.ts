import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSite, type Site } from '../../../server/testing.ts';
import type { Role } from '../../../shared/roles.ts';
import { accountsOf } from '../testing.accounts.ts';

type Admin = Awaited<ReturnType<Site['loggedIn']>>;

let site: Site;
let accounts: ReturnType<typeof accountsOf>;
beforeAll(async () => {
  site = await openSite({ work: false, environment: { ADDRESS_LIMIT_FACTOR: '1000' } });
  accounts = accountsOf(site);
});
afterAll(() => site.close());

const give = async (by: Admin, id: string, role: Role | null) => {
  const was = (await accounts.row(id))?.role ?? null;
  return by.put(`/api/admin/users/${id}/role`, { role, was });
};
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

describe('giving a role to a member', () => {
  test('ends the member’s sessions, tells every owner and the member, and leaves an audit row', async () => {
    const [boss, second] = (await administrators(2)) as [Admin, Admin];
    const member = await provedMember();
    await accounts.change(second.id, { locale: 'fr' });
    const answer = await give(boss, member.id, 'owner');
    expect([answer.status, messageOf(answer)]).toEqual([
      200,
      'The role is saved. Every owner will get an email.',
    ]);
    expect(await isAdmin(member.id)).toBe(true);
    expect((await member.get('/api/auth/user')).status).toBe(401);
    for (const { id } of [boss, second, member])
      expect(await accounts.mailsTo(emailOf(id))).toMatchObject([
        {
          template: 'administrator-changed',
          locale: id === second.id ? 'fr' : 'en',
          props: {
            member: emailOf(member.id),
            changedBy: emailOf(boss.id),
            isAdmin: true,
            was: null,
            role: 'owner',
          },
        },
      ]);
    expect(await accounts.actsOn(member.id)).toMatchObject([
      {
        action: 'administrator.appointed',
        actorId: boss.id,
        before: { role: null },
        after: { role: 'owner' },
      },
    ]);
  });

  test('that they have already is refused', async () => {
    const [boss, second] = (await administrators(2)) as [Admin, Admin];
    expect((await give(boss, second.id, 'owner')).status).toBe(409);
    expect(await accounts.actsOn(second.id)).toEqual([]);
  });

  test('of a suspended account is refused until it is restored', async () => {
    const [boss] = (await administrators(1)) as [Admin];
    const member = await provedMember();
    await boss.post(`/api/admin/users/${member.id}/suspend`, { reason: 'Spam.' });
    expect((await give(boss, member.id, 'owner')).status).toBe(409);
    expect(await isAdmin(member.id)).toBe(false);
    await boss.post(`/api/admin/users/${member.id}/restore`);
    expect((await give(boss, member.id, 'owner')).status).toBe(200);
  });

  test('of an account whose address nobody has proved is refused until it is', async () => {
    const [boss] = (await administrators(1)) as [Admin];
    const squatter = await site.loggedIn('member');
    const answer = await give(boss, squatter.id, 'owner');
    expect([answer.status, messageOf(answer)]).toEqual([
      409,
      'The address of this account is not confirmed yet. Ask the account holder to open the link in our email first.',
    ]);
    expect(await isAdmin(squatter.id)).toBe(false);
    expect((await squatter.get('/api/admin/users')).status).toBe(403);
    expect(await accounts.actsOn(squatter.id)).toEqual([]);
    expect(await accounts.mailsTo(emailOf(boss.id))).toEqual([]);
    await accounts.change(squatter.id, { emailVerifiedAt: site.clock.now() });
    expect((await give(boss, squatter.id, 'owner')).status).toBe(200);
  });

  test('that somebody else has given or taken meanwhile is not overwritten unseen: 409, with theirs', async () => {
    const [boss, second] = (await administrators(2)) as [Admin, Admin];
    const member = await provedMember();
    expect((await give(second, member.id, 'finance')).status).toBe(200);
    const path = `/api/admin/users/${member.id}/role`;
    const answer = await boss.put(path, { role: 'viewer', was: null });
    expect([answer.status, answer.body]).toMatchObject([409, { now: 'finance' }]);
    expect(await accounts.row(member.id)).toMatchObject({ role: 'finance' });
    expect(await accounts.actsOn(member.id)).toHaveLength(1);
    expect((await boss.put(path, { role: 'viewer', was: 'finance' })).status).toBe(200);
    expect(await accounts.row(member.id)).toMatchObject({ role: 'viewer' });
  });

  test('of nobody is 404', async () => {
    const [boss] = (await administrators(1)) as [Admin];
    expect((await give(boss, randomUUID(), 'owner')).status).toBe(404);
  });

  test.each([
    {},
    { role: 'owner' },
    { role: 'king', was: null },
    { role: 1, was: null },
    { role: 'owner', was: null, email: 'x@example.org' },
    { isAdmin: true },
  ])('with %j is refused', async (body) => {
    const [boss] = (await administrators(1)) as [Admin];
    const member = await site.loggedIn('member');
    expect((await boss.put(`/api/admin/users/${member.id}/role`, body)).status).toBe(400);
    expect(await isAdmin(member.id)).toBe(false);
  });

  test('asks for a recent password', async () => {
    const [boss] = (await administrators(1)) as [Admin];
    const member = await provedMember();
    await accounts.age(boss.id);
    const answer = await give(boss, member.id, 'owner');
    expect([answer.status, (answer.body as { reason: string }).reason]).toEqual([
      403,
      'reauthenticate',
    ]);
    expect(await isAdmin(member.id)).toBe(false);
  });
});

describe('taking the role of an owner', () => {
  test('ends their sessions at once and tells the owners and them', async () => {
    const [boss, second] = (await administrators(2)) as [Admin, Admin];
    const answer = await give(boss, second.id, null);
    expect([answer.status, messageOf(answer)]).toEqual([
      200,
      'The account can no longer open the dashboard. Every owner will get an email.',
    ]);
    expect((await second.get('/api/admin/users')).status).toBe(401);
    expect(await accounts.countSessions(second.id)).toBe(0);
    for (const { id } of [boss, second])
      expect(await accounts.mailsTo(emailOf(id))).toMatchObject([
        { template: 'administrator-changed', props: { isAdmin: false } },
      ]);
    expect(await accounts.actsOn(second.id)).toMatchObject([
      { action: 'administrator.dismissed', before: { role: 'owner' }, after: { role: null } },
    ]);
  });

  test('mails nothing to one whose address nobody has proved, which may be a stranger’s', async () => {
    const [boss, second, mistyped] = (await administrators(3)) as [Admin, Admin, Admin];
    await accounts.change(mistyped.id, { emailVerifiedAt: null });
    expect((await give(boss, second.id, null)).status).toBe(200);
    expect((await give(boss, mistyped.id, null)).status).toBe(200);
    expect(await accounts.mailsTo(emailOf(mistyped.id))).toEqual([]);
    expect(await accounts.mailsTo(emailOf(boss.id))).toHaveLength(2);
  });

  test('is refused for the only one, also for oneself', async () => {
    const [boss] = (await administrators(1)) as [Admin];
    const answer = await give(boss, boss.id, null);
    expect([answer.status, messageOf(answer)]).toEqual([
      409,
      'This is the only owner who can log in. Make someone else an owner first, so that the site still has one.',
    ]);
    expect(await isAdmin(boss.id)).toBe(true);
    expect((await boss.get('/api/admin/users')).status).toBe(200);
  });

  test('is done for oneself where another one remains', async () => {
    const [boss, second] = (await administrators(2)) as [Admin, Admin];
    expect((await give(boss, boss.id, null)).status).toBe(200);
    expect((await boss.get('/api/auth/user')).status).toBe(401);
    expect((await second.get('/api/admin/users')).status).toBe(200);
  });

  test('is refused for oneself where the only other one is suspended', async () => {
    const [boss, second] = (await administrators(2)) as [Admin, Admin];
    await boss.post(`/api/admin/users/${second.id}/suspend`, { reason: 'Away.' });
    expect((await give(boss, boss.id, null)).status).toBe(409);
  });

  test('of each other at once leaves one of them, whoever was first', async () => {
    for (let round = 0; round < 3; round++) {
      const [one, two] = (await administrators(2)) as [Admin, Admin];
      const answers = await Promise.all([give(one, two.id, null), give(two, one.id, null)]);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      const left = [await isAdmin(one.id), await isAdmin(two.id)].filter(Boolean);
      expect(left).toHaveLength(1);
    }
  });

  test('of themselves at once leaves one of two', async () => {
    const [one, two] = (await administrators(2)) as [Admin, Admin];
    const answers = await Promise.all([give(one, one.id, null), give(two, two.id, null)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('by one who was demoted meanwhile is refused, though a third one remains', async () => {
    const [one, two] = (await administrators(3)) as [Admin, Admin, Admin];
    const answers = await Promise.all([give(one, two.id, null), give(two, one.id, null)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect([await isAdmin(one.id), await isAdmin(two.id)].filter(Boolean)).toHaveLength(1);
  });

  test('of a member is refused', async () => {
    const [boss] = (await administrators(1)) as [Admin];
    const member = await site.loggedIn('member');
    expect((await give(boss, member.id, null)).status).toBe(409);
  });
});

describe('changing the role of an administrator', () => {
  const sessionOf = async (by: Admin) =>
    (await by.get('/api/auth/session')).body as { role: string; permissions: string[] };

  test('ends their sessions, tells the owners and them alone, and gives what the new role may', async () => {
    const [boss, second, other] = (await administrators(3)) as [Admin, Admin, Admin];
    await accounts.change(other.id, { role: 'moderator' });
    expect((await give(boss, second.id, 'viewer')).status).toBe(200);
    expect((await second.get('/api/auth/user')).status).toBe(401);
    for (const { id } of [boss, second])
      expect(await accounts.mailsTo(emailOf(id))).toMatchObject([
        { template: 'administrator-changed', props: { was: 'owner', role: 'viewer' } },
      ]);
    expect(await accounts.mailsTo(emailOf(other.id))).toEqual([]);
    expect(await accounts.actsOn(second.id)).toMatchObject([
      {
        action: 'administrator.role_changed',
        before: { role: 'owner' },
        after: { role: 'viewer' },
      },
    ]);
    expect(await sessionOf(other)).toMatchObject({ role: 'moderator' });
    expect((await sessionOf(other)).permissions).not.toContain('users:grant');
  });

  test('holds from the next request on, also for a session that was kept', async () => {
    const [, second] = (await administrators(2)) as [Admin, Admin];
    expect((await second.get('/api/admin/audit')).status).toBe(200);
    await accounts.change(second.id, { role: 'editor' });
    expect((await second.get('/api/admin/audit')).status).toBe(403);
    expect(await sessionOf(second)).toMatchObject({
      role: 'editor',
      permissions: ['content:write', 'own:change'],
    });
  });

  test.each(['finance', 'editor', 'moderator', 'viewer'] as const)(
    'is refused to %s, whose own role stays as it is',
    async (role) => {
      const [, second] = (await administrators(2)) as [Admin, Admin];
      await accounts.change(second.id, { role });
      expect((await give(second, second.id, 'owner')).status).toBe(403);
      expect((await accounts.row(second.id))?.role).toBe(role);
    },
  );

  test('of the last owner is refused, though others administer the site', async () => {
    const [boss, second] = (await administrators(2)) as [Admin, Admin];
    await accounts.change(second.id, { role: 'finance' });
    for (const role of ['viewer', null] as const)
      expect((await give(boss, boss.id, role)).status).toBe(409);
    expect((await give(boss, second.id, 'owner')).status).toBe(200);
    expect((await give(boss, boss.id, 'viewer')).status).toBe(200);
  });

  test('counts no owner whose address nobody has proved: it may be a slip', async () => {
    const [boss, mistyped] = (await administrators(2)) as [Admin, Admin];
    await accounts.change(mistyped.id, { emailVerifiedAt: null });
    expect((await give(boss, boss.id, 'viewer')).status).toBe(409);
    expect((await give(mistyped, boss.id, null)).status).toBe(409);
    const shut = await mistyped.post(`/api/admin/users/${boss.id}/suspend`, { reason: 'Mine.' });
    expect([shut.status, messageOf(shut)]).toEqual([
      409,
      'No other owner has confirmed their address yet. Ask one to do so first.',
    ]);
    expect(await accounts.row(boss.id)).toMatchObject({ role: 'owner', suspendedAt: null });
  });

  test('of each other by two owners at once leaves one owner', async () => {
    for (let round = 0; round < 3; round++) {
      const [one, two] = (await administrators(2)) as [Admin, Admin];
      await Promise.all([give(one, two.id, 'viewer'), give(two, one.id, 'viewer')]);
      const roles = [await accounts.row(one.id), await accounts.row(two.id)];
      expect(roles.map((row) => row?.role).toSorted()).toEqual(['owner', 'viewer']);
    }
  });
});

import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openSite, type Site } from '../../server/testing.ts';
import { users } from '../../server/user.store.ts';
import { join } from './testing.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite({ work: false });
});
beforeEach(async () => {
  await site.db.delete(users);
});
afterAll(() => site.close());

/** An administrator and a member with the same name, both of whom have written to Ama. */
async function twoOfOneName() {
  const name = { firstName: 'Yaa', lastName: 'Asantewaa' };
  const ama = await join(site, { firstName: 'Ama', lastName: 'Mensah' });
  const [admin, other] = [await join(site, name), await join(site, name)];
  await site.db.update(users).set({ isAdmin: true, role: 'owner' }).where(eq(users.id, admin.id));
  await other.wrote(ama);
  await admin.wrote(ama);
  return {
    ama,
    name,
    marked: { id: admin.id, ...name, isTeam: true },
    plain: { id: other.id, ...name },
  };
}

describe('who is an administrator', () => {
  test('is marked in the list, in the conversations, in the thread and in the search; nobody else is', async () => {
    const { ama, marked, plain } = await twoOfOneName();
    const own = { id: ama.id, firstName: 'Ama', lastName: 'Mensah' };
    expect((await ama.get('/api/messages')).body).toMatchObject([
      { sender: marked, recipient: own },
      { sender: plain, recipient: own },
    ]);
    const [first, second] = (await ama.get('/api/conversations')).body as { other: object }[];
    expect([first?.other, second?.other]).toEqual([marked, plain]);
    const thread = (await ama.get(`/api/conversations/${marked.id}`)).body as {
      other: object;
      messages: { sender: object }[];
    };
    expect([thread.other, thread.messages[0]?.sender]).toEqual([marked, marked]);
    const found = (await ama.get('/api/users?search=Yaa')).body as { user: object }[];
    expect(found).toHaveLength(2);
    expect(found).toEqual(expect.arrayContaining([{ user: marked }, { user: plain }]));
  });

  test('is marked no more once they are none', async () => {
    const { ama, marked } = await twoOfOneName();
    await site.db.update(users).set({ isAdmin: false, role: null }).where(eq(users.id, marked.id));
    for (const url of ['/api/messages', '/api/conversations', '/api/users?search=Yaa'])
      expect((await ama.get(url)).text).not.toContain('isTeam');
  });

  test('cannot be said of oneself', async () => {
    const ama = await join(site);
    const other = await join(site);
    const answer = await ama.write(other, { isTeam: true });
    expect(answer.status).toBe(400);
  });
});

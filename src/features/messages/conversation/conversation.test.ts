import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { Pool, PoolClient } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { openSite, type Site } from '../../../server/testing.ts';
import { seconds } from '../../../shared/time.ts';
import { users } from '../../../server/user.store.ts';
import { memberBlocks } from '../core/block.store.ts';
import { countUnread, recordMessage } from '../core/conversation.store.ts';
import { addMessage } from '../core/message.store.ts';
import type { Conversation } from '../core/conversation.contract.ts';
import { join, type Member } from '../testing.ts';

let site: Site;
let awa: Member;
let kofi: Member;
beforeAll(async () => {
  site = await openSite({ work: false });
});
beforeEach(async () => {
  awa = await join(site);
  kofi = await join(site, { firstName: 'Kofi', lastName: 'Mensah' });
});
afterAll(() => site.close());

const listOf = async (member: Member) =>
  (await member.get('/api/conversations')).body as Conversation[];
const threadOf = async (member: Member, other: { id: string }, query = '') =>
  member.get(`/api/conversations/${other.id}${query}`);

describe('the list of conversations', () => {
  test('has one for each person, with the newest message and what is unread', async () => {
    const ama = await join(site, { firstName: 'Ama' });
    await kofi.wrote(awa, { content: 'First' });
    site.clock.advance(1);
    await ama.wrote(awa);
    site.clock.advance(1);
    const id = await kofi.wrote(awa, {
      subject: undefined,
      content: ` Second\n\n ${'x'.repeat(300)}`,
    });
    const list = await listOf(awa);
    expect(list.map(({ other, unread }) => [other.firstName, unread])).toEqual([
      ['Kofi', 2],
      ['Ama', 1],
    ]);
    expect(list[0]).toEqual({
      other: { id: kofi.id, firstName: 'Kofi', lastName: 'Mensah' },
      last: {
        id,
        senderId: kofi.id,
        subject: null,
        beginning: `Second ${'x'.repeat(133)}`,
        isRead: false,
        createdAt: expect.any(String),
      },
      unread: 2,
      isMuted: false,
      isBlocked: false,
    });
    expect(await countUnread(site.db, awa.id)).toBe(3);
    expect((await listOf(kofi)).map(({ unread }) => unread)).toEqual([0]);
  });

  test('is walked page by page', async () => {
    const others: string[] = [];
    for (let n = 0; n < 5; n++) {
      const other = await join(site);
      await other.wrote(awa);
      others.unshift(other.id);
      site.clock.advance(1);
    }
    const seen: string[] = [];
    let address: string | undefined = '/api/conversations?limit=2';
    while (address) {
      const answer = await awa.get(address);
      seen.push(...(answer.body as Conversation[]).map(({ other }) => other.id));
      address = /<(.+)>; rel="next"/.exec(String(answer.headers.link))?.[1];
    }
    expect(seen).toEqual(others);
  });

  test('goes back to the message before when the last one is deleted, and is empty with none', async () => {
    const first = await kofi.wrote(awa, { content: 'First' });
    site.clock.advance(1);
    const second = await kofi.wrote(awa, { content: 'Second' });
    await awa.delete(`/api/messages/${second}`);
    expect((await listOf(awa)).map(({ last, unread }) => [last.beginning, unread])).toEqual([
      ['First', 1],
    ]);
    expect((await listOf(kofi)).map(({ last }) => last.beginning)).toEqual(['Second']);
    await awa.delete(`/api/messages/${first}`);
    expect(await listOf(awa)).toEqual([]);
    expect(await countUnread(site.db, awa.id)).toBe(0);
    await kofi.wrote(awa, { content: 'Third' });
    expect((await listOf(awa)).map(({ last, unread }) => [last.beginning, unread])).toEqual([
      ['Third', 1],
    ]);
  });

  test('keeps the newest message as the last when an older one is noted after it', async () => {
    await kofi.wrote(awa, { content: 'Before' });
    // Its writer was held up; the other has written meanwhile.
    site.clock.advance(seconds(2));
    const newest = await awa.wrote(kofi, { content: 'Newest' });
    site.clock.advance(-seconds(1));
    const late = await kofi.wrote(awa, { content: 'Late' });
    for (const member of [awa, kofi]) {
      const [one] = await listOf(member);
      expect(one?.last.id).toBe(newest);
      const other = member === awa ? kofi : awa;
      const { messages } = (await threadOf(member, other)).body as { messages: { id: string }[] };
      expect(messages.map(({ id }) => id).slice(0, 2)).toEqual([newest, late]);
    }
    expect((await listOf(awa))[0]?.unread).toBe(2);
    // Nothing that was deleted stays before a late message.
    await awa.delete(`/api/messages/${newest}`);
    await awa.delete(`/api/messages/${late}`);
    expect((await listOf(awa)).map(({ last }) => last.beginning)).toEqual(['Before']);
    site.clock.advance(seconds(1));
  });

  test('shows a late message to a member who has deleted all newer ones', async () => {
    const first = await kofi.wrote(awa);
    await awa.delete(`/api/messages/${first}`);
    site.clock.advance(-seconds(1));
    await kofi.wrote(awa, { content: 'Late' });
    site.clock.advance(seconds(1));
    expect((await listOf(awa)).map(({ last }) => last.beginning)).toEqual(['Late']);
    expect((await listOf(kofi)).map(({ last }) => last.id)).toEqual([first]);
  });

  test('keeps a former member without a name', async () => {
    await kofi.wrote(awa);
    await site.db.delete(users).where(eq(users.id, kofi.id));
    const [one] = await listOf(awa);
    expect(one?.other).toEqual({ id: kofi.id, firstName: null, lastName: null });
    expect((await threadOf(awa, kofi)).body).toMatchObject({
      other: { firstName: null },
      isOpen: false,
      messages: [{ senderId: kofi.id }],
    });
    expect((await awa.write(kofi)).status).toBe(404);
  });
});

describe('a thread', () => {
  test('shows what the two wrote, newest first, in pages, and nothing of others', async () => {
    const ama = await join(site);
    const ids: string[] = [];
    for (const n of [0, 1, 2, 3, 4]) {
      ids.unshift(await (n % 2 ? awa.wrote(kofi) : kofi.wrote(awa)));
      await ama.wrote(awa);
      site.clock.advance(1);
    }
    const first = await threadOf(awa, kofi, '?limit=3');
    const next = /<(.+)>; rel="next"/.exec(String(first.headers.link))?.[1] as string;
    const second = await awa.get(next);
    const seen = [first, second].flatMap(
      ({ body }) => (body as { messages: { id: string }[] }).messages,
    );
    expect(seen.map(({ id }) => id)).toEqual(ids);
    expect(second.headers.link).toBeUndefined();
    expect((await ama.get(next)).body).toMatchObject({ messages: [] });
  });

  test('with somebody never written to is empty and open; with the unknown or oneself it is 404', async () => {
    expect((await threadOf(awa, kofi)).body).toEqual({
      other: { id: kofi.id, firstName: 'Kofi', lastName: 'Mensah' },
      isMuted: false,
      isBlocked: false,
      isOpen: true,
      unread: 0,
      messages: [],
    });
    expect((await threadOf(awa, { id: randomUUID() })).status).toBe(404);
    expect((await threadOf(awa, awa)).status).toBe(404);
  });

  test('is marked as read as a whole, for its reader alone', async () => {
    await kofi.wrote(awa);
    await kofi.wrote(awa);
    await awa.wrote(kofi);
    expect((await awa.post(`/api/conversations/${kofi.id}/read`)).status).toBe(200);
    expect(await countUnread(site.db, awa.id)).toBe(0);
    expect(await countUnread(site.db, kofi.id)).toBe(1);
    const { messages } = (await threadOf(kofi, awa)).body as {
      messages: { senderId: string; isRead: boolean }[];
    };
    expect(messages.filter(({ isRead }) => isRead).map(({ senderId }) => senderId)).toEqual([
      kofi.id,
      kofi.id,
    ]);
  });

  test('read and written to at once counts right', async () => {
    await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        n % 3 === 2 ? awa.post(`/api/conversations/${kofi.id}/read`) : kofi.wrote(awa),
      ),
    );
    const { messages } = (await threadOf(awa, kofi)).body as { messages: { isRead: boolean }[] };
    const unread = messages.filter(({ isRead }) => !isRead).length;
    expect(messages).toHaveLength(8);
    expect(await countUnread(site.db, awa.id)).toBe(unread);
  });

  test.runIf(process.env.TEST_DATABASE === 'postgres')(
    'counts a message that arrives while the first of the conversation is read',
    async () => {
      const pool = site.database.pool as Pool;
      const [first, second] = [await pool.connect(), await pool.connect()];
      await first.query('begin; lock table messages in share mode');
      let isRead = false;
      const reading = awa.post(`/api/conversations/${kofi.id}/read`).then(() => {
        isRead = true;
      });
      await vi.waitFor(async () => expect(isRead || (await countWaiting()) === 1).toBe(true));
      await addUnread(first);
      await second.query('begin');
      const locking = second.query('lock table conversations in share mode');
      await vi.waitFor(async () => expect(await countWaiting()).toBe(isRead ? 1 : 2));
      await first.query('commit');
      await locking;
      await vi.waitFor(async () => expect(isRead || (await countWaiting()) === 1).toBe(true));
      await addUnread(second);
      await second.query('commit');
      await reading;
      for (const client of [first, second]) client.release();
      const { messages } = (await threadOf(awa, kofi)).body as { messages: { isRead: boolean }[] };
      expect(messages).toHaveLength(2);
      const unread = messages.filter((message) => !message.isRead).length;
      expect(await countUnread(site.db, awa.id)).toBe(unread);
    },
  );

  const addUnread = async (client: PoolClient) => {
    const sides = { senderId: kofi.id, recipientId: awa.id };
    const message = { ...sides, id: randomUUID(), createdAt: site.clock.now() };
    await addMessage(drizzle(client), { ...message, subject: null, content: 'Hello' });
    await recordMessage(drizzle(client), message);
  };
  const countWaiting = async () => {
    const { rows } = await site.db.execute<{ n: number }>(sql`
      select count(*)::int as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`);
    return rows[0]?.n;
  };
});

describe('muting', () => {
  test('is kept, and the unread are still counted', async () => {
    await kofi.wrote(awa);
    const path = `/api/conversations/${kofi.id}/mute`;
    expect((await awa.put(path, { muted: true })).body).toEqual({
      message: 'You will not get notifications about this conversation.',
    });
    await kofi.wrote(awa);
    expect(await listOf(awa)).toMatchObject([{ isMuted: true, unread: 2 }]);
    expect(await listOf(kofi)).toMatchObject([{ isMuted: false }]);
    await awa.put(path, { muted: false });
    expect(await listOf(awa)).toMatchObject([{ isMuted: false }]);
  });

  test('is for conversations that there are', async () => {
    const answer = await awa.put(`/api/conversations/${kofi.id}/mute`, { muted: true });
    expect(answer.status).toBe(404);
  });
});

describe('blocking', () => {
  const block = (who: Member, whom: { id: string }, blocked = true) =>
    who.put(`/api/members/${whom.id}/block`, { blocked });

  test('stops both from writing; who is blocked learns only that no messages are taken', async () => {
    await kofi.wrote(awa);
    expect((await block(awa, kofi)).status).toBe(200);
    expect(await kofi.write(awa)).toMatchObject({
      status: 403,
      body: { message: 'This member does not accept messages from you.', reason: 'refused' },
    });
    expect(await awa.write(kofi)).toMatchObject({
      status: 409,
      body: { message: 'You have blocked this member. Unblock them to write.' },
    });
    // What was written stays, and shows nothing of the block to the other.
    expect((await threadOf(kofi, awa)).body).toMatchObject({ isBlocked: false, isOpen: true });
    expect((await threadOf(awa, kofi)).body).toMatchObject({ isBlocked: true });
    expect(await listOf(awa)).toMatchObject([{ isBlocked: true }]);
    await block(awa, kofi, false);
    expect((await kofi.write(awa)).status).toBe(201);
  });

  test('is listed for who blocks, and twice is once', async () => {
    await block(awa, kofi);
    await block(awa, kofi);
    expect((await awa.get('/api/blocks')).body).toEqual([
      {
        member: { id: kofi.id, firstName: 'Kofi', lastName: 'Mensah' },
        blockedAt: expect.any(String),
      },
    ]);
    expect((await kofi.get('/api/blocks')).body).toEqual([]);
    const rows = await site.db
      .select()
      .from(memberBlocks)
      .where(eq(memberBlocks.blockerId, awa.id));
    expect(rows).toHaveLength(1);
  });

  test('is not for oneself or the unknown', async () => {
    expect((await block(awa, awa)).status).toBe(400);
    expect((await block(awa, { id: randomUUID() })).status).toBe(404);
  });

  test('takes what waits unread from the number in the menu, and gives it back', async () => {
    const ama = await join(site);
    await kofi.wrote(awa);
    await kofi.wrote(awa);
    await ama.wrote(awa);
    const unread = async () =>
      ((await awa.get('/api/auth/session')).body as { unread: number }).unread;
    expect(await unread()).toBe(3);
    await block(awa, kofi);
    expect(await unread()).toBe(1);
    await block(kofi, ama);
    expect(await unread()).toBe(1);
    await block(awa, kofi, false);
    expect(await unread()).toBe(3);
  });

  test('hides from the blocked what is read from then on, and nothing of what was read before', async () => {
    const before = await kofi.wrote(awa);
    await awa.post(`/api/messages/${before}/read`);
    site.clock.advance(1);
    const after = await kofi.wrote(awa);
    site.clock.advance(1);
    await block(awa, kofi);
    site.clock.advance(1);
    await awa.post(`/api/conversations/${kofi.id}/read`);
    const marks = async (who: Member, other: Member) => {
      const all = (await who.get('/api/messages')).body as { id: string; isRead: boolean }[];
      const { messages } = (await threadOf(who, other)).body as { messages: typeof all };
      const [{ last } = {}] = await listOf(who);
      const of = (list: typeof all, id: string) => list.find((one) => one.id === id)?.isRead;
      return [
        of(all, before),
        of(all, after),
        of(messages, before),
        of(messages, after),
        last?.isRead,
      ];
    };
    expect(await marks(kofi, awa)).toEqual([true, false, true, false, false]);
    expect(await marks(awa, kofi)).toEqual([true, true, true, true, true]);
    await block(awa, kofi, false);
    expect(await marks(kofi, awa)).toEqual([true, true, true, true, true]);
  });
});

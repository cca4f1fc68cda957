import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSite, type Site } from '../../server/testing.ts';
import { days, hours, minutes } from '../../shared/time.ts';
import { users } from '../../server/user.store.ts';
import { userProfiles } from '../members/profile/profile.store.ts';
import { conversations } from './core/conversation.store.ts';
import { messages } from './core/message.store.ts';
import { deleteAllFor } from './core/message.store.ts';
import { join, type Member } from './testing.ts';

let site: Site;
let awa: Member;
let kofi: Member;
beforeAll(async () => {
  site = await openSite({ work: false });
  awa = await join(site);
  kofi = await join(site, { firstName: 'Kofi', lastName: 'Mensah' });
});
afterAll(() => site.close());

const rows = () => site.db.select().from(messages);
const rowOf = async (id: string) =>
  (await site.db.select().from(messages).where(eq(messages.id, id)))[0];

async function hide(member: { id: string }) {
  const now = site.clock.now();
  await site.db.insert(userProfiles).values({
    id: randomUUID(),
    userId: member.id,
    country: '',
    city: '',
    bio: '',
    interests: '',
    isPublic: false,
    createdAt: now,
    updatedAt: now,
  });
}

describe('a message', () => {
  test('is kept as it was written, and seen by the two alone', async () => {
    const answer = await awa.write(kofi, { subject: ' Hello ', content: ' One\n\nTwo <b>😀</b> ' });
    const { id, message } = answer.body as { id: string; message: string };
    expect([answer.status, message]).toEqual([201, 'Your message has been sent.']);
    const row = await rowOf(id);
    expect(row).toEqual({
      id,
      senderId: awa.id,
      recipientId: kofi.id,
      subject: 'Hello',
      content: 'One\n\nTwo <b>😀</b>',
      isRead: false,
      readAt: null,
      createdAt: expect.any(Date),
      isDeletedBySender: false,
      isDeletedByRecipient: false,
    });
    const seen = {
      id,
      senderId: awa.id,
      recipientId: kofi.id,
      subject: 'Hello',
      content: 'One\n\nTwo <b>😀</b>',
      isRead: false,
      createdAt: row?.createdAt.toISOString(),
      sender: { id: awa.id, firstName: 'Awa', lastName: 'Diop' },
      recipient: { id: kofi.id, firstName: 'Kofi', lastName: 'Mensah' },
    };
    expect((await awa.get('/api/messages')).body).toEqual([seen]);
    expect((await kofi.get('/api/messages')).body).toEqual([seen]);
    expect((await (await join(site)).get('/api/messages')).body).toEqual([]);
  });

  test('sent twice with one key is one message', async () => {
    const before = (await rows()).length;
    const key = { 'idempotency-key': randomUUID() };
    const body = { recipientId: kofi.id, content: 'Once' };
    const first = await awa.post('/api/messages', body, key);
    const again = await awa.post('/api/messages', body, key);
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.text).toBe(first.text);
    expect(await rows()).toHaveLength(before + 1);
  });

  test.each([
    [{ content: '' }, 'content', 'Please write your message'],
    [{ content: ' \n ' }, 'content', 'Please write your message'],
    [
      { content: 'x'.repeat(5001) },
      'content',
      'Please shorten your message to at most 5,000 characters',
    ],
    [
      { subject: 'x'.repeat(201) },
      'subject',
      'Please shorten the subject to one line of at most 200 characters',
    ],
    [
      { subject: 'One\r\nBcc: two' },
      'subject',
      'Please shorten the subject to one line of at most 200 characters',
    ],
    [{ recipientId: 'kofi' }, 'recipientId', 'Please choose a recipient'],
    [{ recipientId: undefined }, 'recipientId', 'Please choose a recipient'],
    [{ senderId: randomUUID() }, 'senderId', 'This field is not accepted.'],
    [{ isRead: true }, 'isRead', 'This field is not accepted.'],
  ])('with %j is refused with the sentence of the field', async (more, field, sentence) => {
    const before = (await rows()).length;
    const answer = await awa.write(kofi, more);
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({ message: sentence, fields: { [field]: sentence } });
    expect(await rows()).toHaveLength(before);
  });

  test('may have 5,000 characters, and a subject of 200', async () => {
    const long = { subject: 's'.repeat(200), content: 'é'.repeat(5000) };
    expect((await awa.write(kofi, long)).status).toBe(201);
  });

  test('needs a subject when it is the first to somebody, and none after that', async () => {
    const ama = await join(site, { firstName: 'Ama' });
    const first = await awa.write(ama, { subject: undefined });
    expect(first).toMatchObject({ status: 400, body: { message: 'Please enter a subject' } });
    await awa.wrote(ama);
    const id = await ama.wrote(awa, { subject: ' ' });
    expect((await rowOf(id))?.subject).toBeNull();
  });

  test('to oneself is refused with 400', async () => {
    const answer = await awa.write(awa);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ message: 'You cannot write a message to yourself.' });
  });

  test('to the unknown, the deleted, the suspended and the hidden is refused alike', async () => {
    const deleted = await join(site);
    await site.db.delete(users).where(eq(users.id, deleted.id));
    const suspended = await join(site);
    await site.db
      .update(users)
      .set({ suspendedAt: site.clock.now() })
      .where(eq(users.id, suspended.id));
    const hidden = await join(site);
    await hide(hidden);
    const answers = [];
    for (const to of [{ id: randomUUID() }, deleted, suspended, hidden])
      answers.push(await awa.write(to));
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  });

  test('reaches somebody hidden who has written first', async () => {
    const hidden = await join(site);
    await hide(hidden);
    await hidden.wrote(awa);
    expect((await awa.write(hidden)).status).toBe(201);
  });

  test('needs a verified address', async () => {
    const newcomer = await join(site, { isVerified: false });
    expect((await newcomer.get('/api/auth/session')).body).toMatchObject({ mustVerifyEmail: true });
    const answer = await newcomer.write(kofi);
    expect(answer).toMatchObject({ status: 403, body: { reason: 'verify' } });
    await site.db
      .update(users)
      .set({ emailVerifiedAt: site.clock.now() })
      .where(eq(users.id, newcomer.id));
    expect((await newcomer.write(kofi)).status).toBe(201);
  });

  test('needs none where MESSAGING_REQUIRES_VERIFIED_EMAIL is false', async () => {
    const trusting = await openSite({
      work: false,
      environment: { MESSAGING_REQUIRES_VERIFIED_EMAIL: 'false' },
    });
    const newcomer = await join(trusting, { isVerified: false });
    expect((await newcomer.write(await join(trusting))).status).toBe(201);
    expect((await newcomer.get('/api/auth/session')).body).toMatchObject({
      isVerified: false,
      mustVerifyEmail: false,
    });
    await trusting.close();
  });
});

describe('a new account', () => {
  test('sends 20 messages an hour, and learns when the next can go', async () => {
    const young = await join(site, { ageMs: days(6) });
    await young.wrote(kofi);
    site.clock.advance(minutes(10));
    for (let n = 0; n < 19; n++) await young.wrote(kofi);
    const refused = await young.write(kofi);
    expect(refused.status).toBe(429);
    expect(refused.body).toMatchObject({
      message: 'In your first week, you can send 20 messages an hour. Please try again later.',
    });
    // The first of them is ten minutes old.
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(49 * 60);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(50 * 60);
    site.clock.advance(Number(refused.headers['retry-after']) * 1000);
    expect((await young.write(kofi)).status).toBe(201);
    expect((await young.write(kofi)).status).toBe(429);
  });

  test('sends no more than 20 when all are sent at once', async () => {
    const young = await join(site, { ageMs: 0 });
    const answers = await Promise.all(Array.from({ length: 25 }, () => young.write(kofi)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
    const sent = await site.db.select().from(messages).where(eq(messages.senderId, young.id));
    expect(sent).toHaveLength(20);
  });

  test('writes to 5 new people an hour; answers to others are not counted', async () => {
    const young = await join(site, { ageMs: 0 });
    await kofi.wrote(young);
    await young.wrote(kofi);
    const others = [];
    for (let n = 0; n < 6; n++) others.push(await join(site));
    const statuses = [];
    for (const other of others) statuses.push((await young.write(other)).status);
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429]);
    expect((await young.write(others[0] as Member)).status).toBe(201);
    site.clock.advance(hours(1));
    expect((await young.write(others[5] as Member)).status).toBe(201);
  });

  test('is as free as any after seven days', async () => {
    const older = await join(site, { ageMs: days(7) });
    for (let n = 0; n < 21; n++) await older.wrote(kofi);
  });
});

describe('any account', () => {
  test('sends 200 messages an hour, and learns when the next can go', async () => {
    const busy = await join(site);
    await busy.wrote(kofi);
    site.clock.advance(minutes(10));
    for (let n = 0; n < 199; n++) await busy.wrote(kofi);
    const refused = await busy.write(kofi);
    expect(refused).toMatchObject({
      status: 429,
      body: { message: 'You can send 200 messages an hour. Please try again later.' },
    });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(49 * 60);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(50 * 60);
    site.clock.advance(Number(refused.headers['retry-after']) * 1000);
    expect((await busy.write(kofi)).status).toBe(201);
    expect((await busy.write(kofi)).status).toBe(429);
  });

  test('writes to 50 new people an hour; answers to others are not counted', async () => {
    const busy = await join(site);
    await kofi.wrote(busy);
    await busy.wrote(kofi);
    const others: Member[] = [];
    for (let n = 0; n < 51; n++) others.push(await join(site));
    for (const other of others.slice(0, 50)) await busy.wrote(other);
    expect(await busy.write(others[50] as Member)).toMatchObject({
      status: 429,
      body: { message: 'You can write to 50 new people an hour. Please try again later.' },
    });
    expect((await busy.write(others[0] as Member)).status).toBe(201);
    site.clock.advance(hours(1));
    expect((await busy.write(others[50] as Member)).status).toBe(201);
  });
});

describe('the list', () => {
  test('shows every message once, newest first, page by page, while others come in', async () => {
    const [ama, yaw] = [await join(site), await join(site)];
    const written: string[] = [];
    for (let n = 0; n < 7; n++) {
      written.unshift(await (n % 3 ? ama.wrote(yaw) : yaw.wrote(ama)));
      // Some of the same moment.
      if (n % 2) site.clock.advance(1);
    }
    const seen: string[] = [];
    let address: string | undefined = '/api/messages?limit=3';
    for (let page = 0; address; page++) {
      const answer = await ama.get(address);
      seen.push(...(answer.body as { id: string }[]).map(({ id }) => id));
      address = /<(.+)>; rel="next"/.exec(String(answer.headers.link))?.[1];
      if (page === 0) await yaw.wrote(ama);
    }
    expect(new Set(seen)).toEqual(new Set(written));
    expect(seen).toHaveLength(7);
    expect(seen[0]).toBe(written[0]);
  });

  test('takes no cursor of somebody’s own making, and no page of 201', async () => {
    expect((await awa.get('/api/messages?cursor=abc')).status).toBe(400);
    expect((await awa.get('/api/messages?limit=201')).status).toBe(400);
    expect((await awa.get('/api/messages?limit=0')).status).toBe(400);
  });

  test('shows a former member without a name', async () => {
    const [leaver, stays] = [await join(site), await join(site)];
    await leaver.wrote(stays);
    await stays.wrote(leaver);
    await site.db.transaction(async (tx) => {
      await deleteAllFor(tx, leaver.id);
      await tx.delete(users).where(eq(users.id, leaver.id));
    });
    const list = (await stays.get('/api/messages')).body as { sender: object; recipient: object }[];
    const nobody = { id: leaver.id, firstName: null, lastName: null };
    expect(list.map(({ sender, recipient }) => [sender, recipient])).toEqual([
      [expect.objectContaining({ id: stays.id, firstName: 'Awa' }), nobody],
      [nobody, expect.objectContaining({ id: stays.id })],
    ]);
  });
});

describe('reading', () => {
  test('marks a message for its recipient alone, once', async () => {
    const id = await awa.wrote(kofi);
    const path = `/api/messages/${id}/read`;
    expect((await awa.post(path)).status).toBe(404);
    expect((await (await join(site)).post(path)).status).toBe(404);
    expect((await rowOf(id))?.isRead).toBe(false);
    expect((await kofi.post(path)).status).toBe(200);
    const readAt = (await rowOf(id))?.readAt;
    expect(readAt).toBeInstanceOf(Date);
    site.clock.advance(1000);
    expect((await kofi.post(path)).status).toBe(200);
    expect((await rowOf(id))?.readAt).toEqual(readAt);
  });
});

describe('deleting', () => {
  test('takes a message from one and leaves it to the other; the row goes with the second', async () => {
    const id = await awa.wrote(kofi);
    const path = `/api/messages/${id}`;
    const has = async (member: Member) =>
      ((await member.get('/api/messages')).body as { id: string }[]).some((m) => m.id === id);
    expect((await (await join(site)).delete(path)).status).toBe(404);
    expect((await awa.delete(path)).status).toBe(200);
    expect([await has(awa), await has(kofi)]).toEqual([false, true]);
    expect((await awa.delete(path)).status).toBe(404);
    expect((await kofi.delete(path)).status).toBe(200);
    expect(await rowOf(id)).toBeUndefined();
  });

  test('of an unread message is no longer counted as unread', async () => {
    const reader = await join(site);
    const [first, second] = [await awa.wrote(reader), await awa.wrote(reader)];
    await reader.delete(`/api/messages/${second}`);
    const [side] = await site.db
      .select()
      .from(conversations)
      .where(eq(conversations.memberId, reader.id));
    expect(side).toMatchObject({ unread: 1, lastMessageId: first });
  });

  test('at once by both leaves nothing behind', async () => {
    const id = await awa.wrote(kofi);
    const path = `/api/messages/${id}`;
    const answers = await Promise.all([awa.delete(path), kofi.delete(path)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await rowOf(id)).toBeUndefined();
  });
});

test('messages to each other at once wait for one another and are all counted', async () => {
  const [one, two] = [await join(site), await join(site)];
  await Promise.all(
    Array.from({ length: 12 }, (_, n) => (n % 2 ? one.wrote(two) : two.wrote(one))),
  );
  const sides = await site.db
    .select()
    .from(conversations)
    .where(eq(conversations.memberId, one.id));
  expect(sides).toMatchObject([{ otherId: two.id, unread: 6 }]);
});

import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { announce } from '../../server/live/live.store.ts';
import { sessions } from '../../server/security/session.store.ts';
import { openSite, type Site } from '../../server/testing.ts';
import { days, hours, minutes, seconds } from '../../shared/time.ts';
import { users } from '../../server/user.store.ts';
import { join, type Member } from './testing.ts';
import { listenTo } from './testing.live.ts';

let site: Site;
let kofi: Member;
beforeAll(async () => {
  site = await openSite({ work: false });
  kofi = await join(site, { firstName: 'Kofi' });
});
afterAll(() => site.close());

/** Ended within the second that the issue allows; answers what was heard last. */
async function endsAtOnce(
  stream: Awaited<ReturnType<typeof listenTo>>,
  action: () => Promise<unknown>,
) {
  await action();
  const since = performance.now();
  const late = new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(new Error('The stream did not end.')), 5000).unref();
  });
  expect((await Promise.race([stream.ended, late])) - since).toBeLessThan(1000);
  return stream.received.at(-1)?.event;
}

describe('the stream of events', () => {
  test('is an event stream that nothing keeps or changes on its way', async () => {
    const stream = await listenTo(site, kofi);
    expect(stream.status).toBe(200);
    expect(stream.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    });
    stream.close();
  });

  test('is no use of the session: browsers open it again by themselves', async () => {
    const awa = await join(site);
    const seenAt = async () =>
      (await site.db.select().from(sessions).where(eq(sessions.userId, awa.id))).map(
        ({ lastSeenAt }) => lastSeenAt,
      );
    const before = await seenAt();
    site.clock.advance(minutes(2));
    const stream = await listenTo(site, awa);
    expect(stream.status).toBe(200);
    expect(await seenAt()).toEqual(before);
    stream.close();
    await awa.get('/api/auth/user');
    expect(await seenAt()).not.toEqual(before);
    site.clock.setOffset(0);
  });

  test('is for members alone', async () => {
    expect((await listenTo(site, site.visitor())).status).toBe(401);
  });

  test('tells both of a message, with nothing but ids, and nobody else', async () => {
    const [awa, stranger] = [await join(site), await join(site)];
    const streams = await Promise.all([awa, kofi, stranger].map((who) => listenTo(site, who)));
    const [own, other, third] = streams.map(({ received }) => received);
    const id = await awa.wrote(kofi, { content: 'Nobody may overhear this.' });
    await site.until(() => {
      expect(own).toEqual([
        { event: 'message', data: { id, with: kofi.id, isOwn: true, isMuted: false } },
      ]);
      expect(other).toEqual([
        { event: 'message', data: { id, with: awa.id, isOwn: false, isMuted: false } },
      ]);
    });
    await kofi.post(`/api/messages/${id}/read`);
    await site.until(() => {
      expect(own?.at(-1)).toEqual({ event: 'read', data: { with: kofi.id } });
      expect(other?.at(-1)).toEqual({ event: 'unread', data: { with: awa.id } });
    });
    expect(third).toEqual([]);
    for (const { close } of streams) close();
  });

  test('tells nobody that who has blocked them reads', async () => {
    const [ama, yaw] = [await join(site), await join(site)];
    await ama.wrote(yaw);
    const [sender, reader] = [await listenTo(site, ama), await listenTo(site, yaw)];
    await yaw.put(`/api/members/${ama.id}/block`, { blocked: true });
    await yaw.post(`/api/conversations/${ama.id}/read`);
    await site.until(() => expect(reader.received.map(({ event }) => event)).toContain('unread'));
    await yaw.put(`/api/members/${ama.id}/block`, { blocked: false });
    await ama.wrote(yaw);
    await yaw.post(`/api/conversations/${ama.id}/read`);
    await site.until(() => expect(sender.received.at(-1)?.event).toBe('read'));
    expect(sender.received.filter(({ event }) => event === 'read')).toHaveLength(1);
    for (const stream of [sender, reader]) stream.close();
  });

  test('tells nothing of a message that was refused', async () => {
    const [awa, hidden] = [await join(site), await join(site)];
    const stream = await listenTo(site, hidden);
    await hidden.put(`/api/members/${awa.id}/block`, { blocked: true });
    expect((await awa.write(hidden)).status).toBe(403);
    await kofi.wrote(hidden);
    await site.until(() => expect(stream.received).toHaveLength(1));
    expect(stream.received[0]?.data).toMatchObject({ with: kofi.id });
    stream.close();
  });

  test('says of a muted conversation that it is', async () => {
    const [awa, reader] = [await join(site), await join(site)];
    await awa.wrote(reader);
    await reader.put(`/api/conversations/${awa.id}/mute`, { muted: true });
    const stream = await listenTo(site, reader);
    await awa.wrote(reader);
    await site.until(() => expect(stream.received.at(-1)?.data).toMatchObject({ isMuted: true }));
    stream.close();
  });

  test('is open in four tabs; the fifth is refused until one closes', async () => {
    const awa = await join(site);
    const tabs = [];
    for (let n = 0; n < 4; n++) tabs.push(await listenTo(site, awa));
    const fifth = await listenTo(site, awa);
    expect([fifth.status, fifth.headers['retry-after']]).toEqual([429, '60']);
    tabs[0]?.close();
    await site.until(async () => {
      const again = await listenTo(site, awa);
      tabs.push(again);
      expect(again.status).toBe(200);
    });
    for (const { close } of tabs) close();
  });

  test('repeats nothing to a page that comes back: what it missed is in the lists', async () => {
    const [awa, reader] = [await join(site), await join(site)];
    const otherTab = await listenTo(site, reader);
    const first = await listenTo(site, reader);
    first.close();
    await first.ended;
    const missed = await awa.wrote(reader);
    // Wait until every event has arrived: a late one would not be a repetition.
    await site.until(() => expect(otherTab.received).toMatchObject([{ data: { id: missed } }]));
    const again = await listenTo(site, reader, { 'last-event-id': '0' });
    const id = await awa.wrote(reader);
    await site.until(() => expect(again.received).toMatchObject([{ data: { id } }]));
    const list = (await reader.get('/api/messages')).body as { id: string }[];
    expect(list.map((one) => one.id).toSorted()).toEqual([missed, id].toSorted());
    again.close();
    otherTab.close();
  });

  test('is broken off for a page that does not read, before it fills our memory', async () => {
    const awa = await join(site);
    const stream = await listenTo(site, awa);
    const other = await listenTo(site, kofi);
    stream.pause();
    const news = { to: awa.id, event: 'message', data: { filler: 'x'.repeat(7000) } };
    // Until the kernel takes no more, and then more than we keep.
    for (let n = 0; n < 150; n++)
      await Promise.all(Array.from({ length: 10 }, () => announce(site.db, [news])));
    stream.resume();
    await stream.ended;
    expect(stream.received.map(({ event }) => event)).not.toContain('session-ended');
    await (await join(site)).wrote(kofi);
    await site.until(() => expect(other.received).toHaveLength(1));
    other.close();
  });

  test('answers HEAD without staying open', async () => {
    expect((await kofi.send('HEAD', '/api/events')).status).toBe(200);
  });
});

describe('a stream ends within a second', () => {
  test('when its reader logs out, and not another reader’s', async () => {
    const awa = await join(site);
    const [stream, other] = [await listenTo(site, awa), await listenTo(site, kofi)];
    expect(await endsAtOnce(stream, () => awa.post('/api/auth/logout'))).toBe('session-ended');
    await (await join(site)).wrote(kofi);
    await site.until(() => expect(other.received).toHaveLength(1));
    other.close();
  });

  test('when the account is suspended, by whatever way', async () => {
    const awa = await join(site);
    const stream = await listenTo(site, awa);
    const suspend = () =>
      site.db.update(users).set({ suspendedAt: site.clock.now() }).where(eq(users.id, awa.id));
    expect(await endsAtOnce(stream, suspend)).toBe('session-ended');
    expect(await site.db.select().from(sessions).where(eq(sessions.userId, awa.id))).toEqual([]);
  });

  test('when the account is deleted', async () => {
    const awa = await join(site);
    const stream = await listenTo(site, awa);
    const remove = () => site.db.delete(users).where(eq(users.id, awa.id));
    expect(await endsAtOnce(stream, remove)).toBe('session-ended');
  });

  test('when the session has rested too long', async () => {
    const admin = await site.loggedIn('admin');
    const stream = await listenTo(site, admin);
    const rest = async () => void site.clock.advance(minutes(61));
    // The sessions are looked at once a second.
    await rest();
    await site.until(() => expect(stream.received.at(-1)?.event).toBe('session-ended'), 1500);
  });

  test('when the session expires, and not before', async () => {
    const awa = await join(site);
    const stream = await listenTo(site, awa);
    for (let day = 0; day < 29; day++) {
      site.clock.advance(days(1));
      expect((await awa.get('/api/auth/user')).status).toBe(200);
    }
    // Used every day: it has not rested, and the stream knows.
    await new Promise((go) => setTimeout(go, 1100));
    expect(stream.received).toEqual([]);
    site.clock.advance(days(1) + hours(1));
    await site.until(() => expect(stream.received.at(-1)?.event).toBe('session-ended'), 1500);
  });

  test('when its session is gone without a word', async () => {
    const awa = await join(site);
    const stream = await listenTo(site, awa);
    await site.db.execute(sql`alter table sessions disable trigger sessions_ended`);
    await site.db.delete(sessions).where(eq(sessions.userId, awa.id));
    await site.db.execute(sql`alter table sessions enable trigger sessions_ended`);
    // Read again now and then, whatever was announced.
    await site.until(() => expect(stream.received.at(-1)?.event).toBe('session-ended'), 7000);
  });
});

test('a stream on which nothing happens beats every twenty seconds', async () => {
  // It begins with the first stream, so before there is any.
  const quiet = await openSite({ work: false });
  const awa = await join(quiet);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const stream = await listenTo(quiet, awa);
    vi.advanceTimersByTime(seconds(19));
    await new Promise((go) => setTimeout(go, 50));
    expect(stream.countBeats()).toBe(0);
    vi.advanceTimersByTime(seconds(41));
    await quiet.until(() => expect(stream.countBeats()).toBe(3));
    expect(stream.received).toEqual([]);
    stream.close();
  } finally {
    vi.useRealTimers();
    await quiet.close();
  }
});

test('closing the site ends every stream', async () => {
  const closing = await openSite({ work: false });
  const stream = await listenTo(closing, await join(closing));
  const since = performance.now();
  await closing.close();
  await stream.ended;
  expect(performance.now() - since).toBeLessThan(3000);
});

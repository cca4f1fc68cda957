import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSite, type Site } from '../../server/testing.ts';
import { listenTo } from './testing.live.ts';
import { join } from './testing.ts';

// Two instances need a database that both can reach: PGlite lives in one process.
describe.skipIf(process.env.TEST_DATABASE !== 'postgres')('two instances on one PostgreSQL', () => {
  let one: Site;
  let two: Site;
  beforeAll(async () => {
    one = await openSite({ work: false });
    const databaseUrl = one.database.pool?.options.connectionString as string;
    two = await openSite({ work: false, databaseUrl });
  });
  afterAll(async () => {
    await two.close();
    await one.close();
  });

  test('a message sent through one arrives live through the other', async () => {
    const [awa, kofi] = [await join(one), await join(one)];
    const stream = await listenTo(two, kofi);
    const sentAt = performance.now();
    const id = await awa.wrote(kofi);
    await one.until(
      () => expect(stream.received[0]?.data).toMatchObject({ id, with: awa.id }),
      1000,
    );
    expect(performance.now() - sentAt).toBeLessThan(1000);
    stream.close();
  });

  test('a session revoked on one is dead on the other within a second', async () => {
    const awa = await join(one);
    const stream = await listenTo(two, awa);
    await awa.post('/api/auth/logout');
    const since = performance.now();
    expect((await stream.ended) - since).toBeLessThan(1000);
    expect(stream.received.at(-1)?.event).toBe('session-ended');
  });

  test('streams end when the listening connection breaks, and news come again', async () => {
    const [awa, kofi] = [await join(one), await join(one)];
    const stream = await listenTo(two, kofi);
    await one.db.execute(
      sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'one-africa-live' and datname = current_database()`,
    );
    await stream.ended;
    // Not by their own end: the browser comes back by itself.
    expect(stream.received).toEqual([]);
    const again = await listenTo(two, kofi);
    expect(again.status).toBe(200);
    const id = await awa.wrote(kofi);
    await one.until(() => expect(again.received[0]?.data).toMatchObject({ id }));
    again.close();
  });
});

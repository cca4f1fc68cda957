import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { inTransaction } from '../database/database.ts';
import { jobs } from '../jobs.ts';
import { createQueue } from './queue.ts';
import { openSite, type Site } from '../testing.ts';

describe('a job', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite({ work: false });
  });
  afterAll(() => site.close());

  /** The row of a job with its times relative to the time when it may begin. */
  async function rowOf(id: string): Promise<Record<string, unknown>> {
    const { rows } = await site.db.execute(
      sql`select *, extract(epoch from keep_until - start_after) as retention, extract(epoch from start_after - created_on) as ahead
          from pgboss.job where data->>'id' = ${id}`,
    );
    expect(rows).toHaveLength(1);
    const row = { ...(rows[0] as Record<string, unknown>) };
    for (const column of ['id', 'data', 'start_after', 'created_on', 'keep_until'])
      delete row[column];
    return {
      ...row,
      ahead: Math.abs(Math.round(Number(row.ahead))),
      retention: Math.round(Number(row.retention)),
    };
  }

  test('that starts at once is the row that pg-boss itself would have written', async () => {
    const [direct, byBoss] = [randomUUID(), randomUUID()];
    await inTransaction(site.db, (tx) =>
      site.context.jobs.send(tx, 'declaration-signed', { id: direct }),
    );
    await inTransaction(site.db, (tx) =>
      site.context.jobs.send(tx, 'declaration-signed', { id: byBoss }, { startAfter: new Date() }),
    );
    expect(await rowOf(direct)).toEqual(await rowOf(byBoss));
  });

  test('is gone with the transaction that is rolled back', async () => {
    const id = randomUUID();
    const failing = inTransaction(site.db, async (tx) => {
      await site.context.jobs.send(tx, 'declaration-signed', { id });
      throw new Error('the row could not be written');
    });
    await expect(failing).rejects.toThrow('the row could not be written');
    const { rows } = await site.db.execute(sql`select 1 from pgboss.job where data->>'id' = ${id}`);
    expect(rows).toEqual([]);
  });

  test('of an unknown name is refused', async () => {
    await expect(
      inTransaction(site.db, (tx) => site.context.jobs.send(tx, 'boil-the-kettle', {})),
    ).rejects.toThrow('There is no queue named boil-the-kettle');
  });
});

test('work that may have been left open by a crash is begun with the process, not with its clock', async () => {
  const site = await openSite();
  try {
    const { rows } = await site.db.execute<{ n: string }>(
      sql`select count(*) as n from pgboss.job where name = 'card-reconcile'`,
    );
    expect(Number(rows[0]?.n)).toBeGreaterThan(0);
  } finally {
    await site.close();
  }
});

test('a queue that the database has is left alone by a start, unless its options have changed', async () => {
  const site = await openSite({ work: false });
  const queues = async () => {
    const { rows } = await site.db.execute<{ name: string; retries: number; changed: string }>(
      sql`select name, retry_limit as retries, updated_on::text as changed from pgboss.queue order by name`,
    );
    return rows;
  };
  try {
    const before = await queues();
    await site.db.execute(
      sql`update pgboss.queue set retry_limit = 99 where name = 'declaration-signed'`,
    );
    const next = createQueue(
      site.database,
      urlOf(site),
      (error) => expect.fail(error.message),
      jobs,
    );
    await next.createQueues();
    await next.stop();
    const after = await queues();
    expect(after.map(({ name, retries }) => [name, retries])).toEqual(
      before.map(({ name, retries }) => [name, retries]),
    );
    const touched = after.filter((queue, at) => queue.changed !== before[at]?.changed);
    expect(touched.map(({ name }) => name)).toEqual(['declaration-signed']);
  } finally {
    await site.close();
  }
});

test.runIf(process.env.TEST_DATABASE === 'postgres')(
  'a queue whose database ends a connection while it begins goes on when it is asked again',
  async () => {
    const site = await openSite({ work: false });
    const next = createQueue(site.database, urlOf(site), () => undefined, jobs);
    const held = await site.database.pool?.connect();
    try {
      await next.createQueues();
      await held?.query('begin; lock table pgboss.schedule in access exclusive mode');
      const working = next.work(site.context, site.app.log);
      await vi.waitFor(async () => {
        const { rows } = await site.db.execute(
          sql`select pg_terminate_backend(pid) from pg_stat_activity
              where datname = current_database() and wait_event_type = 'Lock'`,
        );
        expect(rows).toHaveLength(1);
      }, 10_000);
      await held?.query('rollback');
      await working;
      const { rows } = await site.db.execute<{ name: string }>(
        sql`select name from pgboss.schedule order by name`,
      );
      const planned = jobs.filter(({ cron }) => cron).map(({ name }) => name);
      expect(rows.map(({ name }) => name)).toEqual(planned.toSorted());
    } finally {
      held?.release();
      await next.stop();
      await site.close();
    }
  },
);

const urlOf = (site: Site) => site.database.pool?.options.connectionString;

import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { minutes } from '../../shared/time.ts';
import { queueMail } from '../../features/mail/queue/mail-queue.service.ts';
import { openSite, type Site } from '../testing.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite({ work: false });
});
afterAll(() => site.close());

const read = async () => (await site.visitor().get('/metrics')).text;

/** The value of a metric, with its labels as they are written; undefined where there is none. */
const valueOf = (metrics: string, name: string): number | undefined => {
  const line = metrics.split('\n').find((one) => one.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.slice(name.length + 1));
};

test('the metrics say how many jobs wait and for how long the first of them could have begun', async () => {
  const none = await read();
  expect(none).not.toContain('queue_waiting_jobs{queue="webhook-deliver"}');
  await site.context.jobs.send(site.db, 'webhook-deliver', { id: crypto.randomUUID() });
  await site.context.jobs.send(site.db, 'webhook-deliver', { id: crypto.randomUUID() });
  const later = { startAfter: new Date(Date.now() + minutes(5)) };
  await site.context.jobs.send(site.db, 'webhook-deliver', { id: crypto.randomUUID() }, later);
  await site.db.execute(
    sql`update pgboss.job set start_after = start_after - interval '1 minute' where name = 'webhook-deliver'`,
  );
  const metrics = await read();
  expect(valueOf(metrics, 'queue_waiting_jobs{queue="webhook-deliver"}')).toBe(2);
  const age = valueOf(metrics, 'queue_oldest_job_seconds{queue="webhook-deliver"}');
  expect(age).toBeGreaterThanOrEqual(60);
  await site.db.execute(sql`delete from pgboss.job where name = 'webhook-deliver'`);
  expect(await read()).not.toContain('queue_waiting_jobs{queue="webhook-deliver"}');
});

test('the metrics say how many emails wait and since when', async () => {
  expect(valueOf(await read(), 'mails_waiting')).toBe(0);
  await queueMail(site.context, {
    batch: 'declaration:1',
    to: { name: 'Awa', address: 'awa@example.org' },
    template: 'declaration-signed',
    props: { name: 'Awa' },
  });
  await site.db.execute(
    sql`update outgoing_mails set created_at = created_at - interval '1 minute'`,
  );
  const metrics = await read();
  expect(valueOf(metrics, 'mails_waiting')).toBe(1);
  expect(valueOf(metrics, 'mails_oldest_seconds')).toBeGreaterThanOrEqual(60);
});

test('the example alert for late mail is about emails without an attempt, not about one that a server puts off', async () => {
  const rules = new URL('../../../docs/operations/prometheus-rules.yml', import.meta.url);
  const [, name = ''] =
    /alert: MailIsLate\n(?: *#.*\n)* *expr: max\((\w+)\) > 3600/.exec(
      readFileSync(rules, 'utf8'),
    ) ?? [];
  await site.db.execute(
    sql`update outgoing_mails set created_at = created_at - interval '2 hours'`,
  );
  const unattempted = await read();
  expect(valueOf(unattempted, name)).toBeGreaterThan(3600);
  expect(valueOf(unattempted, 'mails_deferred')).toBe(0);
  await site.db.execute(sql`update outgoing_mails set attempts = 1`);
  const deferred = await read();
  expect(valueOf(deferred, name)).toBe(0);
  expect(valueOf(deferred, 'mails_oldest_seconds')).toBeGreaterThan(3600);
  expect(valueOf(deferred, 'mails_deferred')).toBe(1);
});

test.runIf(process.env.TEST_DATABASE === 'postgres')(
  'two who read the metrics at the same time do not empty them for each other',
  async () => {
    await site.context.jobs.send(site.db, 'webhook-deliver', { id: crypto.randomUUID() });
    const hold = async (table: string) => {
      const client = await site.database.pool?.connect();
      await client?.query(`begin; lock table ${table} in access exclusive mode`);
      return async () => {
        await client?.query('rollback');
        client?.release();
      };
    };
    const waiting = (n: number) =>
      site.until(async () => {
        const { rows } = await site.db.execute(
          sql`select from pg_locks where not granted
              and database = (select oid from pg_database where datname = current_database())`,
        );
        expect(rows).toHaveLength(n);
      });
    const releaseMails = await hold('outgoing_mails');
    const first = read();
    await waiting(1);
    const releaseJobs = await hold('pgboss.job');
    const second = read();
    await waiting(2);
    await releaseMails();
    const name = 'queue_waiting_jobs{queue="webhook-deliver"}';
    expect(valueOf(await first, name)).toBe(1);
    await releaseJobs();
    expect(valueOf(await second, name)).toBe(1);
    await site.db.execute(sql`delete from pgboss.job where name = 'webhook-deliver'`);
  },
);

test('the metrics say when this process last completed a job of a queue', async () => {
  const working = await openSite();
  try {
    await working.until(async () => {
      const { text } = await working.visitor().get('/metrics');
      const name = 'queue_last_completed_timestamp_seconds{queue="card-reconcile"}';
      const seconds = valueOf(text, name);
      expect(Math.abs(Number(seconds) - Date.now() / 1000)).toBeLessThan(600);
    });
  } finally {
    await working.close();
  }
});

test.runIf(process.env.TEST_DATABASE === 'postgres')(
  'the metrics say how many wait for a connection of the pool',
  async () => {
    const pool = site.database.pool;
    const held = await Promise.all(Array.from({ length: 20 }, () => pool?.connect()));
    const waits = pool?.query('select 1');
    const reading = read();
    // The second one is the reader itself, once it has looked at the pool.
    await site.until(() => expect(pool?.waitingCount).toBe(2));
    for (const client of held) client?.release();
    await waits;
    const metrics = await reading;
    expect(valueOf(metrics, 'database_connections{state="busy"}')).toBe(20);
    expect(valueOf(metrics, 'database_waiting_requests')).toBeGreaterThan(0);
  },
);

test('everything that the example alerts and the example board name is a metric of ours', async () => {
  const metrics = await read();
  const named = (file: string) => {
    const text = readFileSync(new URL(`../../../docs/operations/${file}`, import.meta.url), 'utf8');
    return [...text.matchAll(/\b(?:http|database|queue|mails|process|nodejs)_[a-z0-9_]+/g)].map(
      ([name]) => name.replace(/_bucket$/, ''),
    );
  };
  for (const file of ['prometheus-rules.yml', 'grafana-board.json']) {
    expect(named(file).length).toBeGreaterThan(8);
    for (const name of named(file)) expect(metrics, name).toContain(`# TYPE ${name} `);
  }
  const board = new URL('../../../docs/operations/grafana-board.json', import.meta.url);
  expect(JSON.parse(readFileSync(board, 'utf8')).panels.length).toBeGreaterThan(8);
});

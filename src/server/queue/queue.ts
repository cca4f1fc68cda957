import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { fromDrizzle, fromPglite, type JobResult, PgBoss } from 'pg-boss';
import type { FastifyBaseLogger } from 'fastify';
import type { $ZodType, output } from 'zod/v4/core';
import { parse } from 'zod/v4/core';
import type { AppContext, Jobs } from '../context.ts';
import {
  afterCommit,
  type Database,
  isUnavailable,
  type OpenDatabase,
  outsideTransaction,
} from '../database/database.ts';
import { isKeyOf } from '../../shared/record.ts';
import { seconds } from '../../shared/time.ts';
import { describeError } from '../log.ts';

/** Few enough that a batch of slow ones ends long before its jobs are given to someone else (300 s). */
const batchJobs = 10;

/** From the commit of a job to its beginning, where no one is busy: a rush is one batch, not a query for each. */
const notifyAfterMs = 50;

/** From a database that is away to the next time that it is asked. */
const retryMs = seconds(1);

/** How long a process that is asked to stop waits for the jobs that run. */
const drainMs = seconds(8);

/** The context of a job; services of features take `context` as it is. */
export interface JobContext<Services> {
  context: Services;
  log: FastifyBaseLogger;
  /** Whether the process is to stop: what takes long ends at the next good place. Absent where a test does the work. */
  isStopping?(): boolean;
}

/** One kind of work done outside of a request: name, the shape of its data, how often it is tried. */
export interface Job<Services, Data extends $ZodType = $ZodType> {
  name: string;
  data: Data;
  /** Tries after the first; the delay grows from `retryDelaySeconds`, doubling, at most an hour. */
  retries: number;
  retryDelaySeconds?: number;
  /** How many a worker takes at once where each takes long; at least two, as it would wait between single ones. */
  batch?: number;
  /** At once in one process; PGlite has one connection, so more gains nothing there. */
  concurrency?: number;
  /** Five fields of cron, UTC. */
  cron?: string;
  /** Done once more whenever a process begins to work: what a crash left open is looked after at once. */
  atStart?: boolean;
  /** Jobs of one key wait once: a second `send` while the first is queued is dropped. */
  singleton?: boolean;
  handle(data: output<Data>, context: JobContext<Services>): Promise<void>;
}

export function job<Services, Data extends $ZodType>(j: Job<Services, Data>): Job<Services, Data> {
  return j;
}

export interface Queue extends Jobs {
  /** Connects; enough to send, where the queues exist already. */
  connect(): Promise<void>;
  /** Connects and creates the tables and queues that are missing. */
  createQueues(): Promise<void>;
  /** Begins to work, after `createQueues`; `pace` is waited for before each job. */
  work(context: AppContext, log: FastifyBaseLogger, pace?: () => Promise<void>): Promise<void>;
  /** Stops taking work, waits for what runs (≤ 8 s). */
  stop(): Promise<void>;
  /** The queues that have jobs which could begin: how many, and for how long the first of them could. */
  listWaiting(): Promise<WaitingJobs[]>;
  /** When a job of each queue was last completed by this process. */
  completedAt: ReadonlyMap<string, Date>;
}

interface WaitingJobs {
  queue: string;
  count: number;
  seconds: number;
}

function openBoss({ pglite }: OpenDatabase, url: string | undefined): PgBoss {
  const onServer = {
    connectionString: url as string,
    max: 5,
    application_name: 'one-africa-queue',
    // Handed on to pg: without it a worker waits for ever on a line that has gone dead.
    query_timeout: seconds(30),
  };
  return pglite
    ? new PgBoss({ db: fromPglite(pglite as never), backend: 'pglite', schedule: true })
    : new PgBoss(onServer);
}

/** Creates the queues that are missing and changes those whose options are others now. */
async function createMissingQueues(boss: PgBoss, list: Job<AppContext>[]): Promise<void> {
  const existing = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  for (const item of list) {
    const { policy, ...changeable } = optionsOf(item);
    const queue = existing.get(item.name);
    if (queue && isSubset(changeable, queue)) continue;
    if (queue) await boss.updateQueue(item.name, changeable);
    else await boss.createQueue(item.name, { policy, ...changeable });
    // The first send looks a new queue up on the boss's own connection, which inside a transaction
    // on PGlite's only one would wait for ever: look it up now.
    await boss.findJobs(item.name, { key: 'warm' });
  }
}

interface BatchContext extends Required<JobContext<AppContext>> {
  pace: (() => Promise<void>) | undefined;
}

/** Runs the jobs of a batch one after the other, and answers how each ended. */
async function runBatch(
  item: Job<AppContext>,
  batch: { id: string; data: unknown }[],
  { context, log, pace, isStopping }: BatchContext,
): Promise<JobResult[]> {
  const results: JobResult[] = [];
  for (const { id, data } of batch) {
    // Asked to stop: what is left of the batch goes back to the queue and is tried again.
    if (isStopping()) break;
    const jobLog = log.child({ job: item.name, jobId: id });
    await pace?.();
    try {
      await outsideTransaction(() =>
        item.handle(parse(item.data, data ?? {}), { context, log: jobLog, isStopping }),
      );
      results.push({ id, status: 'completed' });
    } catch (error) {
      jobLog.error({ err: error }, 'job failed');
      // Described, as the error itself may hold personal data and is kept with the job.
      results.push({ id, status: 'failed', output: describeError(error) });
    }
  }
  return results;
}

/** The queue in the same database as the rows: https://github.com/timgit/pg-boss, schema `pgboss`. */
export function createQueue(
  database: OpenDatabase,
  url: string | undefined,
  onError: (e: Error) => void,
  list: Job<AppContext>[],
): Queue {
  const boss = openBoss(database, url);
  boss.on('error', onError);
  let isStopping = false;
  const workers = new Map<string, string>();
  const notifying = new Set<string>();
  const completedAt = new Map<string, Date>();
  const inserts = new Map(
    list.map((item) => [item.name, item.singleton ? ('by pg-boss' as const) : insertOf(item)]),
  );

  /** Lets this process take a new job soon: all that are sent within the pause come in one batch. */
  function notifyWorker(name: string) {
    if (notifying.has(name)) return;
    notifying.add(name);
    setTimeout(() => {
      notifying.delete(name);
      const worker = workers.get(name);
      if (worker && !isStopping) boss.notifyWorker(worker);
    }, notifyAfterMs).unref();
  }

  async function sendAll(tx: Database, name: string, list: readonly object[]) {
    const insert = inserts.get(name);
    if (!insert) throw new Error(`There is no queue named ${name}.`);
    if (insert === 'by pg-boss')
      throw new Error(`Jobs of ${name} wait once: send them one by one.`);
    await tx.execute(insert(list));
    afterCommit(() => notifyWorker(name));
  }

  /** Asks again while the database is away: the site is open by then, and must not end with it. */
  async function untilReached<T>(log: FastifyBaseLogger, ask: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await ask();
      } catch (error) {
        if (isStopping || !isUnavailable(error)) throw error;
        log.warn({ err: describeError(error) }, 'the queue waits for the database');
        await sleep(retryMs);
      }
    }
  }

  const connect = async () => void (await boss.start());

  async function createQueues() {
    await connect();
    await createMissingQueues(boss, list);
  }

  return {
    connect,
    createQueues,
    async work(context, log, pace) {
      for (const item of list) {
        const worker = await boss.work(
          item.name,
          {
            // Sending a job notifies the worker: polling is for jobs that start later, or come from a process that died.
            pollingIntervalSeconds: item.cron ? 5 : 2,
            localConcurrency: item.concurrency ?? 1,
            // After a full batch the next is fetched at once; one at a time would be two jobs a second.
            batchSize: item.batch ?? batchJobs,
            burstWhenBatchFull: true,
            perJobResults: true,
          },
          async (batch) => {
            const work = { context, log, pace, isStopping: () => isStopping };
            const results = await runBatch(item, batch, work);
            if (results.some(({ status }) => status === 'completed'))
              completedAt.set(item.name, new Date());
            return results;
          },
        );
        workers.set(item.name, worker);
        const { name, cron } = item;
        if (cron) await untilReached(log, () => boss.schedule(name, cron));
        if (item.atStart) await untilReached(log, () => boss.send(name, {}));
      }
    },
    async send(tx, name, data, options = {}) {
      const insert = inserts.get(name);
      // A singleton that waits already, or a job for later: pg-boss decides.
      if (insert !== 'by pg-boss' && !options.startAfter) return sendAll(tx, name, [data]);
      await boss.send(name, data, {
        db: fromDrizzle(tx, sql),
        ...(options.startAfter ? { startAfter: options.startAfter } : {}),
      });
      if (!options.startAfter) afterCommit(() => notifyWorker(name));
    },
    sendAll,
    async stop() {
      isStopping = true;
      // pg-boss looks only every half second whether its workers have ended: here they end before it looks.
      const deadline = performance.now() + drainMs;
      const ended = Promise.all(list.map(({ name }) => boss.offWork(name)));
      await Promise.race([ended, sleep(drainMs, undefined, { ref: false })]);
      const timeout = Math.max(0, deadline - performance.now());
      await boss.stop({ graceful: true, timeout, close: true });
    },
    async listWaiting() {
      const { rows } = await database.db.execute<{ queue: string; count: string; seconds: string }>(
        sql`select name as queue, count(*) as count, extract(epoch from now() - min(start_after)) as seconds
            from pgboss.job where state < 'active' and start_after <= now() group by name`,
      );
      return rows.map(({ queue, count, seconds }) => ({
        queue,
        count: Number(count),
        seconds: Number(seconds),
      }));
    },
    completedAt,
  };
}

/** Options of every queue; the delay between tries doubles up to an hour. */
const common = {
  retryBackoff: true,
  retryDelayMax: 3600,
  expireInSeconds: 300,
  deleteAfterSeconds: 7 * 24 * 3600,
};

const optionsOf = (item: Job<AppContext>) => ({
  ...common,
  policy: item.singleton ? ('short' as const) : ('standard' as const),
  retryLimit: item.retries,
  retryDelay: item.retryDelaySeconds ?? 5,
});

const isSubset = (some: object, all: object) =>
  Object.entries(some).every(([name, value]) => isKeyOf(all, name) && all[name] === value);

/**
 * Jobs as plain rows, with the columns that pg-boss itself would write (queue.test.ts compares them).
 * Its own statement joins and casts for every case there is, which was half the cost of a signature.
 */
function insertOf(item: Job<AppContext>) {
  const { policy, retryLimit, retryDelay } = optionsOf(item);
  const columns = sql.raw(
    'name, policy, retry_limit, retry_delay, retry_backoff, retry_delay_max, expire_seconds, deletion_seconds, data',
  );
  const constants = sql.raw(
    [
      `'${item.name}', '${policy}', ${retryLimit}, ${retryDelay}, ${common.retryBackoff}, ${common.retryDelayMax}`,
      `${common.expireInSeconds}, ${common.deleteAfterSeconds}`,
    ].join(', '),
  );
  return (list: readonly object[]) =>
    sql`insert into pgboss.job (${columns}) select ${constants}, data from jsonb_array_elements(${JSON.stringify(list)}::jsonb) data`;
}

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { Fault } from '../../shared/fault.ts';
import { words } from '../../shared/words.ts';
import { type Database, findPool, isUnavailable } from '../database/database.ts';
import type { Queue } from '../queue/queue.ts';
import { isSameSecret } from '../secrets.ts';

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);
/** What a reverse proxy adds to a request that it passes on: RFC 7239, RFC 9110 §7.6.3, and the usual names. */
const FORWARDING = /^via$|forwarded|(?:real|client|connecting)-ip$/;

/** Whether a request comes from a program of this machine, and not through a proxy on it. */
const isDirectFromHere = ({ socket, headers }: FastifyRequest) =>
  // The socket's own address: a forwarded one could be written by anyone.
  LOOPBACK.has(socket.remoteAddress ?? '') &&
  !Object.keys(headers).some((name) => FORWARDING.test(name));

export interface Metrics {
  /** Counts an answer that the framework did not see. */
  countPage(route: string): void;
}

/** A number that a feature reads in the database whenever the metrics are read. */
export interface Measure {
  name: string;
  help: string;
  read(db: Database, now: Date): Promise<number>;
}

export interface MetricsOptions {
  token: string | undefined;
  db: Database;
  queue: Queue;
  measures: readonly Measure[];
}

/** `/metrics` in Prometheus' text form: by token when one is set, else for the machine itself only. */
export function installMetrics(app: FastifyInstance, options: MetricsOptions): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  // Cached pages are counted by the thousand each second: a number each, until someone reads them.
  const pages = new Map<string, number>();
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Requests answered',
    labelNames: ['method', 'route', 'status'],
    registers,
    collect() {
      for (const [route, count] of pages) this.inc({ method: 'GET', route, status: 200 }, count);
      pages.clear();
    },
  });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer',
    labelNames: ['method', 'route'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const shed = new Counter({
    name: 'http_requests_shed_total',
    help: 'Requests refused with 503 because the process was too busy',
    registers,
  });
  app.addHook('onError', (_request, _reply, error, done) => {
    if (error.code === 'FST_UNDER_PRESSURE') shed.inc();
    done();
  });
  const readDatabase = installDatabaseMetrics(registry, options);
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions?.url ?? 'unknown';
    requests.inc({ method: request.method, route, status: reply.statusCode });
    durations.observe({ method: request.method, route }, reply.elapsedTime / 1000);
    done();
  });
  // Read when the process is too busy, too: then they matter.
  const config = { access: { who: 'anyone' }, pressureHandler: () => undefined };
  app.get('/metrics', { config }, async (request, reply) => {
    const { token } = options;
    const canRead = token
      ? isSameSecret(request.headers.authorization ?? '', `Bearer ${token}`)
      : isDirectFromHere(request);
    if (!canRead) throw new Fault(403, words('You do not have permission to do this.'));
    await readDatabase();
    return reply.type(registry.contentType).send(await registry.metrics());
  });
  return {
    countPage(route) {
      pages.set(route, (pages.get(route) ?? 0) + 1);
    },
  };
}

/** What the database and the queue say of themselves; answers how to read it anew. */
function installDatabaseMetrics(
  registry: Registry,
  { db, queue, measures }: MetricsOptions,
): () => Promise<void> {
  const gauge = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Gauge({ name, help, labelNames, registers: [registry] });
  const isUp = gauge('database_up', 'Whether the database answers: 1 or 0');
  const connections = gauge('database_connections', 'Connections of the pool', 'state');
  const waiting = gauge(
    'database_waiting_requests',
    'Statements and transactions that wait for a connection of the pool',
  );
  const jobs = gauge('queue_waiting_jobs', 'Jobs that could begin and wait', 'queue');
  const age = gauge('queue_oldest_job_seconds', 'For how long the first of them waits', 'queue');
  const completed = gauge(
    'queue_last_completed_timestamp_seconds',
    'When this process last completed a job',
    'queue',
  );
  const measured = measures.map(({ name, help, read }) => ({ gauge: gauge(name, help), read }));

  async function ask() {
    const now = new Date();
    const found = await queue.listWaiting();
    const values: number[] = [];
    for (const { read } of measured) values.push(await read(db, now));
    return { found, values };
  }

  /** What an earlier reading found goes, all at once: two may read at the same time. */
  function show({ found, values }: Awaited<ReturnType<typeof ask>>, up: 0 | 1) {
    isUp.set(up);
    for (const one of [jobs, age]) one.reset();
    for (const { queue: name, count, seconds } of found) {
      jobs.set({ queue: name }, count);
      age.set({ queue: name }, seconds);
    }
    for (const [n, { gauge: one }] of measured.entries()) one.set(values[n] ?? Number.NaN);
  }

  return async () => {
    const pool = findPool(db);
    if (pool) {
      connections.set({ state: 'idle' }, pool.idleCount);
      connections.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
      waiting.set(pool.waitingCount);
    }
    for (const [name, at] of queue.completedAt) completed.set({ queue: name }, at.getTime() / 1000);
    try {
      show(await ask(), 1);
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      show({ found: [], values: [] }, 0);
    }
  };
}

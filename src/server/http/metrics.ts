import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { Fault } from '../../shared/fault.ts';
import { words } from '../../shared/words.ts';
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

/** `/metrics` in Prometheus' text form: by token when one is set, else for the machine itself only. */
export function installMetrics(
  app: FastifyInstance,
  options: { token: string | undefined; queue?: Queue },
): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  // Cached pages are counted by the thousand each second: a number each, until someone reads them.
  const pages = new Map<string, number>();
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Requests answered',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
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
    registers: [registry],
  });
  const { queue } = options;
  if (queue) {
    new Gauge({
      name: 'queue_waiting_jobs',
      help: 'Jobs that wait',
      labelNames: ['queue'],
      registers: [registry],
      async collect() {
        for (const [name, count] of Object.entries(await queue.counts()))
          this.set({ queue: name }, count);
      },
    });
  }
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions?.url ?? 'unknown';
    requests.inc({ method: request.method, route, status: reply.statusCode });
    durations.observe({ method: request.method, route }, reply.elapsedTime / 1000);
    done();
  });
  app.get('/metrics', { config: { access: { who: 'anyone' } } }, async (request, reply) => {
    const { token } = options;
    const canRead = token
      ? isSameSecret(request.headers.authorization ?? '', `Bearer ${token}`)
      : isDirectFromHere(request);
    if (!canRead) throw new Fault(403, words('You do not have permission to do this.'));
    return reply.type(registry.contentType).send(await registry.metrics());
  });
  return {
    countPage(route) {
      pages.set(route, (pages.get(route) ?? 0) + 1);
    },
  };
}

import type { Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { type Database, isReachable } from '../database/database.ts';
import { areMigrationsCurrent } from '../database/migrate.ts';
import { closedHeaders } from '../security/headers.ts';
import { putInFront } from './in-front.ts';

/** Read on every request, so that a load balancer notices a change at its next check. */
const HEADERS = { 'Cache-Control': 'no-store' };

const LIVENESS = '/healthz';
const ALIVE = JSON.stringify({ status: 'alive' });

/**
 * `/healthz`: the process lives. Answered in front of the framework, so that it waits for nothing that other answers
 * wait for, and a process that sheds load or hangs in its work is not restarted for it.
 */
export function installLiveness(
  server: Server,
  options: { publicUrl: string; onAnswer(path: string): void },
): void {
  const head = {
    ...closedHeaders(options.publicUrl),
    ...HEADERS,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(ALIVE),
  };
  putInFront(server, (request, response, next) => {
    if (request.url !== LIVENESS || request.method !== 'GET') return next(request, response);
    response.writeHead(200, head).end(ALIVE);
    options.onAnswer(LIVENESS);
  });
}

/**
 * `/readyz`: the process can serve, that is, its database answers, has this version's tables, and the process was not
 * asked to stop. Answers what makes it stop being ready: `drain` goes on answering everything else, and asks each
 * client to open its next connection elsewhere.
 */
export function installHealth(app: FastifyInstance, db: Database): { drain(): void } {
  const access = { who: 'anyone' };
  let isDraining = false;
  // Asked by another method or in another spelling, and without a socket.
  app.get(
    LIVENESS,
    { config: { access, pressureHandler: () => undefined } },
    async (_request, reply) =>
      reply.headers(HEADERS).type('application/json; charset=utf-8').send(ALIVE),
  );
  app.get('/readyz', { config: { access } }, async (_request, reply) => {
    const database = await isReachable(db);
    const migrations = database && (await areMigrationsCurrent(db));
    const ready = database && migrations && !isDraining;
    if (!ready) reply.status(503).header('Retry-After', '2');
    const status = ready ? 'ready' : isDraining ? 'draining' : 'unready';
    return reply.headers(HEADERS).send({ status, database, migrations });
  });
  return {
    drain() {
      if (isDraining) return;
      isDraining = true;
      putInFront(app.server, (request, response, next) => {
        response.shouldKeepAlive = false;
        next(request, response);
      });
    },
  };
}

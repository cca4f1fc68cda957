import type { FastifyInstance } from 'fastify';
import { type Database, isReachable } from '../database/database.ts';
import { areMigrationsCurrent } from '../database/migrate.ts';
import { putInFront } from './in-front.ts';

/** Read on every request, so that a load balancer notices a change at its next check. */
const HEADERS = { 'Cache-Control': 'no-store' };

/**
 * `/healthz`: the process lives, also while it sheds load. `/readyz`: it can serve, that is, its database answers,
 * has this version's tables, and the process was not asked to stop. Answers what makes it stop being ready:
 * `drain` goes on answering everything else, and asks each client to open its next connection elsewhere.
 */
export function installHealth(app: FastifyInstance, db: Database): { drain(): void } {
  const access = { who: 'anyone' };
  let isDraining = false;
  app.get(
    '/healthz',
    { config: { access, pressureHandler: () => undefined } },
    async (_request, reply) => reply.headers(HEADERS).send({ status: 'alive' }),
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

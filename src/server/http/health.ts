import type { FastifyInstance } from 'fastify';
import { type Database, isReachable } from '../database/database.ts';
import { areMigrationsCurrent } from '../database/migrate.ts';

/** `/healthz`: the process lives. `/readyz`: it can serve, that is, its database answers and has today's tables. */
export function installHealth(app: FastifyInstance, db: Database): void {
  const config = { access: { who: 'anyone' } };
  app.get('/healthz', { config }, async (_request, reply) =>
    reply.header('Cache-Control', 'no-store').send({ status: 'alive' }),
  );
  app.get('/readyz', { config }, async (_request, reply) => {
    const database = await isReachable(db);
    const migrations = database && (await areMigrationsCurrent(db));
    const ready = database && migrations;
    if (!ready) reply.status(503).header('Retry-After', '2');
    return reply
      .header('Cache-Control', 'no-store')
      .send({ status: ready ? 'ready' : 'unready', database, migrations });
  });
}

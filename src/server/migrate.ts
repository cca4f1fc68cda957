import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres';
import { migrate as migratePg } from 'drizzle-orm/node-postgres/migrator';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator';
import pg from 'pg';
import type { Database, OpenDatabase } from './database.ts';

const migrationsFolder = fileURLToPath(new URL('../../migrations', import.meta.url));
/** Any number, the same on every instance: two that start at once migrate one after the other. */
const LOCK = 5_454_001;

/** Brings the tables up to date, under an advisory lock that outlives no connection. */
export async function migrate({ pglite, pool }: OpenDatabase): Promise<void> {
  if (pglite) {
    // One connection, one process (folder-lock.ts): nothing to lock against.
    await migratePglite(drizzlePglite(pglite), { migrationsFolder });
    return;
  }
  if (!pool) throw new Error('This database has neither an engine nor a pool.');
  // A connection of its own: waiting for the lock and a long migration outlast the pool's time-outs.
  const client = new pg.Client({ connectionString: pool.options.connectionString });
  await client.connect();
  try {
    await client.query("set statement_timeout = '300s'");
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await migratePg(drizzlePg(client), { migrationsFolder });
  } finally {
    // Closing the connection gives the lock back, also after a failure.
    await client.end();
  }
}

let newest: number | undefined;

/** Whether the newest migration of this code is in the database. */
export async function areMigrationsCurrent(db: Database): Promise<boolean> {
  newest ??= Math.max(...readMigrationFiles({ migrationsFolder }).map((m) => m.folderMillis));
  const { rows } = await db.execute<{ newest: string | null }>(
    sql`select max(created_at)::text as newest from drizzle.__drizzle_migrations`,
  );
  return Number((rows[0] as { newest: string | null } | undefined)?.newest ?? 0) >= newest;
}

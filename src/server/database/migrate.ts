import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres';
import { migrate as migratePg } from 'drizzle-orm/node-postgres/migrator';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator';
import pg from 'pg';
import { minutes, seconds } from '../../shared/time.ts';
import { codeOf } from '../error-code.ts';
import { adoptBaseline, type Migration } from './baseline.ts';
import type { Database, OpenDatabase } from './database.ts';

const migrationsFolder = fileURLToPath(new URL('../../../migrations', import.meta.url));
/** How long a migration may hold others up behind it, and how long it lets them pass then. */
const longestWaitMs = seconds(3);
const pauseMs = seconds(2);
/** Any number, the same on every instance: two that start at once migrate one after the other. */
const LOCK = 5_454_001;

/**
 * Applies the migrations that the database lacks, all of them or those up to the moment `until`, under an advisory lock
 * that its connection releases when it ends. Throws `OutdatedDatabase` for one from before the baseline (baseline.ts).
 */
export async function migrate(
  database: OpenDatabase,
  { until }: { until?: number } = {},
): Promise<void> {
  if (until === undefined) return migrateFrom(migrationsFolder, database);
  const folder = await mkdtemp(join(tmpdir(), 'one-africa-migrations-'));
  try {
    await copyUntil(until, folder);
    await migrateFrom(folder, database);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** drizzle runs whole folders: one that ends with the last migration that is wanted. */
async function copyUntil(until: number, folder: string): Promise<void> {
  const file = join('meta', '_journal.json');
  const journal = JSON.parse(await readFile(join(migrationsFolder, file), 'utf8')) as {
    entries: { when: number; tag: string }[];
  };
  const entries = journal.entries.filter(({ when }) => when <= until);
  await mkdir(join(folder, 'meta'));
  await writeFile(join(folder, file), JSON.stringify({ ...journal, entries }));
  for (const { tag } of entries)
    await copyFile(join(migrationsFolder, `${tag}.sql`), join(folder, `${tag}.sql`));
}

/**
 * Tries again while a table is in use, by a backup for instance. Everyone who comes after a waiting migration waits
 * behind it, so it waits shortly, gives up all that it holds, and lets them pass. Throws after five minutes.
 */
async function untilFree(work: () => Promise<void>): Promise<void> {
  for (let tries = minutes(5) / (longestWaitMs + pauseMs); ; tries--) {
    try {
      return await work();
    } catch (error) {
      if (!isLockTimeout(error) || tries <= 1) throw error;
      await sleep(pauseMs);
    }
  }
}

/** https://www.postgresql.org/docs/current/errcodes-appendix.html: lock_not_available, as drizzle wraps it or bare. */
function isLockTimeout(error: unknown): boolean {
  for (let e = error; e instanceof Error; e = e.cause) if (codeOf(e) === '55P03') return true;
  return false;
}

async function migrateFrom(folder: string, { db, pglite, pool }: OpenDatabase): Promise<void> {
  if (pglite) {
    // One connection, one process (folder-lock.ts): nothing to lock against.
    await adoptBaseline(db, baselineMigrations());
    await migratePglite(drizzlePglite(pglite), { migrationsFolder: folder });
    return;
  }
  if (!pool) throw new Error('This database has neither an engine nor a pool.');
  // A connection of its own: waiting for the lock and a long migration outlast the pool's time-outs.
  const client = new pg.Client({ connectionString: pool.options.connectionString });
  await client.connect();
  try {
    // An index over millions of rows takes as long as it takes: a limit would roll it back at every start anew.
    await client.query('set statement_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await client.query(`set lock_timeout = ${longestWaitMs}`);
    await adoptBaseline(db, baselineMigrations());
    await untilFree(() => migratePg(drizzlePg(client), { migrationsFolder: folder }));
  } finally {
    // Closing the connection gives the lock back, also after a failure.
    await client.end();
  }
}

/** Every migration of this code, oldest first; `at` is its moment, which also names it in the database. */
export const knownMigrations = (): Migration[] =>
  readMigrationFiles({ migrationsFolder })
    .map(({ hash, folderMillis }) => ({ hash, at: folderMillis }))
    .toSorted((one, other) => one.at - other.at);

/** The first two: the tables, then triggers and what else their definitions do not say. */
export const baselineMigrations = (): Migration[] => knownMigrations().slice(0, 2);

let newest: number | undefined;

/** Whether the newest migration of this code is in the database. */
export async function areMigrationsCurrent(db: Database): Promise<boolean> {
  newest ??= knownMigrations().at(-1)?.at ?? 0;
  const { rows } = await db.execute<{ newest: string | null }>(
    sql`select max(created_at)::text as newest from drizzle.__drizzle_migrations`,
  );
  return Number(rows[0]?.newest ?? 0) >= newest;
}

import { randomUUID } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { dropEverything } from './backup/backup.store.ts';
import { inTransaction, type OpenDatabase, openDatabase } from './database/database.ts';
import { jobs } from './jobs.ts';
import { createQueue } from './queue/queue.ts';
import { restoreBackup } from './backup/restore.ts';
import { borrowEngine } from './testing.engine.ts';

/** A database of the kind under test in which nothing is yet, not even our tables. */
export async function openNewDatabase(): Promise<{
  database: OpenDatabase;
  url?: string;
  drop(): Promise<void>;
}> {
  if (process.env.TEST_DATABASE !== 'postgres') {
    // Sooner emptied than made.
    const database = await openDatabase({ embedded: await borrowEngine() });
    await inTransaction(database.db, dropEverything);
    return { database, drop: async () => undefined };
  }
  const name = `t_${randomUUID().replaceAll('-', '')}`;
  await onServer(`create database ${name}`);
  const url = urlOf(name);
  return {
    url,
    database: await openDatabase({ url, isPatient: true }),
    drop: () => onServer(`drop database ${name} with (force)`),
  };
}

/** Runs `work` on such a database and drops it; `url` is that of a PostgreSQL. */
export async function withNewDatabase(
  work: (database: OpenDatabase, url?: string) => Promise<void>,
): Promise<void> {
  const { database, url, drop } = await openNewDatabase();
  try {
    await work(database, url);
  } finally {
    await database.close();
    await drop();
  }
}

/** Restores a backup into a database, as `npm run restore` does. */
export async function restoreInto(
  database: OpenDatabase,
  url: string | undefined,
  { file, replace = false }: { file: string; replace?: boolean },
) {
  const fail = (error: Error) => {
    throw error;
  };
  const queue = createQueue(database, url, fail, jobs);
  try {
    return await restoreBackup(database, file, {
      replace,
      createQueues: () => queue.createQueues(),
    });
  } finally {
    await queue.stop();
  }
}

/** A copy of the migrated template of testing.global.ts on the server under test, and its end. */
export async function copyTemplate(): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `t_${randomUUID().replaceAll('-', '')}`;
  await onServer(`create database ${name} template template_migrated`);
  return { url: urlOf(name), drop: () => onServer(`drop database ${name} with (force)`) };
}

/** Arguments of Node with which scripts/bootstrap.mjs runs a command. */
export const quickly = ['--import', './scripts/resolve-once.mjs'];

/**
 * A migrated, empty database for a command of scripts/: the settings that name it, and a way to look into it
 * while no command has it open.
 */
export async function databaseForCommand() {
  const dataDir = await mkdtemp(join(tmpdir(), 'one-africa-command-'));
  const removeFolder = () => rm(dataDir, { recursive: true, force: true });
  if (process.env.TEST_DATABASE === 'postgres') {
    const { url, drop } = await copyTemplate();
    return {
      settings: { DATABASE_URL: url, DATA_DIR: dataDir },
      place: { databaseUrl: url },
      open: () => openDatabase({ url }),
      drop: () => Promise.all([drop(), removeFolder()]),
    };
  }
  const loadDataDir = await openAsBlob(process.env.TEST_PGLITE_TEMPLATE as string);
  const engine = await PGlite.create({ dataDir: join(dataDir, 'db'), loadDataDir });
  await engine.close();
  return {
    settings: { DATABASE_URL: '', DATA_DIR: dataDir },
    place: { dataDir },
    open: () => openDatabase({ dataDir }),
    drop: removeFolder,
  };
}

function serverUrl(): string {
  const url = process.env.TEST_POSTGRES_URL;
  if (!url) throw new Error('TEST_POSTGRES_URL is not set: testing.global.ts starts the server.');
  return url;
}

function urlOf(name: string): string {
  const url = new URL(serverUrl());
  url.pathname = `/${name}`;
  return url.href;
}

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl() });
  await client.connect();
  await client.query(statement);
  await client.end();
}

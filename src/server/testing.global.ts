import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createQueue } from './queue/queue.ts';
import { type OpenDatabase, openDatabase } from './database/database.ts';
import { jobs } from './jobs.ts';
import { migrate } from './database/migrate.ts';
import type { TestProject } from 'vitest/node';

/** Makes the migrated database that every test file copies: minutes become seconds. */
export default async function setup(project: TestProject) {
  const isPostgres = project.config.env?.TEST_DATABASE === 'postgres';
  return isPostgres ? setupPostgres() : setupEmbedded();
}

async function prepare(database: OpenDatabase, url?: string) {
  await migrate(database);
  // The queue's own tables too.
  const queue = createQueue(database, url, (error) => console.error('queue', error), jobs);
  await queue.createQueues();
  await queue.stop();
}

async function setupEmbedded() {
  const folder = await mkdtemp(join(tmpdir(), 'one-africa-test-'));
  const database = await openDatabase({});
  await prepare(database);
  const file = join(folder, 'template.tar');
  const dump = await database.pglite?.dumpDataDir('none');
  await writeFile(file, Buffer.from(await (dump as Blob).arrayBuffer()));
  await database.close();
  process.env.TEST_PGLITE_TEMPLATE = file;
  return () => rm(folder, { recursive: true, force: true });
}

async function setupPostgres() {
  const { startPostgres } = await import('../../scripts/postgres.mjs');
  const server = await startPostgres({ fsync: false });
  const url = new URL(server.url);
  const { Client } = (await import('pg')).default;
  const client = new Client({ connectionString: server.url });
  await client.connect();
  await client.query('create database template_migrated');
  await client.end();
  url.pathname = '/template_migrated';
  const database = await openDatabase({ url: url.href });
  await prepare(database, url.href);
  await database.close();
  process.env.TEST_POSTGRES_URL = server.url;
  return () => server.stop();
}

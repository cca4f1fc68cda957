import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasPostgres, startPostgres } from '../scripts/postgres.mjs';
import { createDatabase, TEMPLATE, urlOf } from './site-database.ts';

/**
 * Makes the migrated, empty database that every site of a run copies: on a PostgreSQL of its own, or as a data folder
 * of the embedded database where the machine has none.
 */
export default async function prepare(): Promise<() => Promise<void>> {
  if (!hasPostgres()) return prepareFolder();
  const server = await startPostgres({ fsync: false });
  process.env.E2E_POSTGRES_URL = server.url;
  await createDatabase(TEMPLATE);
  migrate(urlOf(TEMPLATE));
  return server.stop;
}

function prepareFolder(): () => Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'one-africa-e2e-prepared-'));
  migrate(folder);
  process.env.E2E_PREPARED = folder;
  return async () => rmSync(folder, { recursive: true, force: true });
}

function migrate(place: string) {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/prepare-database.ts', place], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The prepared database could not be made:\n${stderr}`);
}

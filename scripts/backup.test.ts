import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test as testOnAny } from 'vitest';
import type { OpenDatabase } from '../src/server/database/database.ts';
import { databaseForCommand, quickly } from '../src/server/testing.database.ts';

// The content of a backup is tested on both databases in src/server/backup/backup.test.ts; this is about the commands and folders.
const test = testOnAny.runIf(process.env.TEST_DATABASE === 'pglite');

let database: Awaited<ReturnType<typeof databaseForCommand>>;
let dataDir: string;
beforeAll(async () => {
  database = await databaseForCommand();
  dataDir = database.settings.DATA_DIR;
});
afterAll(() => database.drop());

const run = (name: 'backup' | 'restore', ...given: string[]) => runIn(dataDir, name, ...given);

const runIn = (folder: string, name: 'backup' | 'restore', ...given: string[]) =>
  spawnSync(process.execPath, [...quickly, `scripts/${name}.ts`, ...given], {
    encoding: 'utf8',
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATA_DIR: folder,
      LOG_LEVEL: 'silent',
    },
  });

async function onDatabase<T>(work: (database: OpenDatabase) => Promise<T>): Promise<T> {
  const opened = await database.open();
  try {
    return await work(opened);
  } finally {
    await opened.close();
  }
}

test('a data folder without a database has nothing to back up, and gets none', () => {
  const empty = mkdtempSync(join(tmpdir(), 'one-africa-backup-'));
  const { status, stderr } = runIn(empty, 'backup', join(empty, 'nothing.gz'));
  expect(stderr).toContain(`There is no database in ${empty}.`);
  expect(status).toBe(1);
  expect(readdirSync(empty)).not.toContain('db');
  rmSync(empty, { recursive: true });
}, 60_000);

test('the data of a folder is restored after it was wiped, and not while a site runs on it', async () => {
  const file = join(dataDir, 'site.gz');
  await onDatabase(async ({ db }) => {
    await db.execute(`update receipt_counters set last = 7`);
    const refused = run('backup', file);
    expect(refused.stderr).toContain(`in use by process ${process.pid}. Stop that process first.`);
    expect(refused.status).toBe(1);
  });
  const backup = run('backup', file);
  expect(backup.stdout, backup.stderr).toMatch(/backup {4}\d+ rows of \d+ tables in .*site\.gz/);
  expect(backup.stdout).toContain('APP_SECRET');
  rmSync(join(dataDir, 'db'), { recursive: true });

  const restored = run('restore', file);
  expect(restored.stdout, restored.stderr).toMatch(/restore {3}\d+ rows from the backup of 20/);
  const again = run('restore', file);
  expect(again.stderr).toContain('This database is not empty. With --replace');
  expect(again.status).toBe(1);
  expect(run('restore').stderr).toContain('<file> is missing.');
  const { rows } = await onDatabase(({ db }) =>
    db.execute(`select last::int from receipt_counters`),
  );
  expect(rows).toEqual([{ last: 7 }]);
}, 120_000);

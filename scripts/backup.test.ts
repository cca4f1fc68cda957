import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenDatabase, openDatabase } from '../src/server/database.ts';
import { migrate } from '../src/server/migrate.ts';

let dataDir: string;
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'one-africa-backup-'));
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const run = (name: 'backup' | 'restore', ...given: string[]) =>
  spawnSync(process.execPath, [`scripts/${name}.ts`, ...given], {
    encoding: 'utf8',
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'silent',
    },
  });

async function onDatabase<T>(work: (database: OpenDatabase) => Promise<T>): Promise<T> {
  const database = await openDatabase({ dataDir });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

test('a data folder without a database has nothing to back up, and gets none', () => {
  const { status, stderr } = run('backup', join(dataDir, 'nothing.gz'));
  expect(stderr).toContain(`There is no database in ${dataDir}.`);
  expect(status).toBe(1);
  expect(readdirSync(dataDir)).not.toContain('db');
}, 60_000);

test('what a folder held is there again after it was wiped, and not while a site runs on it', async () => {
  const file = join(dataDir, 'site.gz');
  await onDatabase(async (database) => {
    await migrate(database);
    await database.db.execute(`update receipt_counters set last = 7`);
    const refused = run('backup', file);
    expect(refused.stderr).toContain(`in use by process ${process.pid}. Stop that process first.`);
    expect(refused.status).toBe(1);
  });
  const backup = run('backup', file);
  expect(backup.stdout, backup.stderr).toMatch(/backup {4}\d+ rows of \d+ tables in .*site\.gz/);
  expect(backup.stdout).toContain('APP_SECRET');
  rmSync(join(dataDir, 'db'), { recursive: true });

  const restored = run('restore', file);
  expect(restored.stdout, restored.stderr).toMatch(/restore {3}\d+ rows as they were at 20/);
  const again = run('restore', file);
  expect(again.stderr).toContain('This database is not empty. With --replace');
  expect(again.status).toBe(1);
  expect(run('restore').stderr).toContain('Say which backup');
  const { rows } = await onDatabase(({ db }) =>
    db.execute(`select last::int from receipt_counters`),
  );
  expect(rows).toEqual([{ last: 7 }]);
}, 120_000);

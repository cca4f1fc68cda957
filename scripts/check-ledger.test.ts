import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../src/server/database.ts';
import { migrate } from '../src/server/migrate.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'one-africa-ledger-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

/** A data folder whose receipts are counted up to `last`. */
async function booksWith(last: number) {
  const database = await openDatabase({ dataDir });
  await migrate(database);
  await database.db.execute(`update receipt_counters set last = ${last}`);
  await database.close();
}

const check = () =>
  spawnSync(process.execPath, ['scripts/check-ledger.ts'], {
    encoding: 'utf8',
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'silent',
    },
  });

test('books that agree are said to, rule by rule', async () => {
  await booksWith(0);
  const { status, stdout, stderr } = check();
  expect(stdout, stderr).toContain('ok      receipts are numbered from 1 without a gap');
  expect(stdout).toMatch(/ledger {4}\d+ rules, all hold/);
  expect(status).toBe(0);
}, 60_000);

test('books that do not agree fail, with what was found and expected', async () => {
  await booksWith(7);
  const { status, stdout, stderr } = check();
  expect(stdout, stderr).toContain('BROKEN  receipts are numbered from 1 without a gap: 1');
  expect(stdout).toContain('receipts  found 0 receipts up to 0  expected 7, the counter');
  expect(status).toBe(1);
}, 60_000);

test('a folder without a database is none, and stays so', () => {
  const { status, stderr } = check();
  expect(stderr).toContain(`There is no database in ${dataDir}.`);
  expect(status).toBe(1);
  expect(readdirSync(dataDir)).not.toContain('db');
}, 60_000);

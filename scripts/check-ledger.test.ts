import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { databaseForCommand, quickly } from '../src/server/testing.database.ts';

let database: Awaited<ReturnType<typeof databaseForCommand>>;
beforeAll(async () => {
  database = await databaseForCommand();
});
afterAll(() => database.drop());

/** Counts receipts up to `last`. */
async function countReceipts(last: number) {
  const { db, close } = await database.open();
  await db.execute(`update receipt_counters set last = ${last}`);
  await close();
}

const check = (settings: Record<string, string> = database.settings) =>
  spawnSync(process.execPath, [...quickly, 'scripts/check-ledger.ts'], {
    encoding: 'utf8',
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      LOG_LEVEL: 'silent',
      ...settings,
    },
  });

test('a ledger that agrees is reported so, rule by rule', () => {
  const { status, stdout, stderr } = check();
  expect(stdout, stderr).toContain('ok      receipts are numbered from 1 without a gap');
  expect(stdout).toMatch(/ledger {4}\d+ rules, all hold/);
  expect(status).toBe(0);
}, 60_000);

test('a ledger that does not agree fails, with what was found and expected', async () => {
  await countReceipts(7);
  const { status, stdout, stderr } = check();
  expect(stdout, stderr).toContain('BROKEN  receipts are numbered from 1 without a gap: 1');
  expect(stdout).toContain('receipts  found 0 receipts up to 0  expected 7, the counter');
  expect(status).toBe(1);
}, 60_000);

test('PayPal’s own balance is compared, and never green when it is old or differs', async () => {
  await countReceipts(0);
  const { db, close } = await database.open();
  const checked = (at: string, balance: number) =>
    db.execute(
      `insert into rail_checks values ('paypal', 'client', now(), ${at}, null, ${balance}, false)
       on conflict (name) do update set checked_at = excluded.checked_at, balance = excluded.balance`,
    );
  await checked('now()', 0);
  expect(check().stdout).toContain('PayPal    holds $0.00; our journal agrees');
  expect(check().status).toBe(0);
  await checked('now()', 1234);
  expect(check().stdout).toContain('PayPal    holds $12.34; our journal has $0.00');
  expect(check().status).toBe(1);
  await checked(`'2026-11-01T00:00:00Z'`, 0);
  expect(check().stdout).toContain('PayPal    not checked since 2026-11-01T00:00:00.000Z');
  expect(check().status).toBe(1);
  await checked('now()', 0);
  await db.execute(
    `insert into paypal_lines (transaction_id, event_code, status, amount_cents, fee_cents, currency, at, whole, state,
       is_test, read_at)
     values ('STRAY1', 'T0006', 'S', 500, 0, 'USD', '2026-11-02T00:00:00Z', '{}', 'unmatched', false, now())`,
  );
  expect(check().stdout).toContain('unmatched  STRAY1 T0006  5.00 USD  2026-11-02T00:00:00.000Z');
  expect(check().status).toBe(1);
  await close();
}, 120_000);

test('a folder without a database is none, and stays so', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'one-africa-ledger-'));
  const { status, stderr } = check({ DATA_DIR: dataDir });
  expect(stderr).toContain(`There is no database in ${dataDir}.`);
  expect(status).toBe(1);
  expect(readdirSync(dataDir)).not.toContain('db');
  rmSync(dataDir, { recursive: true, force: true });
}, 60_000);

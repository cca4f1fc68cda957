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

test('the bank is compared with its newest statement, and never green without one, with an old one or an open line', async () => {
  const { db, close } = await database.open();
  await db.execute(`delete from paypal_lines`);
  const entry = (amount: number, source: string) =>
    db.execute(
      `insert into journal (at, day, period, kind, debit, credit, asset, amount, source, is_test)
       values (now(), current_date - 2, current_date, 'set_aside', 'bank', 'donations', 'USD', ${amount}, '${source}', false)`,
    );
  await entry(5000, 'test:one');
  expect(check().stdout).toContain('bank      not checked yet: no statement');
  expect(check().status).toBe(1);
  const statement = (id: string, closing: number, daysAgo: number) =>
    db.execute(
      `with added as (
         insert into statement_imports (id, rail, file_name, columns, left_out, state, added_by, added_at, opening_cents, closing_cents)
         values ('${id}', 'bank', 'x.csv', '{}', '{"debits":0,"unreadable":0}', 'open', gen_random_uuid(), now(), 0, ${closing})
         returning id)
       insert into statement_lines (id, import_id, row, booked_on, amount_cents, text, digest, keys, decision)
       select id, id, 1, current_date - ${daysAgo}, 5000, 'GIFT', '${id}', '{}', 'dismissed' from added`,
    );
  const [first, second] = ['1', '2'].map((n) => `${n}0000000-0000-4000-8000-000000000000`);
  await statement(first ?? '', 5000, 50);
  expect(check().stdout).toMatch(/bank {6}not checked since 20\d\d-\d\d-\d\d: no statement/);
  await statement(second ?? '', 6000, 1);
  expect(check().stdout).toMatch(/bank {6}holds \$60\.00 on .*; our journal has \$50\.00/);
  expect(check().status).toBe(1);
  await db.execute(`update statement_imports set closing_cents = 5000 where id = '${second}'`);
  expect(check().stdout).toContain('our journal agrees');
  await db.execute(`update statement_lines set decision = null where id = '${second}'`);
  expect(check().stdout).toContain('bank      1 lines to decide');
  expect(check().status).toBe(1);
  await close();
}, 240_000);

test('a folder without a database is none, and stays so', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'one-africa-ledger-'));
  const { status, stderr } = check({ DATA_DIR: dataDir });
  expect(stderr).toContain(`There is no database in ${dataDir}.`);
  expect(status).toBe(1);
  expect(readdirSync(dataDir)).not.toContain('db');
  rmSync(dataDir, { recursive: true, force: true });
}, 60_000);

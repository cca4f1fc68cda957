import { mkdtemp, readFile as readBytes, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkChain } from '../../features/audit/chain.service.ts';
import { expectLedgerToBalance } from '../../features/payments/core/testing.ts';
import { BackupError, type Head, readFile } from '../backup/backup-file.ts';
import { listMigrations, listTables } from '../backup/backup.store.ts';
import { type Migration, OutdatedDatabase } from './baseline.ts';
import { openDatabase, type OpenDatabase } from './database.ts';
import { areMigrationsCurrent, knownMigrations, migrate } from './migrate.ts';
import { secretsFrom } from '../secrets.ts';
import { TEST_SECRET } from '../testing.ts';
import { openNewDatabase, restoreInto, withNewDatabase } from '../testing.database.ts';

/** Written by commit b66e01a, the last with the 46 migrations: rows in every table, of invented people. */
const file = fileURLToPath(new URL('fixtures/before-baseline.backup.gz', import.meta.url));
const secrets = secretsFrom(TEST_SECRET);

let head: Head;
/** How many rows of each table the backup has. */
const written: Record<string, number> = {};
let restored: Awaited<ReturnType<typeof openNewDatabase>>;
let database: OpenDatabase;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'one-africa-baseline-'));
  await readFile(file, {
    head: (said) => void (head = said),
    sum: ({ name }, { rows }) => void (written[name] = rows),
  });
  restored = await openNewDatabase();
  database = restored.database;
  await restoreInto(database, restored.url, { file });
});
afterAll(async () => {
  await database.close();
  await restored.drop();
  await rm(folder, { recursive: true, force: true });
});

async function rowsOf<Row extends Record<string, unknown>>(query: string): Promise<Row[]> {
  const { rows } = await database.db.execute<Row>(sql.raw(query));
  return rows as Row[];
}

/** What the migrations after the baseline have added. */
const NEW_TABLES = {
  'public.address_merges': 0,
  'public.api_keys': 0,
  'public.paper_signatures': 0,
  'public.person_notes': 0,
  'public.person_tags': 0,
  'public.closed_periods': 0,
  // Its migration writes it for the payments that are there.
  'public.journal': 57,
  'public.rail_checks': 0,
  'public.paypal_disputes': 0,
  'public.paypal_lines': 0,
  'public.paypal_refunds': 0,
  'public.money_moves': 0,
  'public.approvals': 0,
  'public.statement_rules': 0,
  'public.treasury_balances': 0,
  'public.treasury_differences': 0,
  'public.webhook_deliveries': 0,
  'public.webhook_endpoints': 0,
};

async function countRows(): Promise<Record<string, number>> {
  const counts = (await listTables(database.db)).map(
    ({ name }) => `select '${name}' as name, count(*)::int as n from ${name}`,
  );
  const rows = await rowsOf<{ name: string; n: number }>(counts.join(' union all '));
  return Object.fromEntries(rows.map(({ name, n }) => [name, n]));
}

describe('a backup of the last version before the baseline', () => {
  test('brings back every row but the sessions and what else a restore ends', async () => {
    expect(Object.values(written).every((n) => n > 0)).toBe(true);
    const ended = ['sessions', 'one_time_links', 'passkey_challenges', 'idempotency_keys'];
    const empty = Object.fromEntries(ended.map((name) => [`public.${name}`, 0]));
    // Tables of later migrations are there, too.
    expect(await countRows()).toEqual({ ...written, ...empty, ...NEW_TABLES });
    expect(await listMigrations(database.db)).toEqual(knownMigrations());
  });

  test('keeps texts, money and files as they were', async () => {
    const signatures = await rowsOf(
      `select full_name from unity_declarations where email not like '%@demo.example.org' order by email`,
    );
    expect(signatures.map(({ full_name: name }) => name)).toEqual([
      'Awa Diop',
      'A\u2028B\u2029C',
      'ناصر [1,"x"]',
      'Temba Moyo',
      "Zanele O'Neil",
    ]);
    expect(await rowsOf(`select value from site_content where key = 'title_line1'`)).toEqual([
      { value: 'አንድ አፍሪካ \\ "one"\nline 🌍' },
    ]);
    expect(
      await rowsOf(`select count(*)::int as n, sum(received_cents)::int as cents from payments
        where status = 'succeeded'`),
    ).toEqual([{ n: 10, cents: 820_000 }]);
    expect(await rowsOf(`select last from receipt_counters`)).toEqual([{ last: 10 }]);
    expect(
      await rowsOf(`select type, encode(substring(bytes for 4), 'escape') as begins
        from site_pictures`),
    ).toEqual([{ type: 'image/webp', begins: 'RIFF' }]);
  });

  test('has a ledger that agrees and an audit log whose chain holds', async () => {
    await expectLedgerToBalance(database);
    expect(await checkChain(database.db, { secrets })).toMatchObject({
      sealed: written['public.audit_chain'],
      waiting: 1,
      total: 0,
    });
  });

  test('opens what is sealed in it with the secret of its site', async () => {
    const [member] = await rowsOf<{ id: string; sealed: string }>(
      `select id, totp_secret as sealed from users where email = 'ama@example.org'`,
    );
    expect(secrets.unseal('totp', `users:${member?.id}`, member?.sealed ?? '')).toMatch(
      /^[A-Z2-7]{32}$/,
    );
    const [config] = await rowsOf<{ sealed: string }>(
      `select sealed_password as sealed from email_configs where type = 'email_alternative'`,
    );
    expect(
      secrets.unseal('smtp-password', 'email_configs:email_alternative', config?.sealed ?? ''),
    ).toBe('correct horse battery staple');
    const [account] = await rowsOf<{ id: string; sealed: string; digest: string }>(
      `select id, sealed, digest from vault_tokens`,
    );
    const token = secrets.unseal('paypal-account', account?.id ?? '', account?.sealed ?? '');
    expect(secrets.digest('paypal-account', token)).toBe(account?.digest);
    const mails = await rowsOf<{ id: string; sealed: string }>(
      `select id, sealed_props as sealed from outgoing_mails where sealed_props <> ''`,
    );
    expect(mails.length).toBeGreaterThan(10);
    for (const { id, sealed } of mails)
      expect(JSON.parse(secrets.unseal('mail-props', id, sealed))).toBeInstanceOf(Object);
  });

  test('is refused when it lacks a migration of that version, and changes nothing', async () => {
    const older = join(folder, 'older.gz');
    const text = gunzipSync(await readBytes(file)).toString();
    const last = JSON.stringify(head.migrations.at(-1));
    await writeFile(older, gzipSync(text.replace(`,${last}`, '')));
    await withNewDatabase(async (empty, url) => {
      const refused = restoreInto(empty, url, { file: older });
      await expect(refused).rejects.toThrow(BackupError);
      await expect(refused).rejects.toThrow('Restore it with the version of commit b66e01a');
      expect(await listTables(empty.db)).toEqual([]);
    });
  });
});

describe('a database of the last version before the baseline', () => {
  /** What the migrations after the baseline have added; each new one has its way back here, which may be gone already. */
  const WAYS_BACK = [
    sql`alter table unity_declarations drop column if exists confirmed_at, drop column if exists link_id, drop column if exists links_at, drop column if exists was_asked, drop column if exists reminded_at`,
    sql`alter table unity_declarations drop column if exists share_code, drop column if exists came_by, drop column if exists source, drop column if exists folded_count, drop column if exists milestone_mailed_at`,
    sql`drop table if exists address_merges, api_keys, person_notes, person_tags`,
    sql`drop table if exists paper_signatures`,
    sql`drop table if exists money_moves, approvals`,
    sql`alter table payments drop column if exists moved_cents`,
    sql`alter table instalments drop column if exists credited_cents`,
    sql`alter table receipts drop column if exists instalment_id`,
    sql`alter table payment_schedules drop column if exists ended_by, drop constraint if exists payment_schedules_status`,
    sql`drop table if exists journal`,
    sql`drop table if exists closed_periods`,
    sql`drop function if exists set_journal_period`,
    sql`alter table users drop column if exists known_browsers`,
    sql`alter table login_tries drop column if exists tried_at, alter column count drop default`,
    sql`alter table unity_declarations drop column if exists network_mark, drop column if exists open_seconds`,
    sql`alter table unity_declarations drop column if exists welcome_mails, drop column if exists welcomed_at`,
    sql`drop index if exists unity_declarations_confirmed, email_logs_welcome`,
    sql`alter table instalments drop column if exists charge_on`,
    sql`drop table if exists rail_checks, paypal_disputes, paypal_lines, paypal_refunds`,
    sql`drop table if exists treasury_balances, treasury_differences`,
    sql`drop table if exists webhook_deliveries, webhook_endpoints`,
    sql`alter table crypto_quotes drop column if exists sender`,
    sql`drop table if exists statement_rules`,
    sql`alter table paypal_orders drop column if exists reason, drop column if exists paypal_code, add column if not exists issue text`,
    sql`alter table statement_imports drop column if exists opening_cents, drop column if exists closing_cents, add column if not exists applied_at timestamptz, add column if not exists undone_at timestamptz`,
    sql`alter table statement_lines drop column if exists keeps_surplus, drop column if exists refund_event_id, drop column if exists decision, drop column if exists reason`,
    sql`create unique index if not exists statement_lines_proof on statement_lines (digest) where payment_id is not null`,
    sql`alter table paypal_orders drop column if exists invoice_round`,
    sql`drop index if exists receipts_payment`,
    sql`alter table receipts drop constraint if exists receipts_payment_id_unique, add constraint receipts_payment_id_unique unique (payment_id)`,
  ];

  /** The database as those migrations left it, whatever it had before. */
  async function goBackTo(migrations: Migration[]): Promise<void> {
    for (const wayBack of WAYS_BACK) await database.db.execute(wayBack);
    await database.db.execute(sql`delete from drizzle.__drizzle_migrations`);
    for (const { hash, at } of migrations)
      await database.db.execute(
        sql`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${at})`,
      );
  }

  test('is adopted with every row, and starts again', async () => {
    await goBackTo(head.migrations);
    const before = await countRows();
    await migrate(database);
    expect(await listMigrations(database.db)).toEqual(knownMigrations());
    expect(await areMigrationsCurrent(database.db)).toBe(true);
    await migrate(database);
    expect(await listMigrations(database.db)).toEqual(knownMigrations());
    expect(await countRows()).toEqual({ ...before, ...NEW_TABLES });
  });

  // Two processes never share an embedded database: folder-lock.test.ts.
  test.runIf(process.env.TEST_DATABASE === 'postgres')(
    'is adopted once by two instances that start together',
    async () => {
      await goBackTo(head.migrations);
      const other = await openDatabase({ url: restored.url });
      try {
        await Promise.all([migrate(database), migrate(other)]);
      } finally {
        await other.close();
      }
      expect(await listMigrations(database.db)).toEqual(knownMigrations());
    },
  );

  test.each<[string, (all: Migration[]) => Migration[]]>([
    ['the last migration is missing', (all) => all.slice(0, -1)],
    ['an earlier migration is missing', (all) => all.toSpliced(20, 1)],
    ['only the first is there', (all) => all.slice(0, 1)],
    ['one was another', (all) => all.with(45, { hash: 'x', at: all[45]?.at ?? 0 })],
  ])('is refused where %s, with what to do, and stays as it is', async (_what, change) => {
    const applied = change(head.migrations);
    await goBackTo(applied);
    const refused = migrate(database);
    await expect(refused).rejects.toThrow(OutdatedDatabase);
    await expect(refused).rejects.toThrow('Start the version of commit b66e01a on it once');
    expect(await listMigrations(database.db)).toEqual(applied);
  });
});

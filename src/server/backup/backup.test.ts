import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile as readBytes, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startScheduledBatches } from '../../features/campaigns/batches/delivery.store.ts';
import { days } from '../../shared/time.ts';
import { Checksum } from './backup-file.ts';
import { writeBackup } from './backup.ts';
import { pinSnapshot, listTables, readLines, moveAside } from './backup.store.ts';
import { inTransaction, type OpenDatabase } from '../database/database.ts';
import { migrate } from '../database/migrate.ts';
import { restoreBackup } from './restore.ts';
import { unityDeclarations } from '../../features/declaration/declaration.store.ts';
import { addApiKey } from '../security/api-key.store.ts';
import { openSite, type Site } from '../testing.ts';
import { openNewDatabase, restoreInto, withNewDatabase } from '../testing.database.ts';

let folder: string;
let site: Site;
let file: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'one-africa-backup-'));
  site = await openSite({ work: false });
  await liveOn(site);
  file = join(folder, 'site.gz');
  await writeBackup(site.database, file, site.clock.now());
});
afterAll(async () => {
  await site.close();
  await rm(folder, { recursive: true, force: true });
});

/** Fills a site with the data of a day: people, money, texts in other scripts, rows that may never be changed. */
async function liveOn({ visitor, loggedIn, clock, db }: Site) {
  const admin = await loggedIn('admin');
  const now = clock.now();
  await addApiKey(db, {
    userId: admin.id,
    name: 'Report',
    scopes: ['audit:read'],
    createdAt: now,
    expiresAt: new Date(now.getTime() + days(90)),
  });
  await admin.put('/api/admin/content', {
    section: 'hero',
    key: 'title_line1',
    value: 'አንድ አፍሪካ \\ "one"\nline\ttab 🌍',
  });
  // Signs at which some readers end a line.
  for (const name of ['Awa Diop', "Zanele O'Neil", 'ناصر [1,"x"]', 'A\u2028B\u2029C'])
    await visitor().post('/api/unity-declaration', {
      fullName: name,
      email: `${encodeURIComponent(name).replaceAll(/\W/g, '')}@example.org`.toLowerCase(),
      country: 'Senegal',
      agreeToDeclaration: true,
    });
  // Only who has confirmed is in the pool of recipients.
  await db.update(unityDeclarations).set({ confirmedAt: clock.now() });
  const letter = {
    recipients: ['awa20diop@example.org'],
    includeUnasked: true,
    subject: 'News',
    message: 'The march has begun.',
  };
  const send = (more: object) => admin.post('/api/admin/send-bulk-email', { ...letter, ...more });
  const { body } = await send({});
  await admin.post(`/api/admin/email-batches/${(body as { batchId: string }).batchId}/cancel`);
  await send({});
  for (const recipient of ['awa@example.org', 'kofi@example.org'])
    await admin.post('/api/admin/send-individual-email', { recipient, subject: 'A', message: 'B' });
  await send({ scheduledFor: new Date(clock.now().getTime() + days(1)).toISOString() });
  const hook = { url: 'https://example.org/hook', events: ['payment.succeeded'] };
  await admin.post('/api/admin/webhooks', hook);
  await db.execute(sql`insert into audit_log (at, action, after)
    values ('2026-01-02T03:04:05.678901Z', 'test.done', '{"amount": 1e3, "nothing": null}')`);
  await db.execute(sql`insert into site_settings (name, value, updated_by, updated_at)
    values ('welcome-series', '{"since": "2026-01-02T03:04:05.000Z", "sinceBefore": null, "mails": []}',
      gen_random_uuid(), now())`);
  await db.execute(sql`insert into site_pictures (name, type, bytes, added_at, used_at)
    select 'picture' || n, 'image/jpeg', decode(repeat('ffd8000d0a5c', n), 'hex'), now(), now() from generate_series(1, 25) n`);
}

const restore = (database: OpenDatabase, url: string | undefined, from = file, replace = false) =>
  restoreInto(database, url, { file: from, replace });

const KEYS = [
  'api_keys',
  'sessions',
  'one_time_links',
  'passkey_challenges',
  'idempotency_keys',
].map((name) => `public.${name}`);

async function schemasOf({ db }: OpenDatabase) {
  const { rows } = await db.execute<{ name: string }>(
    // The extensions for searches belong to PostgreSQL.
    sql`select nspname as name from pg_namespace where nspname !~ '^(pg_|information_schema$|extensions$)' order by 1`,
  );
  return rows.map(({ name }) => name);
}

/** The number and checksum of each table's rows. */
function sumsOf({ db }: Pick<OpenDatabase, 'db'>) {
  return inTransaction(db, async (tx) => {
    await pinSnapshot(tx);
    const sums: Record<string, unknown> = {};
    for (const table of await listTables(tx)) {
      const summing = new Checksum();
      for await (const lines of readLines(tx, table)) summing.add(lines);
      sums[table.name] = summing.sum();
    }
    return sums;
  });
}

describe('a backup', () => {
  test('fills an empty database with every row of every table, and the waiting jobs', async () => {
    const written = await sumsOf(site);
    expect(written['public.unity_declarations']).toMatchObject({ rows: 4 });
    expect(written['pgboss.job']).not.toMatchObject({ rows: 0 });
    await withNewDatabase(async (database, url) => {
      await restore(database, url);
      const restored = await sumsOf(database);
      // Of who was logged in nothing comes back, nor does a key that may have been revoked since.
      for (const table of ['public.sessions', 'public.api_keys'])
        expect(written[table]).not.toMatchObject({ rows: 0 });
      for (const table of KEYS) {
        expect(restored[table]).toMatchObject({ rows: 0 });
        written[table] = restored[table];
      }
      // Of bulk mail all comes back, paused where it was on its way.
      expect(restored['public.mail_batches']).toMatchObject({ rows: 3 });
      written['public.mail_batches'] = restored['public.mail_batches'];
      // So do mails to single people, held where they had not left.
      expect(restored['public.outgoing_mails']).toMatchObject({ rows: 2 });
      written['public.outgoing_mails'] = restored['public.outgoing_mails'];
      // And endpoints of webhooks, paused.
      expect(restored['public.webhook_endpoints']).toMatchObject({ rows: 1 });
      written['public.webhook_endpoints'] = restored['public.webhook_endpoints'];
      // And the welcome series, turned off.
      expect(restored['public.site_settings']).toMatchObject({ rows: 1 });
      written['public.site_settings'] = restored['public.site_settings'];
      expect(restored).toEqual(written);
    });
  });

  test('brings back the welcome series turned off: whoever got a mail since would get it again', async () => {
    await withNewDatabase(async (database, url) => {
      await restore(database, url);
      const { rows } = await database.db.execute(sql`select value from site_settings`);
      expect(rows).toEqual([{ value: { since: null, sinceBefore: null, mails: [] } }]);
    });
  });

  test('brings back endpoints of webhooks paused: a copy must not speak for the site', async () => {
    await withNewDatabase(async (database, url) => {
      expect(await restore(database, url)).toMatchObject({ webhooks: 1 });
      const { rows } = await database.db.execute(sql`select is_paused from webhook_endpoints`);
      expect(rows).toEqual([{ is_paused: true }]);
    });
  });

  test('brings back no bulk mail that leaves by itself: it may have gone on since', async () => {
    await withNewDatabase(async (database, url) => {
      expect(await restore(database, url)).toMatchObject({ paused: 2 });
      const states = await database.db.execute(sql`select state from mail_batches order by state`);
      expect(states.rows.map(({ state }) => state)).toEqual(['cancelled', 'paused', 'paused']);
      const whenAllWereDue = new Date(site.clock.now().getTime() + days(2));
      expect(await startScheduledBatches(database.db, whenAllWereDue)).toBe(false);
    });
  });

  test('holds the mails that had not left: they may have since', async () => {
    await withNewDatabase(async (database, url) => {
      const { held } = await restore(database, url);
      expect(held).toBe(2);
      const { rows } = await database.db.execute(sql`
        select distinct state, next_attempt_at as next, sealed_props <> '' as whole from outgoing_mails`);
      expect(rows).toEqual([{ state: 'uncertain', next: null, whole: true }]);
    });
  });

  test('leaves a database in which numbers go on, references hold and triggers speak', async () => {
    await withNewDatabase(async (database, url) => {
      await restore(database, url);
      const { db } = database;
      const { rows } = await db.execute<{ id: string; largest: string }>(sql`
        with added as (insert into audit_log (at, action) values (now(), 'test.next') returning id)
        select id::text, (select max(id)::text from audit_log) as largest from added`);
      expect(Number(rows[0]?.id)).toBe(Number(rows[0]?.largest) + 1);
      await expect(db.execute(sql`delete from audit_log`)).rejects.toThrow();
      const stranger = '00000000-0000-4000-8000-000000000000';
      await expect(
        db.execute(sql`insert into user_profiles (id, user_id) values (${stranger}, ${stranger})`),
      ).rejects.toThrow();
    });
  });

  test('leaves every index that the migrations have made', async () => {
    const indexesOf = async ({ db }: Pick<OpenDatabase, 'db'>) => {
      const { rows } = await db.execute(
        sql`select indexname, indexdef from pg_indexes where schemaname = 'public' order by 1`,
      );
      return rows;
    };
    await withNewDatabase(async (database, url) => {
      await restore(database, url);
      const restored = await indexesOf(database);
      expect(restored.length).toBeGreaterThan(100);
      expect(restored).toEqual(await indexesOf(site));
    });
  });

  test('takes the place of what a database holds only when that is asked for', async () => {
    await withNewDatabase(async (database, url) => {
      await migrate(database);
      await database.db.execute(
        sql`insert into audit_log (at, action) values (now(), 'test.other')`,
      );
      await expect(restore(database, url)).rejects.toThrow('This database is not empty.');
      const { rows } = await database.db.execute(sql`select action from audit_log`);
      expect(rows).toEqual([{ action: 'test.other' }]);
      await restore(database, url, file, true);
      expect(await sumsOf(database)).toMatchObject({
        'public.unity_declarations': { rows: 4 },
        'public.audit_log': (await sumsOf(site))['public.audit_log'],
      });
      expect(await schemasOf(database)).toEqual(['drizzle', 'pgboss', 'public']);
    });
  });

  // The embedded database lets no one in beside the site anyway.
  test.runIf(process.env.TEST_DATABASE === 'postgres')(
    'is refused by the command while a site is connected to the database',
    async () => {
      await withNewDatabase(async (database, url = '') => {
        await database.db.execute(sql`select 1`);
        const { stderr, status } = spawnSync(
          process.execPath,
          ['scripts/restore.ts', file, '--replace'],
          { encoding: 'utf8', env: { PATH: process.env.PATH, DATABASE_URL: url } },
        );
        expect(stderr).toContain('The site is connected to this database');
        expect(status).toBe(1);
        expect(await schemasOf(database)).toEqual(['public']);
      });
    },
  );

  test('that fails on its way leaves what the database held, also when it dies there', async () => {
    await withNewDatabase(async (database, url) => {
      await migrate(database);
      await database.db.execute(
        sql`insert into audit_log (at, action) values (now(), 'test.other')`,
      );
      const broken = restoreBackup(database, file, {
        replace: true,
        createQueues: () => Promise.reject(new Error('the disk is full')),
      });
      await expect(broken).rejects.toThrow('the disk is full');
      const acts = async () => (await database.db.execute(sql`select action from audit_log`)).rows;
      expect(await acts()).toEqual([{ action: 'test.other' }]);
      expect(await schemasOf(database)).not.toContain('before_restore_public');

      await inTransaction(database.db, moveAside);
      await expect(restore(database, url)).rejects.toThrow('This database is not empty.');
      expect(await acts()).toEqual([{ action: 'test.other' }]);
    });
  });

  test('is its owner’s to read, and replaces no other', async () => {
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    await expect(writeBackup(site.database, file, new Date())).rejects.toThrow('exists already');
    expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([]);
  });
});

describe('a file', () => {
  let existing: Awaited<ReturnType<typeof openNewDatabase>>;
  beforeAll(async () => {
    existing = await openNewDatabase();
    await migrate(existing.database);
    await existing.database.db.execute(
      sql`insert into audit_log (at, action) values (now(), 'test.existing')`,
    );
  });
  afterAll(async () => {
    await existing.database.close();
    await existing.drop();
  });

  const changed = (change: (text: string) => string) => async () =>
    gzipSync(change(gunzipSync(await readBytes(file)).toString()));

  test.each([
    ['is cut off', async () => (await readBytes(file)).subarray(0, -200), 'damaged, cut off'],
    ['lacks its last line', changed((text) => text.replace('{"end":true}\n', '')), 'cut off'],
    ['has another word in a row', changed((text) => text.replace('Awa Diop', 'Eve Diop')), 'rows'],
    ['lacks a row', changed((text) => text.replace(/\n\[.*Awa Diop.*\]/, '')), 'rows'],
    ['is a picture', async () => Buffer.from('\x89PNG'), 'no backup'],
    ['is of a newer format', changed((text) => text.replace('Backup":1', 'Backup":2')), 'newer'],
    [
      'is of a newer version of the site',
      changed((text) => text.replace('"migrations":[', '"migrations":[{"hash":"x","at":9e12},')),
      'probably a newer one',
    ],
    ['is not there', async () => undefined, 'There is no file'],
  ])('that %s is no backup, and changes nothing', async (_what, bytes, words) => {
    const broken = join(folder, 'broken.gz');
    await rm(broken, { force: true });
    const content = await bytes();
    if (content) await writeFile(broken, content);
    await expect(restore(existing.database, existing.url, broken, true)).rejects.toThrow(words);
    const { rows } = await existing.database.db.execute(sql`select action from audit_log`);
    expect(rows).toEqual([{ action: 'test.existing' }]);
  });
});

import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { listMigrations } from '../backup/backup.store.ts';
import { openDatabase } from './database.ts';
import { areMigrationsCurrent, baselineMigrations, knownMigrations, migrate } from './migrate.ts';
import { withNewDatabase } from '../testing.database.ts';

const isPostgres = process.env.TEST_DATABASE === 'postgres';

describe('a new database', () => {
  test('gets every migration once, however often the site starts', async () => {
    await withNewDatabase(async (database) => {
      await migrate(database);
      await migrate(database);
      expect(await listMigrations(database.db)).toEqual(knownMigrations());
      expect(await areMigrationsCurrent(database.db)).toBe(true);
    });
  });

  test('gets them one by one where a moment is given', async () => {
    await withNewDatabase(async (database) => {
      const known = knownMigrations();
      for (const [n, { at }] of known.entries()) {
        await migrate(database, { until: at });
        await migrate(database, { until: at });
        expect(await listMigrations(database.db)).toEqual(known.slice(0, n + 1));
        expect(await areMigrationsCurrent(database.db)).toBe(n + 1 === known.length);
      }
    });
  });

  // Two processes never share an embedded database: folder-lock.test.ts.
  test.runIf(isPostgres)('gets them once from two instances that start together', async () => {
    await withNewDatabase(async (database, url = '') => {
      const other = await openDatabase({ url });
      try {
        await Promise.all([migrate(database), migrate(other)]);
      } finally {
        await other.close();
      }
      expect(await listMigrations(database.db)).toEqual(knownMigrations());
    });
  });
});

test.runIf(isPostgres)(
  'a migration that waits for a table lets later readers pass, and continues when the table is free',
  async () => {
    await withNewDatabase(async (database, url) => {
      const [tables] = baselineMigrations();
      await migrate(database, { until: tables?.at ?? 0 });
      const backup = new pg.Client({ connectionString: url });
      await backup.connect();
      await backup.query('begin; lock table audit_chain in access share mode');
      const upgrade = migrate(database);
      // Until it waits for its lock; the reader then waits behind it until it gives up.
      await sleep(500);
      await database.db.execute(sql`select count(*) from audit_chain`);
      expect(await areMigrationsCurrent(database.db)).toBe(false);
      await backup.query('commit');
      await backup.end();
      await upgrade;
      expect(await areMigrationsCurrent(database.db)).toBe(true);
    });
  },
  60_000,
);

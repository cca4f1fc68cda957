// The baseline (migrations 0000 and 0001) makes the tables that 46 earlier migrations made. Databases and backups
// that have all of those go on from it; the rest need the last version that can apply what they lack.
import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { listMigrations } from '../backup/backup.store.ts';
import { type Database, inTransaction } from './database.ts';

/** A row of drizzle's journal; `at` is when the file was generated, in milliseconds since 1970. */
export interface Migration {
  hash: string;
  at: number;
}

/** The commit of the last version with the 46 migrations. */
export const LAST_VERSION_BEFORE = 'b66e01a';
/** When the last of them was generated, and the SHA-256 of all, as lines of `at` and `hash`, oldest first. */
const replaced = {
  lastAt: 1_795_320_464_380,
  sha256: '71e5ab66e358e884eba8e454fd274eb0c0366468a6941ff2957edcd0c9e7a421',
};

/** A database that this version cannot bring up to date; the message says what to do. */
export class OutdatedDatabase extends Error {
  constructor() {
    super(
      `The database was last used by a version that is too old for this one. Start the version of commit ${LAST_VERSION_BEFORE} on it once, which brings it up to date, then start this one.`,
    );
  }
}

/** How many of the migrations that the baseline replaces are among these. */
export function replacedAmong(migrations: Migration[]): 'none' | 'some' | 'all' {
  if (migrations.every(({ at }) => at > replaced.lastAt)) return 'none';
  const lines = migrations.map(({ at, hash }) => `${at} ${hash}\n`).join('');
  return createHash('sha256').update(lines).digest('hex') === replaced.sha256 ? 'all' : 'some';
}

/**
 * Writes the `baseline` into the journal of a database that has every migration it replaces, in their place, so that
 * drizzle does not apply it. Changes nothing in a new database or one that has the baseline. Throws
 * `OutdatedDatabase` when some of the replaced migrations are missing.
 */
export async function adoptBaseline(db: Database, baseline: Migration[]): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (!(await hasJournal(tx))) return;
    const among = replacedAmong(await listMigrations(tx));
    if (among === 'none') return;
    if (among === 'some') throw new OutdatedDatabase();
    await tx.execute(sql`delete from drizzle.__drizzle_migrations`);
    for (const { hash, at } of baseline)
      await tx.execute(
        sql`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${at})`,
      );
  });
}

async function hasJournal(tx: Database): Promise<boolean> {
  const { rows } = await tx.execute(
    sql`select 1 where to_regclass('drizzle.__drizzle_migrations') is not null`,
  );
  return rows.length > 0;
}

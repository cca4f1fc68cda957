import { readFile, BackupError, type Head, type Sum, Checksum } from './backup-file.ts';
import { LAST_VERSION_BEFORE, type Migration, replacedAmong } from '../database/baseline.ts';
import {
  addLines,
  dropMovedAside,
  emptyJobs,
  endSessionsAndLinks,
  holdBulkMail,
  pauseWebhooks,
  holdMail,
  isEmpty,
  isMovedAside,
  JOBS,
  listTables,
  restoreMovedAside,
  readLines,
  refill,
  moveAside,
  setSequences,
  stopWelcomeSeries,
  type Table,
  setCanonicalFormats,
} from './backup.store.ts';
import { type Database, inTransaction, type OpenDatabase } from '../database/database.ts';
import { baselineMigrations, knownMigrations, migrate } from '../database/migrate.ts';

export interface RestoreOptions {
  /** Whether what the database holds may go. */
  replace: boolean;
  /** Creates the queue's own tables, as the code that runs now wants them. */
  createQueues(): Promise<void>;
}

/**
 * Fills a database from a backup: the tables as they were when it was written, then every migration since. The
 * file is read through first, and what the database held is put back when anything fails after that. Who was logged
 * in is not any more, and mailed links open nothing: what was ended since must not live again. Bulk mail waits for
 * someone, as it may have gone on since: `paused` is how many of it, `held` how many mails to single people, and `webhooks` how many endpoints. Throws
 * `BackupError` for such a file, for one of a newer version, and for a database that is not empty unless it may be
 * replaced.
 */
export async function restoreBackup(
  database: OpenDatabase,
  file: string,
  { replace, createQueues }: RestoreOptions,
): Promise<{ at: string; rows: number; paused: number; held: number; webhooks: number }> {
  const { head, tables, rows } = await verifyFile(file);
  const newest = requireKnownMigrations(head);
  const { db } = database;
  // Of a restore that died on its way.
  if (await isMovedAside(db)) await inTransaction(db, restoreMovedAside);
  if (!(await isEmpty(db)) && !replace)
    throw new BackupError(
      'This database is not empty. With --replace everything in it goes, and the backup takes its place.',
    );
  await inTransaction(db, moveAside);
  let waiting: { paused: number; held: number; webhooks: number };
  try {
    await migrate(database, { until: newest });
    waiting = await inTransaction(db, (tx) => fill(tx, file, { head, tables }));
    await migrate(database);
    await createQueues();
    await inTransaction(db, (tx) => addJobs(tx, file));
  } catch (error) {
    await inTransaction(db, restoreMovedAside);
    throw error;
  }
  await inTransaction(db, dropMovedAside);
  return { at: head.at, rows, ...waiting };
}

/** Reads the whole file and believes none of it before. */
async function verifyFile(file: string) {
  let head: Head | undefined;
  const tables: (Table & Sum)[] = [];
  await readFile(file, {
    head: (header) => void (head = header),
    sum: (table, sum) => void tables.push({ ...table, ...sum }),
  });
  if (!head) throw new BackupError(`${file} is empty.`);
  return { head, tables, rows: tables.reduce((all, table) => all + table.rows, 0) };
}

/**
 * The moment of the backup's newest migration, or of the baseline where that replaces them. This code must have all of
 * the backup's migrations.
 */
function requireKnownMigrations({ migrations }: Head): number {
  const replaced = replacedAmong(migrations);
  if (replaced === 'some')
    throw new BackupError(
      `This backup was written by a version of the site that is too old for this one. Restore it with the version of commit ${LAST_VERSION_BEFORE}, make a backup there, and restore that one here.`,
    );
  if (replaced === 'all') return newestOf(baselineMigrations());
  const known = new Map(knownMigrations().map(({ hash, at }) => [at, hash]));
  const foreign = migrations.find(({ hash, at }) => known.get(at) !== hash);
  if (foreign || !migrations.length)
    throw new BackupError(
      'This backup was written by a version of the site that this one does not know, probably a newer one. Restore it with that version.',
    );
  return newestOf(migrations);
}

const newestOf = (migrations: Migration[]) => Math.max(...migrations.map(({ at }) => at));

/** The site's own tables, compared with the backup once they are full; answers how much mail waits for someone now. */
async function fill(
  tx: Database,
  file: string,
  { head, tables }: { head: Head; tables: (Table & Sum)[] },
): Promise<{ paused: number; held: number; webhooks: number }> {
  await setCanonicalFormats(tx);
  const isOurs = ({ name }: Table) => name !== JOBS;
  const there = (await listTables(tx)).filter(isOurs);
  requireSameTables(there, tables.filter(isOurs));
  await refill(tx, there, () =>
    readFile(file, {
      lines: (table, lines) => (isOurs(table) ? addLines(tx, table, lines) : undefined),
    }),
  );
  await setSequences(tx, head.sequences);
  for (const table of tables.filter(isOurs)) await requireSameSum(tx, table);
  await endSessionsAndLinks(tx, there);
  await stopWelcomeSeries(tx);
  return {
    paused: await holdBulkMail(tx),
    held: await holdMail(tx),
    webhooks: await pauseWebhooks(tx, there),
  };
}

/** A table or column that only one side has would be lost, or stay empty, without a word. */
function requireSameTables(there: Table[], written: Table[]): void {
  const shape = (tables: Table[]) =>
    tables
      .flatMap(({ name, columns }) => columns.map((one) => `${name}.${one.name} ${one.type}`))
      .toSorted()
      .join('\n');
  if (shape(there) !== shape(written))
    throw new BackupError('The tables of the backup are not those of its version of the site.');
}

async function requireSameSum(
  tx: Database,
  { rows, sha256, ...table }: Table & Sum,
): Promise<void> {
  const checksum = new Checksum();
  for await (const lines of readLines(tx, table)) checksum.add(lines);
  const sum = checksum.sum();
  if (sum.rows !== rows || sum.sha256 !== sha256)
    throw new Error(`${table.name} holds other rows than the backup; nothing was restored.`);
}

/** The jobs that waited, as far as their queues still exist; those of before are left out with their columns. */
async function addJobs(tx: Database, file: string): Promise<void> {
  await emptyJobs(tx);
  const now = (await listTables(tx)).find(({ name }) => name === JOBS);
  await readFile(file, {
    lines: async (table, lines) => {
      if (table.name !== JOBS || !now) return;
      await addLines(tx, ...narrowed(table, now, lines));
    },
  });
}

/** The columns that both versions of the queue have. */
function narrowed(was: Table, now: Table, lines: string[]): [Table, string[]] {
  const shared = was.columns.flatMap((column, at) =>
    now.columns.some(({ name }) => name === column.name) ? [{ column, at }] : [],
  );
  return [
    { name: was.name, columns: shared.map(({ column }) => column) },
    lines.map((text) => {
      const values = JSON.parse(text) as (string | null)[];
      return JSON.stringify(shared.map(({ at }) => values[at]));
    }),
  ];
}

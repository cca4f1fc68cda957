import { type Head, readFile, Checksum, writeFile } from './backup-file.ts';
import {
  pinSnapshot,
  listMigrations,
  listSequences,
  listTables,
  readLines,
} from './backup.store.ts';
import { type Database, inTransaction, type OpenDatabase } from '../database/database.ts';

export interface BackupCounts {
  tables: number;
  rows: number;
}

/**
 * Writes everything that the database holds of one moment into `file`; the site may go on meanwhile. For a connection
 * without time limits (openDatabase's `isPatient`). The file is read to its end again before it counts as one.
 * Throws `BackupError` where the file exists.
 */
export async function writeBackup(
  { db }: OpenDatabase,
  file: string,
  now: Date,
): Promise<BackupCounts> {
  const backed: BackupCounts = { tables: 0, rows: 0 };
  await inTransaction(db, async (tx) => {
    await pinSnapshot(tx);
    await writeFile(file, pieces(tx, now, backed));
  });
  await readFile(file, {});
  return backed;
}

async function* pieces(tx: Database, now: Date, backed: BackupCounts): AsyncGenerator<string> {
  const head: Head = {
    oneAfricaBackup: 1,
    at: now.toISOString(),
    migrations: await listMigrations(tx),
    sequences: await listSequences(tx),
  };
  yield line(head);
  for (const table of await listTables(tx)) {
    yield line({ table: table.name, columns: table.columns });
    const checksum = new Checksum();
    for await (const lines of readLines(tx, table)) {
      checksum.add(lines);
      yield `${lines.join('\n')}\n`;
    }
    const sum = checksum.sum();
    yield line(sum);
    backed.tables += 1;
    backed.rows += sum.rows;
  }
  yield line({ end: true });
}

const line = (value: object) => `${JSON.stringify(value)}\n`;

// Writes everything that the database holds into one file:
//
//   npm run backup                  into backups/one-africa-<moment>.gz
//   npm run backup -- <file>
//
// DATABASE_URL, while the site runs; else the embedded database in DATA_DIR (stop the site first).
import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { writeBackup } from '../src/server/backup.ts';
import { BackupError } from '../src/server/backup-file.ts';
import { openDatabase } from '../src/server/database.ts';
import { FolderInUse } from '../src/server/folder-lock.ts';
import { readSettings, SettingError } from '../src/server/settings.ts';

if (existsSync('.env')) process.loadEnvFile('.env');
try {
  await main(process.argv[2]);
} catch (error) {
  const isExpected = [BackupError, SettingError, FolderInUse].some((one) => error instanceof one);
  console.error(isExpected ? (error as Error).message : error);
  process.exitCode = 1;
}

async function main(given: string | undefined): Promise<void> {
  const { databaseUrl, dataDir } = readSettings(process.env);
  // Opening would make an empty one.
  if (!databaseUrl && !existsSync(join(dataDir, 'db')))
    throw new BackupError(`There is no database in ${dataDir}. Set DATABASE_URL or DATA_DIR.`);
  const now = new Date();
  const moment = now.toISOString().slice(0, 19).replaceAll(':', '');
  const file = given ?? join('backups', `one-africa-${moment}Z.gz`);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const database = await openDatabase({ url: databaseUrl, dataDir, isPatient: true });
  try {
    const { tables, rows } = await writeBackup(database, file, now);
    console.log(`backup    ${rows} rows of ${tables} tables in ${file}`);
    console.log(
      'It holds personal data, readable by you alone. APP_SECRET (or the file `secret` in DATA_DIR) is not in it: keep that too, apart from it, as sealed values do not open without it.',
    );
  } finally {
    await database.close();
  }
}

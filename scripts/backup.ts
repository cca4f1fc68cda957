// Writes everything in the database to one file: `npm run backup -- --help`.
import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { writeBackup } from '../src/server/backup/backup.ts';
import { BackupError } from '../src/server/backup/backup-file.ts';
import { openDatabase } from '../src/server/database/database.ts';
import { FolderInUse } from '../src/server/database/folder-lock.ts';
import { readSettings, SettingError } from '../src/server/settings.ts';
import { readArguments } from './commands.mjs';

const [given] = readArguments('backup').positionals;
if (existsSync('.env')) process.loadEnvFile('.env');
try {
  await main(given);
} catch (error) {
  const isExpected = [BackupError, SettingError, FolderInUse].some((one) => error instanceof one);
  console.error(isExpected ? (error as Error).message : error);
  process.exitCode = 1;
}

async function main(given: string | undefined): Promise<void> {
  const { databaseUrl, dataDir } = readSettings(process.env);
  // Opening it would create an empty one.
  if (!databaseUrl && !existsSync(join(dataDir, 'db')))
    throw new BackupError(`There is no database in ${dataDir}. Set DATABASE_URL or DATA_DIR.`);
  const now = new Date();
  const timestamp = now.toISOString().slice(0, 19).replaceAll(':', '');
  const file = given ?? join('backups', `one-africa-${timestamp}Z.gz`);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const database = await openDatabase({ url: databaseUrl, dataDir, isPatient: true });
  try {
    const { tables, rows } = await writeBackup(database, file, now);
    console.log(`backup    ${rows} rows of ${tables} tables in ${file}`);
    console.log(
      'The file holds personal data and only you can read it. It does not hold APP_SECRET (or the file `secret` in DATA_DIR): back that up too, in another place. Encrypted values cannot be read without it.',
    );
  } finally {
    await database.close();
  }
}

// Fills a database from a file that `npm run backup` wrote, and brings it up to this version:
//
//   npm run restore -- <file>             into an empty database
//   npm run restore -- <file> --replace   everything that the database holds goes
//
// DATABASE_URL, else the embedded database in DATA_DIR. Stop the site first.
import { existsSync } from 'node:fs';
import { BackupError } from '../src/server/backup-file.ts';
import { isInUse } from '../src/server/backup.store.ts';
import { openDatabase } from '../src/server/database.ts';
import { FolderInUse } from '../src/server/folder-lock.ts';
import { jobs } from '../src/server/jobs.ts';
import { createQueue } from '../src/server/queue.ts';
import { restoreBackup } from '../src/server/restore.ts';
import { readSettings, SettingError } from '../src/server/settings.ts';

if (existsSync('.env')) process.loadEnvFile('.env');
try {
  await main(process.argv.slice(2));
} catch (error) {
  const isExpected = [BackupError, SettingError, FolderInUse].some((one) => error instanceof one);
  console.error(isExpected ? (error as Error).message : error);
  process.exitCode = 1;
}

async function main(given: string[]): Promise<void> {
  const replace = given.includes('--replace');
  const [file, ...more] = given.filter((one) => one !== '--replace');
  if (!file || more.length)
    throw new BackupError('Say which backup: npm run restore -- <file> [--replace]');
  const { databaseUrl, dataDir } = readSettings(process.env);
  const database = await openDatabase({ url: databaseUrl, dataDir, isPatient: true });
  if (await isInUse(database.db)) {
    await database.close();
    throw new BackupError(
      'A site is connected to this database, and would write into what is being restored. Stop every instance of it first.',
    );
  }
  const queue = createQueue(database, databaseUrl, (error) => console.error(error), jobs);
  try {
    const { at, rows, paused, held } = await restoreBackup(database, file, {
      replace,
      createQueues: () => queue.createQueues(),
    });
    console.log(`restore   ${rows} rows as they were at ${at}, brought up to this version`);
    if (paused > 0)
      console.log(
        `mail      bulk mail that was scheduled or on its way then is paused (${paused}): see whether it went on since before you let it run`,
      );
    if (held > 0)
      console.log(
        `mail      mails that had not left then are held (${held}): send or drop them in the Email tab of the dashboard`,
      );
  } finally {
    await queue.stop();
    await database.close();
  }
}

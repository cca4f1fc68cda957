// Fills a database from a backup and upgrades it to this version: `npm run restore -- --help`.
import { existsSync } from 'node:fs';
import { BackupError } from '../src/server/backup/backup-file.ts';
import { isInUse } from '../src/server/backup/backup.store.ts';
import { openDatabase } from '../src/server/database/database.ts';
import { FolderInUse } from '../src/server/database/folder-lock.ts';
import { jobs } from '../src/server/jobs.ts';
import { createQueue } from '../src/server/queue/queue.ts';
import { restoreBackup } from '../src/server/backup/restore.ts';
import { readSettings, SettingError } from '../src/server/settings.ts';
import { readArguments } from './commands.mjs';

const { positionals, values } = readArguments('restore');
if (existsSync('.env')) process.loadEnvFile('.env');
try {
  await main(positionals[0], values.replace === true);
} catch (error) {
  const isExpected = [BackupError, SettingError, FolderInUse].some((one) => error instanceof one);
  console.error(isExpected ? (error as Error).message : error);
  process.exitCode = 1;
}

async function main(file = '', replace = false): Promise<void> {
  const { databaseUrl, dataDir } = readSettings(process.env);
  const database = await openDatabase({ url: databaseUrl, dataDir, isPatient: true });
  if (await isInUse(database.db)) {
    await database.close();
    throw new BackupError(
      'The site is connected to this database and would write to it during the restore. Stop every instance first.',
    );
  }
  const queue = createQueue(database, databaseUrl, (error) => console.error(error), jobs);
  try {
    const { at, rows, paused, held, webhooks } = await restoreBackup(database, file, {
      replace,
      createQueues: () => queue.createQueues(),
    });
    console.log(`restore   ${rows} rows from the backup of ${at}, upgraded to this version`);
    if (paused > 0)
      console.log(
        `mail      bulk mail that was scheduled or being sent at that time is paused (${paused}): check whether it was sent after the backup before you resume it`,
      );
    if (held > 0)
      console.log(
        `mail      mails that were waiting at that time are held (${held}): send or discard them in the Email tab of the dashboard`,
      );
    if (webhooks > 0)
      console.log(
        `webhooks  nothing is sent to ${webhooks} endpoint(s) until you resume them in the Settings tab of the dashboard`,
      );
  } finally {
    await queue.stop();
    await database.close();
  }
}

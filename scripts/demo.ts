// Fills an empty database with a year of an invented campaign: `npm run demo -- --help`. All addresses end with
// demo.example.org and all payments are marked as test money.
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { hashPassword } from '../src/features/members/password.service.ts';
import { OutdatedDatabase } from '../src/server/database/baseline.ts';
import { inTransaction, openDatabase } from '../src/server/database/database.ts';
import { FolderInUse } from '../src/server/database/folder-lock.ts';
import { migrate } from '../src/server/database/migrate.ts';
import { readSettings, SettingError, type Settings } from '../src/server/settings.ts';
import { readArguments } from './commands.mjs';
import { fillDemo, SMALL, WHOLE } from './demo/fill.ts';
import { findLeftByPeople } from './demo/people.store.ts';

/** The person at the keyboard can mend it: the message is shown without a stack. */
class Refusal extends Error {}

const isSmall = readArguments('demo').values.small === true;
if (existsSync('.env')) process.loadEnvFile('.env');
try {
  await main();
} catch (error) {
  const isExpected = [Refusal, SettingError, FolderInUse, OutdatedDatabase].some(
    (one) => error instanceof one,
  );
  console.error(isExpected ? (error as Error).message : error);
  process.exitCode = 1;
}

async function main(): Promise<void> {
  if (process.env.NODE_ENV === 'production')
    throw new Refusal('Demo data cannot go into a production database: its people are invented.');
  const settings = readSettings(process.env);
  const { databaseUrl: url, dataDir, ethereum } = settings;
  const database = await openDatabase({ url, dataDir, isPatient: true });
  try {
    const startedAt = Date.now();
    // Before any change, and again inside the transaction: someone may have used the site in between.
    refuseUsed(await findLeftByPeople(database.db), settings);
    await migrate(database);
    const size = isSmall ? SMALL : WHOLE;
    const password = await hashPassword(randomBytes(32).toString('base64url'));
    await inTransaction(database.db, async (tx) => {
      refuseUsed(await findLeftByPeople(tx), settings);
      await fillDemo(tx, size, { now: new Date(), chain: ethereum, password });
    });
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
    console.log(
      `demo      ${size.signatures} signatures, ${size.applications} applications, ${size.members} members, in ${seconds} s`,
    );
    console.log(
      `All people are invented and have an address at demo.example.org. All payments are test money; production does not start with such a database. To remove the data: ${howToEmpty(settings)}`,
    );
  } finally {
    await database.close();
  }
}

function refuseUsed(left: string | undefined, settings: Settings): void {
  if (left)
    throw new Refusal(
      `The database holds ${left}: demo data goes only into an unused database. To empty it: ${howToEmpty(settings)}`,
    );
}

function howToEmpty({ databaseUrl, dataDir }: Settings): string {
  return databaseUrl
    ? 'stop the site, drop the database that DATABASE_URL names and create it again.'
    : `stop the site and delete the folder ${join(dataDir, 'db')}.`;
}

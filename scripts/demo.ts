// Fills an empty database with a year of a campaign that never was, to look at the dashboard with:
//
//   npm run demo                  50,000 signatures, 5,000 applications and everything around them
//   npm run demo -- --small       a hundredth of it
//
// DATABASE_URL, else the embedded database in DATA_DIR (stop the site first). Everybody in it is invented: their
// addresses end with demo.example.org, and their money is marked as test money.
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { hashPassword } from '../src/features/members/password.service.ts';
import { inTransaction, openDatabase } from '../src/server/database.ts';
import { FolderInUse } from '../src/server/folder-lock.ts';
import { migrate } from '../src/server/migrate.ts';
import { readSettings, SettingError, type Settings } from '../src/server/settings.ts';
import { fillDemo, SMALL, WHOLE } from './demo/fill.ts';
import { findLeftByPeople } from './demo/people.store.ts';

/** What the person at the keyboard can mend: told without a stack. */
class Refusal extends Error {}

if (existsSync('.env')) process.loadEnvFile('.env');
try {
  await main(process.argv.slice(2));
} catch (error) {
  const isExpected = [Refusal, SettingError, FolderInUse].some((one) => error instanceof one);
  console.error(isExpected ? (error as Error).message : error);
  process.exitCode = 1;
}

async function main(given: string[]): Promise<void> {
  const unknown = given.find((word) => word !== '--small');
  if (unknown) throw new Refusal(`npm run demo [-- --small], and nothing like ${unknown}.`);
  if (process.env.NODE_ENV === 'production')
    throw new Refusal('A production database takes no demonstration: its people are invented.');
  const settings = readSettings(process.env);
  const { databaseUrl: url, dataDir, ethereum } = settings;
  const database = await openDatabase({ url, dataDir, isPatient: true });
  try {
    const startedAt = Date.now();
    // Before anything is touched, and once more inside the transaction: somebody may have come in between.
    refuseUsed(await findLeftByPeople(database.db), settings);
    await migrate(database);
    const size = given.length > 0 ? SMALL : WHOLE;
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
      `Everybody in it is invented and has an address at demo.example.org; all money is test money, beside which no production starts. To remove it: ${howToEmpty(settings)}`,
    );
  } finally {
    await database.close();
  }
}

function refuseUsed(left: string | undefined, settings: Settings): void {
  if (left)
    throw new Refusal(
      `The database holds ${left}: a demonstration goes into one that nobody has used. To empty it: ${howToEmpty(settings)}`,
    );
}

function howToEmpty({ databaseUrl, dataDir }: Settings): string {
  return databaseUrl
    ? 'stop the site, drop the database that DATABASE_URL names and create it anew.'
    : `stop the site and delete the folder ${join(dataDir, 'db')}.`;
}

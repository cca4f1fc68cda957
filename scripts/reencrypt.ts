// Encrypts everything with APP_SECRET that APP_SECRET_PREVIOUS has encrypted: `npm run reencrypt -- --help`.
import { existsSync } from 'node:fs';
import { linkLivesMs } from '../src/features/application/link.rules.ts';
import { resealChain } from '../src/features/audit/reseal.service.ts';
import { countKeyedCodes } from '../src/features/members/second-factor/second-factor.store.ts';
import { systemClock } from '../src/server/clock.ts';
import { OutdatedDatabase } from '../src/server/database/baseline.ts';
import { type Database, openDatabase } from '../src/server/database/database.ts';
import { FolderInUse } from '../src/server/database/folder-lock.ts';
import { migrate } from '../src/server/database/migrate.ts';
import { reencryptColumn } from '../src/server/sealed-column.ts';
import { SEALED_COLUMNS } from '../src/server/sealed-columns.ts';
import { secretsFrom } from '../src/server/secrets.ts';
import { readSettings, SettingError } from '../src/server/settings.ts';
import { days } from '../src/shared/time.ts';
import { readArguments } from './commands.mjs';

readArguments('reencrypt');
if (existsSync('.env')) process.loadEnvFile('.env');
try {
  process.exitCode = await main();
} catch (error) {
  const isExpected = [SettingError, FolderInUse, OutdatedDatabase].some(
    (one) => error instanceof one,
  );
  console.error(isExpected ? (error as Error).message : error);
  process.exitCode = 1;
}

async function main(): Promise<number> {
  const { databaseUrl: url, dataDir, appSecret, appSecretPrevious } = readSettings(process.env);
  const database = await openDatabase({ url, dataDir, isPatient: true });
  try {
    await migrate(database);
    const secrets = secretsFrom(appSecret, appSecretPrevious);
    const unreadable = await reencryptAll(database.db, secrets);
    const context = { db: database.db, clock: systemClock, secrets };
    const isChainWhole = await reseal(context, secretsFrom(appSecret));
    if (unreadable + Number(!isChainWhole) > 0) {
      console.log('\nKeep APP_SECRET_PREVIOUS until this is settled, and run the command again.');
      return 1;
    }
    if (appSecretPrevious) await sayWhatRemains(database.db);
    return 0;
  } finally {
    await database.close();
  }
}

function line(name: string, text: string): void {
  console.log(`${name.padEnd(32)}${text}`);
}

async function reencryptAll(db: Database, secrets: ReturnType<typeof secretsFrom>) {
  let total = 0;
  for (const one of SEALED_COLUMNS) {
    const { renewed, done, unreadable } = await reencryptColumn(db, secrets, one);
    total += unreadable;
    const failed = unreadable > 0 ? `, ${unreadable} OPENED BY NEITHER SECRET` : '';
    line(one.name, `${renewed} encrypted anew, ${done} were already${failed}`);
  }
  return total;
}

async function reseal(...given: Parameters<typeof resealChain>): Promise<boolean> {
  const chain = await resealChain(...given);
  if (chain.outcome === 'broken') {
    line('activity log', 'BROKEN, left as it is: npm run check:audit shows where');
    return false;
  }
  if (chain.outcome === 'current') {
    line('activity log', `${chain.links} entries were sealed with it already`);
    return true;
  }
  line('activity log', `${chain.links} entries sealed anew`);
  line('', `last seal before  ${chain.before}`);
  line('', `last seal now     ${chain.after}`);
  return true;
}

/** What APP_SECRET_PREVIOUS is still good for: what others hold cannot be made anew. */
async function sayWhatRemains(db: Database): Promise<void> {
  const until = new Date(systemClock.now().getTime() + linkLivesMs).toISOString().slice(0, 10);
  const codes = await countKeyedCodes(db);
  console.log(`
No row needs APP_SECRET_PREVIOUS any more. Keep it until ${until}, ${linkLivesMs / days(1)} days from now: until then it
opens links to applications and links to unsubscribe in emails that were sent with it, and accepts repeats of requests.
Removed, it also ends the links in older emails to receipts, and those with which signers confirm or withdraw.`);
  if (codes > 0)
    console.log(
      `${codes} recovery codes of an earlier version depend on it: their owners need new ones, from Account security.`,
    );
}

// Mails the confirmation link to who signed before confirmations were needed: `npm run ask-signers -- --help`.
import { existsSync } from 'node:fs';
import { findCampaign } from '../src/features/content/publishing/campaign-address.service.ts';
import { askOlderSigners } from '../src/features/declaration/older-signers.service.ts';
import { systemClock } from '../src/server/clock.ts';
import { OutdatedDatabase } from '../src/server/database/baseline.ts';
import { openDatabase } from '../src/server/database/database.ts';
import { FolderInUse } from '../src/server/database/folder-lock.ts';
import { migrate } from '../src/server/database/migrate.ts';
import { secretsFrom } from '../src/server/secrets.ts';
import { readSettings, SettingError } from '../src/server/settings.ts';
import { readArguments } from './commands.mjs';

/** The person at the keyboard can mend it: the message is shown without a stack. */
class Refusal extends Error {}

readArguments('ask-signers');
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
  const settings = readSettings(process.env);
  if (!settings.signaturesNeedConfirmation)
    throw new Refusal('SIGNATURES_NEED_CONFIRMATION is off: every signature counts already.');
  const { databaseUrl: url, dataDir, publicUrl, appSecret, appSecretPrevious } = settings;
  if (!publicUrl) throw new Refusal('PUBLIC_URL must be set: the mails link to the site.');
  const database = await openDatabase({ url, dataDir, isPatient: true });
  try {
    await migrate(database);
    const asked = await askOlderSigners({
      db: database.db,
      clock: systemClock,
      secrets: secretsFrom(appSecret, appSecretPrevious),
      publicUrl,
      findCampaign,
      // No queue runs here: the site finds the mails with its next sweep.
      jobs: { send: async () => undefined, sendAll: async () => undefined },
    });
    console.log(`asked     ${asked} signers`);
  } finally {
    await database.close();
  }
}

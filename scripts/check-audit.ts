// Checks the audit log against its hash chain: `npm run check:audit -- --help`.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type ChainReport, checkChain } from '../src/features/audit/chain.service.ts';
import { openDatabase } from '../src/server/database/database.ts';
import { secretsFrom } from '../src/server/secrets.ts';
import { readSettings, SettingError } from '../src/server/settings.ts';
import { readArguments } from './commands.mjs';

readArguments('check:audit');
if (existsSync('.env')) process.loadEnvFile('.env');
try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof SettingError ? error.message : error);
  process.exitCode = 1;
}

async function main(): Promise<number> {
  const { databaseUrl, dataDir, appSecret, appSecretPrevious } = readSettings(process.env);
  // Opening it would create an empty one.
  if (!databaseUrl && !existsSync(join(dataDir, 'db'))) {
    console.error(`There is no database in ${dataDir}. Set DATABASE_URL or DATA_DIR.`);
    return 1;
  }
  const database = await openDatabase({ url: databaseUrl, dataDir, isPatient: true });
  try {
    return report(
      await checkChain(database.db, { secrets: secretsFrom(appSecret, appSecretPrevious) }),
    );
  } finally {
    await database.close();
  }
}

function report({ sealed, waiting, head, total, faults }: ChainReport): number {
  for (const { kind, id } of faults) console.log(`BROKEN  ${kind}  ${id}`);
  if (total > faults.length) console.log(`        and ${total - faults.length} more`);
  console.log(`last seal ${head ? `${head.position}  ${head.hash}` : 'none yet'}`);
  console.log(
    `audit     ${sealed} entries sealed, ${waiting} not sealed yet, ${total === 0 ? 'no changes found' : `${total} problems found`}`,
  );
  return total === 0 ? 0 : 1;
}

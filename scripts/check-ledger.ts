// Checks the payment records of the whole database: `npm run check:ledger -- --help`.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  type CheckResult,
  checkSnapshot,
} from '../src/features/payments/admin/reconciliation/ledger-check.service.ts';
import { openDatabase } from '../src/server/database/database.ts';
import { readSettings, SettingError } from '../src/server/settings.ts';
import { readArguments } from './commands.mjs';

readArguments('check:ledger');
if (existsSync('.env')) process.loadEnvFile('.env');
try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof SettingError ? error.message : error);
  process.exitCode = 1;
}

async function main(): Promise<number> {
  const { databaseUrl, dataDir } = readSettings(process.env);
  // Opening it would create an empty one.
  if (!databaseUrl && !existsSync(join(dataDir, 'db'))) {
    console.error(`There is no database in ${dataDir}. Set DATABASE_URL or DATA_DIR.`);
    return 1;
  }
  const database = await openDatabase({ url: databaseUrl, dataDir, isPatient: true });
  try {
    return report(await checkSnapshot(database.db));
  } finally {
    await database.close();
  }
}

function report(checked: CheckResult[]): number {
  for (const { rule, total, faults } of checked) {
    console.log(`${total === 0 ? 'ok    ' : 'BROKEN'}  ${rule}${total === 0 ? '' : `: ${total}`}`);
    for (const { subject, found, expected } of faults)
      console.log(`          ${subject}  found ${found}  expected ${expected}`);
    if (total > faults.length) console.log(`          and ${total - faults.length} more`);
  }
  const broken = checked.filter(({ total }) => total > 0).length;
  console.log(
    `\nledger    ${checked.length} rules, ${broken === 0 ? 'all hold' : `${broken} broken`}`,
  );
  return broken === 0 ? 0 : 1;
}

// Checks the payment records of the whole database: `npm run check:ledger -- --help`.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  type CheckResult,
  checkSnapshot,
} from '../src/features/payments/admin/reconciliation/ledger-check.service.ts';
import { railBalances } from '../src/features/payments/admin/reconciliation/rail-balance.service.ts';
import { listUnmatched } from '../src/features/payments/rails/card/report/paypal-line.store.ts';
import { type Database, openDatabase } from '../src/server/database/database.ts';
import { readSettings, SettingError } from '../src/server/settings.ts';
import { decimal, dollars } from '../src/shared/money.ts';
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
    const broken = report(await checkSnapshot(database.db));
    return Math.max(broken, await reportRails(database.db, new Date()));
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

/** Our account at PayPal beside PayPal's own balance, and every line of its report that nothing explains. */
async function reportRails(db: Database, now: Date): Promise<number> {
  const paypal = (await railBalances(db, now)).find(({ account }) => account === 'paypal');
  if (!paypal) return 0;
  const { railBalance, difference, checkedAt, problem } = paypal;
  if (problem !== null)
    console.log(
      `PayPal    not checked ${checkedAt ? `since ${checkedAt.toISOString()}` : 'yet'}: ${problem}`,
    );
  if (railBalance !== null)
    console.log(
      `PayPal    holds ${dollars(railBalance)}; ${difference ? `our journal has ${dollars(railBalance + difference)}` : 'our journal agrees'}`,
    );
  const { lines, total } = await listUnmatched(db, 20);
  for (const { transactionId, eventCode, amountCents, currency, at } of lines)
    console.log(
      `          unmatched  ${transactionId} ${eventCode}  ${decimal(amountCents)} ${currency}  ${at.toISOString()}`,
    );
  if (total > lines.length) console.log(`          and ${total - lines.length} more`);
  return problem !== null || difference !== 0n || total > 0 ? 1 : 0;
}

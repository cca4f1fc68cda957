// Checks the payment records of the whole database: `npm run check:ledger -- --help`.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  type CheckResult,
  checkSnapshot,
} from '../src/features/payments/admin/reconciliation/ledger-check.service.ts';
import {
  type RailBalance,
  railBalances,
} from '../src/features/payments/admin/balances/balances.service.ts';
import { listUnmatched } from '../src/features/payments/rails/card/report/paypal-line.store.ts';
import { type Database, openDatabase } from '../src/server/database/database.ts';
import { readSettings, SettingError } from '../src/server/settings.ts';
import { decimal, dollars } from '../src/shared/money.ts';
import { readArguments } from './commands.mjs';

const NAMES: Readonly<Record<string, string>> = { paypal: 'PayPal', bank: 'bank', zelle: 'Zelle' };

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

/** Our accounts beside what PayPal and the bank say they hold, and how many of their lines nothing explains. */
async function reportRails(db: Database, now: Date): Promise<number> {
  const rails = (await railBalances(db, now)).filter(({ account }) => NAMES[account]);
  for (const rail of rails) reportRail(rail);
  if (rails.some(({ account, open }) => account === 'paypal' && open > 0))
    await reportUnmatched(db);
  return rails.every(isGreen) ? 0 : 1;
}

function isGreen({ problem, difference, open }: RailBalance): boolean {
  return problem === null && difference === 0n && open === 0;
}

function reportRail(rail: RailBalance): void {
  const { account, railBalance, difference, checkedAt, problem, until, open } = rail;
  const say = (text: string) => console.log(`${(NAMES[account] ?? account).padEnd(9)} ${text}`);
  const since = until ?? checkedAt?.toISOString();
  if (problem !== null) say(`not checked ${since ? `since ${since}` : 'yet'}: ${problem}`);
  if (railBalance !== null)
    say(
      `holds ${dollars(railBalance)}${until ? ` on ${until}` : ''}; ${difference ? `our journal has ${dollars(railBalance + difference)}` : 'our journal agrees'}`,
    );
  if (open > 0) say(`${open} lines to decide`);
}

/** The first lines of PayPal's report that nothing explains. */
async function reportUnmatched(db: Database): Promise<void> {
  const { lines, total } = await listUnmatched(db, 20);
  for (const { transactionId, eventCode, amountCents, currency, at } of lines)
    console.log(
      `          unmatched  ${transactionId} ${eventCode}  ${decimal(amountCents)} ${currency}  ${at.toISOString()}`,
    );
  if (total > lines.length) console.log(`          and ${total - lines.length} more`);
}

// kill -9 of the app at random moments while people pay on every rail.
//
//   npm run prove -- kill-pay            200 kills
//   npm run prove -- kill-pay --quick    10 kills, half on each database
//
// Proves that afterwards everyone who paid is known to have paid, once, and that our ledger and those of
// PayPal and the chain agree to the cent. The sandbox is a process of its own: it does not die with the app.
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chainOf } from '../sandbox/chain/testing.ts';
import { findOrStartSandbox } from '../sandbox/client.ts';
import { paypalOf } from '../sandbox/paypal/testing.ts';
import { startPostgres } from '../scripts/postgres.mjs';
import {
  failedChecks,
  checkLedger,
} from '../src/features/payments/admin/reconciliation/ledger-check.service.ts';
import { openDatabase } from '../src/server/database/database.ts';
import { decimal } from '../src/shared/money.ts';
import { seconds } from '../src/shared/time.ts';
import { ADMIN, type App, startApp } from '../testing/app.ts';
import { Figures, spread } from './figures.part.ts';
import { compare } from './kill-pay/accounts.ts';
import { type Paid, Payers } from './kill-pay/payers.ts';
import { freePort, inWorkspace, type Workspace, until } from '../testing/workspace.ts';
import { logInAsAdmin, openManualRails, send } from '../testing/visit.ts';

type Kind = 'embedded' | 'PostgreSQL';
/** Far more than the reconciler and sixteen blocks need. */
const settleLimitMs = seconds(120);

async function proveOn(
  workspace: Workspace,
  kind: Kind,
  kills: number,
  figures: Figures,
): Promise<void> {
  const dataDir = join(workspace.folder, kind);
  const postgres = kind === 'PostgreSQL' ? await startPostgres() : undefined;
  if (postgres) workspace.atEnd(postgres.stop);
  const options = {
    port: await freePort(),
    dataDir,
    databaseUrl: postgres?.url,
    environment: { ADDRESS_LIMIT_FACTOR: '1000', MAX_EVENT_LOOP_DELAY_MS: '0' },
  };
  let app = await startApp(workspace, options);
  const cookie = await logInAsAdmin(app.origin, ADMIN);
  await openManualRails(app.origin, cookie);
  const sandbox = await findOrStartSandbox({
    dataDir: join(dataDir, 'sandbox'),
    log: () => undefined,
  });
  const [paypal, chain] = [paypalOf(sandbox), chainOf(sandbox)];
  const treasury = await chain.account(9);
  await demand(app, cookie, '/api/admin/payment-config', {
    configType: 'crypto',
    configData: { ethereumAddress: treasury },
  });

  const payers = new Payers(app.origin, paypal, chain);
  const readyMs: number[] = [];
  for (let kill = 1; kill <= kills; kill++) {
    await sleep(300 + Math.random() * 1200);
    await app.kill();
    app = await startApp(workspace, options);
    readyMs.push(app.readyMs);
  }
  await payers.finish();
  const settledMs = await settle(app, cookie, payers.paid, async () => {
    await chain.mine(4);
    const { captures } = await paypal.journal();
    return new Set(captures.map(({ orderId }) => orderId));
  });
  // Killed, not stopped: a site that is stopped takes its sandbox with it, and those ledgers are still needed.
  await app.kill();

  const database = await openDatabase(
    postgres ? { url: postgres.url } : { dataDir: copyOf(workspace, dataDir) },
  );
  const rails = { paypal: await paypal.journal(), transfers: await chain.transfersTo(treasury) };
  const found = await compare(database.db, rails, payers.paid);
  const broken = failedChecks(await checkLedger(database.db));
  await database.close();
  await sandbox.stop();

  const dollarsOf = (amount: bigint) => `$${decimal(amount)}`;
  figures.add(`${kind}: kills while people paid on every rail`, kills);
  figures.add(`${kind}: ready after a kill, min / median / max`, spread(readyMs));
  figures.add(`${kind}: payments made`, payers.paid.length, '> 0', payers.paid.length > kills);
  const gone = payers.paid.filter(({ isGone }) => isGone).length;
  figures.add(`${kind}: of them by people who left at once`, gone, '> 0', gone > 0);
  figures.add(`${kind}: calls that a kill cut`, payers.cut, '> 0', payers.cut > 0);
  figures.add(`${kind}: all of them settled within`, `${(settledMs / 1000).toFixed(1)} s`);
  figures.add(
    `${kind}: by card in our ledger and in PayPal’s`,
    `${dollarsOf(found.cardOurs)} = ${dollarsOf(found.cardTheirs)}`,
    'equal',
    found.cardOurs === found.cardTheirs,
  );
  figures.add(
    `${kind}: on the chain in our ledger and in its own`,
    `${found.chainOurs} = ${found.chainTheirs}`,
    'equal',
    found.chainOurs === found.chainTheirs,
  );
  figures.add(`${kind}: money in all`, dollarsOf(found.inAll));
  figures.none(`${kind}: differences, payer by payer`, found.differences);
  figures.none(`${kind}: calls that ended in an error`, payers.wrong);
  figures.none(
    `${kind}: rules of the ledger that do not hold`,
    broken.map(({ rule, faults }) => `${rule}: ${JSON.stringify(faults[0])}`),
  );
}

/** Confirms every claim and waits until each payer’s own page says that they have paid. */
async function settle(
  app: App,
  cookie: string,
  paid: readonly Paid[],
  /** Lets time pass on the chain; answers the orders of which PayPal holds the money. */
  turn: () => Promise<Set<string>>,
): Promise<number> {
  const startedAt = Date.now();
  const waiting = new Set(paid);
  await until(
    async () => {
      await confirmTransfers(app, cookie);
      const captured = await turn();
      for (const payer of waiting) if (await isPaid(app, payer)) waiting.delete(payer);
      const owed = [...waiting].filter(
        ({ isGone, reference }) => !isGone || captured.has(reference),
      );
      if (owed.length > 0) {
        const [first] = owed;
        throw new Error(
          `${owed.length} payments are not settled, such as ${first?.way} ${first?.name}`,
        );
      }
    },
    settleLimitMs,
    500,
  ).catch((error: Error) => console.log(`  ${error.message}`)); // The comparison below names each of them.
  return Date.now() - startedAt;
}

async function confirmTransfers(app: App, cookie: string): Promise<void> {
  const path = '/api/admin/payments?status=claimed&limit=500';
  const { text } = await send(app.origin, { method: 'GET', path, cookie });
  const claims = JSON.parse(text) as { id: string; amount: string; createdAt: string }[];
  for (const { id, amount, createdAt } of claims) {
    const body = { receivedAmount: amount, receivedOn: createdAt.slice(0, 10) };
    await demand(app, cookie, `/api/admin/payments/${id}/confirm`, body);
  }
}

async function isPaid(app: App, { cookie }: Paid): Promise<boolean> {
  const path = '/api/applications/mine';
  const { text } = await send(app.origin, { method: 'GET', path, cookie });
  const [application] = JSON.parse(text) as { instalments: { status: string }[] }[];
  return application?.instalments[0]?.status === 'paid';
}

async function demand(app: App, cookie: string, path: string, body: object): Promise<void> {
  const answer = await send(app.origin, { path, body, cookie });
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`);
}

/** The embedded database is recovered and written to when it is read: the dead process's own stays as it is. */
function copyOf(workspace: Workspace, dataDir: string): string {
  const copy = join(workspace.folder, 'copy');
  cpSync(join(dataDir, 'db'), join(copy, 'db'), { recursive: true });
  return copy;
}

await inWorkspace(process.argv.includes('--quick') ? 900_000 : 60 * 60_000, async (workspace) => {
  const kills = workspace.isQuick ? 5 : 100;
  const figures = new Figures();
  for (const kind of ['embedded', 'PostgreSQL'] as const)
    await proveOn(workspace, kind, kills, figures);
  return figures.print();
});

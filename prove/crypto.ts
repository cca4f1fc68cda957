// The forty cases of paying with ETH and USDT, on a chain of its own that can be reorganised.
//
//   npm run prove -- crypto                 all forty, three times over: n/40 each
//   npm run prove -- crypto --quick         all forty once
//   … --only="reorganisation"               those whose names say so
//
// Proves the sixteen rules of the payments' design with both tokens, six reorganisations, and money for several
// quotes at once: never paid before its block is final, no one's money paid for another, nothing dropped. The actions
// are the site's own: quotes, hashes and rounds of the watch, over real sockets to a real node.
import { join } from 'node:path';
import { chainOf } from '../sandbox/chain/testing.ts';
import { findOrStartSandbox } from '../sandbox/client.ts';
import { startPostgres } from '../scripts/postgres.mjs';
import {
  failedChecks,
  checkLedger,
} from '../src/features/payments/admin/reconciliation/ledger-check.service.ts';
import { movableClock } from '../src/server/clock.ts';
import { openDatabase } from '../src/server/database/database.ts';
import { jobs } from '../src/server/jobs.ts';
import { migrate } from '../src/server/database/migrate.ts';
import { externalServicesOf } from '../src/server/external-services.ts';
import { createQueue } from '../src/server/queue/queue.ts';
import { sandboxServicesOf } from '../src/server/sandbox.ts';
import { readSettings } from '../src/server/settings.ts';
import { minutes } from '../src/shared/time.ts';
import { CASES } from '../testing/crypto/cases.ts';
import { openCheckout, type Checkout } from '../testing/crypto/checkout.ts';
import { Figures } from './figures.part.ts';
import { inWorkspace, type Workspace } from '../testing/workspace.ts';

const only = process.argv.find((text) => text.startsWith('--only='))?.split('=')[1] ?? '';
const cases = CASES.filter(({ name }) => name.includes(only));

/** A site on an embedded database, in the quick form on PostgreSQL, with a sandbox beside it. */
async function open(workspace: Workspace): Promise<Checkout> {
  const settings = readSettings({ NODE_ENV: 'test', DATA_DIR: join(workspace.folder, 'data') });
  const postgres = workspace.isQuick ? await startPostgres({ fsync: false }) : undefined;
  if (postgres) workspace.atEnd(postgres.stop);
  const database = await openDatabase({ url: postgres?.url });
  workspace.atEnd(() => database.close());
  await migrate(database);
  // At the end its connections are cut.
  const sayError = (error: Error) => workspace.isOver || console.error(error.message);
  const queue = createQueue(database, postgres?.url, sayError, jobs);
  await queue.createQueues();
  workspace.atEnd(() => queue.stop());
  const sandbox = await findOrStartSandbox({
    dataDir: join(workspace.folder, 'sandbox'),
    log: () => undefined,
  });
  workspace.own(sandbox.pid);
  const chain = chainOf(sandbox);
  await chain.mining('manual');
  const externalServices = externalServicesOf(settings, () => sandboxServicesOf(sandbox));
  const context = {
    db: database.db,
    jobs: queue,
    externalServices,
    settings,
    clock: movableClock(),
  };
  return openCheckout(context, sandbox, chain);
}

await inWorkspace(minutes(10), async (workspace) => {
  const checkout = await open(workspace);
  const figures = new Figures();
  const wrong: string[] = [];
  for (let turn = 1; turn <= (workspace.isQuick ? 1 : 3); turn++) {
    let held = 0;
    for (const { name, play } of cases) {
      try {
        await play(checkout);
        held++;
        console.log(`  ok    ${name}`);
      } catch (error) {
        wrong.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
        console.log(`  WRONG ${name}`);
      }
    }
    const must = `${cases.length}/${cases.length}`;
    figures.add(`cases, turn ${turn}`, `${held}/${cases.length}`, must, held === cases.length);
  }
  const broken = failedChecks(await checkLedger(checkout.context.db));
  figures.none('cases that did not hold', wrong);
  figures.none(
    'rules of the ledger that do not hold',
    broken.map(({ rule }) => rule),
  );
  return figures.print();
});

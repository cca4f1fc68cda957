// Payments booked per second on PostgreSQL, with a thousand and with a million payments in the ledger: what a
// capture of PayPal's does in one transaction (two steps with their events, the due, the schedule, the
// application, the receipt, two mails' jobs). Also how long the report of a year, the review list and
// check:ledger take over a million. A book twice as thick must not take longer to write into.
//
//   npm run bench -- ledger
//   … --large=100000      a smaller million, for trying out
import {
  failedChecks,
  checkSnapshot,
} from '../src/features/payments/admin/reconciliation/ledger-check.service.ts';
import { reportYear } from '../src/features/payments/admin/reconciliation/reconciliation.service.ts';
import { reviewPage } from '../src/features/payments/admin/review/review.service.ts';
import { settlePayment } from '../src/features/payments/core/settlement.service.ts';
import { inTransaction, type OpenDatabase, openDatabase } from '../src/server/database/database.ts';
import { jobs } from '../src/server/jobs.ts';
import { migrate } from '../src/server/database/migrate.ts';
import { createQueue, type Queue } from '../src/server/queue/queue.ts';
import { secretsFrom } from '../src/server/secrets.ts';
import { inWorkspace, type Workspace } from '../testing/workspace.ts';
import { startPostgres } from '../scripts/postgres.mjs';
import { fillLedger } from './ledger-fill.part.ts';
import { median } from './load.part.ts';
import { machineLoad, printTable, whole } from './table.part.ts';

/** A million rows against a thousand must be at least this. */
const leastRatio = 0.8;
/** Many short rounds: what disturbs the machine for a second disturbs both ledger. */
const rounds = 21;
const perRound = 60;
const workers = 4;
const warmUp = 200;
const option = process.argv.find((text) => text.startsWith('--large='))?.split('=')[1];
const large = Number(option ?? 1_000_000);

interface Ledger {
  rows: number;
  database: OpenDatabase;
  queue: Queue;
  /** Payments that wait to be booked, in an order that jumps through the ledger. */
  waiting: string[];
}

async function fakePaymentServer(workspace: Workspace, url: string, rows: number): Promise<Ledger> {
  const admin = await openDatabase({ url });
  const name = `ledger_${rows}`;
  await admin.db.execute(`create database ${name}`);
  await admin.close();
  const own = url.replace(/\/postgres$/, `/${name}`);
  const patient = await openDatabase({ url: own, isPatient: true });
  await migrate(patient);
  const startedAtMs = performance.now();
  const open = await inTransaction(patient.db, (tx) =>
    fillLedger(tx, { paid: rows, open: warmUp + rounds * perRound }),
  );
  await patient.db.execute('vacuum');
  await patient.db.execute('checkpoint');
  console.log(
    `${whole(rows)} payments written in ${whole((performance.now() - startedAtMs) / 1000)} s`,
  );
  await patient.close();

  const database = await openDatabase({ url: own });
  const queue = createQueue(database, own, (error) => console.error(error.message), jobs);
  await queue.createQueues();
  workspace.atEnd(async () => {
    await queue.stop();
    await database.close();
  });
  // Every seventh first, then every seventh from the second on: neighbours are not booked together.
  const waiting = Array.from({ length: 7 }, (_, from) => open.filter((_id, n) => n % 7 === from));
  return { rows, database, queue, waiting: waiting.flat() };
}

/** Ledger so many payments in a few workers at once; answers how many per second. */
async function book(ledger: Ledger, count: number): Promise<number> {
  const batch = ledger.waiting.splice(0, count);
  if (batch.length < count) throw new Error('No payments are left to book.');
  const { database, queue } = ledger;
  const startedAtMs = performance.now();
  await Promise.all(
    Array.from({ length: workers }, async () => {
      for (let id = batch.pop(); id; id = batch.pop()) {
        const paymentId = id;
        await inTransaction(database.db, (tx) =>
          settlePayment(
            { db: tx, jobs: queue, at: new Date() },
            {
              paymentId,
              actor: { kind: 'paypal' },
              receivedCents: 100_000n,
              receivedOn: '2026-11-21',
              facts: { railReference: `LATE-${paymentId}` },
            },
          ),
        );
        // The card's outcome writes this beside it.
        await database.db.execute(
          `update paypal_orders set state = 'captured' where payment_id = '${paymentId}'`,
        );
      }
    }),
  );
  return (count / (performance.now() - startedAtMs)) * 1000;
}

async function secondsOf(work: () => Promise<unknown>): Promise<string> {
  const startedAtMs = performance.now();
  await work();
  return `${((performance.now() - startedAtMs) / 1000).toFixed(2)} s`;
}

await inWorkspace(1_800_000, async (workspace) => {
  console.log(machineLoad());
  // As a server of this size is set up; the defaults are for a machine of the last century.
  const settings = { shared_buffers: '1GB', max_wal_size: '8GB', checkpoint_timeout: '15min' };
  const postgres = await startPostgres({ maxConnections: 100, settings });
  workspace.atEnd(() => postgres.stop());
  const few = await fakePaymentServer(workspace, postgres.url, 1000);
  const many = await fakePaymentServer(workspace, postgres.url, large);
  for (const ledger of [few, many]) await book(ledger, warmUp);
  const figures: [number[], number[]] = [[], []];
  // In turn, so that what disturbs the machine disturbs both.
  for (let round = 0; round < rounds; round++) {
    const order = round % 2 === 0 ? [0, 1] : [1, 0];
    for (const n of order) figures[n as 0 | 1].push(await book(n === 0 ? few : many, perRound));
  }
  const ratio = median(figures[1].map((figure, n) => figure / (figures[0][n] ?? Number.NaN)));
  printTable([
    ['payments booked per second, PostgreSQL', 'median', 'lowest', 'highest'],
    ...[few, many].map(({ rows }, n) => {
      const own = figures[n as 0 | 1];
      return [
        `${whole(rows)} payments in the ledger`,
        whole(median(own)),
        whole(Math.min(...own)),
        whole(Math.max(...own)),
      ];
    }),
  ]);

  const patient = await openDatabase({
    url: postgres.url.replace(/\/postgres$/, `/ledger_${large}`),
    isPatient: true,
  });
  workspace.atEnd(() => patient.close());
  const { db } = patient;
  const asked = {
    clock: { now: () => new Date() },
    secrets: secretsFrom('of nobody'),
    query: {},
    setHeader: () => undefined,
  };
  let broken: string[] = [];
  printTable([
    [`over ${whole(large)} payments`, 'takes'],
    ['report of a year', await secondsOf(() => reportYear(db, 2026, '2026-11-21'))],
    ['review list', await secondsOf(() => reviewPage({ ...asked, db }))],
    [
      'check:ledger',
      await secondsOf(async () => {
        broken = failedChecks(await checkSnapshot(db)).map(({ rule }) => rule);
      }),
    ],
  ]);
  for (const rule of broken) console.log(`BROKEN  ${rule}`);
  const holds = ratio >= leastRatio && broken.length === 0;
  console.log(
    `${whole(large)} / 1,000 rows, at least ${leastRatio}: ${ratio.toFixed(2)} ${holds ? 'ok' : 'UNDER'}`,
  );
  return holds;
});

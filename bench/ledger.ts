// Payments recorded per second on PostgreSQL, with a thousand and with a million entries in the journal: what a
// capture of PayPal's does in one transaction (two steps with their events, the due, the schedule, the
// application, the receipt, the entries, two mails' jobs). A larger ledger must not take longer to write into.
// Also, over a million entries: entries posted per second beside the same rows written by plain SQL, the balance
// of one application, the report of a year, the review list, and time and memory of check:ledger.
//
//   npm run bench -- ledger
//   … --large=100000      a smaller million, for trying out
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import pg from 'pg';
import { reportYear } from '../src/features/payments/admin/reconciliation/reconciliation.service.ts';
import { reviewPage } from '../src/features/payments/admin/review/review.service.ts';
import {
  addToJournal,
  owedForApplication,
} from '../src/features/payments/core/journal/journal.store.ts';
import { settlePayment } from '../src/features/payments/core/settlement.service.ts';
import { inTransaction, type OpenDatabase, openDatabase } from '../src/server/database/database.ts';
import { jobs } from '../src/server/jobs.ts';
import { migrate } from '../src/server/database/migrate.ts';
import { createQueue, type Queue } from '../src/server/queue/queue.ts';
import { secretsFrom } from '../src/server/secrets.ts';
import { inWorkspace, type Workspace } from '../testing/workspace.ts';
import { startPostgres } from '../scripts/postgres.mjs';
import { fillLedger } from './ledger-fill.part.ts';
import { memoryMbOf } from './cpu.part.ts';
import { median } from './load.part.ts';
import { machineLoad, printTable, whole } from './table.part.ts';

/** A million rows against a thousand must be at least this. */
const leastRatio = 0.8;
/** Many short rounds: what disturbs the machine for a second disturbs both ledgers. */
const rounds = 21;
const perRound = 60;
const workers = 4;
const warmUp = 200;
const option = process.argv.find((text) => text.startsWith('--large='))?.split('=')[1];
/** A payment has two entries: the charge, and the money that came. */
const entriesPerPayment = 2;
const large = Number(option ?? 1_000_000) / entriesPerPayment;
/** Posting against the same rows by plain SQL must be at least this. */
const leastPostingRatio = 0.8;
const mostBalanceMs = 5;
const mostCheckSeconds = 60;
const mostCheckMb = 200;

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

/** An entry of its own for the n-th time; `who` keeps the two writers' apart. */
const entryOf = (who: string, n: number) => ({
  at: new Date(),
  day: '2026-11-21',
  kind: 'received' as const,
  debit: 'paypal' as const,
  credit: 'receivable' as const,
  asset: 'USD' as const,
  amount: 10_000n,
  source: `bench:${who}:${n}`,
  applicationId: null,
  instalmentId: null,
  paymentId: null,
  isTest: true,
});

/** Entries per second, two a transaction as a step of a payment writes them, by the service's own way and bare. */
async function comparePosting({ database }: Ledger, url: string): Promise<number[]> {
  const bare = new pg.Client({ connectionString: url });
  await bare.connect();
  let n = 0;
  const perSecond = async (write: (pair: number) => Promise<unknown>) => {
    const startedAtMs = performance.now();
    for (let pair = 0; pair < perRound; pair++) await write(n++);
    return (perRound * 2 * 1000) / (performance.now() - startedAtMs);
  };
  const post = (pair: number) =>
    inTransaction(database.db, (tx) =>
      addToJournal(tx, [entryOf('posted', 2 * pair), entryOf('posted', 2 * pair + 1)]),
    );
  const insert = async (pair: number) => {
    const rows = [entryOf('bare', 2 * pair), entryOf('bare', 2 * pair + 1)];
    const marks = rows.map(
      (_, row) => `(${BARE.map((_name, at) => `$${row * BARE.length + at + 1}`).join(', ')})`,
    );
    await bare.query('begin');
    await bare.query(
      `insert into journal (${BARE.join(', ')}) values ${marks.join(', ')}`,
      rows.flatMap((row) => [
        row.at,
        row.day,
        row.day,
        row.kind,
        row.debit,
        row.credit,
        row.asset,
        row.amount,
        row.source,
        row.isTest,
      ]),
    );
    await bare.query('commit');
  };
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const [first, second] = round % 2 === 0 ? [post, insert] : [insert, post];
    const figures = [await perSecond(first), await perSecond(second)] as const;
    const [posted, written] = round % 2 === 0 ? figures : [figures[1], figures[0]];
    ratios.push(posted / written);
  }
  await bare.query('alter table journal disable trigger journal_append_only');
  await bare.query(`delete from journal where source like 'bench:%'`);
  await bare.query('alter table journal enable trigger journal_append_only');
  await bare.end();
  return ratios;
}

const BARE = 'at day period kind debit credit asset amount source is_test'.split(' ');

/** How long it takes to ask what an application owes, in ms, for some of them. */
async function balanceMs({ database }: Ledger): Promise<number[]> {
  const { rows } = await database.db.execute<{ id: string }>(
    `select application_id as id from journal tablesample system (1) where application_id is not null limit 300`,
  );
  const taken: number[] = [];
  for (const { id } of rows) {
    const startedAtMs = performance.now();
    await owedForApplication(database.db, id);
    taken.push(performance.now() - startedAtMs);
  }
  return taken;
}

/** The command as an administrator runs it: seconds, most memory, and the rules that it found broken. */
async function runCheck(workspace: Workspace, url: string) {
  const startedAtMs = performance.now();
  const child = spawn(
    process.execPath,
    ['--import', './scripts/resolve-once.mjs', 'scripts/check-ledger.ts'],
    { env: { ...process.env, DATABASE_URL: url }, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  workspace.own(child.pid as number);
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
  let mb = 0;
  const watch = setInterval(() => {
    mb = Math.max(mb, memoryMbOf(child.pid as number, 'VmHWM') || 0);
  }, 20);
  await once(child, 'close');
  clearInterval(watch);
  workspace.disown(child.pid as number);
  const broken = text.split('\n').filter((line) => line.startsWith('BROKEN'));
  if (!text.includes('rules,')) throw new Error(`check:ledger ended early: ${text}`);
  return { seconds: (performance.now() - startedAtMs) / 1000, mb, broken };
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

  const url = postgres.url.replace(/\/postgres$/, `/ledger_${large}`);
  const patient = await openDatabase({ url, isPatient: true });
  workspace.atEnd(() => patient.close());
  const { db } = patient;
  const asked = {
    clock: { now: () => new Date() },
    secrets: secretsFrom('of nobody'),
    query: {},
    setHeader: () => undefined,
  };
  const posting = median(await comparePosting(many, url));
  const balance = median(await balanceMs(many));
  const check = await runCheck(workspace, url);
  const verdict = (holds: boolean) => (holds ? 'ok' : 'MISSED');
  const rows: [string, string, string, boolean][] = [
    [
      `recording: ${whole(large)} / 1,000 payments`,
      ratio.toFixed(2),
      `at least ${leastRatio}`,
      ratio >= leastRatio,
    ],
    [
      'posting: by the service / the same rows by plain SQL',
      posting.toFixed(2),
      `at least ${leastPostingRatio}`,
      posting >= leastPostingRatio,
    ],
    [
      'balance of an application',
      `${balance.toFixed(1)} ms`,
      `at most ${mostBalanceMs} ms`,
      balance <= mostBalanceMs,
    ],
    [
      'check:ledger',
      `${check.seconds.toFixed(1)} s`,
      `at most ${mostCheckSeconds} s`,
      check.seconds <= mostCheckSeconds,
    ],
    [
      'memory of check:ledger',
      `${whole(check.mb)} MB`,
      `at most ${mostCheckMb} MB`,
      check.mb <= mostCheckMb,
    ],
    ['rules that it found broken', String(check.broken.length), '0', check.broken.length === 0],
  ];
  printTable([
    [`over ${whole(large * entriesPerPayment)} entries`, 'figure', 'must be', ''],
    ['report of a year', await secondsOf(() => reportYear(db, 2026, '2026-11-21')), '', ''],
    ['review list', await secondsOf(() => reviewPage({ ...asked, db })), '', ''],
    ...rows.map(([what, figure, must, holds]) => [what, figure, must, verdict(holds)]),
  ]);
  for (const line of check.broken) console.log(line);
  return rows.every(([, , , holds]) => holds);
});

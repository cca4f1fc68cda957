// PayPal takes the money and its answer is lost, in every way in which an answer can be lost.
//
//   npm run prove -- paypal-unknown           1,000 payments
//   npm run prove -- paypal-unknown --quick   200 payments
//
// Half of the captures are made and never answered, answered with 500, with half an answer or by a broken line;
// under the other half the app is killed between the call and the writing. Proves that every payment that
// PayPal holds is in our ledger, once, within a minute of PayPal's (or the app's) return, and that no payer
// ever read that it had failed. Money for another payee or of another amount pays nothing, a capture pays one order only,
// and a notice under a stranger's certificate is refused.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findOrStartSandbox, type Sandbox } from '../sandbox/client.ts';
import { MERCHANT } from '../sandbox/paypal/bank.ts';
import { paypalOf } from '../sandbox/paypal/testing.ts';
import { startPostgres } from '../scripts/postgres.mjs';
import {
  failedChecks,
  checkLedger,
} from '../src/features/payments/admin/reconciliation/ledger-check.service.ts';
import { openDatabase } from '../src/server/database/database.ts';
import { seconds } from '../src/shared/time.ts';
import { type App, startApp } from '../testing/app.ts';
import { Figures, spread } from './figures.part.ts';
import { proveCapturePaysOnce } from './paypal-unknown/known-capture.ts';
import { begin, capture, type CardPayer, inTurns, shownTo } from './paypal-unknown/payers.ts';
import { forgersWith, signerKeyIn } from './webhooks/forgers.ts';
import { deliver, type SentNotice } from './webhooks/lives.ts';
import { freePort, inWorkspace, type Workspace, until } from '../testing/workspace.ts';

const convergedWithinMs = seconds(60);
/** Far more than that: who is not done by then is counted as a failure, not waited for. */
const timeoutMs = seconds(90);

/** Faults in the order in which they strike; a refused try is tried again twice, each struck too. */
const faultsFor = (payments: number) => {
  const each = Math.ceil(payments / 4);
  return [
    { mode: 'captured-but-timed-out' as const, on: ['capture' as const], count: each },
    { mode: '500-after' as const, on: ['capture' as const], count: each * 3 },
    { mode: 'half-json' as const, on: ['capture' as const], count: each },
    { mode: 'reset-after' as const, on: ['capture' as const], count: each * 3 },
  ];
};

/** Plays a round: everyone presses at once, and in the `killed` rounds the app dies under them. */
async function play(
  workspace: Workspace,
  { payments, isKilled, seen }: { payments: number; isKilled: boolean; seen: Seen },
  world: World,
): Promise<void> {
  const payers = await inTurns(payments, 32, (n) =>
    begin(world.app.origin, world.paypal, world.payers.length + n),
  );
  world.payers.push(...payers);
  await world.paypal.breakWith(...faultsFor(payments));
  const captured = async () =>
    new Set((await world.paypal.journal()).captures.map(({ orderId }) => orderId));
  const pressed = payers.map((payer) => capture(world.app.origin, payer));
  if (isKilled) {
    // Dies while PayPal has the money of many, and most of it is not written down.
    await until(async () => {
      const held = await captured();
      if (payers.filter(({ orderId }) => held.has(orderId)).length < payments / 2)
        throw new Error('PayPal never got half of the captures.');
    }, seconds(30));
    await world.app.kill();
  }
  for (const answer of await Promise.all(pressed))
    seen.answers.set(answer, (seen.answers.get(answer) ?? 0) + 1);
  await world.paypal.breakWith();
  if (isKilled) {
    world.app = await startApp(workspace, world.options);
    // Payers who were cut off before anything happened press again; the others do nothing more.
    const held = await captured();
    const others = payers.filter(({ orderId }) => !held.has(orderId));
    await Promise.all(others.map((payer) => capture(world.app.origin, payer)));
    seen.pressedAgain += others.length;
  }
  const returnedAt = performance.now();
  const waiting = new Set(payers);
  while (waiting.size > 0 && performance.now() - returnedAt < timeoutMs) {
    await inTurns(waiting.size, 16, async (n) => {
      const payer = [...waiting][n] as CardPayer;
      payer.shown = await shownTo(world.app.origin, payer);
      if (payer.shown === 'failed') seen.failed.push(payer.orderId);
    });
    for (const payer of waiting) {
      if (payer.shown !== 'completed') continue;
      waiting.delete(payer);
      seen.convergedMs.push(performance.now() - returnedAt);
    }
    await sleep(250);
  }
  seen.open.push(...[...waiting].map(({ orderId, shown }) => `${orderId} is ${shown}`));
}

/** What PayPal may not say of an order of ours: it is altered on its way to us. */
const FOREIGN = {
  'to another payee': { from: MERCHANT.merchant_id, to: 'FOREIGNPAYEE1' },
  'of one dollar': { from: '"1000.00"', to: '"1.00"' },
};

/** Where PayPal names another payee or amount, or its certificate is a stranger's, nothing is believed. */
async function proveNothingForeign(
  world: World,
  sandbox: Sandbox,
  sandboxDir: string,
  figures: Figures,
): Promise<void> {
  const { app, paypal } = world;
  let begun = world.payers.length;
  for (const [what, replace] of Object.entries(FOREIGN)) {
    const first = begun;
    const payers = await inTurns(5, 5, (n) => begin(app.origin, paypal, first + n));
    begun += payers.length;
    await paypal.breakWith({ mode: 'altered', on: ['capture', 'get'], replace });
    const words = await Promise.all(payers.map((payer) => capture(app.origin, payer)));
    const shown = await Promise.all(payers.map((payer) => shownTo(app.origin, payer)));
    await paypal.breakWith();
    figures.none(
      `payments ${what} that count as paid`,
      [...words, ...shown].filter((word) => word === 'COMPLETED' || word === 'completed'),
    );
  }
  const [notice] = (await paypal.outbox()) as SentNotice[];
  if (!notice) throw new Error('PayPal has no notices.');
  const { forgers } = forgersWith(signerKeyIn(sandboxDir), sandbox.paypal.webhookId);
  const status = await deliver(app.origin, forgers['the authority of the certificate'](notice));
  figures.add('a notice under the certificate of a stranger', status, '401', status === 401);
}

interface World {
  app: App;
  options: Parameters<typeof startApp>[1];
  paypal: ReturnType<typeof paypalOf>;
  payers: CardPayer[];
}

interface Seen {
  /** How often each word was answered to a capture; `cut` is a killed connection. */
  answers: Map<string, number>;
  failed: string[];
  /** Payers who were cut off before PayPal had the call. */
  pressedAgain: number;
  convergedMs: number[];
  open: string[];
}

await inWorkspace(process.argv.includes('--quick') ? 300_000 : 900_000, async (workspace) => {
  const figures = new Figures();
  const postgres = await startPostgres();
  workspace.atEnd(postgres.stop);
  const dataDir = join(workspace.folder, 'data');
  const environment = { ADDRESS_LIMIT_FACTOR: '1000' };
  const options = { port: await freePort(), dataDir, databaseUrl: postgres.url, environment };
  const app = await startApp(workspace, options);
  const sandboxDir = join(dataDir, 'sandbox');
  const sandbox = await findOrStartSandbox({ dataDir: sandboxDir, log: () => undefined });
  const paypal = paypalOf(sandbox);
  // Without notices: the questions alone must find everything.
  await paypal.hook({ order: 'held' });

  const world: World = { app, options, paypal, payers: [] };
  const seen: Seen = { answers: new Map(), failed: [], pressedAgain: 0, convergedMs: [], open: [] };
  const rounds = workspace.isQuick ? 1 : 5;
  for (let round = 0; round < rounds; round++) {
    await play(workspace, { payments: 100, isKilled: true, seen }, world);
    await play(workspace, { payments: 100, isKilled: false, seen }, world);
  }

  await proveNothingForeign(world, sandbox, sandboxDir, figures);
  const [first] = world.payers;
  if (!first) throw new Error('No one has paid.');
  await proveCapturePaysOnce({ origin: world.app.origin, paypal, paid: first.orderId }, figures);
  const { captures } = await paypal.journal();
  const database = await openDatabase({ url: postgres.url });
  const broken = failedChecks(await checkLedger(database.db));
  await database.close();
  const ledger = await readLedger(postgres.url);
  const ids = world.payers.map(({ orderId }) => orderId);
  figures.add(
    'payments whose answer was lost',
    ids.length,
    String(rounds * 200),
    ids.length === rounds * 200,
  );
  for (const [word, count] of [...seen.answers].toSorted())
    figures.add(`of them answered at the time with ${word}`, count);
  figures.add('of those cut off, before PayPal had heard of it', seen.pressedAgain);
  figures.add(
    'shown as paid after PayPal’s or the app’s return, min / median / max',
    spread(seen.convergedMs),
    `≤ ${convergedWithinMs / 1000} s`,
    Math.max(...seen.convergedMs) <= convergedWithinMs,
  );
  figures.none('payments that PayPal holds and we do not know as paid', seen.open);
  figures.none(
    'orders not captured exactly once',
    ids.filter((id) => captures.filter(({ orderId }) => orderId === id).length !== 1),
  );
  figures.none(
    'orders whose money is not in our ledger to the cent',
    ids.filter((id) => ledger.get(id) !== captures.find(({ orderId }) => orderId === id)?.captured),
  );
  const declined = seen.answers.get('DECLINED') ?? 0;
  figures.none('payments shown or answered as failed', [
    ...seen.failed,
    ...Array.from({ length: declined }, () => 'DECLINED'),
  ]);
  figures.add('steps to failed in the history', ledger.failed, '0', ledger.failed === 0);
  figures.none(
    'rules of the ledger that do not hold',
    broken.map(({ rule, faults }) => `${rule}: ${JSON.stringify(faults[0])}`),
  );
  await sandbox.stop();
  return figures.print();
});

/** The amounts of each order in our ledger, in dollars; and how often a payment was ever recorded as failed. */
async function readLedger(url: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ order: string; dollars: string }>(
      `select o.order_id as order, (p.received_cents / 100.0)::numeric(12,2)::text as dollars
       from paypal_orders o join payments p on p.id = o.payment_id where p.status = 'succeeded'`,
    );
    const failed = await client.query(
      `select count(*)::int as n from payment_events where "to" = 'failed'`,
    );
    const ledger = new Map(rows.map(({ order, dollars }) => [order, dollars]));
    return Object.assign(ledger, { failed: failed.rows[0].n as number });
  } finally {
    await client.end();
  }
}

// PayPal's notices: forged, altered, old, repeated, and in every order.
//
//   npm run prove -- webhooks           1,000 orders of the notices of a payment, 5,000 forgeries
//   npm run prove -- webhooks --quick   60 orders, 520 forgeries
//
// Proves that nothing that PayPal has not signed for us is taken; that a hundred copies are one notice; that a
// forgery with the CRC-32 of a genuine notice, which PayPal's signature cannot tell from it, moves no money; and
// that the seven notices of a payment lead to the same end in whatever order they come. Money for another payee and a
// certificate of a stranger count for nothing.
import { type KeyObject, randomInt } from 'node:crypto';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import pg from 'pg';
import { findOrStartSandbox } from '../sandbox/client.ts';
import { MERCHANT } from '../sandbox/paypal/bank.ts';
import { paypalOf } from '../sandbox/paypal/testing.ts';
import { startPostgres } from '../scripts/postgres.mjs';
import {
  failedChecks,
  checkLedger,
} from '../src/features/payments/admin/reconciliation/ledger-check.service.ts';
import { openDatabase } from '../src/server/database/database.ts';
import { seconds } from '../src/shared/time.ts';
import { startApp } from '../testing/app.ts';
import { Figures } from './figures.part.ts';
import { inTurns } from './paypal-unknown/payers.ts';
import { freePort, inWorkspace, until } from '../testing/workspace.ts';
import { forgersWith, signerKeyIn } from './webhooks/forgers.ts';
import { withSameCrc } from './webhooks/forgery.ts';
import {
  deliver,
  type Life,
  live,
  order,
  type Sent,
  type SentNotice,
  EVENT_TYPES,
  withNotices,
} from './webhooks/lives.ts';

const handledWithinMs = seconds(180);
const copies = 100;

/** How a payment ended, and by which steps: two lives that ended alike have the same text. */
const END = `select concat_ws(' ', o.state, coalesce(o.reason, '-'), p.status, p.flag, p.received_cents, p.refunded_cents,
    i.status, s.status, (select count(*) from vault_tokens v where v.schedule_id = s.id and v.ended_at is null),
    (select string_agg(e."to", '>' order by e.id) from payment_events e where e.payment_id = p.id)) as "end"
  from paypal_orders o join payments p on p.id = o.payment_id join instalments i on i.id = p.instalment_id
  join payment_schedules s on s.id = i.schedule_id where o.order_id = $1`;

interface World {
  origin: string;
  paypal: ReturnType<typeof paypalOf>;
  db: pg.Client;
}

const count = async ({ db }: World, what: string): Promise<number> =>
  (await db.query<{ n: number }>(`select count(*)::int as n from ${what}`)).rows[0]?.n ?? 0;
const endOf = async ({ db }: World, orderId: string): Promise<string> =>
  (await db.query<{ end: string }>(END, [orderId])).rows[0]?.end ?? 'no row';

/** Until everything that was taken is followed up. */
const allHandled = (world: World) =>
  until(
    async () => {
      const left = await count(world, 'webhook_events where handled_at is null');
      if (left > 0) throw new Error(`${left} notices were not followed up.`);
    },
    handledWithinMs,
    100,
  );

/** Of a notice at random in which there is something to alter. */
function forgedFrom(genuine: SentNotice[], forge: (notice: SentNotice) => Sent): Sent {
  for (;;) {
    const notice = genuine[randomInt(genuine.length)] as SentNotice;
    const forged = forge(notice);
    if (!isDeepStrictEqual(forged, { headers: notice.headers, body: notice.body })) return forged;
  }
}

/** Sends forgeries of every kind; none may be taken. */
async function proveForgeries(
  world: World,
  genuine: SentNotice[],
  { key, webhookId, total }: { key: KeyObject; webhookId: string; total: number },
  figures: Figures,
): Promise<void> {
  const { forgers, genuine: resign } = forgersWith(key, webhookId);
  const kinds = Object.entries(forgers);
  const taken: string[] = [];
  const before = await count(world, 'webhook_events');
  await inTurns(total, 16, async (n) => {
    const [kind, forge] = kinds[n % kinds.length] as (typeof kinds)[number];
    const status = await deliver(world.origin, forgedFrom(genuine, forge));
    if (status !== 401 && status !== 400) taken.push(`${kind}: ${status}`);
  });
  const added = (await count(world, 'webhook_events')) - before;
  figures.add(`forgeries, of ${kinds.length} kinds`, total);
  figures.none('forgeries that were not refused with 400 or 401', taken);
  figures.add('rows that they left', added, '0', added === 0);
  // The same signing, for us and today, is taken: so the forgeries failed by what was altered.
  const control = await deliver(world.origin, resign(genuine[0] as SentNotice));
  figures.add('a notice signed again for us', control, '200', control === 200);
}

/** Notices that say what they like under the CRC-32 of a genuine one: taken, and nothing of them believed. */
async function proveSameCrc(
  world: World,
  genuine: SentNotice,
  victims: { unpaid: string; paid: Life },
  figures: Figures,
): Promise<void> {
  const before = [await endOf(world, victims.unpaid), await endOf(world, victims.paid.orderId)];
  const lies = [
    { event_type: 'PAYMENT.CAPTURE.COMPLETED', resource: { id: victims.unpaid } },
    { event_type: 'PAYMENT.CAPTURE.COMPLETED', resource: { id: '0FORGED0CAPTURE00' } },
    { event_type: 'CHECKOUT.ORDER.APPROVED', resource: { id: victims.unpaid } },
    { event_type: 'PAYMENT.CAPTURE.DENIED', resource: { id: victims.paid.captureId } },
    { event_type: 'CUSTOMER.DISPUTE.RESOLVED', resource: { dispute_id: 'PP-R-AAA-00000000' } },
    { event_type: 'VAULT.PAYMENT-TOKEN.DELETED', resource: { id: 'forgedtoken' } },
  ];
  let taken = 0;
  for (const [n, lie] of lies.entries()) {
    const body = withSameCrc(genuine.body, (padding) =>
      JSON.stringify({ id: `WH-FORGED-${n}`, ...lie, padding }),
    );
    if ((await deliver(world.origin, { headers: genuine.headers, body })) === 200) taken++;
  }
  await allHandled(world);
  const after = [await endOf(world, victims.unpaid), await endOf(world, victims.paid.orderId)];
  figures.add('forgeries with the CRC-32 of a genuine notice', lies.length);
  figures.add(
    'of them taken, as PayPal’s signature fits them',
    taken,
    String(lies.length),
    taken === lies.length,
  );
  figures.none(
    'payments that they moved',
    after.filter((end, n) => end !== before[n]),
  );
}

/** A hundred copies at once are one notice. */
async function proveCopies(world: World, notice: SentNotice, figures: Figures): Promise<void> {
  const before = await count(world, 'webhook_events');
  const statuses = await Promise.all(
    Array.from({ length: copies }, () => deliver(world.origin, notice)),
  );
  const added = (await count(world, 'webhook_events')) - before;
  const answered = statuses.filter((status) => status === 200).length;
  figures.add(
    `copies of a notice answered with 200, of ${copies}`,
    answered,
    String(copies),
    answered === copies,
  );
  figures.add('rows of them', added, '1', added === 1);
  const jobs = await count(
    world,
    `pgboss.job where name = 'card-notice' and data->>'eventId' = '${notice.id}'`,
  );
  figures.add('times that they were to be followed up', jobs, '1', jobs === 1);
}

/** The notices of each life in an order of its own, some of them twice. */
async function proveOrders(world: World, lives: Life[], figures: Figures): Promise<void> {
  const orders = ordersOf(lives.length);
  const refused: string[] = [];
  await inTurns(lives.length, 12, async (n) => {
    const notices = (orders[n] ?? []).map((at) => (lives[n] as Life).notices[at] as SentNotice);
    const again = notices[randomInt(notices.length)] as SentNotice;
    for (const notice of [...notices, again]) {
      const status = await deliver(world.origin, notice);
      if (status !== 200) refused.push(`${notice.type}: ${status}`);
      // Some come while the one before is being followed up, some after.
      if (randomInt(3) === 0) await new Promise((resolve) => setTimeout(resolve, randomInt(300)));
    }
  });
  await allHandled(world);
  const ends = new Map<string, number>();
  for (const { orderId } of lives) {
    const end = await endOf(world, orderId);
    ends.set(end, (ends.get(end) ?? 0) + 1);
  }
  figures.add('payments whose seven notices came, each in another order', lives.length);
  figures.none('genuine notices that were refused', refused);
  figures.add('different ends', ends.size, '1', ends.size === 1);
  for (const [end, times] of ends) console.log(`  ${times} × ${end}`);
}

/** What PayPal may not say of an order of ours: it is altered on its way to us. */
const FOREIGN = {
  'for another payee': { from: MERCHANT.merchant_id, to: 'FOREIGNPAYEE1' },
  'of one dollar': { from: '"100.00"', to: '"1.00"' },
};

/** PayPal says that it has money, and not what the order was for. */
async function proveForeignMoney(world: World, first: number, figures: Figures): Promise<void> {
  for (const [n, [what, replace]] of Object.entries(FOREIGN).entries()) {
    const { orderId } = await order(world.origin, first + n);
    await world.paypal.decide(orderId, 'approve');
    await world.paypal.capture(orderId);
    const notices = (await world.paypal.outbox('PAYMENT.CAPTURE.COMPLETED')) as SentNotice[];
    const notice = notices.find(({ body }) => body.includes(orderId));
    if (!notice) throw new Error('PayPal tells nothing of the capture.');
    await world.paypal.breakWith({ mode: 'altered', on: ['get'], replace });
    const taken = await deliver(world.origin, notice);
    await allHandled(world);
    const paid = await count(
      world,
      `paypal_orders o join payments p on p.id = o.payment_id
        where o.order_id = '${orderId}' and p.received_cents is not null`,
    );
    await world.paypal.breakWith();
    figures.add(`a notice of money ${what}`, taken, '200', taken === 200);
    figures.add(`payments that money ${what} paid`, paid, '0', paid === 0);
  }
}

/** So many different orders of the seven: as they happened, backwards, and then any at all. */
function ordersOf(count: number): number[][] {
  const straight = EVENT_TYPES.map((_, n) => n);
  const orders = new Map([straight, straight.toReversed()].map((one) => [one.join(''), one]));
  while (orders.size < count) {
    const drawn = straight
      .map((n) => ({ n, place: Math.random() }))
      .toSorted((x, y) => x.place - y.place)
      .map(({ n }) => n);
    orders.set(drawn.join(''), drawn);
  }
  return [...orders.values()];
}

await inWorkspace(process.argv.includes('--quick') ? 300_000 : 1_200_000, async (workspace) => {
  const figures = new Figures();
  const postgres = await startPostgres();
  workspace.atEnd(postgres.stop);
  const dataDir = join(workspace.folder, 'data');
  const { origin } = await startApp(workspace, {
    port: await freePort(),
    dataDir,
    databaseUrl: postgres.url,
    environment: { ADDRESS_LIMIT_FACTOR: '100000' },
  });
  const sandboxDir = join(dataDir, 'sandbox');
  const sandbox = await findOrStartSandbox({ dataDir: sandboxDir, log: () => undefined });
  const paypal = paypalOf(sandbox);
  // PayPal makes its notices and keeps them: we deliver them ourselves.
  await paypal.hook({ order: 'held' });
  const db = new pg.Client({ connectionString: postgres.url });
  await db.connect();
  workspace.atEnd(() => db.end());
  const world: World = { origin, paypal, db };

  const lives = workspace.isQuick ? 60 : 1000;
  const begun = await inTurns(lives + 2, 16, (n) => live(origin, paypal, n));
  const whole = withNotices(begun, (await paypal.outbox()) as SentNotice[]);
  const [first, second, ...others] = whole as [Life, Life, ...Life[]];
  const key = signerKeyIn(sandboxDir);
  const total = workspace.isQuick ? 520 : 5200;
  const { webhookId } = sandbox.paypal;
  await proveForgeries(world, first.notices, { key, webhookId, total }, figures);
  await proveCopies(world, second.notices[1] as SentNotice, figures);
  await allHandled(world);
  const { orderId: unpaid } = await order(origin, begun.length);
  const victims = { unpaid, paid: second };
  await proveSameCrc(world, first.notices[0] as SentNotice, victims, figures);
  await proveOrders(world, others, figures);
  await proveForeignMoney(world, begun.length + 1, figures);

  const database = await openDatabase({ url: postgres.url });
  const broken = failedChecks(await checkLedger(database.db));
  await database.close();
  figures.none(
    'rules of the ledger that do not hold',
    broken.map(({ rule, faults }) => `${rule}: ${JSON.stringify(faults[0])}`),
  );
  await sandbox.stop();
  return figures.print();
});

import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '../../../server/database/database.ts';
import type { Site } from '../../../server/testing.ts';
import {
  isTransitionAllowed,
  PAYMENT_STATUSES,
  PAYMENT_TRANSITIONS,
  type PaymentStatus,
} from './payment.rules.ts';
import { type Facts, openAttempt, changePaymentStatus } from './payment.service.ts';
import { payments } from './payment.store.ts';
import { lockApplication } from '../../application/application.store.ts';
import { listPaymentEvents, paymentEvents } from './payment-event.store.ts';
import { findReceiptOfPayment, receipts } from './receipts/receipt.store.ts';
import { findSchedule, listInstalments } from './schedule/schedule.store.ts';
import { closeWithBalancedLedger, myApplications, openPaymentSite, person } from './testing.ts';

let site: Site;
beforeAll(async () => {
  site = await openPaymentSite();
});
// Steps by hand, with no order at PayPal behind them.
afterAll(() =>
  closeWithBalancedLedger(site, { except: ['money by card has one captured order at PayPal'] }),
);

const at = new Date('2026-11-21T10:00:00Z');
const actor = { kind: 'system' } as const;
const give = (paymentId: string, to: PaymentStatus, data: Facts) =>
  inTransaction(site.db, (tx) => changePaymentStatus(tx, { paymentId, to, actor, at, data }));
const move = (paymentId: string, to: PaymentStatus, receivedCents?: bigint) =>
  give(paymentId, to, receivedCents ? { receivedCents } : {});
/** What a step needs to know, so that only the table decides: $1,000 come, and go back a dollar at a time. */
const needed = (from: PaymentStatus, to: PaymentStatus): Facts => {
  if (from === 'processing' && to === 'succeeded') return { receivedCents: 100_000n };
  return to === 'partially_refunded' ? { refundedCents: from === to ? 200n : 100n } : {};
};

/** A draft with its instalments, and how to open attempts on them. */
async function begin(plan = 'onetime') {
  const visitor = site.visitor();
  const { id } = (await visitor.post('/api/applications', { applicationData: person(), plan }))
    .body as { id: string };
  const schedule = await findSchedule(site.db, id);
  const instalments = await listInstalments(site.db, schedule!.id);
  const open = (n = 0, rail: 'paypal' | 'zelle' = 'paypal') =>
    inTransaction(site.db, (tx) =>
      openAttempt(tx, { instalmentId: instalments[n]!.id, rail, actor, at, isTest: true }),
    );
  return { visitor, id, instalments, open };
}

/** A shortest way of the table from `created` to a status. */
function wayTo(status: PaymentStatus): PaymentStatus[] {
  let ways: PaymentStatus[][] = [['created']];
  for (;;) {
    const found = ways.find((way) => way.at(-1) === status);
    if (found) return found.slice(1);
    ways = ways.flatMap((way) =>
      (PAYMENT_TRANSITIONS[way.at(-1) as PaymentStatus] as readonly PaymentStatus[]).map((to) => [
        ...way,
        to,
      ]),
    );
  }
}

async function paymentAt(status: PaymentStatus) {
  const { open } = await begin();
  const { id } = await open();
  let from: PaymentStatus = 'created';
  for (const to of wayTo(status)) {
    await give(id, to, needed(from, to));
    from = to;
  }
  return id;
}

describe('every step that the table does not list', () => {
  test.each(PAYMENT_STATUSES)('is refused from %s, and nothing is written', async (from) => {
    const id = await paymentAt(from);
    const before = [
      await site.db.select().from(payments).where(eq(payments.id, id)),
      await listPaymentEvents(site.db, id),
    ];
    for (const to of PAYMENT_STATUSES) {
      if (isTransitionAllowed<PaymentStatus>(PAYMENT_TRANSITIONS, from, to)) continue;
      await expect(move(id, to), `${from} → ${to}`).rejects.toMatchObject({ status: 409 });
    }
    expect([
      await site.db.select().from(payments).where(eq(payments.id, id)),
      await listPaymentEvents(site.db, id),
    ]).toEqual(before);
  });
});

test.each(
  PAYMENT_STATUSES.flatMap((from) =>
    (PAYMENT_TRANSITIONS[from] as readonly PaymentStatus[]).map((to) => [from, to] as const),
  ),
)('the listed step %s → %s is taken and appended to the history', async (from, to) => {
  const id = await paymentAt(from);
  expect((await give(id, to, needed(from, to))).status).toBe(to);
  expect((await listPaymentEvents(site.db, id)).at(-1)).toMatchObject({
    from,
    to,
    actor: 'system',
    at,
  });
});

test('a step of an unknown payment is 404', async () => {
  await expect(move(randomUUID(), 'expired')).rejects.toMatchObject({ status: 404 });
});

describe('the history', () => {
  test.each([
    ['changed', "update payment_events set actor = 'nobody'"],
    ['removed', 'delete from payment_events'],
    ['emptied', 'truncate payment_events cascade'],
  ])('cannot be %s, by anyone', async (_, statement) => {
    await paymentAt('processing');
    const count = await site.db.$count(paymentEvents);
    await expect(site.db.execute(statement)).rejects.toMatchObject({
      cause: { message: expect.stringContaining('append-only') },
    });
    expect(await site.db.$count(paymentEvents)).toBe(count);
  });
});

describe('an instalment', () => {
  test('has one open attempt: another rail takes the place of one that no one has paid', async () => {
    const { open } = await begin();
    const card = await open(0, 'paypal');
    expect((await open(0, 'paypal')).id).toBe(card.id);
    const zelle = await open(0, 'zelle');
    expect(zelle.id).not.toBe(card.id);
    expect((await site.db.select().from(payments).where(eq(payments.id, card.id)))[0]?.status).toBe(
      'cancelled',
    );
  });

  test('opened twenty times at once has one attempt', async () => {
    const { open, instalments } = await begin();
    const opened = await Promise.all(Array.from({ length: 20 }, () => open()));
    expect(new Set(opened.map(({ id }) => id)).size).toBe(1);
    expect(await site.db.$count(payments, eq(payments.instalmentId, instalments[0]!.id))).toBe(1);
  });

  // The embedded database runs one transaction at a time.
  test.runIf(process.env.TEST_DATABASE === 'postgres')(
    'is opened after what has its application',
    async () => {
      const { id, open } = await begin();
      const [locked, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const holder = inTransaction(site.db, async (tx) => {
        await lockApplication(tx, id);
        locked.resolve();
        await ended.promise;
      });
      await locked.promise;
      const opened = open();
      try {
        await site.until(async () => {
          const { rows } = await site.db.execute(sql`select from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`);
          expect(rows).toHaveLength(1);
        }, 10_000);
      } finally {
        ended.resolve();
        await Promise.all([holder, opened]);
      }
    },
  );

  test('stepped twenty times at once takes the step once', async () => {
    const { open } = await begin();
    const { id } = await open();
    await move(id, 'action_required');
    await move(id, 'processing');
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, () => move(id, 'succeeded', 100_000n)),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(
      (await listPaymentEvents(site.db, id)).filter(({ to }) => to === 'succeeded'),
    ).toHaveLength(1);
  });

  test('that is paid keeps late money of an older attempt apart: neither lost nor counted', async () => {
    const { open, visitor } = await begin();
    const early = await open();
    await move(early.id, 'expired');
    const second = await open(0, 'zelle');
    for (const to of ['awaiting_transfer', 'claimed', 'processing'] as const)
      await move(second.id, to);
    await move(second.id, 'succeeded', 100_000n);
    await move(early.id, 'processing');
    await expect(move(early.id, 'succeeded', 100_000n)).rejects.toMatchObject({ status: 409 });
    const [application] = await myApplications(visitor);
    expect(application).toMatchObject({ paymentStatus: 'processing', receivedAmount: '1000.00' });
    expect(application?.payments.map(({ status, flag }) => [status, flag]).sort()).toEqual([
      ['processing', 'late'],
      ['succeeded', 'none'],
    ]);
  });

  test('cannot be paid by a payment whose amount no one knows', async () => {
    const id = await paymentAt('processing');
    await expect(move(id, 'succeeded')).rejects.toThrow('before its amount is known');
  });

  test('keeps the amount that was written down when the money came', async () => {
    const id = await paymentAt('disputed');
    await expect(move(id, 'succeeded', 1n)).rejects.toThrow('written down once');
    expect((await move(id, 'succeeded')).receivedCents).toBe(100_000n);
  });

  test('paid too little and given back asks for the whole price again', async () => {
    const { open, visitor } = await begin();
    const { id } = await open();
    for (const to of ['action_required', 'processing'] as const) await move(id, to);
    await move(id, 'succeeded', 40_000n);
    await move(id, 'refunded');
    expect(await myApplications(visitor)).toMatchObject([
      { paymentStatus: 'refunded', instalments: [{ status: 'due', rest: '1000.00' }] },
    ]);
    expect((await open()).amountCents).toBe(100_000n);
  });

  test('paid too little, of which a part went back, asks for what is then missing', async () => {
    const { open, visitor } = await begin();
    const { id } = await open();
    for (const to of ['action_required', 'processing'] as const) await move(id, to);
    await move(id, 'succeeded', 40_000n);
    await give(id, 'partially_refunded', { refundedCents: 10_000n });
    expect(await myApplications(visitor)).toMatchObject([
      { receivedAmount: '300.00', instalments: [{ status: 'due', rest: '700.00' }] },
    ]);
    expect((await open()).amountCents).toBe(70_000n);
  });
});

describe('money that goes back', () => {
  const refunded = async (id: string) =>
    (await site.db.select().from(payments).where(eq(payments.id, id)))[0]?.refundedCents;

  test('in parts adds up, and the rest ends it', async () => {
    const id = await paymentAt('succeeded');
    await give(id, 'partially_refunded', { refundedCents: 10_000n });
    await give(id, 'partially_refunded', { refundedCents: 99_999n });
    expect(await refunded(id)).toBe(99_999n);
    await move(id, 'refunded');
    expect(await refunded(id)).toBe(100_000n);
    expect((await listPaymentEvents(site.db, id)).slice(-3).map(({ data }) => data)).toEqual([
      { refundedCents: '10000' },
      { refundedCents: '99999' },
      { refundedCents: '100000' },
    ]);
  });

  test.each([
    ['nothing', {}],
    ['everything', { refundedCents: 100_000n }],
    ['more than came', { refundedCents: 100_001n }],
    ['less than went back before', { refundedCents: 9_999n }],
    ['no more than before', { refundedCents: 10_000n }],
  ])('is no part when it is %s', async (_, facts) => {
    const id = await paymentAt('succeeded');
    await give(id, 'partially_refunded', { refundedCents: 10_000n });
    const before = await listPaymentEvents(site.db, id);
    await expect(give(id, 'partially_refunded', facts)).rejects.toMatchObject({ status: 409 });
    expect([await listPaymentEvents(site.db, id), await refunded(id)]).toEqual([before, 10_000n]);
  });

  test('is known to the cent after a dispute that the payer won', async () => {
    const id = await paymentAt('reversed');
    expect(await refunded(id)).toBe(100_000n);
  });

  test('is not forgotten by a dispute: what was partly refunded ends so again', async () => {
    const id = await paymentAt('succeeded');
    await give(id, 'partially_refunded', { refundedCents: 10_000n });
    await move(id, 'disputed');
    await expect(move(id, 'succeeded')).rejects.toMatchObject({ status: 409 });
    await move(id, 'partially_refunded');
    expect(await refunded(id)).toBe(10_000n);
  });

  test('is said by no other step', async () => {
    const id = await paymentAt('succeeded');
    await expect(give(id, 'disputed', { refundedCents: 1n })).rejects.toThrow('Only a refund');
    await expect(give(id, 'refunded', { refundedCents: 1n })).rejects.toThrow('all that came');
  });
});

describe('a receipt', () => {
  const of = async (id: string) => (await findReceiptOfPayment(site.db, id)) ?? null;

  test('is given to money that comes, with the facts of the day, and to nothing else', async () => {
    const { open, visitor } = await begin('installment');
    const { id } = await open();
    for (const to of ['action_required', 'processing'] as const) {
      await move(id, to);
      expect(await of(id)).toBeNull();
    }
    await give(id, 'succeeded', {
      receivedCents: 9_000n,
      receivedOn: '2026-11-20',
      railReference: `CAP-${id}`,
    });
    const [application] = await myApplications(visitor);
    const receipt = await of(id);
    expect(receipt).toMatchObject({ issuedAt: at, locale: 'en' });
    expect(receipt?.facts).toEqual({
      reference: application?.reference,
      payer: 'Ama Mensah',
      email: 'ama@example.org',
      method: 'paypal',
      plan: 'installment',
      instalment: 1,
      instalments: 12,
      received: '90.00',
      due: '100.00',
      currency: 'USD',
      receivedOn: '2026-11-20',
      railReference: `CAP-${id}`,
      isTest: true,
    });
    await move(id, 'disputed');
    await move(id, 'succeeded');
    expect(await of(id)).toEqual(receipt);
  });

  test('has the next number, also when twenty come at once and some are rolled back', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, () => paymentAt('processing')));
    const arrive = (id: string, n: number) =>
      inTransaction(site.db, async (tx) => {
        const data = { receivedCents: 100_000n };
        await changePaymentStatus(tx, { paymentId: id, to: 'succeeded', actor, at, data });
        if (n % 3 === 0) throw new Error('the light went out');
      });
    await Promise.allSettled(ids.map(arrive));
    const numbers = (await site.db.select().from(receipts)).map(({ number }) => number);
    expect(numbers.sort((a, b) => a - b)).toEqual(numbers.map((_, n) => n + 1));
    expect((await Promise.all(ids.map(of))).filter((receipt) => receipt === null)).toHaveLength(7);
  });

  test.each([
    ['changed', 'update receipts set number = number + 1000'],
    ['removed', 'delete from receipts'],
    ['emptied', 'truncate receipts'],
  ])('cannot be %s, by anyone', async (_, statement) => {
    await expect(site.db.execute(statement)).rejects.toMatchObject({
      cause: { message: expect.stringContaining('append-only') },
    });
  });
});

import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '../../server/database.ts';
import type { Site } from '../../server/testing.ts';
import { mayStep, PAYMENT_STATUSES, PAYMENT_STEPS, type PaymentStatus } from './payment.rules.ts';
import { openAttempt, step } from './payment.service.ts';
import { listPaymentEvents, paymentEvents, payments } from './payment.store.ts';
import { findSchedule, listInstalments } from './schedule.store.ts';
import { mine, openShop, person } from './testing.ts';

let site: Site;
beforeAll(async () => {
  site = await openShop();
});
afterAll(() => site.close());

const at = new Date('2026-11-21T10:00:00Z');
const actor = { kind: 'system' } as const;
const move = (paymentId: string, to: PaymentStatus, receivedCents?: bigint) =>
  inTransaction(site.db, (tx) =>
    step(tx, { paymentId, to, actor, at, ...(receivedCents ? { data: { receivedCents } } : {}) }),
  );

/** A draft with its dues, and how to open attempts on them. */
async function begin(plan = 'onetime') {
  const visitor = site.visitor();
  const { id } = (await visitor.post('/api/applications', { applicationData: person(), plan }))
    .body as { id: string };
  const schedule = await findSchedule(site.db, id);
  const dues = await listInstalments(site.db, schedule!.id);
  const open = (n = 0, rail: 'paypal' | 'zelle' = 'paypal') =>
    inTransaction(site.db, (tx) =>
      openAttempt(tx, { instalmentId: dues[n]!.id, rail, actor, at, isTest: true }),
    );
  return { visitor, id, dues, open };
}

/** A shortest way of the table from `created` to a status. */
function wayTo(status: PaymentStatus): PaymentStatus[] {
  let ways: PaymentStatus[][] = [['created']];
  for (;;) {
    const found = ways.find((way) => way.at(-1) === status);
    if (found) return found.slice(1);
    ways = ways.flatMap((way) =>
      (PAYMENT_STEPS[way.at(-1) as PaymentStatus] as readonly PaymentStatus[]).map((to) => [
        ...way,
        to,
      ]),
    );
  }
}

async function paymentAt(status: PaymentStatus) {
  const { open } = await begin();
  const { id } = await open();
  for (const to of wayTo(status)) await move(id, to, to === 'succeeded' ? 100_000n : undefined);
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
      if (mayStep<PaymentStatus>(PAYMENT_STEPS, from, to)) continue;
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
    (PAYMENT_STEPS[from] as readonly PaymentStatus[]).map((to) => [from, to] as const),
  ),
)('the listed step %s → %s is taken and appended to the history', async (from, to) => {
  const id = await paymentAt(from);
  expect(
    (await move(id, to, from === 'processing' && to === 'succeeded' ? 100_000n : undefined)).status,
  ).toBe(to);
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
    ['emptied', 'truncate payment_events'],
  ])('cannot be %s, whoever asks', async (_, statement) => {
    await paymentAt('processing');
    const count = await site.db.$count(paymentEvents);
    await expect(site.db.execute(statement)).rejects.toMatchObject({
      cause: { message: expect.stringContaining('append-only') },
    });
    expect(await site.db.$count(paymentEvents)).toBe(count);
  });
});

describe('an instalment', () => {
  test('has one open attempt: another rail takes the place of one that nobody has paid', async () => {
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
    const { open, dues } = await begin();
    const opened = await Promise.all(Array.from({ length: 20 }, () => open()));
    expect(new Set(opened.map(({ id }) => id)).size).toBe(1);
    expect(await site.db.$count(payments, eq(payments.instalmentId, dues[0]!.id))).toBe(1);
  });

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
    const [application] = await mine(visitor);
    expect(application).toMatchObject({ paymentStatus: 'processing', receivedAmount: '1000.00' });
    expect(application?.payments.map(({ status, flag }) => [status, flag]).sort()).toEqual([
      ['processing', 'late'],
      ['succeeded', 'none'],
    ]);
  });

  test('cannot be paid by a payment whose amount nobody knows', async () => {
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
    expect(await mine(visitor)).toMatchObject([
      { paymentStatus: 'refunded', instalments: [{ status: 'due', rest: '1000.00' }] },
    ]);
    expect((await open()).amountCents).toBe(100_000n);
  });
});

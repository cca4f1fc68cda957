import { eq, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditLog } from '../../../../server/audit.store.ts';
import type { Visitor } from '../../../../server/testing.ts';
import { days, hours, minutes, seconds } from '../../../../shared/time.ts';
import { lockApplication } from '../../../application/application.store.ts';
import { checkLedger } from '../../admin/reconciliation/ledger-check.service.ts';
import type { ReviewItem } from '../../admin/review/review.contract.ts';
import { listInstalments } from '../../core/schedule/schedule.store.ts';
import { claim, closeWithBalancedLedger, myApplications } from '../../core/testing.ts';
import { listCharges } from './paypal-order.store.ts';
import { syncCapture } from './reconciliation.service.ts';
import { capture, type CardSite, openCardSite, order } from './testing.ts';

// What PayPal’s DUPLICATE_INVOICE_ID leads to: the due’s invoice is paid, and the question is by whom.

let site: CardSite;
beforeAll(async () => {
  site = await openCardSite();
});
afterAll(() => closeWithBalancedLedger(site));
beforeEach(() => site.login());

const take = (id: string) => site.paypal.rest('POST', `/v2/checkout/orders/${id}/capture`, {});

/** Money under an invoice of ours, by an order that someone else made with our account; answers PayPal's number of it. */
async function foreignMoney(invoice: string, value: string): Promise<string> {
  const made = await site.paypal.rest('POST', '/v2/checkout/orders', {
    intent: 'CAPTURE',
    purchase_units: [{ invoice_id: invoice, amount: { currency_code: 'USD', value } }],
  });
  await site.paypal.approve(made.id);
  const taken = await take(made.id);
  return taken.purchase_units[0].payments.captures[0].id;
}

const begin = async (visitor: Visitor, body: object) => {
  const answer = await visitor.post('/paypal/order', body);
  expect(answer.status, answer.text).toBe(201);
  return (answer.body as { id: string }).id;
};
const end = (id: string, body: object) =>
  site.admin.post(`/api/admin/payments/${id}/card-end`, body);
const paid = async (visitor: Visitor) => (await myApplications(visitor))[0];
const reviewed = async () =>
  (await site.admin.get('/api/admin/payments/review?limit=200')).body as ReviewItem[];
const reviewOf = async (reference: string) =>
  (await reviewed()).filter((item) => item.reference === reference);
const faults = async () => (await checkLedger(site.db)).filter(({ total }) => total > 0);

/** The transactions that wait for another one. */
async function countWaiting(): Promise<number | undefined> {
  const { rows } = await site.db.execute<{ n: number }>(sql`
    select count(*)::int as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`);
  return rows[0]?.n;
}

/** The line of a capture in PayPal's report. */
async function lineOf(captureId: string): Promise<string> {
  await site.wait(hours(1));
  await site.run('card-report');
  await site.login();
  const line = (await reviewed()).find(({ subject }) => subject === captureId);
  return line?.id ?? expect.fail(`${captureId} is not in the list.`);
}
const decide = (line: string, body: object) =>
  site.admin.post('/api/admin/payments/lines/decide', { lines: [line], ...body });

/** A payment whose invoice someone else has paid, and that money's number. */
async function stuck(value = '1000.00') {
  const { visitor, id } = await site.ordered();
  const { application, payment } = await site.rows(id);
  const captureId = await foreignMoney(`${application.reference}-1`, value);
  await site.paypal.approve(id);
  expect((await capture(visitor, id)).body).toEqual({ status: 'PENDING' });
  return { visitor, id, captureId, payment, reference: application.reference };
}

describe('an instalment whose money went back', () => {
  const dueOf = async (visitor: Visitor) => (await paid(visitor))?.instalments[0];
  const captureOf = async (id: string) => (await site.rows(id)).order.captureId ?? '';

  test.each([
    ['in whole', 'refund', {}, '1000.00'],
    ['in part', 'refund', { amount: '250.00' }, '250.00'],
    ['by a reversal', 'reverse', {}, '1000.00'],
  ])('%s is paid again by card', async (_, action, details, rest) => {
    const { visitor, id } = await site.paid();
    await site.paypal.act('captures', await captureOf(id), action, details);
    await site.run('card-reconcile-days');
    await site.run('card-reconcile');
    expect(await dueOf(visitor)).toMatchObject({ status: 'due', rest });
    const { application } = await site.rows(id);
    const again = await begin(visitor, { plan: 'onetime', applicationId: application.id });
    await site.paypal.approve(again);
    expect((await capture(visitor, again)).body).toEqual({ status: 'COMPLETED' });
    expect(await dueOf(visitor)).toMatchObject({ status: 'paid', rest: '0.00' });
    const { captures } = await site.paypal.journal();
    const own = captures.filter(({ orderId }) => orderId === id || orderId === again);
    const first = `${application.reference}-1`;
    expect(own.map(({ invoiceId }) => invoiceId).sort()).toEqual([first, `${first}-2`]);
    expect(await faults()).toEqual([]);
  });

  test('is paid again once, however many orders its payer begins', async () => {
    const { visitor, id } = await site.paid();
    await site.paypal.act('captures', await captureOf(id), 'refund');
    await site.run('card-reconcile-days');
    await site.run('card-reconcile');
    const { application } = await site.rows(id);
    const body = { plan: 'onetime', applicationId: application.id };
    const left = await begin(visitor, body);
    await site.wait(hours(2) + seconds(1));
    const taken = await begin(visitor, body);
    await site.paypal.approve(left);
    await take(left);
    await site.paypal.approve(taken);
    expect((await capture(visitor, taken)).body).toEqual({ status: 'COMPLETED' });
    expect((await site.rows(taken)).order).toMatchObject({ reason: 'PAID_BY_ANOTHER_ORDER' });
    expect((await paid(visitor))?.receivedAmount).toBe('1000.00');
    expect(await faults()).toEqual([]);
  });
});

describe('an invoice that another order of ours has paid', () => {
  test('pays the attempt that waits, when both orders are of one attempt', async () => {
    const visitor = site.visitor();
    const body = order();
    const first = await begin(visitor, body);
    await site.wait(hours(2) + seconds(1));
    const second = await begin(visitor, body);
    expect((await site.rows(first)).order).toMatchObject({ state: 'void', reason: 'REPLACED' });
    await site.paypal.approve(first);
    await take(first);
    await site.paypal.approve(second);
    expect((await capture(visitor, second)).body).toEqual({ status: 'COMPLETED' });
    expect((await site.rows(second)).order).toMatchObject({
      state: 'void',
      reason: 'PAID_BY_ANOTHER_ORDER',
      askAt: null,
    });
    const { order: row, payment } = await site.rows(first);
    expect(row.state).toBe('captured');
    expect(payment).toMatchObject({ status: 'succeeded', railReference: row.captureId });
    expect(await paid(visitor)).toMatchObject({
      paymentStatus: 'completed',
      receivedAmount: '1000.00',
    });
    expect(await faults()).toEqual([]);
  });

  test('pays it too when that order was of an attempt which its payer had left', async () => {
    const visitor = site.visitor();
    const body = order();
    const first = await begin(visitor, body);
    const { application, payment: left } = await site.rows(first);
    // To the plan and back: the first attempt is cancelled, its order lives on at PayPal.
    await begin(visitor, { plan: 'installment', applicationId: application.id });
    const second = await begin(visitor, { plan: 'onetime', applicationId: application.id });
    const { payment: waiting } = await site.rows(second);
    expect(waiting.id).not.toBe(left.id);
    await site.paypal.approve(first);
    await take(first);
    await site.paypal.approve(second);
    expect((await capture(visitor, second)).body).toEqual({ status: 'COMPLETED' });
    const moved = await site.rows(first);
    expect(moved.payment).toMatchObject({ id: waiting.id, status: 'succeeded', flag: 'none' });
    expect((await paid(visitor))?.receivedAmount).toBe('1000.00');
    expect(await faults()).toEqual([]);
  });

  test('stays open while PayPal does not say, and is found by the reconciler', async () => {
    const visitor = site.visitor();
    const body = order();
    const first = await begin(visitor, body);
    await site.wait(hours(2) + seconds(1));
    const second = await begin(visitor, body);
    await site.paypal.approve(first);
    await take(first);
    await site.paypal.approve(second);
    // The capture is refused, and no question after it is answered.
    await site.paypal.break({ mode: '500-before', on: ['capture'] });
    expect((await capture(visitor, second)).body).toEqual({ status: 'PENDING' });
    await site.paypal.break({ mode: '500-before', on: ['get'] });
    await site.wait(minutes(1));
    await site.run('card-reconcile');
    expect((await site.rows(second)).order.state).toBe('capturing');
    await site.paypal.break();
    await site.wait(minutes(1));
    await site.run('card-reconcile');
    expect((await site.rows(first)).payment.status).toBe('succeeded');
    expect((await paid(visitor))?.paymentStatus).toBe('completed');
  });
});

describe('an invoice that was paid by an order which is not ours', () => {
  test('waits in the review list, and nothing of it counts as paid', async () => {
    const { visitor, id, reference } = await stuck();
    const { order: row, payment } = await site.rows(id);
    expect([row.state, row.reason, row.askAt]).toEqual(['capturing', 'DUPLICATE_INVOICE_ID', null]);
    expect([payment.status, payment.flag]).toEqual(['processing', 'manual']);
    expect(await site.jobsOf('card-review', row.id)).toHaveLength(1);
    const listed = async () => (await reviewOf(reference)).map(({ kind }) => kind);
    expect(await listed()).toEqual(['manual']);
    // One case, also once its order has stood still for longer than PayPal's own answers take.
    await site.wait(minutes(16));
    await site.login();
    expect(await listed()).toEqual(['manual']);
    expect((await paid(visitor))?.receivedAmount).toBe('0.00');
  });

  test('is booked by an administrator who has found the payment, once', async () => {
    const { visitor, id, captureId, payment, reference } = await stuck();
    await lineOf(captureId);
    const body = {
      captureId: ` ${captureId.toLowerCase()} `,
      reason: 'Paid by an invoice of PayPal’s.',
    };
    const ended = await end(payment.id, body);
    expect(ended.status, ended.text).toBe(200);
    const after = await site.rows(id);
    expect(after.payment).toMatchObject({
      status: 'succeeded',
      railReference: captureId,
      receivedCents: 100_000n,
    });
    expect(after.order).toMatchObject({ state: 'captured', captureId, reason: null });
    expect(await reviewOf(reference)).toEqual([]);
    expect((await reviewed()).map(({ subject }) => subject)).not.toContain(captureId);
    expect((await paid(visitor))?.paymentStatus).toBe('completed');
    expect((await end(payment.id, body)).status).toBe(409);
    const audits = await site.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.subject, payment.id))
      .orderBy(auditLog.id);
    expect(audits.map(({ action }) => action)).toEqual(['card_payment.booked']);
    // The nightly question about everything changes nothing of it.
    await site.run('card-reconcile-days');
    await site.run('card-reconcile');
    expect((await site.rows(id)).payment).toEqual(after.payment);
    expect(await faults()).toEqual([]);
  });

  test('is assigned by one administrator and ends the payment for another at once: one of both', async () => {
    const { id, captureId, payment, reference } = await stuck();
    const { id: other } = await site.ordered();
    const { application } = await site.rows(other);
    const lineId = await lineOf(captureId);
    const reason = 'Found at PayPal.';
    const answers = await Promise.all([
      end(payment.id, { captureId, reason }),
      decide(lineId, { to: 'assign', reference: application.reference, reason }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const after = [(await site.rows(id)).payment, (await site.rows(other)).payment];
    expect(after.filter(({ railReference }) => railReference === captureId)).toHaveLength(1);
    expect(await faults()).toEqual([]);

    // Whoever comes later reads that it is decided.
    expect((await end(payment.id, { captureId, reason })).status).toBe(409);
    expect((await decide(lineId, { to: 'assign', reference, reason })).status).toBe(409);
  });

  test('ends no payment once its money is put to an account', async () => {
    const { id, captureId, payment } = await stuck();
    const reason = 'A gift.';
    expect((await decide(await lineOf(captureId), { to: 'donations', reason })).status).toBe(200);
    const ended = await end(payment.id, { captureId, reason });
    expect([ended.status, ended.body]).toMatchObject([
      409,
      { message: 'This PayPal payment has already been used for another payment.' },
    ]);
    expect((await site.rows(id)).payment.status).toBe('processing');
  });

  test.runIf(process.env.TEST_DATABASE === 'postgres')(
    'ends no payment where PayPal’s word about another order of it comes first',
    async () => {
      const visitor = site.visitor();
      const first = await begin(visitor, order());
      const { application, order: row } = await site.rows(first);
      await begin(visitor, { plan: 'installment', applicationId: application.id });
      const second = await begin(visitor, { plan: 'onetime', applicationId: application.id });
      await site.paypal.approve(first);
      await site.paypal.break({ mode: 'pending' });
      const captureId = (await take(first)).purchase_units[0].payments.captures[0].id;
      // PayPal’s answers about the first order say nothing of ours.
      const replace = { from: row.id, to: crypto.randomUUID() };
      await site.paypal.break({ mode: 'altered', on: ['get'], replace });
      await site.paypal.approve(second);
      expect((await capture(visitor, second)).body).toEqual({ status: 'PENDING' });
      await site.paypal.break();
      const { payment } = await site.rows(second);

      const holder = await (site.database.pool as Pool).connect();
      try {
        await holder.query('begin');
        await lockApplication(drizzle(holder), application.id);
        const synced = syncCapture({ ...site.context, clock: site.clock }, site.card, captureId);
        await site.until(async () => expect(await countWaiting()).toBe(1));
        await site.paypal.act('captures', captureId, 'complete');
        const ended = end(payment.id, { captureId, reason: 'Found at PayPal.' });
        await site.until(async () => expect(await countWaiting()).toBe(2));
        await holder.query('rollback');
        expect(await synced).toBe('pending');
        expect([(await ended).status, (await ended).body]).toMatchObject([
          409,
          { message: 'This PayPal payment has already been used for another payment.' },
        ]);
      } finally {
        holder.release();
      }
      expect((await site.rows(second)).payment.status).toBe('processing');
    },
  );

  test('is not booked by a number of another sum, another invoice or nothing', async () => {
    const { id, captureId, payment } = await stuck('999.00');
    const elsewhere = await foreignMoney('SOMETHING-ELSE-1', '1000.00');
    const reason = 'Found at PayPal.';
    for (const number of [captureId, elsewhere, '0000000000AAAA'])
      expect((await end(payment.id, { captureId: number, reason })).status).toBe(409);
    expect((await end(payment.id, { captureId: 'no number', reason })).status).toBe(400);
    await site.paypal.break({ mode: '500-before', on: ['get-capture'] });
    expect((await end(payment.id, { captureId, reason })).status).toBe(503);
    await site.paypal.break();
    expect((await site.rows(id)).payment.status).toBe('processing');
  });

  test('fails by an administrator’s word, and the instalment can be paid in another way', async () => {
    const { visitor, id, payment, reference } = await stuck();
    const reason = 'The money was given back at PayPal. Please pay by Zelle.';
    expect((await end(payment.id, { reason })).status).toBe(200);
    const after = await site.rows(id);
    expect(after.payment).toMatchObject({ status: 'failed', reason });
    expect([after.order.state, after.order.reason]).toEqual(['declined', 'DUPLICATE_INVOICE_ID']);
    expect(await reviewOf(reference)).toEqual([]);
    const { application } = after;
    const zelle = claim('IN-ANOTHER-WAY', {
      top: { applicationId: application.id, applicationData: undefined },
    });
    expect((await visitor.post('/payment/submit', zelle)).status).toBe(201);
    await site.run('card-reconcile-days');
    await site.run('card-reconcile');
    expect((await site.rows(id)).payment).toEqual(after.payment);
  });

  test('is not ended by hand where PayPal has taken our own order’s money meanwhile', async () => {
    const { visitor, id } = await site.ordered();
    const { payment, order: row } = await site.rows(id);
    await site.paypal.approve(id);
    await site.paypal.break({ mode: '500-after', on: ['capture'] });
    await capture(visitor, id);
    await site.db.execute(
      `update paypal_orders set reason = 'GONE_AT_PAYPAL' where id = '${row.id}'`,
    );
    // Its capture is not to be seen yet.
    const replace = { from: '"captures"', to: '"unseen"' };
    await site.paypal.break({ mode: 'altered', on: ['get'], replace });
    const refused = await end(payment.id, { reason: 'Nothing came.' });
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('is completed')]);
    expect((await site.rows(id)).payment.status).toBe('processing');
    await site.paypal.break();
    expect((await end(payment.id, { reason: 'Nothing came.' })).status).toBe(409);
    expect((await site.rows(id)).payment.status).toBe('succeeded');
  });

  test('of a plan is charged no second time, and its payer is asked instead', async () => {
    const { visitor, id } = await site.paid('installment');
    const { application, schedule } = await site.rows(id);
    const due = (await listInstalments(site.db, schedule.id))[1];
    if (!due) throw new Error('A plan without a second due.');
    await foreignMoney(`${application.reference}-2`, '100.00');
    const day = Date.parse(`${due.dueOn}T12:00:00Z`);
    for (const time of [day - days(7), day]) {
      await site.wait(time - site.clock.now().getTime());
      await site.run('dues-advance');
      await site.run('card-charge');
    }
    const tries = () => listCharges(site.db, due.id);
    const [charge] = await tries();
    expect([charge?.state, charge?.reason]).toEqual(['creating', 'DUPLICATE_INVOICE_ID']);
    await site.login();
    const ended = await end(charge?.paymentId ?? '', { reason: 'PayPal gave it back.' });
    expect(ended.status, ended.text).toBe(200);
    await site.run('card-charge-refused', { id: charge?.id });
    expect(await site.jobsOf('due-payment-failed', due.id)).toHaveLength(1);
    await site.wait(hours(24 * 3));
    await site.run('card-charge');
    expect(await tries()).toHaveLength(1);
    expect((await paid(visitor))?.receivedAmount).toBe('100.00');
  });
});

test('a payment that waits for no one cannot be ended by hand', async () => {
  const { id } = await site.paid();
  const { payment } = await site.rows(id);
  expect((await end(payment.id, { reason: 'By mistake.' })).status).toBe(409);
  expect((await end(crypto.randomUUID(), { reason: 'By mistake.' })).status).toBe(404);
  expect(
    (await site.visitor().post(`/api/admin/payments/${payment.id}/card-end`, { reason: 'x' }))
      .status,
  ).toBe(401);
});

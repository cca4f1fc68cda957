import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ReviewItem } from '../../admin/review/review.contract.ts';
import { closeWithBalancedLedger, myApplication } from '../../core/testing.ts';
import { capture, type CardSite, openCardSite } from './testing.ts';

// PayPal's answers about an order name the capture that has paid, or may pay, an earlier one.

let site: CardSite;
beforeAll(async () => {
  site = await openCardSite();
});
afterAll(() => closeWithBalancedLedger(site));
beforeEach(() => site.login());

const captureOf = async (id: string) => {
  const { captures } = await site.paypal.journal();
  return captures.find(({ orderId }) => orderId === id)?.id ?? expect.fail(`${id} was not taken.`);
};
const listed = async (reference: string) => {
  const { body } = await site.admin.get('/api/admin/payments/review');
  return (body as ReviewItem[]).filter((item) => item.reference === reference);
};

/** An order whose money is taken, and of which PayPal's answers name the capture of an earlier order. */
async function takenUnder(earlier: string) {
  const { visitor, id } = await site.ordered();
  await site.paypal.approve(id);
  await site.paypal.break({ mode: '500-after', on: ['capture'] });
  expect((await capture(visitor, id)).body).toEqual({ status: 'PENDING' });
  const own = await captureOf(id);
  const replace = { from: own, to: await captureOf(earlier) };
  await site.paypal.break({ mode: 'altered', on: ['capture', 'get'], replace });
  return { visitor, id, own };
}

async function expectForReview(id: string) {
  const { application, order: row, payment } = await site.rows(id);
  expect(row).toMatchObject({ state: 'capturing', reason: 'MISMATCH', captureId: null });
  expect(payment).toMatchObject({ status: 'processing', flag: 'manual', receivedCents: null });
  expect(await listed(application.reference)).toMatchObject([{ kind: 'manual', id: payment.id }]);
  const history = await site.events(payment.id);
  expect(history.at(-1)).toMatchObject({ reason: 'MISMATCH', data: { differs: 'capture' } });
  expect(await site.jobsOf('card-review', row.id)).toHaveLength(1);
}

describe('a capture of an earlier order', () => {
  test('is not recorded again: the order waits for review, until its own capture is found', async () => {
    const { id: earlier } = await site.paid();
    const { payment: before } = await site.rows(earlier);
    const { visitor, id, own } = await takenUnder(earlier);
    expect((await capture(visitor, id)).body).toEqual({ status: 'PENDING' });
    await expectForReview(id);
    expect(await myApplication(visitor)).toMatchObject({
      paymentStatus: 'processing',
      receivedAmount: '0.00',
    });

    // Another question changes nothing, and reports nothing twice.
    await site.run('card-reconcile-days');
    await site.run('card-reconcile');
    await expectForReview(id);
    expect((await site.rows(earlier)).payment).toEqual(before);

    const { payment } = await site.rows(id);
    const end = (captureId: string) =>
      site.admin.post(`/api/admin/payments/${payment.id}/card-end`, {
        captureId,
        reason: 'Found in the account.',
      });
    expect((await end(await captureOf(earlier))).status).toBe(409);
    const ended = await end(own);
    expect(ended.status, ended.text).toBe(200);
    expect((await site.rows(id)).payment).toMatchObject({
      status: 'succeeded',
      railReference: own,
    });
  });

  test('and that PayPal holds is not recorded for another order', async () => {
    await site.paypal.break({ mode: 'pending' });
    const { id: earlier } = await site.paid();
    const { visitor, id } = await takenUnder(earlier);
    expect((await capture(visitor, id)).body).toEqual({ status: 'PENDING' });
    await expectForReview(id);
  });

  test('is not recorded again where no order has it but a payment', async () => {
    const { id: earlier } = await site.paid();
    await site.db.execute(
      sql`update paypal_orders set capture_id = null where order_id = ${earlier}`,
    );
    const { visitor, id } = await takenUnder(earlier);
    expect((await capture(visitor, id)).body).toEqual({ status: 'PENDING' });
    await expectForReview(id);
  });
});

import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { days, seconds } from '../../../../shared/time.ts';
import type { ReviewItem } from '../../admin/review/review.contract.ts';
import { listInstalments } from '../../core/schedule/schedule.store.ts';
import { closeWithBalancedLedger, myApplication, myApplications } from '../../core/testing.ts';
import { listCharges } from './paypal-order.store.ts';
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

describe('an earlier order that the answer to a charge names', () => {
  const tries = async (instalmentId: string) => listCharges(site.db, instalmentId);

  /** A charge of a plan that PayPal has made, and whose answers name an order that has paid already. */
  async function chargedUnder(earlier: string) {
    const { visitor, id } = await site.paid('installment');
    const { application, schedule } = await site.rows(id);
    const due = (await listInstalments(site.db, schedule.id))[1];
    if (!due) throw new Error('A plan without a second instalment.');
    await site.paypal.break({ mode: '500-after', on: ['charge'] });
    const day = Date.parse(`${due.dueOn}T12:00:00Z`);
    for (const time of [day - days(7), day]) {
      await site.wait(time - site.clock.now().getTime());
      await site.run('dues-advance');
      await site.run('card-charge');
    }
    const invoice = `${application.reference}-2`;
    const [made] = (await site.paypal.journal()).captures.filter((c) => c.invoiceId === invoice);
    if (!made) throw new Error('PayPal has not charged.');
    const replace = { from: made.orderId, to: earlier };
    await site.paypal.break({ mode: 'altered', on: ['charge', 'get-capture'], replace });
    await site.wait(seconds(11));
    await site.run('card-reconcile');
    await site.login();
    const [charge] = await tries(due.id);
    if (!charge) throw new Error('No charge.');
    return { visitor, due, invoice, made, charge, reference: application.reference };
  }
  const end = (paymentId: string, body: object) =>
    site.admin.post(`/api/admin/payments/${paymentId}/card-end`, body);

  test('is not that of the charge, which waits for review with its capture and is not made again', async () => {
    const { id: earlier } = await site.paid();
    const before = await site.rows(earlier);
    const { visitor, due, invoice, made, charge, reference } = await chargedUnder(earlier);
    expect(charge).toMatchObject({ state: 'creating', reason: 'MISMATCH', orderId: null });
    expect([charge.askAt, charge.failures]).toEqual([null, 0]);
    expect(await listed(reference)).toMatchObject([{ kind: 'manual', id: charge.paymentId }]);
    const flagged = (await site.events(charge.paymentId)).at(-1);
    expect(flagged).toMatchObject({
      reason: 'MISMATCH',
      data: { differs: 'order', captureId: made.id },
    });
    expect(await site.jobsOf('card-review', charge.id)).toHaveLength(1);

    await site.wait(days(2));
    for (const job of ['dues-advance', 'card-charge', 'card-reconcile-days', 'card-reconcile'])
      await site.run(job);
    expect(await tries(due.id)).toHaveLength(1);
    const { captures } = await site.paypal.journal();
    expect(captures.filter(({ invoiceId }) => invoiceId === invoice)).toHaveLength(1);
    expect(await site.rows(earlier)).toEqual(before);

    await site.login();
    const ended = await end(charge.paymentId, { captureId: made.id, reason: 'Found there.' });
    expect(ended.status, ended.text).toBe(200);
    expect((await tries(due.id))[0]).toMatchObject({ state: 'captured', captureId: made.id });
    const [application] = await myApplications(visitor);
    expect(application?.instalments[1]).toMatchObject({ status: 'paid' });
  });

  test('leads to no other charge once an administrator has said that nothing came', async () => {
    const { id: earlier } = await site.paid();
    const { due, charge } = await chargedUnder(earlier);
    const ended = await end(charge.paymentId, { reason: 'It was given back at PayPal.' });
    expect(ended.status, ended.text).toBe(200);
    await site.run('card-charge-refused', { id: charge.id });
    expect(await site.jobsOf('due-payment-failed', due.id)).toHaveLength(1);
    await site.wait(days(2));
    await site.run('card-charge');
    expect(await tries(due.id)).toHaveLength(1);
  });

  test('gives way to the charge’s own, of which a webhook event tells', async () => {
    const { id: earlier } = await site.paid();
    const { visitor, due, charge } = await chargedUnder(earlier);
    await site.paypal.break();
    const notices = await site.paypal.outbox('PAYMENT.CAPTURE.COMPLETED');
    const notice = notices.find(({ body }) => body.includes(charge.id));
    await visitor.send('POST', '/paypal/webhook', notice?.body, notice?.headers);
    await site.run('card-notice', { eventId: notice?.id });
    expect((await tries(due.id))[0]).toMatchObject({ state: 'captured', reason: null });
  });
});

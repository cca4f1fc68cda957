import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditLog } from '../../../../server/audit.store.ts';
import { decimal } from '../../../../shared/money.ts';
import { days, minutes } from '../../../../shared/time.ts';
import { journal } from '../../core/journal/journal.store.ts';
import { payments } from '../../core/payment.store.ts';
import type { ReviewItem } from '../review/review.contract.ts';
import { closeWithBalancedLedger } from '../../core/testing.ts';
import { type CardSite, deliver, openCardSite } from '../../rails/card/testing.ts';
import { undoNewest } from '../../../audit/undo/testing.ts';
import { paypalRefunds } from './paypal-refund.store.ts';

let site: CardSite;
beforeAll(async () => {
  site = await openCardSite();
});
afterAll(() => closeWithBalancedLedger(site));

/** A card payment of $1,000 that has come. */
async function paid() {
  const { id: orderId } = await site.paid();
  const { payment, order } = await site.rows(orderId);
  return { id: payment.id, orderId, captureId: String(order.captureId) };
}
const refund = (id: string, amount: string, more: object = {}, by = site.admin) =>
  by.post(`/api/admin/payments/${id}/paypal-refund`, {
    amount,
    held: '1000.00',
    reason: 'As agreed.',
    ...more,
  });
const row = async (id: string) =>
  (await site.db.select().from(payments).where(eq(payments.id, id)))[0];
const asked = async (id: string) =>
  site.db.select().from(paypalRefunds).where(eq(paypalRefunds.paymentId, id));
const moved = async (id: string) => {
  const rows = await site.db
    .select()
    .from(journal)
    .where(eq(journal.paymentId, id))
    .orderBy(journal.id);
  return rows.map(({ kind, debit, credit, amount }) => [kind, debit, credit, Number(amount)]);
};
/** Refunds in the list of what is to do. */
const toReview = async () =>
  ((await site.admin.get('/api/admin/payments/review?limit=100')).body as ReviewItem[]).filter(
    ({ kind }) => kind === 'refund',
  );
/** A refund of 400.00 that PayPal held and then could not make. */
async function failedLater() {
  const { id } = await paid();
  await site.paypal.break({ mode: 'refund-pending', count: 1 });
  await refund(id, '400.00');
  const [held] = await asked(id);
  await site.paypal.act('refunds', String(held?.refundId), 'fail');
  await site.run('paypal-refunds');
  return { id, refundId: String(held?.id) };
}
const dismiss = (refundId: string, by = site.admin) =>
  by.post(`/api/admin/payments/refunds/${refundId}/dismiss`);
const reopen = (id: string) =>
  site.admin.post('/api/admin/payments/review/reopen', { kind: 'refund', id });
/** What PayPal has given back of a capture, in cents. */
const atPaypal = async (captureId: string) => {
  const { status } = await site.paypal.rest('GET', `/v2/payments/captures/${captureId}`);
  const notices = await site.paypal.outbox('PAYMENT.CAPTURE.REFUNDED');
  return { status, refunds: notices.filter(({ body }) => body.includes(captureId)).length };
};

describe('a refund through PayPal', () => {
  test('in full gives the money back, records it with PayPal’s name of it and emails the payer', async () => {
    const { id, captureId } = await paid();
    const answer = await refund(id, '1000.00');
    expect([answer.status, answer.body]).toEqual([
      200,
      { message: '$1,000.00 refunded through PayPal.' },
    ]);
    expect(await row(id)).toMatchObject({ status: 'refunded', refundedCents: 100_000n });
    expect(await atPaypal(captureId)).toEqual({ status: 'REFUNDED', refunds: 1 });
    const [written] = await asked(id);
    expect(written).toMatchObject({ state: 'done', refundId: expect.any(String) });
    expect((await site.events(id)).at(-1)).toMatchObject({
      actor: 'admin',
      reason: 'As agreed.',
      data: { refundId: written?.refundId },
    });
    expect((await moved(id)).at(-1)).toEqual(['refunded', 'receivable', 'paypal', 100_000]);
    expect(await site.jobsOf('refund-recorded', id)).toHaveLength(1);
    const log = await site.db.select().from(auditLog).where(eq(auditLog.subject, id));
    expect(log.map(({ action }) => action)).toEqual([
      'payment.refund_requested',
      'payment.refunded',
    ]);
  });

  test('in parts asks for each part once', async () => {
    const { id, captureId } = await paid();
    expect((await refund(id, '100.00')).status).toBe(200);
    expect((await refund(id, '250.50', { held: '900.00' })).status).toBe(200);
    expect(await row(id)).toMatchObject({ status: 'partially_refunded', refundedCents: 35_050n });
    expect(await atPaypal(captureId)).toEqual({ status: 'PARTIALLY_REFUNDED', refunds: 2 });
  });

  test.each([
    ['the balance is too low', 'refund-no-funds', /balance of the PayPal account is too low/],
    ['it is too old', 'refund-too-late', /no longer refunds this payment/],
    ['it is not allowed', 'refund-not-allowed', /does not allow a refund/],
  ])(
    'that PayPal refuses because %s says so, and nothing is recorded',
    async (_, mode, sentence) => {
      const { id, captureId } = await paid();
      const before = [await row(id), await moved(id)];
      await site.paypal.break({ mode, count: 1 });
      const answer = await refund(id, '1000.00');
      expect([answer.status, answer.body]).toMatchObject([
        409,
        { message: expect.stringMatching(sentence) },
      ]);
      expect([await row(id), await moved(id)]).toEqual(before);
      expect(await asked(id)).toMatchObject([{ state: 'refused' }]);
      expect((await atPaypal(captureId)).refunds).toBe(0);
      // The reason is gone: it can be tried again.
      expect((await refund(id, '1000.00')).status).toBe(200);
    },
  );

  test('of which the answer was lost is asked for again under the same name, and happens once', async () => {
    const { id, captureId } = await paid();
    await site.paypal.break({ mode: '500-after', count: 20, on: ['refund'] });
    const answer = await refund(id, '400.00');
    expect([answer.status, answer.body]).toMatchObject([
      200,
      { message: expect.stringContaining('has not confirmed the refund of $400.00 yet') },
    ]);
    expect(await row(id)).toMatchObject({ status: 'succeeded', refundedCents: null });
    expect((await refund(id, '400.00')).body).toMatchObject({
      message: 'A refund of this payment is under way at PayPal.',
    });
    await site.paypal.break();
    await site.run('paypal-refunds');
    await site.run('paypal-refunds');
    expect(await row(id)).toMatchObject({ status: 'partially_refunded', refundedCents: 40_000n });
    expect((await atPaypal(captureId)).refunds).toBe(1);
    expect(await site.jobsOf('refund-recorded', id)).toHaveLength(1);
  });

  test('of which nothing is known for too long is not asked for again, as it could happen twice', async () => {
    const { id } = await paid();
    await site.paypal.break({ mode: '500-after', count: 20, on: ['refund'] });
    await refund(id, '400.00');
    await site.paypal.break();
    const old = new Date(site.clock.now().getTime() - days(41));
    await site.db
      .update(paypalRefunds)
      .set({ createdAt: old })
      .where(eq(paypalRefunds.paymentId, id));
    await site.run('paypal-refunds');
    expect(await asked(id)).toMatchObject([{ state: 'failed' }]);
    const [listed] = await toReview();
    expect(listed).toMatchObject({ note: 'REFUND_NEVER_CONFIRMED', refund: { state: 'failed' } });
    expect((await dismiss(String(listed?.id))).status).toBe(200);
    expect(await toReview()).toEqual([]);
  });

  test('that PayPal holds is recorded once it is through', async () => {
    const { id, orderId } = await paid();
    await site.paypal.break({ mode: 'refund-pending', count: 1 });
    expect((await refund(id, '400.00')).status).toBe(200);
    expect(await row(id)).toMatchObject({ status: 'succeeded' });
    const [pending] = await asked(id);
    expect(pending).toMatchObject({ state: 'pending' });
    const shown = {
      kind: 'refund',
      amount: '400.00',
      note: 'ECHECK',
      subject: pending?.refundId,
      name: 'Ama Mensah',
      refund: { state: 'pending', of: '1000.00' },
      since: pending?.updatedAt.toISOString(),
    };
    expect(await toReview()).toMatchObject([shown]);
    await site.wait(minutes(1));
    await site.run('paypal-refunds');
    expect(await toReview()).toMatchObject([shown]);
    await site.paypal.act('refunds', String(pending?.refundId), 'complete');
    await site.run('paypal-refunds');
    expect(await toReview()).toEqual([]);
    expect(await row(id)).toMatchObject({ status: 'partially_refunded', refundedCents: 40_000n });
    expect((await site.rows(orderId)).payment.refundedCents).toBe(40_000n);
  });

  test('that PayPal holds for longer than it knows the request is recorded once it is through', async () => {
    const { id } = await paid();
    await site.paypal.break({ mode: 'refund-pending', count: 1 });
    await refund(id, '400.00');
    const old = new Date(site.clock.now().getTime() - days(41));
    await site.db
      .update(paypalRefunds)
      .set({ createdAt: old })
      .where(eq(paypalRefunds.paymentId, id));
    const [pending] = await asked(id);
    await site.paypal.act('refunds', String(pending?.refundId), 'complete');
    await site.run('paypal-refunds');
    expect(await row(id)).toMatchObject({ status: 'partially_refunded', refundedCents: 40_000n });
  });

  test('that PayPal does not confirm is to review after some minutes', async () => {
    const { id } = await paid();
    await site.paypal.break({ mode: '500-after', count: 20, on: ['refund'] });
    await refund(id, '400.00');
    expect(await toReview()).toEqual([]);
    await site.wait(minutes(16));
    await site.login();
    const [{ updatedAt } = expect.fail()] = await asked(id);
    expect(await toReview()).toMatchObject([
      {
        note: 'REFUND_UNKNOWN',
        refund: { state: 'asked' },
        since: new Date(updatedAt.getTime() + minutes(15)).toISOString(),
      },
    ]);
    await site.paypal.break();
    await site.run('paypal-refunds');
    expect(await toReview()).toEqual([]);
  });

  test('that PayPal reports itself, too, is recorded once', async () => {
    const { id, captureId } = await paid();
    await refund(id, '400.00');
    const notices = await site.paypal.outbox('PAYMENT.CAPTURE.REFUNDED');
    const notice = notices.find(({ body }) => body.includes(captureId));
    if (!notice) throw new Error('PayPal has reported nothing.');
    expect((await deliver(site.visitor(), notice)).status).toBe(200);
    await site.run('card-notice', { eventId: notice.id });
    expect(await row(id)).toMatchObject({ refundedCents: 40_000n });
    expect((await moved(id)).filter(([kind]) => kind === 'refunded')).toHaveLength(1);
  });

  test('whose answer comes after PayPal has reported more than it is recorded once', async () => {
    const { id, captureId } = await paid();
    await site.paypal.break({ mode: '500-after', count: 20, on: ['refund'] });
    await refund(id, '400.00');
    await site.paypal.break();
    await site.paypal.act('captures', captureId, 'refund', { amount: '100.00' });
    const notices = await site.paypal.outbox('PAYMENT.CAPTURE.REFUNDED');
    const notice = notices.findLast(({ body }) => body.includes(captureId));
    if (!notice) throw new Error('PayPal has reported nothing.');
    await deliver(site.visitor(), notice);
    await site.run('card-notice', { eventId: notice.id });
    await site.run('paypal-refunds');
    expect(await row(id)).toMatchObject({ refundedCents: 50_000n });
    expect(await asked(id)).toMatchObject([{ state: 'done' }]);
  });

  test('of two at once is one', async () => {
    const { id, captureId } = await paid();
    const answers = await Promise.all([refund(id, '600.00'), refund(id, '600.00')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await atPaypal(captureId)).refunds).toBe(1);
  });

  test('cannot be taken back, as PayPal has sent the money', async () => {
    const { id } = await paid();
    await refund(id, '400.00');
    const body = { held: '600.00', reason: 'A mistake.' };
    expect((await site.admin.post(`/api/admin/payments/${id}/take-back`, body)).status).toBe(409);
    expect(await row(id)).toMatchObject({ refundedCents: 40_000n });
  });

  test('nor can one be taken back that was made at PayPal', async () => {
    const { id, captureId } = await paid();
    await site.paypal.act('captures', captureId, 'refund', { amount: '400.00' });
    const notices = await site.paypal.outbox('PAYMENT.CAPTURE.REFUNDED');
    const notice = notices.find(({ body }) => body.includes(captureId));
    if (!notice) throw new Error('PayPal has reported nothing.');
    await deliver(site.visitor(), notice);
    await site.run('card-notice', { eventId: notice.id });
    const { refundedCents = null, receivedCents = null } = (await row(id)) ?? {};
    expect(refundedCents).toBeGreaterThan(0n);
    const held = decimal((receivedCents ?? 0n) - (refundedCents ?? 0n));
    const body = { held, reason: 'A mistake.' };
    expect((await site.admin.post(`/api/admin/payments/${id}/take-back`, body)).status).toBe(409);
  });

  test('nor can money be taken back that PayPal has reported', async () => {
    const { id } = await paid();
    const body = { held: '1000.00', reason: 'A mistake.' };
    expect((await site.admin.post(`/api/admin/payments/${id}/take-back`, body)).status).toBe(409);
  });

  test('that PayPal refuses later is to review with its reason until an administrator dismisses it', async () => {
    const { id, refundId } = await failedLater();
    const failed = {
      id: refundId,
      amount: '400.00',
      note: 'REFUND_FAILED',
      refund: { state: 'failed', of: '1000.00' },
    };
    expect(await toReview()).toMatchObject([failed]);
    expect(await row(id)).toMatchObject({ status: 'succeeded', refundedCents: null });
    expect((await moved(id)).some(([kind]) => kind === 'refunded')).toBe(false);
    expect((await dismiss(refundId)).status).toBe(200);
    expect((await dismiss(refundId)).status).toBe(409);
    expect(await toReview()).toEqual([]);
    const { body } = await site.admin.get('/api/admin/payments/review/dismissed');
    expect(body).toContainEqual(
      expect.objectContaining({ kind: 'refund', id: refundId, amount: '400.00 USD' }),
    );
    expect((await reopen(refundId)).status).toBe(200);
    expect(await toReview()).toMatchObject([failed]);
    const log = await site.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.subject, id))
      .orderBy(auditLog.id);
    expect(log.map(({ action }) => action)).toEqual([
      'payment.refund_requested',
      'payment.refund_refused',
      'payment.refund_dismissed',
      'payment.refund_reopened',
    ]);
    await dismiss(refundId);
    await undoNewest(site.admin, 'payment.refund_dismissed');
    expect(await toReview()).toMatchObject([failed]);
    await dismiss(refundId);
  });

  test('that PayPal refuses later is no longer to review once another one is made', async () => {
    const { id } = await failedLater();
    expect((await refund(id, '400.00')).status).toBe(200);
    expect(await toReview()).toEqual([]);
  });

  test('that PayPal refuses later is no longer to review once the money went back another way', async () => {
    const { id } = await failedLater();
    const { status } = await site.admin.post(`/api/admin/payments/${id}/refund`, {
      amount: '400.00',
      held: '1000.00',
      refundedOn: site.clock.now().toISOString().slice(0, 10),
      reason: 'By bank transfer.',
    });
    expect(status).toBe(200);
    expect(await toReview()).toEqual([]);
  });

  test.each([
    ['of more than is held', '1000.01', {}, 400],
    ['of nothing', '0', {}, 400],
    ['by someone who has not seen the newest amount', '10.00', { held: '900.00' }, 409],
    ['without a reason', '10.00', { reason: ' ' }, 400],
  ])('%s is refused before PayPal is asked', async (_, amount, more, status) => {
    const { id } = await paid();
    expect((await refund(id, amount, more)).status).toBe(status);
    expect(await asked(id)).toEqual([]);
  });

  test('is for an administrator with a recent password and for money of PayPal', async () => {
    const { id } = await paid();
    expect((await refund(id, '10.00', {}, site.visitor() as never)).status).toBe(401);
    expect((await refund(crypto.randomUUID(), '10.00')).status).toBe(404);
    expect((await dismiss(id, site.visitor() as never)).status).toBe(401);
    expect((await dismiss(id)).status).toBe(404);
    site.clock.advance(minutes(6));
    expect((await refund(id, '10.00')).body).toMatchObject({ reason: 'reauthenticate' });
    expect((await dismiss(id)).body).toMatchObject({ reason: 'reauthenticate' });
    await site.login();
  });
});

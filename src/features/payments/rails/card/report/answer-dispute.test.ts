import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditLog } from '../../../../../server/audit.store.ts';
import { minutes } from '../../../../../shared/time.ts';
import type { ReviewItem } from '../../../admin/review/review.contract.ts';
import { closeWithBalancedLedger } from '../../../core/testing.ts';
import { type CardSite, openCardSite } from '../testing.ts';

let site: CardSite;
beforeAll(async () => {
  site = await openCardSite();
});
afterAll(() => closeWithBalancedLedger(site));

/** A payment that is disputed, as the hourly question finds it. */
async function disputed(details: object = {}) {
  const { id } = await site.paid();
  const { order, payment } = await site.rows(id);
  const { done } = await site.paypal.act('captures', order.captureId as string, 'dispute', details);
  await readReport();
  return { id, payment, disputeId: done.id as string };
}
const readReport = async () => {
  await site.wait(minutes(1));
  await site.run('card-report');
  await site.login();
};
const path = (id: string) => `/api/admin/payments/disputes/${id}/answer`;
const answer = (id: string, body: object) => site.admin.post(path(id), body);
const inReview = async (id: string) =>
  ((await site.admin.get('/api/admin/payments/review?limit=100')).body as ReviewItem[]).find(
    (item) => item.id === id,
  );
const atPaypal = (id: string) => site.paypal.rest('GET', `/v1/customer/disputes/${id}`);
const statusOf = async (id: string) => (await site.rows(id)).payment.status;
const answersOf = (id: string) => site.db.select().from(auditLog).where(eq(auditLog.subject, id));

describe('evidence', () => {
  test('with a tracking number reaches PayPal, and the list shows it with the deadline gone', async () => {
    const { id, disputeId } = await disputed();
    const before = await inReview(disputeId);
    expect(before).toMatchObject({
      dueAt: expect.any(String),
      dispute: { responses: ['accept_claim', 'provide_evidence'], answer: null },
    });
    const body = { to: 'evidence', note: 'Sent on 3 November', carrier: 'DHL', tracking: 'JD0146' };
    const sent = await answer(disputeId, body);
    expect(sent.status, sent.text).toBe(200);
    expect((await atPaypal(disputeId)).evidences).toMatchObject([
      { evidence_type: 'PROOF_OF_FULFILLMENT', notes: 'Sent on 3 November' },
    ]);
    expect(await inReview(disputeId)).toMatchObject({
      dueAt: null,
      dispute: {
        responses: [],
        answer: { to: 'evidence', note: 'Sent on 3 November', isSent: true },
      },
    });
    expect(await statusOf(id)).toBe('disputed');
    expect((await answersOf(disputeId)).map(({ action, after }) => [action, after])).toEqual([
      ['dispute.answered', body],
    ]);
  });

  test('of which PayPal’s answer was lost is not sent twice', async () => {
    const { disputeId } = await disputed();
    const body = { to: 'evidence', note: 'Handed over on 4 November' };
    await site.paypal.break({ mode: 'reset-after', on: ['provide-evidence'] });
    expect((await answer(disputeId, body)).status).toBe(503);
    await site.paypal.break();
    expect((await answer(disputeId, body)).status).toBe(200);
    expect((await atPaypal(disputeId)).evidences).toHaveLength(1);
    expect((await inReview(disputeId))?.dispute?.answer).toMatchObject({ isSent: true });
    expect(await answersOf(disputeId)).toHaveLength(1);
  });

  test('that PayPal has not got can be sent again, but not while it may be on its way', async () => {
    const { disputeId } = await disputed();
    const body = { to: 'evidence', note: 'Handed over on 5 November' };
    await site.paypal.break({ mode: 'reset-before', on: ['provide-evidence'] });
    expect((await answer(disputeId, body)).status).toBe(503);
    await site.paypal.break();
    expect((await inReview(disputeId))?.dispute?.answer).toMatchObject({ isSent: false });
    const early = await answer(disputeId, body);
    expect(early).toMatchObject({ status: 409 });
    expect(early.text).toContain('is being sent');
    await site.wait(minutes(3));
    await site.login();
    expect((await answer(disputeId, body)).status).toBe(200);
    expect((await atPaypal(disputeId)).evidences).toHaveLength(1);
  });

  test('by two administrators at once is sent by one, and the other reads so', async () => {
    const { disputeId } = await disputed();
    const answers = await Promise.all(
      ['One', 'Two'].map((note) => answer(disputeId, { to: 'evidence', note })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await atPaypal(disputeId)).evidences).toHaveLength(1);
  });

  test('that PayPal does not take in an inquiry is said at PayPal, and written down here', async () => {
    const { disputeId } = await disputed({ lifecycle: 'INQUIRY' });
    const refused = await answer(disputeId, { to: 'evidence', note: 'Too early' });
    expect(refused.status).toBe(409);
    expect(refused.text).toContain('Answer at PayPal');
    const body = { to: 'elsewhere', note: 'Wrote to the payer' };
    expect((await answer(disputeId, body)).status).toBe(200);
    expect((await inReview(disputeId))?.dispute?.answer).toMatchObject({ ...body, isSent: true });
  });
});

describe('an offer', () => {
  const inquiry = () => disputed({ lifecycle: 'INQUIRY' });
  const offerOf = (amount: string) => ({ to: 'offer', note: 'For the delay', amount });

  test('of a part waits for the payer, who takes it: that goes back', async () => {
    const { id, disputeId } = await inquiry();
    expect(await inReview(disputeId)).toMatchObject({
      dispute: { responses: ['accept_claim', 'make_offer'] },
    });
    expect((await answer(disputeId, offerOf('250.00'))).status).toBe(200);
    expect(await atPaypal(disputeId)).toMatchObject({
      status: 'WAITING_FOR_BUYER_RESPONSE',
      offer: { seller_offered_amount: { value: '250.00' }, offer_type: 'REFUND' },
    });
    expect(await inReview(disputeId)).toMatchObject({
      dueAt: null,
      dispute: {
        responses: [],
        offered: '250.00',
        answer: { to: 'offer', amount: '250.00', isSent: true },
      },
    });
    expect((await answersOf(disputeId)).map(({ action, after }) => [action, after])).toEqual([
      ['dispute.answered', offerOf('250.00')],
    ]);
    await site.paypal.act('disputes', disputeId, 'accept-offer');
    await readReport();
    expect(await inReview(disputeId)).toBeUndefined();
    expect((await site.rows(id)).payment).toMatchObject({
      status: 'partially_refunded',
      refundedCents: 25_000n,
    });
  });

  test('that the payer does not take is over, and another can be made', async () => {
    const { id, disputeId } = await inquiry();
    await answer(disputeId, offerOf('250.00'));
    await site.paypal.act('disputes', disputeId, 'deny-offer');
    await readReport();
    expect(await inReview(disputeId)).toMatchObject({
      dispute: { responses: ['accept_claim', 'make_offer'], offered: null },
    });
    expect((await answer(disputeId, offerOf('250.00'))).status).toBe(200);
    expect(await inReview(disputeId)).toMatchObject({ dispute: { offered: '250.00' } });
    expect(await statusOf(id)).toBe('disputed');
  });

  test('of all that is disputed ends the dispute at once', async () => {
    const { id, disputeId } = await inquiry();
    expect((await answer(disputeId, offerOf('1000.00'))).status).toBe(200);
    expect(await inReview(disputeId)).toBeUndefined();
    expect(await statusOf(id)).toBe('reversed');
  });

  test.each([
    ['more than is disputed', { amount: '1000.01' }, /at most \$1,000\.00/],
    ['nothing', { amount: '0' }, /amount that you offer/],
    ['no amount', { amount: undefined }, /amount that you offer/],
  ])('of %s is refused before PayPal is asked', async (_, more, sentence) => {
    const { disputeId } = await inquiry();
    const refused = await answer(disputeId, { ...offerOf('1.00'), ...more });
    expect(refused).toMatchObject({
      status: 400,
      body: { fields: { amount: expect.stringMatching(sentence) } },
    });
    expect((await atPaypal(disputeId)).status).toBe('OPEN');
    expect((await inReview(disputeId))?.dispute?.answer).toBeNull();
  });

  test.each([
    ['in a claim', { lifecycle: 'CHARGEBACK' }, undefined],
    ['of money where PayPal allows a replacement alone', { lifecycle: 'INQUIRY' }, 'altered'],
  ])('%s is not possible', async (_, details, mode) => {
    const { disputeId } = await disputed(details);
    if (mode)
      await site.paypal.break({
        mode,
        on: ['get-dispute'],
        replace: { from: '"offer_types":["REFUND"]', to: '"offer_types":["REPLACEMENT"]' },
      });
    const refused = await answer(disputeId, offerOf('250.00'));
    await site.paypal.break();
    expect(refused.status).toBe(409);
    expect(refused.text).toContain('Answer at PayPal');
    expect((await atPaypal(disputeId)).offer).toBeUndefined();
  });

  test('of which PayPal’s answer was lost is not made twice, nor with another amount', async () => {
    const { disputeId } = await inquiry();
    await site.paypal.break({ mode: 'reset-after', on: ['make-offer'] });
    expect((await answer(disputeId, offerOf('250.00'))).status).toBe(503);
    await site.paypal.break();
    expect((await answer(disputeId, offerOf('300.00'))).status).toBe(409);
    expect((await answer(disputeId, offerOf('250.00'))).status).toBe(200);
    expect((await atPaypal(disputeId)).offer.history).toHaveLength(1);
    expect(await answersOf(disputeId)).toHaveLength(1);
  });
});

describe('an offer of a part, made at PayPal,', () => {
  const incorrect = { reason: 'INCORRECT_AMOUNT' };
  const offer = async (id: string, value: string) => {
    await site.paypal.rest('POST', `/v1/customer/disputes/${id}/accept-claim`, {
      note: 'A part.',
      accept_claim_type: 'PARTIAL_REFUND',
      refund_amount: { currency_code: 'USD', value },
    });
    await readReport();
  };
  /** Of the outcome alone is known who has won. */
  const readReportWithoutAmounts = async () => {
    const hide = (on: string, from: string) => ({
      mode: 'altered',
      on: [on],
      replace: { from, to: 'hidden' },
    });
    await site.paypal.break(hide('get-dispute', 'amount_refunded'), hide('get', 'refunds'), {
      mode: 'report-late',
    });
    await readReport();
    await site.paypal.break();
  };
  const movesOf = async (paymentId: string) => {
    const { rows } = await site.db.execute<{ move: string }>(
      sql`select kind || ' ' || debit || ' < ' || credit || ' ' || amount as move from journal
          where payment_id = ${paymentId} and 'disputes' in (debit, credit) order by id`,
    );
    return rows.map(({ move }) => move);
  };

  test('is shown with its amount, and is what went back once the payer has taken it', async () => {
    const { id, payment, disputeId } = await disputed(incorrect);
    expect((await inReview(disputeId))?.dispute).toMatchObject({ offered: null });
    await offer(disputeId, '250.00');
    expect(await inReview(disputeId)).toMatchObject({
      amount: '1000.00',
      dispute: { offered: '250.00', responses: [] },
    });
    expect(await statusOf(id)).toBe('disputed');
    await site.paypal.act('disputes', disputeId, 'accept-offer');
    await readReport();
    expect((await site.rows(id)).payment).toMatchObject({
      status: 'partially_refunded',
      refundedCents: 25_000n,
    });
    expect(await movesOf(payment.id)).toEqual([
      'dispute_opened disputes < paypal 100000',
      'dispute_ended receivable < disputes 25000',
      'dispute_ended paypal < disputes 75000',
    ]);
  });

  test('counts as what went back although PayPal does not say the amount of the outcome', async () => {
    const { id, disputeId } = await disputed(incorrect);
    await offer(disputeId, '250.00');
    await site.paypal.act('disputes', disputeId, 'accept-offer');
    await readReportWithoutAmounts();
    expect((await site.rows(id)).payment).toMatchObject({
      status: 'partially_refunded',
      refundedCents: 25_000n,
    });
  });

  test('is not needed: a disputed part that is lost without an amount takes that part alone', async () => {
    const { id, disputeId } = await disputed({ ...incorrect, amount: '400.00' });
    await site.paypal.act('disputes', disputeId, 'resolve-for-buyer');
    await readReportWithoutAmounts();
    expect((await site.rows(id)).payment).toMatchObject({
      status: 'partially_refunded',
      refundedCents: 40_000n,
    });
  });
});

describe('a claim', () => {
  test('that is accepted gives the money back, and the instalment is due again', async () => {
    const { id, payment, disputeId } = await disputed();
    expect((await answer(disputeId, { to: 'accept', note: 'They are right' })).status).toBe(200);
    expect(await statusOf(id)).toBe('reversed');
    expect(await inReview(disputeId)).toBeUndefined();
    const { rows } = await site.db.execute(
      sql`select i.status from instalments i join payments p on p.instalment_id = i.id where p.id = ${payment.id}`,
    );
    expect(rows).toEqual([{ status: 'due' }]);
    const again = await answer(disputeId, { to: 'elsewhere', note: 'Once more' });
    expect(again).toMatchObject({ status: 409, body: { message: 'This dispute has ended.' } });
  });

  test('that PayPal refuses to end shows PayPal’s reason, and nothing is kept as answered', async () => {
    const { id, disputeId } = await disputed();
    // Answered at PayPal's own page meanwhile, while the links that PayPal shows us are late.
    await site.paypal.rest('POST', `/v1/customer/disputes/${disputeId}/provide-evidence`, {
      evidences: [{ evidence_type: 'OTHER', notes: 'From PayPal’s own page' }],
    });
    await site.paypal.break({
      mode: 'altered',
      on: ['get-dispute'],
      replace: { from: '"rel":"self"', to: '"rel":"accept_claim"' },
    });
    const refused = await answer(disputeId, { to: 'accept', note: 'They are right' });
    await site.paypal.break();
    expect(refused.status).toBe(409);
    expect(refused.text).toContain('ACTION_NOT_ALLOWED_IN_CURRENT_DISPUTE_STATE');
    expect((await inReview(disputeId))?.dispute?.answer).toBeNull();
    expect(await answersOf(disputeId)).toEqual([]);
    expect(await statusOf(id)).toBe('disputed');
  });

  test('needs a recent password and the permission, and an unknown one is not there', async () => {
    const body = { to: 'elsewhere', note: 'x' };
    expect((await site.visitor().post(path('PP-D-1'), body)).status).toBe(401);
    expect((await (await site.loggedIn('member')).post(path('PP-D-1'), body)).status).toBe(403);
    expect((await answer('PP-D-1', body)).status).toBe(404);
    site.clock.advance(minutes(6));
    expect(await answer('PP-D-1', body)).toMatchObject({
      status: 403,
      body: { reason: 'reauthenticate' },
    });
    await site.login();
  });
});

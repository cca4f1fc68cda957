import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newCertificate } from '../../../../../sandbox/certificate.ts';
import { days, hours, minutes } from '../../../../shared/time.ts';
import { findWebhookEvent, webhookEvents } from '../../core/webhook-event.store.ts';
import { hasStoredAccount } from './renewals/vault.service.ts';
import { vaultTokens } from './renewals/vault.store.ts';
import { closeWithBalancedLedger, myApplications } from '../../core/testing.ts';
import { capture, type CardSite, deliver, openCardSite, type SentNotice } from './testing.ts';

let site: CardSite;
beforeAll(async () => {
  site = await openCardSite();
});
afterAll(() => closeWithBalancedLedger(site));

const countEvents = () => site.db.$count(webhookEvents);

/** The notices that PayPal has for us about an order and its money, oldest first. */
async function noticesAbout(...words: string[]): Promise<SentNotice[]> {
  const all = await site.paypal.outbox();
  return all.filter(({ body }) => words.some((word) => body.includes(word)));
}

/** Delivers notices and follows each up at once, as the jobs do. */
async function tell(...notices: SentNotice[]): Promise<void> {
  for (const notice of notices) {
    const answer = await deliver(site.visitor(), notice);
    expect(answer.status, answer.text).toBe(200);
    await site.run('card-notice', { eventId: notice.id });
  }
}

const outcomeOf = async (notice: SentNotice) =>
  (await findWebhookEvent(site.db, 'paypal', notice.id))?.outcome;

async function one(type: string, word: string): Promise<SentNotice> {
  const found = (await noticesAbout(word)).findLast((notice) => notice.type === type);
  if (!found) throw new Error(`PayPal has no ${type} about ${word}.`);
  return found;
}

describe('a genuine webhook event', () => {
  test('is kept once and answered at once, however often it comes', async () => {
    const { id } = await site.paid();
    const notice = await one('PAYMENT.CAPTURE.COMPLETED', id);
    const before = await countEvents();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => deliver(site.visitor(), notice)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect((await countEvents()) - before).toBe(1);
    const { rows } = await site.db.execute<{ n: string }>(
      sql`select count(*) as n from pgboss.job where name = 'card-notice' and data->>'eventId' = ${notice.id}`,
    );
    expect(Number(rows[0]?.n)).toBe(1);
  });

  test('counts for nothing by itself: what PayPal says when it is asked counts', async () => {
    const { visitor, id } = await site.ordered();
    await site.paypal.approve(id);
    await site.paypal.break({ mode: 'half-json', on: ['capture'] });
    await capture(visitor, id);
    await site.paypal.break();
    const notice = await one('PAYMENT.CAPTURE.COMPLETED', id);
    await site.paypal.break({
      mode: 'altered',
      on: ['get'],
      replace: { from: '"status":"COMPLETED"', to: '"status":"DECLINED"' },
    });
    await tell(notice);
    await site.paypal.break();
    expect((await site.rows(id)).payment).toMatchObject({ status: 'failed', receivedCents: null });
  });

  test('of a capture that no one heard of ends what was unknown', async () => {
    const { visitor, id } = await site.ordered();
    await site.paypal.approve(id);
    await site.paypal.break({ mode: 'reset-after', on: ['capture'] });
    await capture(visitor, id);
    await site.paypal.break();
    await tell(await one('PAYMENT.CAPTURE.COMPLETED', id));
    expect((await site.rows(id)).payment.status).toBe('succeeded');
  });

  test('of an approval leaves the first word to the page, and a minute later the money is taken', async () => {
    const { id } = await site.ordered();
    await site.paypal.approve(id);
    await tell(await one('CHECKOUT.ORDER.APPROVED', id));
    expect((await site.rows(id)).order.state).toBe('created');
    await site.wait(minutes(1));
    await site.run('card-reconcile');
    expect((await site.rows(id)).payment.status).toBe('succeeded');
  });

  test('of an approval takes no money while the page’s own call may be taking it', async () => {
    const { visitor, id } = await site.ordered();
    await site.paypal.approve(id);
    await site.paypal.break({ mode: '500-before', on: ['capture'] });
    await capture(visitor, id);
    await site.paypal.break();
    const notice = await one('CHECKOUT.ORDER.APPROVED', id);
    await tell(notice);
    expect(await outcomeOf(notice)).toBe('the page is taking it');
    expect((await site.rows(id)).order).toMatchObject({ state: 'capturing', captureId: null });
    await site.wait(minutes(1));
    await site.run('card-reconcile');
    expect((await site.rows(id)).payment.status).toBe('succeeded');
  });

  test('of an approval that PayPal has taken back takes nothing: the order waits, and ends when no one comes', async () => {
    const { id } = await site.ordered();
    await site.paypal.approve(id);
    await site.paypal.act('orders', id, 'withdraw');
    await tell(await one('CHECKOUT.PAYMENT-APPROVAL.REVERSED', id));
    const waiting = await site.rows(id);
    expect([waiting.order.state, waiting.payment.status]).toEqual(['created', 'action_required']);
    await site.wait(hours(4));
    await site.run('card-reconcile');
    expect((await site.rows(id)).order.state).toBe('void');
    expect((await site.rows(id)).payment.status).toBe('expired');
  });

  test('of money that is held and then comes is followed', async () => {
    await site.paypal.break({ mode: 'pending', count: 1 });
    const { id } = await site.paid();
    const { order: row } = await site.rows(id);
    await tell(await one('PAYMENT.CAPTURE.PENDING', id));
    expect((await site.rows(id)).order.state).toBe('pending');
    await site.paypal.act('captures', row.captureId as string, 'complete');
    await tell(await one('PAYMENT.CAPTURE.COMPLETED', row.captureId as string));
    expect((await site.rows(id)).payment.status).toBe('succeeded');
  });

  test('of money that is held and then refused is followed', async () => {
    await site.paypal.break({ mode: 'pending', count: 1 });
    const { id } = await site.paid();
    const captureId = (await site.rows(id)).order.captureId as string;
    await site.paypal.act('captures', captureId, 'decline');
    await tell(await one('PAYMENT.CAPTURE.DENIED', captureId));
    expect((await site.rows(id)).payment.status).toBe('failed');
  });

  test('of refunds moves the payment, part by part to the whole, and writes to the payer each time', async () => {
    const { id } = await site.paid();
    const { order: row, payment } = await site.rows(id);
    const captureId = row.captureId as string;
    await site.paypal.act('captures', captureId, 'refund', { amount: '300.00' });
    await tell(await one('PAYMENT.CAPTURE.REFUNDED', captureId));
    expect((await site.rows(id)).payment).toMatchObject({
      status: 'partially_refunded',
      refundedCents: 30_000n,
    });
    await site.paypal.act('captures', captureId, 'refund', { amount: '200.00' });
    await tell(await one('PAYMENT.CAPTURE.REFUNDED', captureId));
    expect((await site.rows(id)).payment.refundedCents).toBe(50_000n);
    await site.paypal.act('captures', captureId, 'refund');
    await tell(await one('PAYMENT.CAPTURE.REFUNDED', captureId));
    expect((await site.rows(id)).payment).toMatchObject({
      status: 'refunded',
      refundedCents: 100_000n,
    });
    expect(await site.jobsOf('refund-recorded', payment.id)).toHaveLength(3);
    expect((await site.rows(id)).application.paymentStatus).toBe('refunded');
  });

  test('of a dispute marks the payment, and of its end for us clears it', async () => {
    const { id } = await site.paid();
    const captureId = (await site.rows(id)).order.captureId as string;
    const { done } = await site.paypal.act('captures', captureId, 'dispute');
    await tell(await one('CUSTOMER.DISPUTE.CREATED', captureId));
    expect((await site.rows(id)).payment.status).toBe('disputed');
    expect((await site.rows(id)).application.paymentStatus).toBe('disputed');
    await site.paypal.act('disputes', done.id, 'resolve-for-seller');
    await tell(await one('CUSTOMER.DISPUTE.RESOLVED', captureId));
    expect((await site.rows(id)).payment.status).toBe('succeeded');
  });

  test('of a dispute that comes late, or is answered with what was before, never opens one that has ended', async () => {
    const { id } = await site.paid();
    const captureId = (await site.rows(id)).order.captureId as string;
    const { done } = await site.paypal.act('captures', captureId, 'dispute');
    await tell(await one('CUSTOMER.DISPUTE.CREATED', captureId));
    await site.wait(minutes(1));
    const asked = await site.paypal.act('disputes', done.id, 'ask-seller');
    const late = await one('CUSTOMER.DISPUTE.UPDATED', captureId);
    await site.wait(minutes(1));
    const ended = await site.paypal.act('disputes', done.id, 'resolve-for-seller');
    await tell(await one('CUSTOMER.DISPUTE.RESOLVED', captureId));
    const stateOf = ({ updatedAt, status }: { updatedAt: string; status: string }) =>
      `"update_time":"${updatedAt}","reason":"${done.reason}","status":"${status}"`;
    // As an answer that was on its way when the dispute ended.
    await site.paypal.break({
      mode: 'altered',
      on: ['get-dispute'],
      replace: { from: stateOf(ended.done), to: stateOf(asked.done) },
    });
    await tell(late);
    expect(await outcomeOf(late)).toBe('captured');
    await site.paypal.break();
    const { payment } = await site.rows(id);
    expect(payment.status).toBe('succeeded');
    expect((await site.events(payment.id)).map(({ to }) => to).slice(-2)).toEqual([
      'disputed',
      'succeeded',
    ]);
    const { rows } = await site.db.execute(
      sql`select status from paypal_disputes where id = ${done.id}`,
    );
    expect(rows).toEqual([{ status: 'RESOLVED' }]);
  });

  test('of a dispute whose amount has changed moves the difference', async () => {
    const { id } = await site.paid();
    const { order, payment } = await site.rows(id);
    const captureId = order.captureId as string;
    const { done } = await site.paypal.act('captures', captureId, 'dispute', { amount: '400.00' });
    await tell(await one('CUSTOMER.DISPUTE.CREATED', captureId));
    for (const amount of ['650.00', '250.00']) {
      await site.wait(minutes(1));
      await site.paypal.act('disputes', done.id, 'change-amount', { amount });
      await tell(await one('CUSTOMER.DISPUTE.UPDATED', captureId));
    }
    const { rows } = await site.db.execute<{ row: string }>(
      sql`select kind || ' ' || debit || ' < ' || credit || ' ' || amount as row from journal
        where payment_id = ${payment.id} and 'disputes' in (debit, credit) order by id`,
    );
    expect(rows.map(({ row }) => row)).toEqual([
      'dispute_opened disputes < paypal 40000',
      'dispute_changed disputes < paypal 25000',
      'dispute_changed paypal < disputes 40000',
    ]);
    expect((await site.rows(id)).payment.status).toBe('disputed');
    await site.paypal.act('disputes', done.id, 'resolve-for-seller');
    await tell(await one('CUSTOMER.DISPUTE.RESOLVED', captureId));
    expect((await site.rows(id)).payment.status).toBe('succeeded');
  });

  test('of a dispute that is lost takes the money out of the ledger', async () => {
    const { id } = await site.paid();
    const captureId = (await site.rows(id)).order.captureId as string;
    const { done } = await site.paypal.act('captures', captureId, 'dispute');
    await site.paypal.act('disputes', done.id, 'resolve-for-buyer');
    await tell(await one('PAYMENT.CAPTURE.REVERSED', captureId));
    const { payment } = await site.rows(id);
    expect(payment).toMatchObject({ status: 'reversed', refundedCents: 100_000n });
    expect((await site.events(payment.id)).slice(-2).map(({ to }) => to)).toEqual([
      'disputed',
      'reversed',
    ]);
  });

  test('of an account that was reported later lets the plan charge itself', async () => {
    const { visitor, id } = await site.ordered('installment');
    await site.paypal.approve(id);
    const replace = { from: '"vault":{', to: '"vault_to_come":{' };
    await site.paypal.break({ mode: 'altered', on: ['capture', 'get'], replace });
    expect((await capture(visitor, id)).body).toEqual({ status: 'COMPLETED' });
    await site.paypal.break();
    const { schedule } = await site.rows(id);
    expect(await hasStoredAccount(site.db, schedule.id)).toBe(false);
    const notice = await one('VAULT.PAYMENT-TOKEN.CREATED', id);
    await tell(notice);
    expect(await outcomeOf(notice)).toBe('not ours');
    await site.run('card-reconcile');
    expect(await hasStoredAccount(site.db, schedule.id)).toBe(true);
  });

  test('of a payment that is not ours changes nothing', async () => {
    const foreign = await site.paypal.rest('POST', '/v2/checkout/orders', {
      intent: 'CAPTURE',
      purchase_units: [{ amount: { currency_code: 'USD', value: '20.00' } }],
    });
    await site.paypal.approve(foreign.id);
    await site.paypal.rest('POST', `/v2/checkout/orders/${foreign.id}/capture`, {});
    for (const type of ['CHECKOUT.ORDER.APPROVED', 'PAYMENT.CAPTURE.COMPLETED']) {
      const notice = await one(type, foreign.id);
      await tell(notice);
      expect(await outcomeOf(notice)).toBe('not ours');
    }
  });

  test('of one dollar paid under the name of our order pays nothing, and it needs review', async () => {
    const { visitor, id } = await site.ordered();
    const { order: row } = await site.rows(id);
    const cheap = await site.paypal.rest('POST', '/v2/checkout/orders', {
      intent: 'CAPTURE',
      purchase_units: [{ custom_id: row.id, amount: { currency_code: 'USD', value: '1.00' } }],
    });
    await site.paypal.approve(cheap.id);
    await site.paypal.rest('POST', `/v2/checkout/orders/${cheap.id}/capture`, {});
    const notice = await one('PAYMENT.CAPTURE.COMPLETED', cheap.id);
    await tell(notice);
    expect(await outcomeOf(notice)).toBe('another order under our name');
    expect(await site.jobsOf('card-review', row.id)).toHaveLength(1);
    const after = await site.rows(id);
    expect(after.order).toEqual(row);
    expect(after.payment).toMatchObject({ status: 'action_required', receivedCents: null });
    expect((await capture(visitor, id)).status).toBe(409);
    expect((await capture(visitor, cheap.id)).status).toBe(404);
  });

  test('of money that came after a refusal pays the instalment by an attempt of its own', async () => {
    await site.paypal.break({ mode: 'instrument-declined', count: 1 });
    const { visitor, id } = await site.ordered();
    await site.paypal.approve(id);
    await capture(visitor, id);
    const refused = (await site.rows(id)).payment;
    expect(refused.status).toBe('failed');
    // Tried once more, PayPal takes the money.
    await site.paypal.rest('POST', `/v2/checkout/orders/${id}/capture`, {});
    await tell(await one('PAYMENT.CAPTURE.COMPLETED', id));
    const { order: row, payment } = await site.rows(id);
    expect([row.state, payment.status]).toEqual(['captured', 'succeeded']);
    expect(payment.id).not.toBe(refused.id);
    expect((await myApplications(visitor))[0]).toMatchObject({
      paymentStatus: 'completed',
      receivedAmount: '1000.00',
    });
  });

  test('of money that came after the payer had chosen another way pays the instalment all the same', async () => {
    const { visitor, id } = await site.ordered();
    await site.paypal.approve(id);
    const { payment: left } = await site.rows(id);
    const [application] = await myApplications(visitor);
    const way = { paymentMethod: 'zelle', plan: 'onetime', applicationId: application?.id };
    const details = await visitor.post('/api/payments/transfer-details', way);
    expect(details.status, details.text).toBe(200);
    expect((await site.rows(id)).payment.status).toBe('cancelled');
    await site.paypal.rest('POST', `/v2/checkout/orders/${id}/capture`, {});
    await tell(await one('PAYMENT.CAPTURE.COMPLETED', id));
    const { order: row, payment } = await site.rows(id);
    expect([row.state, row.reason, payment.status]).toEqual(['captured', null, 'succeeded']);
    expect(payment.id).not.toBe(left.id);
    expect((await myApplications(visitor))[0]).toMatchObject({ paymentStatus: 'completed' });
  });

  test('of a kind that we do not know is kept and followed by nothing', async () => {
    const { id } = await site.ordered();
    await site.paypal.approve(id);
    const notice = await one('CHECKOUT.ORDER.APPROVED', id);
    await deliver(site.visitor(), notice);
    await site.db
      .update(webhookEvents)
      .set({ type: 'BILLING.SUBSCRIPTION.CREATED' })
      .where(sql`event_id = ${notice.id}`);
    await site.run('card-notice', { eventId: notice.id });
    expect(await outcomeOf(notice)).toBe('of no interest');
  });

  test('that PayPal cannot be asked about waits, and is followed up when it can', async () => {
    const { id } = await site.paid();
    const captureId = (await site.rows(id)).order.captureId as string;
    await site.paypal.act('captures', captureId, 'refund');
    const notice = await one('PAYMENT.CAPTURE.REFUNDED', captureId);
    await deliver(site.visitor(), notice);
    await site.paypal.break({ mode: '500-before', on: ['get'] });
    await expect(site.run('card-notice', { eventId: notice.id })).rejects.toThrow(
      'PayPal does not answer',
    );
    expect(await outcomeOf(notice)).toBeNull();
    await site.paypal.break();
    await site.wait(minutes(6));
    await site.run('card-notices-left');
    expect(await outcomeOf(notice)).toBe('captured');
    expect((await site.rows(id)).payment.status).toBe('refunded');
  });

  test('of an account keeps no token that could be used', async () => {
    const { id } = await site.paid('installment');
    const notice = await one('VAULT.PAYMENT-TOKEN.CREATED', id);
    await tell(notice);
    const token = (JSON.parse(notice.body) as { resource: { id: string } }).resource.id;
    const { rows } = await site.db.execute<{ found: string }>(
      sql`select count(*) as found from webhook_events where resource_id = ${token}`,
    );
    expect(Number(rows[0]?.found)).toBe(0);
    expect(await outcomeOf(notice)).toBe('still kept');
  });

  test('of an account that its payer has ended ends the charges of the plan', async () => {
    const { id } = await site.paid('installment');
    const { schedule } = await site.rows(id);
    const created = await one('VAULT.PAYMENT-TOKEN.CREATED', id);
    const token = (JSON.parse(created.body) as { resource: { id: string } }).resource.id;
    await site.paypal.act('tokens', token, 'forget');
    await tell(await one('VAULT.PAYMENT-TOKEN.DELETED', token));
    const [row] = await site.db
      .select()
      .from(vaultTokens)
      .where(sql`${vaultTokens.scheduleId} = ${schedule.id}`);
    expect(row?.endedAt).not.toBeNull();
    expect(row?.deletedAt).not.toBeNull();
  });
});

describe('a webhook event is refused and nothing is kept', () => {
  let notice: SentNotice;
  beforeAll(async () => {
    const { id } = await site.paid();
    notice = await one('PAYMENT.CAPTURE.COMPLETED', id);
  });

  const refused = async (change: Partial<SentNotice>, status: number) => {
    const before = await countEvents();
    const answer = await deliver(site.visitor(), { ...notice, ...change });
    expect(answer.status, answer.text).toBe(status);
    expect(await countEvents()).toBe(before);
  };
  const without = (name: string) =>
    Object.fromEntries(Object.entries(notice.headers).filter(([key]) => key !== name));

  test.each([
    'paypal-transmission-id',
    'paypal-transmission-time',
    'paypal-transmission-sig',
    'paypal-cert-url',
    'paypal-auth-algo',
  ])('with 400 without %s', async (name) => {
    await refused({ headers: without(name) }, 400);
  });

  test.each([
    ['paypal-transmission-id', randomUUID()],
    ['paypal-transmission-sig', Buffer.alloc(256, 1).toString('base64')],
    ['paypal-transmission-time', '2026-11-21T00:00:00Z'],
    ['paypal-cert-url', 'https://example.org/cert.pem'],
    ['paypal-auth-algo', 'none'],
  ])('with 401 when %s is another', async (name, value) => {
    await refused({ headers: { ...notice.headers, [name]: value } }, 401);
  });

  test.each([
    ['its amount', '"value":"1000.00"', '"value":"9000.00"'],
    ['its kind', 'PAYMENT.CAPTURE.COMPLETED', 'PAYMENT.CAPTURE.REFUNDED'],
    ['a space that means nothing', '{"id"', '{ "id"'],
  ])('with 401 when %s was altered', async (_what, from, to) => {
    expect(notice.body).toContain(from);
    await refused({ body: notice.body.replace(from, to) }, 401);
  });

  test('with 401 when it is old, or from the future', async () => {
    site.clock.advance(days(5));
    await refused({}, 401);
    site.clock.advance(-days(6));
    await refused({}, 401);
    site.clock.advance(days(1));
    expect((await deliver(site.visitor(), notice)).status).toBe(200);
  });

  test.each(['', '{', '[]', 'null', '{"id":"WH-1"}', '{"event_type":"X","resource":{}}'])(
    'with 400 when its body is %s',
    async (body) => {
      await refused({ body }, 400);
    },
  );

  test('with 413 when it is larger than any notice', async () => {
    await refused({ body: JSON.stringify({ id: 'x'.repeat(70_000) }) }, 413);
  });
});

describe('a webhook event whose certificate we cannot judge', () => {
  let notice: SentNotice;
  let ours = '';
  beforeAll(async () => {
    const { id } = await site.paid();
    notice = await one('PAYMENT.CAPTURE.COMPLETED', id);
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const name = { subject: 'Another root', issuer: 'Another root' };
    ours = site.sandboxServices.card.webhookAuthority;
    site.sandboxServices.card.webhookAuthority = newCertificate({
      ...name,
      publicKey,
      signedBy: privateKey,
      isAuthority: true,
    });
  });
  afterAll(() => {
    site.sandboxServices.card.webhookAuthority = ours;
  });

  test('is sent again by PayPal while PayPal cannot be asked either', async () => {
    const before = await countEvents();
    await site.paypal.break({ mode: '500-before', on: ['verify'] });
    const answer = await deliver(site.visitor(), notice);
    await site.paypal.break();
    expect(answer).toMatchObject({ status: 503, headers: { 'retry-after': '60' } });
    expect(await countEvents()).toBe(before);
  });

  test('is taken when PayPal says that it is its own', async () => {
    expect((await deliver(site.visitor(), notice)).status).toBe(200);
  });

  test('is refused when PayPal says that it is not', async () => {
    const replace = { from: 'SUCCESS', to: 'FAILURE' };
    await site.paypal.break({ mode: 'altered', on: ['verify'], replace });
    expect((await deliver(site.visitor(), notice)).status).toBe(401);
    await site.paypal.break();
  });
});

test('the answer to a webhook event says nothing of what it led to', async () => {
  const { id } = await site.paid();
  const answer = await deliver(site.visitor(), await one('PAYMENT.CAPTURE.COMPLETED', id));
  expect(answer.body).toEqual({ message: 'Thank you.' });
});

import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Sandbox } from '../client.ts';
import { start } from '../testing.ts';
import { type Answer, paypalOf } from './testing.ts';

let sandbox: Sandbox;
let paypal: ReturnType<typeof paypalOf>;
beforeAll(async () => {
  sandbox = await start();
  paypal = paypalOf(sandbox);
});
beforeEach(() => paypal.breakWith());

const USD = (value: string) => ({ currency_code: 'USD', value });
const issueOf = ({ status, body }: Answer) => [status, body.details?.[0]?.issue];

/** Takes money; answers the id of the payment. */
const paid = async (value = '1000.00') =>
  (await paypal.paid(value)).body.purchase_units[0].payments.captures[0].id;
const refund = (id: string, body: object = {}, requestId: string = randomUUID()) =>
  paypal.call('POST', `/v2/payments/captures/${id}/refund`, body, {
    'PayPal-Request-Id': requestId,
    prefer: 'return=representation',
  });
const capture = async (id: string) =>
  (await paypal.call('GET', `/v2/payments/captures/${id}`)).body;

test('a payment says what PayPal takes of it, at the rate of its day', async () => {
  const usual = await paid();
  expect(await capture(usual)).toMatchObject({
    seller_receivable_breakdown: {
      gross_amount: USD('1000.00'),
      paypal_fee: USD('35.39'),
      net_amount: USD('964.61'),
    },
  });
  await paypal.setFees({ basisPoints: 290, fixedUnits: 30 });
  const cheap = await paid('100.00');
  expect(await capture(cheap)).toMatchObject({
    seller_receivable_breakdown: { paypal_fee: USD('3.20'), net_amount: USD('96.80') },
  });
  await paypal.setFees({ basisPoints: 349, fixedUnits: 49 });
  expect(await capture(cheap)).toMatchObject({
    seller_receivable_breakdown: { paypal_fee: USD('3.20') },
  });
});

test('a payment is refunded in parts and whole, once for each request id', async () => {
  const id = await paid();
  const requestId = randomUUID();
  const part = { amount: USD('250.00'), invoice_id: 'R-1', note_to_payer: 'Sorry' };
  const first = await refund(id, part, requestId);
  expect(first).toMatchObject({
    status: 201,
    body: {
      status: 'COMPLETED',
      amount: USD('250.00'),
      invoice_id: 'R-1',
      seller_payable_breakdown: {
        gross_amount: USD('250.00'),
        paypal_fee: USD('0.00'),
        net_amount: USD('250.00'),
        total_refunded_amount: USD('250.00'),
      },
    },
  });
  const again = await refund(id, part, requestId);
  expect([again.status, again.body.id]).toEqual([200, first.body.id]);
  expect(issueOf(await refund(id, { amount: USD('1.00') }, requestId))).toEqual([
    422,
    'PAYPAL_REQUEST_ID_PREVIOUSLY_USED',
  ]);
  expect(issueOf(await refund(id, { amount: USD('750.01') }))).toEqual([
    422,
    'REFUND_AMOUNT_EXCEEDED',
  ]);
  expect(issueOf(await refund(id, { amount: USD('1.00'), invoice_id: 'R-1' }))).toEqual([
    422,
    'DUPLICATE_INVOICE_ID',
  ]);
  const rest = await refund(id);
  expect(rest.body).toMatchObject({
    amount: USD('750.00'),
    seller_payable_breakdown: { total_refunded_amount: USD('1000.00') },
  });
  expect(await capture(id)).toMatchObject({ status: 'REFUNDED' });
  expect(issueOf(await refund(id))).toEqual([422, 'CAPTURE_FULLY_REFUNDED']);
  const notified = (await paypal.outbox('PAYMENT.CAPTURE.REFUNDED')).map(
    ({ body }) => JSON.parse(body).resource.id,
  );
  expect(notified.slice(-2)).toEqual([first.body.id, rest.body.id]);
});

test('a refund brings its part of the fee back where the account has such terms', async () => {
  await paypal.setFees({ returnsFee: true });
  const { body } = await refund(await paid(), { amount: USD('500.00') });
  await paypal.setFees({ returnsFee: false });
  expect(body).toMatchObject({
    seller_payable_breakdown: { paypal_fee: USD('17.69'), net_amount: USD('482.31') },
  });
});

test('a pending refund leaves the payment as it is until it comes through, or fails', async () => {
  for (const [action, ending, notified] of [
    ['complete', 'REFUNDED', 'PAYMENT.CAPTURE.REFUNDED'],
    ['fail', 'COMPLETED', 'PAYMENT.REFUND.FAILED'],
  ] as const) {
    const id = await paid('10.00');
    await paypal.breakWith({ mode: 'refund-pending', count: 1 });
    const { body } = await refund(id);
    expect(body.status).toBe('PENDING');
    expect((await capture(id)).status).toBe('COMPLETED');
    expect(issueOf(await refund(id))).toEqual([422, 'CAPTURE_FULLY_REFUNDED']);
    await paypal.act('refunds', body.id, action);
    expect((await capture(id)).status).toBe(ending);
    const [notice] = (await paypal.outbox(notified)).slice(-1);
    expect(JSON.parse(notice!.body).resource.id).toBe(body.id);
  }
});

test('refunds are refused as PayPal documents: by a fault, after 180 days, and while a case is open', async () => {
  const id = await paid('10.00');
  for (const [mode, issue] of [
    ['refund-no-funds', 'REFUND_FAILED_INSUFFICIENT_FUNDS'],
    ['refund-too-late', 'REFUND_TIME_LIMIT_EXCEEDED'],
    ['refund-not-allowed', 'REFUND_NOT_ALLOWED'],
  ] as const) {
    await paypal.breakWith({ mode, count: 1 });
    expect(issueOf(await refund(id))).toEqual([422, issue]);
  }
  await paypal.act('captures', id, 'dispute', { channel: 'EXTERNAL' });
  expect(issueOf(await refund(id))).toEqual([422, 'REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK']);
  const other = await paid('10.00');
  await paypal.act('captures', other, 'dispute');
  expect(issueOf(await refund(other, { amount: USD('1.00') }))).toEqual([
    422,
    'TRANSACTION_DISPUTED',
  ]);
  const old = await paid('10.00');
  await sandbox.clock.advance(180 * 86_400_000 + 2000);
  paypal = paypalOf(sandbox);
  expect(issueOf(await refund(old))).toEqual([422, 'REFUND_TIME_LIMIT_EXCEEDED']);
});

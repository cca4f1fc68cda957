import { beforeAll, expect, test } from 'vitest';
import type { Sandbox } from '../client.ts';
import { start } from '../testing.ts';
import { type Answer, paypalOf } from './testing.ts';

let sandbox: Sandbox;
let paypal: ReturnType<typeof paypalOf>;
beforeAll(async () => {
  sandbox = await start();
  paypal = paypalOf(sandbox);
});

const USD = (value: string) => ({ currency_code: 'USD', value });
const issueOf = ({ status, body }: Answer) => [status, body.details?.[0]?.issue];
const DISPUTES = '/v1/customer/disputes';
const DAY_MS = 86_400_000;

async function disputed(details: object = {}): Promise<{ captureId: string; id: string }> {
  const captureId = (await paypal.paid('100.00')).body.purchase_units[0].payments.captures[0].id;
  const { done } = (await paypal.act('captures', captureId, 'dispute', details)) as {
    done: { id: string };
  };
  return { captureId, id: done.id };
}
const shown = async (id: string) => (await paypal.call('GET', `${DISPUTES}/${id}`)).body;
const notified = async (type: string) =>
  (await paypal.outbox(`CUSTOMER.DISPUTE.${type}`)).map(
    ({ body }) => JSON.parse(body).resource.dispute_id as string,
  );
const reversedOf = async (captureId: string) =>
  (await paypal.journal()).captures.find(({ id }) => id === captureId)?.reversed;

test('an inquiry becomes a claim with a deadline, its money is held, and each step is notified', async () => {
  const reason = 'MERCHANDISE_OR_SERVICE_NOT_AS_DESCRIBED';
  const { id, captureId } = await disputed({ lifecycle: 'INQUIRY', reason, amount: '40.00' });
  const before = Date.now();
  expect(await shown(id)).toMatchObject({
    status: 'OPEN',
    dispute_state: 'OPEN_INQUIRIES',
    dispute_life_cycle_stage: 'INQUIRY',
    reason,
    dispute_amount: USD('40.00'),
    disputed_transactions: [{ seller_transaction_id: captureId, gross_amount: USD('100.00') }],
  });
  await paypal.act('disputes', id, 'escalate');
  const claim = await shown(id);
  expect(claim).toMatchObject({
    status: 'WAITING_FOR_SELLER_RESPONSE',
    dispute_state: 'REQUIRED_ACTION',
    dispute_life_cycle_stage: 'CHARGEBACK',
  });
  const days = (Date.parse(claim.seller_response_due_date) - before) / DAY_MS;
  expect(Math.round(days)).toBe(10);
  expect(claim.links.map(({ rel }) => rel)).toEqual(['self', 'accept_claim', 'provide_evidence']);
  expect(await notified('UPDATED')).toContain(id);
});

test('evidence puts a claim before PayPal, which decides for a part', async () => {
  const { id, captureId } = await disputed();
  const form = new FormData();
  const input = { evidences: [{ evidence_type: 'OTHER', notes: 'Sent on Monday' }] };
  form.set('input', new Blob([JSON.stringify(input)], { type: 'application/json' }));
  form.set('file1', new Blob([new Uint8Array([0xff, 0xd8, 0x00])]), 'receipt.jpg');
  const answer = await paypal.call('POST', `${DISPUTES}/${id}/provide-evidence`, form);
  expect([answer.status, answer.body.links[0]?.rel]).toEqual([200, 'self']);
  expect(await shown(id)).toMatchObject({
    status: 'UNDER_REVIEW',
    dispute_state: 'UNDER_PAYPAL_REVIEW',
    evidences: [{ notes: 'Sent on Monday', documents: [{ name: 'receipt.jpg' }] }],
  });
  expect(issueOf(await paypal.call('POST', `${DISPUTES}/${id}/provide-evidence`, input))).toEqual([
    422,
    'ACTION_NOT_ALLOWED_IN_CURRENT_DISPUTE_STATE',
  ]);
  await paypal.act('disputes', id, 'resolve-for-buyer', { amount: '30.00' });
  expect((await shown(id)).dispute_outcome).toEqual({
    outcome_code: 'RESOLVED_BUYER_FAVOUR',
    amount_refunded: USD('30.00'),
  });
  expect(await reversedOf(captureId)).toBe('30.00');
});

test('evidence without what its type needs is refused', async () => {
  const { id } = await disputed();
  const send = (evidence: object) =>
    paypal.call('POST', `${DISPUTES}/${id}/provide-evidence`, { evidences: [evidence] });
  expect(issueOf(await send({ evidence_type: 'PROOF_OF_FULFILLMENT' }))).toEqual([
    422,
    'MISSING_TRACKING_INFO',
  ]);
  expect(issueOf(await send({ evidence_type: 'PROOF_OF_REFUND' }))).toEqual([
    422,
    'MISSING_REFUND_ID',
  ]);
});

test('a claim is accepted whole, or in a part that the payer must take', async () => {
  const accept = (id: string, more: object = {}) =>
    paypal.call('POST', `${DISPUTES}/${id}/accept-claim`, { note: 'Our fault', ...more });
  const whole = await disputed();
  expect((await accept(whole.id)).status).toBe(200);
  expect((await shown(whole.id)).dispute_outcome).toMatchObject({
    outcome_code: 'RESOLVED_BUYER_FAVOUR',
    amount_refunded: USD('100.00'),
  });
  expect(await notified('RESOLVED')).toContain(whole.id);
  expect(issueOf(await accept(whole.id))).toEqual([
    422,
    'ACTION_NOT_ALLOWED_IN_CURRENT_DISPUTE_STATE',
  ]);
  const part = await disputed({ reason: 'MERCHANDISE_OR_SERVICE_NOT_AS_DESCRIBED' });
  await accept(part.id, { refund_amount: USD('25.00'), accept_claim_type: 'PARTIAL_REFUND' });
  expect((await shown(part.id)).status).toBe('WAITING_FOR_BUYER_RESPONSE');
  expect(await reversedOf(part.captureId)).toBe('0.00');
  await paypal.act('disputes', part.id, 'accept-offer');
  expect(await reversedOf(part.captureId)).toBe('25.00');
  const missing = await disputed();
  expect(issueOf(await accept(missing.id, { refund_amount: USD('25.00') }))).toEqual([
    422,
    'AMOUNT_SHOULD_NOT_BE_PASSED',
  ]);
});

test('an inquiry is offered a part, which the payer denies or takes, or all of it, which ends it', async () => {
  const offer = (id: string, value: string, more: object = {}) =>
    paypal.call('POST', `${DISPUTES}/${id}/make-offer`, {
      note: 'For the delay',
      offer_type: 'REFUND',
      offer_amount: USD(value),
      ...more,
    });
  const inquiry = () => disputed({ lifecycle: 'INQUIRY', amount: '40.00' });
  const { id, captureId } = await inquiry();
  expect(await shown(id)).toMatchObject({
    allowed_response_options: { make_offer: { offer_types: ['REFUND'] } },
  });
  expect((await shown(id)).links.map(({ rel }) => rel)).toContain('make_offer');
  expect(issueOf(await offer(id, '40.01'))).toEqual([422, 'INVALID_OFFER_AMOUNT']);
  expect(issueOf(await offer(id, '0.00'))).toEqual([422, 'CANNOT_BE_ZERO_OR_NEGATIVE']);
  expect((await offer(id, '5.00', { offer_type: 'REFUND_WITH_RETURN' })).status).toBe(400);
  expect((await offer(id, '15.00')).status).toBe(200);
  const waiting = await shown(id);
  expect(waiting).toMatchObject({
    status: 'WAITING_FOR_BUYER_RESPONSE',
    offer: { seller_offered_amount: USD('15.00'), offer_type: 'REFUND' },
  });
  expect(waiting.links.map(({ rel }) => rel)).toEqual(['self']);
  expect(issueOf(await offer(id, '20.00'))).toEqual([
    422,
    'ACTION_NOT_ALLOWED_IN_CURRENT_DISPUTE_STATE',
  ]);
  await paypal.act('disputes', id, 'deny-offer');
  expect(await shown(id)).toMatchObject({
    status: 'OPEN',
    offer: { history: [{ event_type: 'PROPOSED' }, { actor: 'BUYER', event_type: 'DENIED' }] },
  });
  await offer(id, '20.00');
  await paypal.act('disputes', id, 'accept-offer');
  expect((await shown(id)).dispute_outcome).toMatchObject({ amount_refunded: USD('20.00') });
  expect(await reversedOf(captureId)).toBe('20.00');
  const whole = await inquiry();
  await offer(whole.id, '40.00');
  expect((await shown(whole.id)).status).toBe('RESOLVED');
  expect(await reversedOf(whole.captureId)).toBe('40.00');
  const claim = await disputed();
  expect((await shown(claim.id)).links.map(({ rel }) => rel)).not.toContain('make_offer');
  expect(issueOf(await offer(claim.id, '5.00'))).toEqual([
    422,
    'ACTION_NOT_ALLOWED_IN_CURRENT_DISPUTE_STATE',
  ]);
});

test('PayPal may pay the buyer itself, and a buyer may withdraw: the shop keeps the money', async () => {
  for (const [action, code] of [
    ['resolve-with-payout', 'RESOLVED_WITH_PAYOUT'],
    ['cancel', 'CANCELED_BY_BUYER'],
  ] as const) {
    const { id, captureId } = await disputed();
    await paypal.act('disputes', id, action);
    expect((await shown(id)).dispute_outcome.outcome_code).toBe(code);
    expect(await reversedOf(captureId)).toBe('0.00');
  }
});

test('the list has pages, and shows what was updated since a time or is in a state', async () => {
  await sandbox.clock.advance(DAY_MS / 24);
  const since = new Date(Date.now() + (await sandbox.clock.advance(0)) - 1000);
  const ids = [await disputed(), await disputed(), await disputed()].map(({ id }) => id);
  const query = `update_time_after=${since.toISOString().slice(0, 19)}Z&page_size=2`;
  const first = await paypal.call('GET', `${DISPUTES}?${query}`);
  const next = first.body.links.find(({ rel }) => rel === 'next')?.href ?? '';
  const second = await paypal.call('GET', next.slice(sandbox.paypal.url.length));
  expect([...first.body.items, ...second.body.items].map(({ dispute_id }) => dispute_id)).toEqual(
    ids.toReversed(),
  );
  expect(second.body.links.some(({ rel }) => rel === 'next')).toBe(false);
  await paypal.act('disputes', ids[1]!, 'cancel');
  const resolved = await paypal.call('GET', `${DISPUTES}?${query}&dispute_state=RESOLVED`);
  expect(resolved.body.items.map(({ dispute_id }) => dispute_id)).toEqual([ids[1]]);
  for (const [wrong, issue] of [
    ['page_size=51', 'INVALID_PAGE_SIZE'],
    ['start_time=yesterday', 'INVALID_START_TIME_FORMAT'],
    ['start_time=2020-01-01T00:00:00Z', 'INVALID_START_TIME_RANGE'],
    ['update_time_after=2099-01-01T00:00:00Z', 'DATE_CAN_NOT_BE_IN_FUTURE'],
    [`start_time=${since.toISOString()}&disputed_transaction_id=ABC`, 'INVALID_REQUEST'],
  ])
    expect(issueOf(await paypal.call('GET', `${DISPUTES}?${wrong}`)), wrong).toEqual([400, issue]);
});

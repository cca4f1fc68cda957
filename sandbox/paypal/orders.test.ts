import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Sandbox } from '../client.ts';
import { kill, newDirectory, start } from '../testing.ts';
import { chargeOf, KEEP_ACCOUNT, paypalOf, purchase } from './testing.ts';

let sandbox: Sandbox;
let paypal: ReturnType<typeof paypalOf>;
beforeAll(async () => {
  sandbox = await start();
  paypal = paypalOf(sandbox);
});
beforeEach(() => paypal.breakWith());

/** An order that its payer has approved. */
async function approved(value = '100.00', rest: object = {}, source?: object): Promise<string> {
  const { body } = await paypal.create(purchase(value, rest, source));
  await paypal.decide(body.id, 'approve');
  return body.id;
}
const issueOf = ({ body }: { body: { details?: { issue: string }[] } }) => body.details?.[0]?.issue;
const captureIn = (body: {
  purchase_units: [{ payments: { captures: [Record<string, unknown>] } }];
}) => body.purchase_units[0].payments.captures[0];

test('an order is made, approved, captured once, and is in the journal then', async () => {
  const unit = { custom_id: 'our-row', invoice_id: 'PX-1-1', description: 'Kit' };
  const made = await paypal.create(purchase('1000.00', unit));
  expect(made).toMatchObject({ status: 201, body: { status: 'CREATED', intent: 'CAPTURE' } });
  const { id } = made.body;
  expect(made.body.links).toContainEqual({
    href: `${sandbox.paypal.url}/checkoutnow?token=${id}`,
    rel: 'approve',
    method: 'GET',
  });
  expect(issueOf(await paypal.capture(id))).toBe('ORDER_NOT_APPROVED');
  await paypal.decide(id, 'approve');
  expect((await paypal.order(id)).body.status).toBe('APPROVED');
  const taken = await paypal.capture(id);
  expect(taken).toMatchObject({ status: 201, body: { id, status: 'COMPLETED' } });
  expect(captureIn(taken.body)).toMatchObject({
    status: 'COMPLETED',
    amount: { currency_code: 'USD', value: '1000.00' },
    custom_id: 'our-row',
    invoice_id: 'PX-1-1',
  });
  expect(taken.body.purchase_units[0].payee.merchant_id).toMatch(/^[2-9A-HJ-NP-Z]{13}$/);
  const again = await paypal.capture(id);
  expect([again.status, issueOf(again)]).toEqual([422, 'ORDER_ALREADY_CAPTURED']);
  const { captures } = await paypal.journal();
  expect(captures.filter(({ orderId }) => orderId === id)).toMatchObject([
    { captured: '1000.00', refunded: '0.00', customId: 'our-row', invoiceId: 'PX-1-1' },
  ]);
});

test('the same request id makes one order and takes the money once, twenty times at once', async () => {
  const [makeId, takeId] = [randomUUID(), randomUUID()];
  const twenty = <T>(work: () => Promise<T>) => Promise.all(Array.from({ length: 20 }, work));
  const made = await twenty(() => paypal.create(purchase('5.00'), makeId));
  const ids = new Set(made.map(({ body }) => body.id));
  expect(ids.size).toBe(1);
  expect(made.map(({ status }) => status).sort()).toEqual([...Array(19).fill(200), 201]);
  const id = String([...ids][0]);
  await paypal.decide(id, 'approve');
  const taken = await twenty(() => paypal.capture(id, takeId));
  expect(new Set(taken.map(({ body }) => captureIn(body).id)).size).toBe(1);
  const { captures } = await paypal.journal();
  expect(captures.filter(({ orderId }) => orderId === id)).toHaveLength(1);
});

test('without asking for more, answers name the least', async () => {
  const { body } = await paypal.create(purchase(), randomUUID(), 'return=minimal');
  expect(Object.keys(body).sort()).toEqual(['id', 'links', 'status']);
  await paypal.decide(body.id, 'approve');
  const taken = await paypal.capture(body.id, randomUUID(), 'return=minimal');
  expect(taken.body.purchase_units[0].payee).toBeUndefined();
  expect(captureIn(taken.body)).toMatchObject({ status: 'COMPLETED', amount: { value: '100.00' } });
});

test('an invoice is paid once, but a declined payment does not use it up', async () => {
  const unit = { invoice_id: `PX-${randomUUID()}` };
  const [first, second, third] = [
    await approved('5.00', unit),
    await approved('5.00', unit),
    await approved('5.00', unit),
  ];
  await paypal.breakWith({ mode: 'declined', count: 1 });
  const declined = await paypal.capture(first);
  expect([declined.status, declined.body.status, captureIn(declined.body).status]).toEqual([
    201,
    'COMPLETED',
    'DECLINED',
  ]);
  expect(captureIn((await paypal.capture(second)).body).status).toBe('COMPLETED');
  expect(issueOf(await paypal.capture(third))).toBe('DUPLICATE_INVOICE_ID');
});

test('amounts that PayPal would not take are refused with its words and the field', async () => {
  for (const [value, issue] of [
    ['0.00', 'CANNOT_BE_ZERO_OR_NEGATIVE'],
    ['-1.00', 'CANNOT_BE_ZERO_OR_NEGATIVE'],
    ['1.005', 'DECIMAL_PRECISION'],
    ['10000000.00', 'MAX_VALUE_EXCEEDED'],
  ] as const) {
    const { status, body } = await paypal.create(purchase(value));
    expect([status, body.name, body.details[0].issue], value).toEqual([
      422,
      'UNPROCESSABLE_ENTITY',
      issue,
    ]);
    expect(body.details[0].field).toMatch(/^\/purchase_units\/.*\/amount\/value$/);
    expect(body.debug_id).toMatch(/^[0-9a-f]{13}$/);
  }
  const foreign = { currency_code: 'XYZ', value: '1.00' };
  expect(issueOf(await paypal.create(purchase('1.00', { amount: foreign })))).toBe(
    'INVALID_CURRENCY_CODE',
  );
  const parts = { item_total: { currency_code: 'USD', value: '0.99' } };
  const amount = { currency_code: 'USD', value: '1.00', breakdown: parts };
  expect(issueOf(await paypal.create(purchase('1.00', { amount })))).toBe('AMOUNT_MISMATCH');
});

test('a payment source is taken with a request id only', async () => {
  const answer = await paypal.call(
    'POST',
    '/v2/checkout/orders',
    purchase('1.00', {}, KEEP_ACCOUNT),
  );
  expect([answer.status, answer.body.name, issueOf(answer)]).toEqual([
    400,
    'INVALID_REQUEST',
    'PAYPAL_REQUEST_ID_REQUIRED',
  ]);
});

test('an account kept with a purchase is charged in one call, until it is deleted', async () => {
  const id = await approved('100.00', {}, KEEP_ACCOUNT);
  const taken = await paypal.capture(id);
  const { vault } = taken.body.payment_source.paypal.attributes;
  expect(vault).toMatchObject({ status: 'VAULTED', customer: { id: expect.any(String) } });
  const charge = purchase('100.00', { custom_id: 'second' }, chargeOf(vault.id));
  const charged = await paypal.create(charge);
  expect(charged).toMatchObject({ status: 201, body: { status: 'COMPLETED' } });
  expect(captureIn(charged.body)).toMatchObject({ status: 'COMPLETED', custom_id: 'second' });
  await paypal.breakWith({ mode: 'instrument-declined', count: 1 });
  expect(issueOf(await paypal.create(charge))).toBe('INSTRUMENT_DECLINED');
  const path = `/v3/vault/payment-tokens/${vault.id}`;
  expect((await paypal.call('DELETE', path)).status).toBe(204);
  expect((await paypal.call('GET', path)).status).toBe(404);
  expect(issueOf(await paypal.create(charge))).toBe('TOKEN_ID_NOT_FOUND');
});

test('a merchant who cannot vault accounts gets an error, and a vaulted account is reported later, twice or never', async () => {
  await paypal.breakWith({ mode: 'not-enabled-to-vault', count: 1 });
  expect(issueOf(await paypal.create(purchase('1.00', {}, KEEP_ACCOUNT)))).toBe(
    'NOT_ENABLED_TO_VAULT_PAYMENT_SOURCE',
  );
  await paypal.breakWith({ mode: 'vault-later' });
  const late = await approved('1.00', {}, KEEP_ACCOUNT);
  const answer = (await paypal.capture(late)).body;
  expect(answer.payment_source.paypal.attributes.vault.id).toBeUndefined();
  const asked = (await paypal.order(late)).body.payment_source.paypal.attributes.vault;
  const [notice] = (await paypal.outbox('VAULT.PAYMENT-TOKEN.CREATED')).slice(-1);
  expect(JSON.parse(notice!.body).resource).toMatchObject({
    id: asked.id,
    metadata: { order_id: late },
  });
  await paypal.breakWith({ mode: 'vault-same' });
  const again = await approved('1.00', {}, KEEP_ACCOUNT);
  const { vault } = (await paypal.capture(again)).body.payment_source.paypal.attributes;
  expect(vault.id).toBe(asked.id);
  await paypal.breakWith({ mode: 'vault-never' });
  const never = await approved('1.00', {}, KEEP_ACCOUNT);
  expect((await paypal.capture(never)).body.payment_source.paypal.attributes).toBeUndefined();
});

test('a pending payment is settled later, for good or ill', async () => {
  await paypal.breakWith({ mode: 'pending' });
  const [good, ill] = [await approved('2.00'), await approved('3.00')];
  const captures = [];
  for (const id of [good, ill]) captures.push(captureIn((await paypal.capture(id)).body));
  expect(captures[0]).toMatchObject({
    status: 'PENDING',
    status_details: { reason: 'PENDING_REVIEW' },
  });
  await paypal.act('captures', String(captures[0]!.id), 'complete');
  await paypal.act('captures', String(captures[1]!.id), 'decline');
  expect(captureIn((await paypal.order(good)).body).status).toBe('COMPLETED');
  expect(captureIn((await paypal.order(ill)).body).status).toBe('DECLINED');
});

test('an order that nobody approves or captures is over after three hours of the sandbox’s clock', async () => {
  const unapproved = (await paypal.create(purchase())).body.id;
  const forgotten = await approved();
  const paid = await approved();
  await paypal.capture(paid);
  await sandbox.clock.advance(3 * 3_600_000 + 2000);
  expect((await paypal.order(unapproved)).status).toBe(404);
  expect((await paypal.capture(forgotten)).status).toBe(404);
  expect((await paypal.order(paid)).body.status).toBe('COMPLETED');
  await expect
    .poll(
      async () =>
        (await paypal.outbox('CHECKOUT.PAYMENT-APPROVAL.REVERSED')).map(
          ({ body }) => JSON.parse(body).resource.order_id,
        ),
      { timeout: 10_000 },
    )
    .toContain(forgotten);
});

test('whatever was answered survives a kill: orders, request ids, accounts and access tokens', async () => {
  const dir = newDirectory();
  const first = await start(dir);
  const bank = paypalOf(first);
  const [makeId, takeId] = [randomUUID(), randomUUID()];
  const order = purchase('7.00', {}, KEEP_ACCOUNT);
  const { id } = (await bank.create(order, makeId)).body;
  await bank.decide(id, 'approve');
  await kill(first.pid);
  const second = await start(dir);
  expect(second.paypal.url).toBe(first.paypal.url);
  expect((await bank.create(order, makeId)).body).toMatchObject({ id, status: 'APPROVED' });
  const taken = await bank.capture(id, takeId);
  const before = await bank.journal();
  await kill(second.pid);
  const third = await start(dir);
  expect((await bank.capture(id, takeId)).body).toEqual(taken.body);
  expect(await bank.journal()).toEqual(before);
  expect(third.paypal.ca).toBe(first.paypal.ca);
});

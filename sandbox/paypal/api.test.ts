import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Sandbox } from '../client.ts';
import { start } from '../testing.ts';
import { type Answer, KEEP_ACCOUNT, paypalOf, purchase } from './testing.ts';

let sandbox: Sandbox;
let paypal: ReturnType<typeof paypalOf>;
beforeAll(async () => {
  sandbox = await start();
  paypal = paypalOf(sandbox);
});
beforeEach(() => paypal.breakWith());

const DEBUG_ID = /^[\da-f]{13}$/;

test('every answer of the API has a debug id, and a refusal names the same one in its body', async () => {
  const made = await paypal.create(purchase('1.00'));
  const gone = await paypal.order('0AB12345CD6789012');
  const closed = await fetch(`${sandbox.paypal.url}/v2/checkout/orders/${made.body.id}`);
  const nowhere = await fetch(`${sandbox.paypal.url}/v2/nothing`);
  expect(gone.status).toBe(404);
  expect(gone.body.debug_id).toBe(gone.debugId);
  await paypal.breakWith({ mode: '500-before', on: ['get'], count: 1 });
  const broken = await paypal.order(made.body.id);
  const ids = [made, gone, broken]
    .map(({ debugId }) => debugId)
    .concat([closed, nowhere].map(({ headers }) => headers.get('paypal-debug-id')));
  for (const id of ids) expect(id).toMatch(DEBUG_ID);
  expect(new Set(ids).size).toBe(ids.length);
});

const issueOf = ({ status, body }: Answer) => [status, body.details?.[0]?.issue];

test('a request id that was used with another body is refused, and with the same body gives the first answer', async () => {
  const requestId = randomUUID();
  const first = await paypal.create(purchase('5.00'), requestId);
  const same = await paypal.create(purchase('5.00'), requestId);
  expect([same.status, same.body.id]).toEqual([200, first.body.id]);
  expect(issueOf(await paypal.create(purchase('6.00'), requestId))).toEqual([
    422,
    'PAYPAL_REQUEST_ID_PREVIOUSLY_USED',
  ]);
  await sandbox.clock.advance(6 * 3_600_000 + 2000);
  const later = await paypal.create(purchase('6.00'), requestId);
  expect([later.status, later.body.id === first.body.id]).toEqual([201, false]);
});

test('a source of money without means, with several or with half a card is refused', async () => {
  const order = (source: object) => paypal.create({ ...purchase('5.00'), payment_source: source });
  expect(issueOf(await order({}))).toEqual([422, 'NO_PAYMENT_SOURCE_PROVIDED']);
  expect(issueOf(await order({ card: {} }))).toEqual([422, 'CARD_NUMBER_REQUIRED']);
  expect(issueOf(await order({ card: { number: '4111111111111111' } }))).toEqual([
    422,
    'CARD_EXPIRY_REQUIRED',
  ]);
  expect(issueOf(await order({ paypal: KEEP_ACCOUNT, card: { vault_id: 'abc' } }))).toEqual([
    422,
    'ONLY_ONE_PAYMENT_SOURCE_ALLOWED',
  ]);
  expect((await order({ paypal: KEEP_ACCOUNT })).status).toBe(201);
});

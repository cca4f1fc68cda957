import { X509Certificate, verify } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { crc32 } from 'node:zlib';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Sandbox } from '../client.ts';
import { kill, newDirectory, start } from '../testing.ts';
import { paypalOf, purchase } from './testing.ts';

let sandbox: Sandbox;
let paypal: ReturnType<typeof paypalOf>;
beforeAll(async () => {
  sandbox = await start();
  paypal = paypalOf(sandbox);
});
beforeEach(async () => {
  await paypal.breakWith();
  await paypal.hook({ url: null, order: 'sent', copies: 1 });
});

type Delivery = { headers: IncomingHttpHeaders; body: string };
const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A site that receives notices and answers them with the given statuses. */
async function site(answer: (received: number) => number = () => 200) {
  const received: Delivery[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    received.push({ headers: request.headers, body });
    response.writeHead(answer(received.length)).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/paypal/webhook`;
  return { url, received, types: () => received.map(({ body }) => JSON.parse(body).event_type) };
}

async function paid(bank = paypal, value = '100.00'): Promise<string> {
  const { id } = (await bank.create(purchase(value, { custom_id: 'row' }))).body;
  await bank.decide(id, 'approve');
  const { body } = await bank.capture(id);
  return body.purchase_units[0].payments.captures[0].id;
}

/** Checks a delivery as a shop does that trusts nothing but the root certificate. */
async function isGenuine({ headers, body }: Delivery): Promise<boolean> {
  const signed = [
    headers['paypal-transmission-id'],
    headers['paypal-transmission-time'],
    sandbox.paypal.webhookId,
    crc32(body),
  ].join('|');
  const chain = await (await fetch(String(headers['paypal-cert-url']))).text();
  const [leaf, between] = chain
    .split(/(?<=-----END CERTIFICATE-----\n)/)
    .map((pem) => new X509Certificate(pem));
  const root = new X509Certificate(sandbox.paypal.ca);
  if (!leaf?.checkIssued(between!) || !leaf.verify(between!.publicKey)) return false;
  if (!between!.checkIssued(root) || !between!.verify(root.publicKey)) return false;
  const signature = Buffer.from(String(headers['paypal-transmission-sig']), 'base64');
  return verify('sha256', Buffer.from(signed), leaf.publicKey, signature);
}

test('every step of a payment sends one notice, signed so that the root certificate proves it', async () => {
  const { url, received, types } = await site();
  await sandbox.sendNoticesTo(url);
  const capture = await paid();
  await paypal.act('captures', capture, 'refund', { amount: '40.00' });
  await paypal.act('captures', capture, 'dispute');
  await paypal.outbox('', 20_000);
  expect(types()).toEqual([
    'CHECKOUT.ORDER.APPROVED',
    'PAYMENT.CAPTURE.COMPLETED',
    'PAYMENT.CAPTURE.REFUNDED',
    'CUSTOMER.DISPUTE.CREATED',
  ]);
  for (const delivery of received) expect(await isGenuine(delivery)).toBe(true);
  const [first] = received;
  expect(await isGenuine({ ...first!, body: `${first!.body} ` })).toBe(false);
  expect(first!.headers).toMatchObject({
    'paypal-auth-algo': 'SHA256withRSA',
    'paypal-transmission-time': expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
  });
});

test('PayPal’s own check says SUCCESS to its notices and FAILURE to altered ones', async () => {
  await paid();
  const [notice] = (await paypal.outbox('PAYMENT.CAPTURE.COMPLETED')).slice(-1);
  const ask = async (change: object) => {
    const { headers, body } = notice!;
    const answer = await paypal.call('POST', '/v1/notifications/verify-webhook-signature', {
      auth_algo: headers['paypal-auth-algo'],
      cert_url: headers['paypal-cert-url'],
      transmission_id: headers['paypal-transmission-id'],
      transmission_sig: headers['paypal-transmission-sig'],
      transmission_time: headers['paypal-transmission-time'],
      webhook_id: sandbox.paypal.webhookId,
      webhook_event: JSON.parse(body),
      ...change,
    });
    return answer.body.verification_status;
  };
  expect(await ask({})).toBe('SUCCESS');
  const event = JSON.parse(notice!.body);
  event.resource.amount.value = '1.00';
  expect(await ask({ webhook_event: event })).toBe('FAILURE');
  expect(await ask({ webhook_id: 'ANOTHERWEBHOOK' })).toBe('FAILURE');
  expect(await ask({ transmission_time: '2020-01-01T00:00:00Z' })).toBe('FAILURE');
});

test('a notice that is refused comes again until it is taken, with the same id', async () => {
  const { url, received } = await site((count) => (count < 3 ? 503 : 200));
  await sandbox.sendNoticesTo(url);
  await paypal.create(purchase()).then(({ body }) => paypal.decide(body.id, 'approve'));
  const [notice] = (await paypal.outbox('', 20_000)).slice(-1);
  expect(notice).toMatchObject({ state: 'delivered', lastAnswer: '200' });
  const mine = received.map(({ body }) => JSON.parse(body).id).filter((id) => id === notice!.id);
  expect(mine).toHaveLength(notice!.attempts);
});

test('notices can be held back, turned round and doubled', async () => {
  const { url, types } = await site();
  await paypal.outbox();
  await paypal.hook({ url, order: 'held' });
  await paid();
  expect(types()).toEqual([]);
  await paypal.hook({ order: 'reversed', copies: 2 });
  await paypal.outbox('', 20_000);
  const received = types().slice(0, 4);
  expect(received).toEqual([
    'PAYMENT.CAPTURE.COMPLETED',
    'PAYMENT.CAPTURE.COMPLETED',
    'CHECKOUT.ORDER.APPROVED',
    'CHECKOUT.ORDER.APPROVED',
  ]);
});

test('undelivered notices survive a kill', async () => {
  const dir = newDirectory();
  const first = await start(dir);
  const bank = paypalOf(first);
  await paid(bank);
  const before = await bank.outbox();
  await kill(first.pid);
  const second = await start(dir);
  const { url, received } = await site();
  await second.sendNoticesTo(url);
  await paypalOf(second).outbox('', 20_000);
  expect(received.map(({ body }) => body)).toEqual(before.map(({ body }) => body));
  expect(received.map(({ headers }) => headers['paypal-transmission-sig'])).toEqual(
    before.map(({ headers }) => headers['paypal-transmission-sig']),
  );
});

test('notices go to this machine only', async () => {
  for (const url of [
    'http://example.org/x',
    'https://127.0.0.1/x',
    'http://127.0.0.1.example.org/',
  ])
    await expect(paypal.hook({ url })).rejects.toThrow('400');
});

test('a dispute that the buyer wins takes the money back, one that the seller wins does not', async () => {
  for (const [side, reversed] of [
    ['buyer', '100.00'],
    ['seller', '0.00'],
  ] as const) {
    const capture = await paid();
    await paypal.act('captures', capture, 'dispute');
    const [opened] = (await paypal.outbox('CUSTOMER.DISPUTE.CREATED')).slice(-1);
    const { dispute_id, disputed_transactions } = JSON.parse(opened!.body).resource;
    expect(disputed_transactions[0]).toMatchObject({
      seller_transaction_id: capture,
      custom: 'row',
    });
    await paypal.act('disputes', dispute_id, `resolve-for-${side}`);
    const shown = await paypal.call('GET', `/v1/customer/disputes/${dispute_id}`);
    expect(shown.body).toMatchObject({
      status: 'RESOLVED',
      dispute_outcome: { outcome_code: `RESOLVED_${side.toUpperCase()}_FAVOUR` },
    });
    const entry = (await paypal.journal()).captures.find(({ id }) => id === capture);
    expect(entry).toMatchObject({ captured: '100.00', reversed });
  }
});

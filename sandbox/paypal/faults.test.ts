import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Sandbox } from '../client.ts';
import { put, start } from '../testing.ts';
import type { FaultMode } from './faults.ts';
import { paypalOf, purchase } from './testing.ts';

let sandbox: Sandbox;
let paypal: ReturnType<typeof paypalOf>;
beforeAll(async () => {
  sandbox = await start();
  paypal = paypalOf(sandbox);
});
beforeEach(() => paypal.breakWith());

async function approved(): Promise<string> {
  const { id } = (await paypal.create(purchase('9.00'))).body;
  await paypal.decide(id, 'approve');
  return id;
}
const capturesOf = async (id: string) =>
  (await paypal.journal()).captures.filter(({ orderId }) => orderId === id);

/** How a capture ends for a client that waits half a second: its status, `no JSON`, or the code of the failure. */
async function captureWith(id: string): Promise<number | string> {
  try {
    const { access_token } = await token();
    const answer = await fetch(`${sandbox.paypal.url}/v2/checkout/orders/${id}/capture`, {
      method: 'POST',
      headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
      body: '{}',
      signal: AbortSignal.timeout(500),
    });
    const text = await answer.text();
    return isJson(text) ? answer.status : 'no JSON';
  } catch (error) {
    const { name, cause } = error as Error;
    return (cause as { code?: string } | undefined)?.code ?? name;
  }
}
const isJson = (text: string) => {
  try {
    return Boolean(JSON.parse(text));
  } catch {
    return false;
  }
};
async function token(): Promise<{ access_token: string }> {
  const { url, clientId, clientSecret } = sandbox.paypal;
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
  const answer = await fetch(`${url}/v1/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${basic}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  return (await answer.json()) as { access_token: string };
}

test('each fault of the wire ends as it says, after the work or before it', async () => {
  const expected: [FaultMode, number | string, number][] = [
    ['captured-but-timed-out', 'TimeoutError', 1],
    ['500-after', 500, 1],
    ['half-json', 'no JSON', 1],
    ['reset-after', 'ECONNRESET', 1],
    ['reset-before', 'ECONNRESET', 0],
    ['500-before', 500, 0],
    ['too-many', 429, 0],
    ['unauthorized', 401, 0],
  ];
  for (const [mode, ending, captures] of expected) {
    const id = await approved();
    await paypal.breakWith({ mode, on: ['capture'] });
    expect([mode, await captureWith(id)]).toEqual([mode, ending]);
    expect([mode, (await capturesOf(id)).length]).toEqual([mode, captures]);
    await paypal.breakWith();
    expect((await paypal.order(id)).body.status).toBe(captures ? 'COMPLETED' : 'APPROVED');
  }
});

test('a fault with a count strikes so often and no more', async () => {
  const id = await approved();
  await paypal.breakWith({ mode: '500-before', on: ['capture'], count: 2 });
  expect(await captureWith(id)).toBe(500);
  expect(await captureWith(id)).toBe(500);
  expect(await captureWith(id)).toBe(201);
});

test('a slow answer comes late, and comes', async () => {
  const id = await approved();
  await paypal.breakWith({ mode: 'slow', delayMs: 200, on: ['capture'] });
  const begun = performance.now();
  expect(await captureWith(id)).toBe(201);
  expect(performance.now() - begun).toBeGreaterThan(190);
});

test('an answer can be altered, so that a client proves that it compares', async () => {
  const id = await approved();
  await paypal.breakWith({
    mode: 'altered',
    replace: { from: '"9.00"', to: '"1.00"' },
    on: ['get'],
  });
  expect((await paypal.order(id)).body.purchase_units[0]).toMatchObject({
    amount: { value: '1.00' },
  });
  await paypal.breakWith();
  expect((await paypal.order(id)).body.purchase_units[0]).toMatchObject({
    amount: { value: '9.00' },
  });
});

test('wrong faults, actions and pages of others are refused', async () => {
  for (const body of [{ mode: 'explode' }, { mode: 'declined', count: 0 }, { mode: 'altered' }, {}])
    expect((await paypal.call('PUT', '/faults', body)).status).toBe(400);
  expect((await paypal.call('PUT', '/faults', { mode: 'none' })).status).toBe(200);
  const foreign = await fetch(`${sandbox.paypal.url}/checkoutnow/X/approve`, {
    method: 'POST',
    headers: { origin: 'http://evil.example' },
  });
  expect(foreign.status).toBe(403);
  await expect(paypal.act('captures', 'X', 'explode')).rejects.toThrow('404');
  expect((await put(sandbox, '/paypal/webhook', { url: 'http://evil.example/' })).status).toBe(400);
});

test('without the right secret there is no access token, and without one no answer', async () => {
  const answer = await fetch(`${sandbox.paypal.url}/v1/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa('sandbox-client:wrong')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  expect([answer.status, await answer.json()]).toMatchObject([401, { error: 'invalid_client' }]);
  const headers = { authorization: 'Bearer A21AA99999999999.00' };
  const order = await fetch(`${sandbox.paypal.url}/v2/checkout/orders/X`, { headers });
  expect(order.status).toBe(401);
});

import { beforeAll, expect, test } from 'vitest';
import type { Sandbox } from '../client.ts';
import { start } from '../testing.ts';
import { KEEP_ACCOUNT, paypalOf, purchase } from './testing.ts';

let sandbox: Sandbox;
let paypal: ReturnType<typeof paypalOf>;
beforeAll(async () => {
  sandbox = await start();
  paypal = paypalOf(sandbox);
});

const panel = async () => (await fetch(`${sandbox.controlUrl}/paypal`)).text();
/** Presses a button of our own page, as a browser does. */
const press = (path: string, form: Record<string, string>, origin = sandbox.controlUrl) =>
  fetch(`${sandbox.controlUrl}/paypal/${path}`, {
    method: 'POST',
    headers: { origin },
    body: new URLSearchParams(form),
    redirect: 'manual',
  });

test('an empty panel says what will come, and every page that no real money moves', async () => {
  const page = await panel();
  expect(page).toContain('No order yet');
  expect(page).toContain('Sandbox: no real money moves');
});

test('the buttons carry a payment through its whole life', async () => {
  const unit = { invoice_id: 'PX-PANEL-1' };
  const { id } = (await paypal.create(purchase('100.00', unit, KEEP_ACCOUNT))).body;
  expect(await panel()).toMatch(/waiting for the payer[\s\S]*PX-PANEL-1[\s\S]*Approve/);
  expect((await press('actions', { action: 'orders/approve', id })).status).toBe(303);
  await press('broken', { mode: 'pending', count: '1' });
  expect(await panel()).toContain('The next 1.');
  const capture = (await paypal.capture(id)).body.purchase_units[0].payments.captures[0];
  expect(capture.status).toBe('PENDING');
  await press('actions', { action: 'captures/complete', id: capture.id });
  await press('actions', { action: 'captures/dispute', id: capture.id });
  const [dispute] = await paypal.outbox('CUSTOMER.DISPUTE.CREATED');
  const disputeId = JSON.parse(dispute!.body).resource.dispute_id;
  await press('actions', { action: 'disputes/resolve-for-seller', id: disputeId });
  await press('actions', { action: 'captures/refund', id: capture.id });
  const page = await panel();
  expect(page).toMatch(/refunded<br>100\.00 USD back/);
  expect(page).toContain('RESOLVED_SELLER_FAVOUR');
  expect(page).toContain('buyer@sandbox.localhost');
  expect((await paypal.journal()).total).toEqual({
    USD: { captured: '100.00', refunded: '100.00', reversed: '0.00', held: '0.00' },
  });
});

test('an action that is not possible now is refused with the reason', async () => {
  const { id } = (await paypal.create(purchase('1.00'))).body;
  const answer = await press('actions', { action: 'orders/withdraw', id });
  expect([answer.status, await answer.text()]).toEqual([
    422,
    expect.stringContaining('ORDER_NOT_APPROVED'),
  ]);
  expect((await press('actions', { action: 'orders/explode', id })).status).toBe(404);
  expect(
    (await press('actions', { action: 'orders/approve', id }, 'http://evil.example')).status,
  ).toBe(403);
});

test('markup of the site in an order is text on our pages', async () => {
  const hostile = '<script>alert(1)</script>';
  const unit = { invoice_id: hostile, description: hostile };
  const { id } = (await paypal.create(purchase('1.00', unit))).body;
  const approval = await fetch(`${sandbox.paypal.url}/checkoutnow?token=${id}`);
  expect(approval.headers.get('content-security-policy')).toContain("default-src 'none'");
  for (const page of [await panel(), await approval.text()]) {
    expect(page).toContain('&lt;script&gt;');
    expect(page).not.toContain('<script>alert');
  }
});

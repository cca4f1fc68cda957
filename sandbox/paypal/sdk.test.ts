import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, chromium, type Page } from '@playwright/test';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { quietBrowser } from '../../scripts/chromium.mjs';
import type { Sandbox } from '../client.ts';
import { start } from '../testing.ts';
import { paypalOf, purchase } from './testing.ts';

const loader = new URL(
  '../../node_modules/@paypal/paypal-js/dist/iife/paypal-js.js',
  import.meta.url,
);

let sandbox: Sandbox;
let paypal: ReturnType<typeof paypalOf>;
let browser: Browser;
let site: Server;
let page: Page;
beforeAll(async () => {
  sandbox = await start();
  paypal = paypalOf(sandbox);
  browser = await chromium.launch(quietBrowser());
  // The headers of our own pages that pay: a popup keeps its opener only because of them.
  site = createServer(async (request, response) => {
    const isLoader = request.url === '/loader.js';
    response.writeHead(200, {
      'content-type': isLoader ? 'text/javascript' : 'text/html',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'content-security-policy': `default-src 'none'; script-src 'self' ${sandbox.paypal.url}`,
    });
    response.end(
      isLoader
        ? await readFile(loader)
        : '<!doctype html><title>Shop</title><script src="/loader.js"></script><div id="place"></div>',
    );
  }).listen(0, '127.0.0.1');
  await once(site, 'listening');
}, 60_000);
afterAll(async () => {
  await browser?.close();
  site?.close();
});
beforeEach(async () => {
  await page?.context().close();
  page = await (await browser.newContext()).newPage();
  await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
});

/** Loads the script as our site does and shows its buttons for an order; what they tell is kept in `window.said`. */
async function showButtons(order: string, query: object = {}): Promise<void> {
  await page.evaluate(
    async ([sdkBaseUrl, clientId, orderId, more]) => {
      const said: unknown[] = [];
      const loading = Reflect.get(globalThis, 'paypalLoadScript') as (o: object) => Promise<{
        Buttons(o: object): { render(place: string): Promise<void> };
      }>;
      const { Buttons } = await loading({ sdkBaseUrl, clientId, currency: 'USD', ...more });
      Reflect.set(globalThis, 'said', said);
      await Buttons({
        createOrder: async () => orderId,
        onApprove: async (data: object) => said.push(['approved', data]),
        onCancel: (data: object) => said.push(['cancelled', data]),
        onError: (error: Error) => said.push(['error', error.message]),
      }).render('#place');
    },
    [sandbox.paypal.sdkUrl, sandbox.paypal.clientId, order, query] as const,
  );
}
const said = () => page.evaluate(() => Reflect.get(globalThis, 'said') as [string, object][]);
const newOrder = async () => (await paypal.create(purchase('12.50'))).body.id;

test('the button opens the approval page, and the site is notified of the approval', async () => {
  const order = await newOrder();
  await showButtons(order);
  const opening = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'PayPal' }).focus();
  await page.keyboard.press('Enter');
  const popup = await opening;
  await popup.getByText('Sandbox: no real money moves').waitFor();
  await popup.getByRole('heading', { name: 'Pay 12.50 USD' }).waitFor();
  await popup.getByRole('button', { name: 'Approve' }).click();
  await expect.poll(said).toEqual([['approved', expect.objectContaining({ orderID: order })]]);
  expect((await paypal.order(order)).body.status).toBe('APPROVED');
});

test('the buttons speak the language of the page, not the browser’s', async () => {
  await showButtons(await newOrder(), { locale: 'fr_FR' });
  await page.getByRole('button', { name: 'Carte de débit ou de crédit' }).waitFor();
});

test('cancelling and closing the window are both reported as cancelled', async () => {
  for (const leave of ['button', 'close'] as const) {
    const order = await newOrder();
    await showButtons(order);
    const opening = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'PayPal' }).last().click();
    const popup = await opening;
    await popup.getByRole('heading', { name: 'Pay 12.50 USD' }).waitFor();
    if (leave === 'close') await popup.close();
    else await popup.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(said).toEqual([['cancelled', { orderID: order }]]);
    expect((await paypal.order(order)).body.status).toBe('CREATED');
  }
});

test('a window that is blocked is an error of the site’s page', async () => {
  await showButtons(await newOrder());
  await page.evaluate(() => Reflect.set(globalThis, 'open', () => null));
  await page.getByRole('button', { name: 'PayPal' }).click();
  await expect.poll(said).toEqual([['error', 'Unable to open popup window']]);
});

test('a guest’s card is offered unless it is turned off, and keeps no account', async () => {
  await showButtons(await newOrder(), { disableFunding: 'card' });
  expect(await page.getByRole('button').allTextContents()).toEqual(['PayPal']);
  await page.reload();
  const order = await newOrder();
  await showButtons(order);
  const opening = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Debit or Credit Card' }).click();
  await (await opening).getByRole('button', { name: 'Approve' }).click();
  await expect.poll(said).toHaveLength(1);
  const { payment_source } = (await paypal.capture(order)).body;
  expect(Object.keys(payment_source)).toEqual(['card']);
});

test('a client that PayPal does not know gets no buttons', async () => {
  const answer = await fetch(`${sandbox.paypal.sdkUrl}?client-id=another`);
  expect([answer.status, (await answer.text()).includes('Buttons')]).toEqual([400, false]);
});

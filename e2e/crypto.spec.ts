import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { senderMessage } from '../src/features/payments/rails/crypto/crypto.rules.ts';
import {
  fillInApplication,
  finalise,
  followToFinal,
  followToReceipt,
  myApplications,
  openWays,
} from './applicant.ts';
import { isFaultless } from './inspect.ts';
import { ANY_SCREEN, expect, newAddress, type Site, test } from './site.ts';

const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

// A chain and a wallet take their time.
test.describe.configure({ timeout: 120_000 });

test.beforeAll(({ playwright, site }) =>
  openWays(playwright, site, [{ configType: 'crypto', configData: { ethereumAddress: ADDRESS } }]),
);

/** Opens the crypto tab of a new application. */
async function openCrypto(page: Page, name: string): Promise<Locator> {
  await page.goto('/apply');
  const dialog = await fillInApplication(page, newAddress(name.toLowerCase()), name);
  await dialog.getByRole('tab', { name: 'Crypto' }).click();
  await expect(dialog.getByRole('region', { name: 'Wallet' })).toBeVisible();
  return dialog;
}

/** The test wallet answers for the payer. */
const answering = (page: Page, wishes: object = {}) =>
  page.addInitScript((given) => {
    Object.assign(window, { sandboxWallet: { autoApprove: true, ...given } });
  }, wishes);

async function connect(dialog: Locator) {
  await dialog.getByRole('button', { name: 'Use the sandbox wallet' }).click();
  await expect(dialog.getByText(/^0x\w{4}…\w{4}$/)).toBeVisible();
}

async function pay(dialog: Locator, token: 'ETH' | 'USDT') {
  await dialog.getByRole('radio', { name: new RegExp(`^${token}`) }).check();
  await dialog.getByRole('button', { name: new RegExp(`^Pay \\$[\\d,.]+ in ${token}$`) }).click();
}

test('an applicant pays once in ETH, and follows it until nobody can take it back', async ({
  page,
  site,
}) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
  });
  const refused: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy|Refused to/i.test(message.text())) refused.push(message.text());
  });
  await answering(page);
  const email = newAddress('efua');
  await page.goto('/apply');
  const dialog = await fillInApplication(page, email, 'Efua');
  expect(scripts.filter((path) => /Crypto|wallet/i.test(path))).toEqual([]);
  await dialog.getByRole('tab', { name: 'Crypto' }).click();
  await connect(dialog);
  await expect(dialog.getByText('Network: Ethereum Mainnet')).toBeVisible();
  await dialog.getByRole('radio', { name: /^ETH/ }).check();
  await expect(dialog.getByRole('timer')).toHaveText(
    /^This price is valid for another \d+ min \d\d s/,
  );
  await dialog.getByRole('button', { name: /^Pay \$[\d,.]+ in ETH$/ }).click();
  await expect(dialog.getByRole('heading', { name: 'Payment Processing' })).toBeFocused();
  await expect(dialog.getByRole('progressbar')).toBeVisible();
  await isFaultless(page, 'a payment on its way');
  await followToFinal(page, site, dialog);
  const [application] = await myApplications(page);
  expect(application).toMatchObject({
    paymentStatus: 'completed',
    receivedAmount: '1000.00',
  });
  await site.mailTo(email, /receipt|received|confirm/i);
  await expect(dialog.getByText(/^[\d.]+ ETH$/)).toBeVisible();
  await followToReceipt(page, dialog, 'We received $1,000.00 (Crypto).');
  expect(refused).toEqual([]);
});

test('a plan begins in USDT', ANY_SCREEN, async ({ page, site }) => {
  await answering(page);
  const dialog = await openCrypto(page, 'Kojo');
  await dialog.getByRole('tab', { name: 'Payment Plan' }).click();
  const panel = dialog.getByRole('tabpanel', { name: 'Crypto' });
  await expect(panel.getByText('Payment 1 of 12')).toBeVisible();
  await connect(dialog);
  await pay(dialog, 'USDT');
  await followToFinal(page, site, dialog);
  await expect(
    dialog.getByRole('heading', { name: 'Your first payment is complete.' }),
  ).toBeVisible();
  await expect(
    dialog.getByText(/^\$100\.00 is due every month for the remaining 11 payments/),
  ).toBeVisible();
  await followToReceipt(page, dialog, 'We received $100.00 (Crypto). Payment 1 of 12.');
});

test(
  'a wallet that says no, or is on another network, loses nothing',
  ANY_SCREEN,
  async ({ page }) => {
    await answering(page, { autoApprove: false, chainId: 11_155_111 });
    const dialog = await openCrypto(page, 'Adwoa');
    const wallet = page.locator('sandbox-wallet');
    await dialog.getByRole('button', { name: 'Use the sandbox wallet' }).click();
    await wallet.getByRole('button', { name: 'Reject' }).click();
    await expect(dialog.getByText(/^You declined the request in your wallet/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Sandbox Wallet' }).click();
    await wallet.getByRole('button', { name: 'Approve' }).click();
    await dialog.getByRole('button', { name: 'Switch to Ethereum Mainnet' }).click();
    await wallet.getByRole('button', { name: 'Approve' }).click();
    await expect(dialog.getByText('Network: Ethereum Mainnet')).toBeVisible();
    await pay(dialog, 'ETH');
    // The signature that would name the sender: without it the payment goes on.
    await expect(wallet.getByRole('heading', { name: 'Sign a message?' })).toBeVisible();
    await wallet.getByRole('button', { name: 'Reject' }).click();
    await expect(wallet.getByRole('heading', { name: 'Pay?' })).toBeVisible();
    await wallet.getByRole('button', { name: 'Reject' }).click();
    await expect(
      dialog
        .locator('.notice', { hasText: 'Payment Failed' })
        .getByText(/^You declined the request/),
    ).toBeVisible();
    await expect(dialog.getByRole('button', { name: /^Pay \$[\d,.]+ in ETH$/ })).toBeEnabled();
  },
);

test(
  'a wallet is connected again when the page is loaded anew, and disconnected',
  ANY_SCREEN,
  async ({ page }) => {
    await answering(page);
    const dialog = await openCrypto(page, 'Akosua');
    await connect(dialog);
    await page.reload();
    await page.locator('#buy-now').getByLabel('First name').click();
    await page.getByRole('button', { name: /^Continue with PX-/ }).click();
    await dialog.getByRole('tab', { name: 'Crypto' }).click();
    await dialog.getByRole('button', { name: 'Disconnect' }).click();
    await expect(dialog.getByRole('button', { name: 'Sandbox Wallet' })).toBeVisible();
  },
);

/** A call to the sandbox's chain, whose accounts are unlocked. */
async function nodeOf(request: APIRequestContext, site: Site) {
  const { rpcUrl } = await (await request.get(`${site.url}/sandbox`)).json();
  return async (method: string, params: unknown[]) =>
    (await (await request.post(rpcUrl, { data: { jsonrpc: '2.0', id: 1, method, params } })).json())
      .result;
}

test('a payer who sent too little and closed the page sends the rest from the status page', async ({
  page,
  site,
  request,
}) => {
  await answering(page);
  const dialog = await openCrypto(page, 'Yaa');
  const [asked] = await Promise.all([
    page.waitForResponse((answer) => answer.url().endsWith('/api/payments/quote')),
    dialog.getByRole('radio', { name: /^ETH/ }).check(),
  ]);
  const quote = (await asked.json()) as { id: string; amount: string };
  const node = await nodeOf(request, site);
  const [from] = await node('eth_accounts', []);
  const signature = await node('personal_sign', [
    `0x${Buffer.from(senderMessage(quote.id)).toString('hex')}`,
    from,
  ]);
  const data = { quoteId: quote.id, address: from, signature };
  const signed = await page.evaluate(
    async (body) =>
      (
        await fetch('/api/payments/crypto/sender', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
      ).status,
    data,
  );
  expect(signed).toBe(200);
  await node('eth_sendTransaction', [{ from, to: ADDRESS, value: '0x16345785d8a0000' }]);
  await page.goto('/application');
  const rest = page.getByRole('button', { name: /^Send the rest: 0\.\d+ ETH$/ });
  await expect(async () => {
    await page.reload();
    await expect(rest).toBeVisible({ timeout: 2000 });
  }).toPass({ timeout: 30_000 });
  await expect(page.getByText(/^Received 0\.1 ETH\. Send 0\.\d+ ETH more/)).toBeVisible();
  await isFaultless(page, 'the rest of a payment in crypto');
  await rest.click();
  await connect(dialog);
  await dialog.getByRole('button', { name: /^Send 0\.\d+ ETH$/ }).click();
  await followToFinal(page, site, dialog);
  const [application] = await myApplications(page);
  expect(application).toMatchObject({ paymentStatus: 'completed', receivedAmount: '1000.00' });
});

test(
  'money from any wallet is noticed by its exact amount',
  ANY_SCREEN,
  async ({ page, site, request }) => {
    const dialog = await openCrypto(page, 'Afia');
    await dialog.getByRole('radio', { name: /^ETH/ }).check();
    const hand = dialog.locator('details', { hasText: 'Send from any wallet' });
    await expect(hand.getByRole('img', { name: /^QR code of the address/ })).toBeVisible();
    const amount = (await hand.getByText(/^0\.\d+ ETH$/).textContent())?.replace(' ETH', '') ?? '';
    const node = await nodeOf(request, site);
    const [from] = await node('eth_accounts', []);
    const wei = BigInt(amount.replace('.', '').padEnd(amount.indexOf('.') + 18, '0'));
    await node('eth_sendTransaction', [{ from, to: ADDRESS, value: `0x${wei.toString(16)}` }]);
    await expect(dialog.getByRole('heading', { name: 'Payment Processing' })).toBeVisible({
      timeout: 20_000,
    });
    await finalise(page, site);
    await expect(dialog.getByRole('heading', { name: /^Your purchase is complete/ })).toBeVisible({
      timeout: 40_000,
    });
  },
);

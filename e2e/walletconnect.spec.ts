import type { Locator, Page } from '@playwright/test';
import { encode } from 'uqr';
import { openRemoteWallet, type RemoteWallet } from '../sandbox/relay/wallet.ts';
import { fillInApplication, followToFinal, myApplications, openWays } from './applicant.ts';
import { isFaultless } from './inspect.ts';
import { ANY_SCREEN, expect, newAddress, test } from './site.ts';

const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const PAYER = 2;

test.beforeAll(({ playwright, site }) =>
  openWays(playwright, site, [{ configType: 'crypto', configData: { ethereumAddress: ADDRESS } }]),
);

let wallet: RemoteWallet;
/** The relay and the node, as the page gets them. */
let stations: { walletConnect: { relayUrl: string; projectId: string }; rpcUrl: string };
test.beforeEach(async ({ page }) => {
  stations = await (await page.request.get('/api/payments/crypto/environment')).json();
  wallet = await openRemoteWallet({ ...stations.walletConnect, ...stations }, PAYER);
});
test.afterEach(() => wallet.close());

/** Everyone whom the page asks for anything, the frames it puts in, and what the browser refused it. */
function contactsOf(page: Page) {
  const [hosts, frames, refused] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const note = (address: string) => {
    if (/^(http|ws)/.test(address)) hosts.add(new URL(address).host);
  };
  page.on('request', (request) => note(request.url()));
  page.on('websocket', (socket) => note(socket.url()));
  page.on('frameattached', (frame) => frames.add(frame.url()));
  page.on('console', (message) => {
    if (/Content Security Policy|Refused to/i.test(message.text())) refused.add(message.text());
  });
  return { hosts, frames, refused };
}

/** Opens the crypto tab of a new application. */
async function openCrypto(page: Page, email: string): Promise<Locator> {
  await page.goto('/apply');
  const dialog = await fillInApplication(page, email, 'Esi');
  await dialog.getByRole('tab', { name: 'Crypto' }).click();
  await expect(dialog.getByRole('region', { name: 'Wallet' })).toBeVisible();
  return dialog;
}

const codeOf = (page: Page) => page.getByRole('dialog', { name: 'Connect a wallet app' });

const askForCode = (dialog: Locator) =>
  dialog.getByRole('button', { name: 'Connect a wallet app' }).click();

/** The link of the code that is shown. */
async function linkOf(page: Page): Promise<string> {
  const link = codeOf(page).getByRole('link', { name: 'Open a wallet on this device' });
  return (await link.getAttribute('href')) ?? '';
}

/** The dark squares of a code, as its drawing and as its text make them. */
async function drawn(code: Locator): Promise<string[]> {
  const picture = code.getByRole('img', { name: 'QR code that connects your wallet' });
  const path = (await picture.locator('path').getAttribute('d')) ?? '';
  return [...path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => `${x},${y}`);
}
const meant = (text: string): string[] =>
  encode(text, { ecc: 'M', border: 4 }).data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`${x},${y}`] : [])),
  );

async function isConnected(dialog: Locator) {
  const shown = `${wallet.address.slice(0, 6)}…${wallet.address.slice(-4)}`;
  await expect(dialog.getByText(shown)).toBeVisible();
}

test('an applicant pays with a wallet on another device, follows it to the receipt, and nobody but us is spoken to', async ({
  page,
  site,
  context,
  isMobile,
}) => {
  const token = isMobile ? 'USDT' : 'ETH';
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const contacts = contactsOf(page);
  const email = newAddress('esi');
  const dialog = await openCrypto(page, email);
  await askForCode(dialog);
  const code = codeOf(page);
  const link = await linkOf(page);
  expect(link).toMatch(/^wc:[0-9a-f]{64}@2\?.*symKey=[0-9a-f]{64}/);
  expect(await drawn(code)).toEqual(meant(link));
  await code.getByRole('button', { name: 'Copy the link' }).click();
  await expect(code.getByText('Copied')).toBeAttached();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  await isFaultless(page, 'a code for a wallet');
  await wallet.pair(link);
  await expect(code).toBeHidden();
  await isConnected(dialog);

  await page.reload();
  await page.locator('#buy-now').getByLabel('First name').click();
  await page.getByRole('button', { name: /^Continue with PX-/ }).click();
  await dialog.getByRole('tab', { name: 'Crypto' }).click();
  await isConnected(dialog);
  await dialog.getByRole('radio', { name: new RegExp(`^${token}`) }).check();
  const pay = dialog.getByRole('button', { name: new RegExp(`^Pay \\$[\\d,.]+ in ${token}$`) });
  wallet.rejectNext('eth_sendTransaction');
  await pay.click();
  await expect(
    dialog.locator('.notice', { hasText: 'Payment Failed' }).getByText(/^You declined the request/),
  ).toBeVisible();
  await pay.click();
  await expect(dialog.getByRole('heading', { name: 'Payment Processing' })).toBeFocused();
  await followToFinal(page, site, dialog);
  expect(wallet.asked).toEqual(['personal_sign', 'eth_sendTransaction', 'eth_sendTransaction']);
  const [application] = await myApplications(page);
  expect(application).toMatchObject({ paymentStatus: 'completed', receivedAmount: '1000.00' });

  await dialog.getByRole('link', { name: 'Follow your application' }).click();
  await expect(
    page.getByRole('heading', { name: 'Paid. We are preparing your kit.' }),
  ).toBeVisible();
  await expect(page.getByText('We received $1,000.00 (Crypto).')).toBeVisible();
  await page.getByRole('link', { name: /^Receipt OAP-\d+/ }).click();
  await expect(page.getByRole('heading', { name: /^Receipt OAP-\d+/ })).toBeVisible();
  await expect(page.getByText(application?.reference ?? '').first()).toBeVisible();
  await site.mailTo(email, /Payment received/);

  const { paypalUrl } = await (await page.request.get('/sandbox')).json();
  const { walletConnect, rpcUrl } = stations;
  const ours = [site.url, paypalUrl, rpcUrl, walletConnect.relayUrl];
  const known = new Set(ours.map((address) => new URL(address).host));
  expect([...contacts.hosts].filter((host) => !known.has(host))).toEqual([]);
  expect([...contacts.frames, ...contacts.refused]).toEqual([]);
});

test(
  'a wallet that says no, a code that is closed, and a session that the wallet ends lead back to a new code',
  ANY_SCREEN,
  async ({ page }) => {
    const dialog = await openCrypto(page, newAddress('esi'));
    await askForCode(dialog);
    const code = codeOf(page);
    const first = await linkOf(page);
    wallet.rejectNext();
    await expect(wallet.pair(first)).rejects.toThrow('refused');
    await expect(
      code.getByRole('alert').getByText(/^You declined the request in your wallet/),
    ).toBeVisible();
    await code.getByRole('button', { name: 'Try again' }).click();
    const second = await linkOf(page);
    await page.keyboard.press('Escape');
    await expect(code).toBeHidden();
    await askForCode(dialog);
    const third = await linkOf(page);
    expect(new Set([first, second, third]).size).toBe(3);
    await wallet.pair(third);
    await expect(code).toBeHidden();
    await isConnected(dialog);
    await wallet.disconnect();
    await askForCode(dialog);
    await wallet.pair(await linkOf(page));
    await isConnected(dialog);
  },
);

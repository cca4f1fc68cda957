import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { CLIENT } from '../sandbox/paypal/access.ts';
import { finalise, openWays, personOf } from './applicant.ts';
import { isFaultless } from './inspect.ts';
import { type Caller, logInByCall, openDashboard, test } from './member.ts';
import { ADMIN, ANY_SCREEN, expect, type Site } from './site.ts';

const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const ours = { 'Sec-Fetch-Site': 'same-origin' };

test.beforeAll(({ playwright, site }) =>
  openWays(playwright, site, [{ configType: 'crypto', configData: { ethereumAddress: ADDRESS } }]),
);

/** Calls the node of the sandbox's chain, as any wallet would. */
async function nodeOf(request: APIRequestContext, site: Site) {
  const { rpcUrl } = await (await request.get(`${site.url}/sandbox`)).json();
  return async (method: string, params: unknown[]) =>
    (await (await request.post(rpcUrl, { data: { jsonrpc: '2.0', id: 1, method, params } })).json())
      .result;
}

type Node = Awaited<ReturnType<typeof nodeOf>>;

async function send(node: Node, wei: bigint): Promise<string> {
  const [from] = await node('eth_accounts', []);
  return node('eth_sendTransaction', [{ from, to: ADDRESS, value: `0x${wei.toString(16)}` }]);
}

/** The chain goes on until no one can take the transaction back. */
async function isFinal(node: Node, page: Caller, site: Site, hash: string) {
  const number = (block: { blockNumber?: string; number?: string } | null) =>
    Number(block?.blockNumber ?? block?.number ?? Number.NaN);
  const sentAt = async () => number(await node('eth_getTransactionReceipt', [hash]));
  await expect.poll(sentAt).toBeGreaterThan(0);
  await finalise(page, site);
  const final = async () => number(await node('eth_getBlockByNumber', ['finalized', false]));
  await expect.poll(final, { timeout: 30_000 }).toBeGreaterThanOrEqual(await sentAt());
}

/** Someone applies and is asked for $1,000.00 in ETH; answers what they are asked for. */
async function asked(page: Caller, firstName: string) {
  const applied = await page.request.post('/api/applications', {
    headers: ours,
    data: { plan: 'onetime', applicationData: personOf(firstName) },
  });
  expect(applied.status(), await applied.text()).toBe(201);
  const quoted = await page.request.post('/api/payments/quote', {
    headers: ours,
    data: { token: 'ETH', usdAmount: '1000.00' },
  });
  expect(quoted.status(), await quoted.text()).toBe(201);
  const { amount } = (await quoted.json()) as { amount: string };
  const [whole = '0', fraction = ''] = amount.split('.');
  const { reference } = await ownOf(page);
  return { wei: BigInt(whole + fraction.padEnd(18, '0')), reference };
}

/** The application of the page's browser. */
async function ownOf(page: Caller) {
  const answer = await page.request.get('/api/applications/mine');
  const [own] = (await answer.json()) as {
    reference: string;
    paymentStatus: string;
    receivedAmount: string;
  }[];
  if (!own) throw new Error('This browser has not applied.');
  return own;
}

/** A call of PayPal's own with the account of the site: what someone else who holds it could do. */
async function atPaypal(request: APIRequestContext, site: Site) {
  const { paypalUrl } = await (await request.get(`${site.url}/sandbox`)).json();
  const granted = await request.post(`${paypalUrl}/v1/oauth2/token`, {
    headers: {
      authorization: `Basic ${Buffer.from(`${CLIENT.id}:${CLIENT.secret}`).toString('base64')}`,
    },
    form: { grant_type: 'client_credentials' },
  });
  const { access_token } = await granted.json();
  const headers = { authorization: `Bearer ${access_token}`, prefer: 'return=representation' };
  return {
    approve: (id: string) => request.post(`${paypalUrl}/checkoutnow/${id}/approve`),
    async post(path: string, data: object) {
      const answer = await request.post(paypalUrl + path, { headers, data });
      expect(answer.ok(), await answer.text()).toBe(true);
      return answer.json();
    },
  };
}

/** Someone pays by card, under an invoice that an order of someone else's has paid; its payment then waits for a person. */
async function stuckByCard(
  page: Caller,
  request: APIRequestContext,
  site: Site,
  firstName: string,
) {
  const begun = await page.request.post('/paypal/order', {
    headers: ours,
    data: { plan: 'onetime', applicationData: personOf(firstName) },
  });
  expect(begun.status(), await begun.text()).toBe(201);
  const { id } = (await begun.json()) as { id: string };
  const { reference } = await ownOf(page);
  const paypal = await atPaypal(request, site);
  const other = await paypal.post('/v2/checkout/orders', {
    intent: 'CAPTURE',
    purchase_units: [
      { invoice_id: `${reference}-1`, amount: { currency_code: 'USD', value: '1000.00' } },
    ],
  });
  await paypal.approve(other.id);
  const taken = await paypal.post(`/v2/checkout/orders/${other.id}/capture`, {});
  await paypal.approve(id);
  const captured = await page.request.post(`/paypal/order/${id}/capture`, { headers: ours });
  expect(await captured.json()).toEqual({ status: 'PENDING' });
  // PayPal's own answers come within a quarter of an hour; then a person is asked.
  const later = { headers: ours, data: { advanceMs: 960_000 } };
  expect((await request.put('/sandbox/clock', later)).status()).toBe(200);
  const captureId: string = taken.purchase_units[0].payments.captures[0].id;
  return { reference, captureId };
}

/** From the list of what waits to a card payment of which no one knows the end. */
async function openEnd(page: Page, reference: string) {
  await openDashboard(page, '/admin/payments/claims');
  const list = page.getByRole('region', { name: 'To review' });
  await list.getByRole('link', { name: reference }).click();
  const waiting = page.getByRole('region', { name: 'A card payment to review' });
  await expect(waiting.getByText(`${reference}-1`)).toBeVisible();
  return waiting;
}

const beginEnd = (waiting: Locator) =>
  waiting.getByRole('button', { name: 'Enter the outcome...' }).click();

test(
  'money of another amount than was asked for reaches an administrator, who records it with the password',
  ANY_SCREEN,
  async ({ page, request, site, others }) => {
    const payer = await others.caller();
    const { wei, reference } = await asked(payer, 'Efua');
    const node = await nodeOf(request, site);
    const hash = await send(node, (wei * 9n) / 10n);

    await logInByCall(page, ADMIN);
    const review = async () => (await page.request.get('/api/admin/payments/review')).text();
    await expect.poll(review, { timeout: 40_000 }).toContain(hash);
    await page.goto('/admin/payments/claims');
    const list = page.getByRole('region', { name: 'To review' });
    await list
      .getByRole('listitem')
      .filter({ has: page.locator(`a[href*="${hash}"]`) })
      .getByRole('link', { name: 'Record or dismiss it' })
      .click();
    await expect(page.getByLabel('Transaction or address')).toHaveValue(hash);
    await expect(page.getByText('No open quote matches this amount.')).toBeVisible();

    await page.getByRole('button', { name: /^0\.\d+ ETH/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Unmatched crypto payment' });
    const suggestions = dialog.getByRole('region', { name: 'Possible payments' });
    await expect(suggestions.getByRole('link', { name: /^PX-/ }).first()).toBeVisible();
    await isFaultless(page, 'money that waits');
    // Other quotes of this site may be as near to the amount, so this payer need not be among the suggestions.
    await dialog.getByRole('button', { name: 'Record for another application...' }).click();
    await dialog.getByLabel('Application reference').fill(reference);
    await expect(dialog.getByLabel('Payment', { exact: true })).toContainText('1 of 1');
    await expect(dialog.getByLabel('Value in USD')).toHaveValue('900.00');
    await expect(dialog.getByText(/^This makes \$900\.00 of \$1,000\.00 received/)).toBeVisible();
    await isFaultless(page, 'booking it');

    await isFinal(node, page, site, hash);
    // The password of the login is too old by now.
    const later = { headers: ours, data: { advanceMs: 360_000 } };
    expect((await request.put('/sandbox/clock', later)).status()).toBe(200);
    await dialog.getByRole('button', { name: 'Record payment', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Record $900.00' }).click();
    const password = page.getByRole('dialog', { name: 'Confirm your password' });
    await password.getByLabel('Your password').fill(ADMIN.password);
    await password.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText(`$900.00 recorded for ${reference}.`)).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Unmatched crypto payments' })).toBeFocused();
    await expect(page.getByText('Nothing matches this filter.')).toBeVisible();

    expect(await ownOf(payer)).toMatchObject({
      paymentStatus: 'partially_paid',
      receivedAmount: '900.00',
    });
  },
);

test(
  'money that no one asked for is refused while the network can undo it, and dismissed with a reason',
  ANY_SCREEN,
  async ({ page, request, site, others }) => {
    const payer = await others.caller();
    const { reference } = await asked(payer, 'Kojo');
    const node = await nodeOf(request, site);
    await openDashboard(page, '/admin/payments/network');
    const hash = await send(node, 123_456_789n * 10n ** 9n);
    const line = page.getByRole('button', { name: /^0\.123456789 ETH/ });
    await expect(async () => {
      await page.getByRole('button', { name: 'Refresh' }).click();
      await expect(line).toBeVisible({ timeout: 1000 });
    }).toPass({ timeout: 20_000 });
    await line.click();
    const dialog = page.getByRole('dialog', { name: 'Unmatched crypto payment' });
    await expect(dialog.getByText(`${hash.slice(0, 6)}…${hash.slice(-4)}`)).toBeVisible();
    await dialog.getByRole('button', { name: 'Record for another application...' }).click();
    await dialog.getByLabel('Application reference').fill(reference);
    // It is found first.
    await expect(dialog.getByLabel('Payment', { exact: true })).toContainText('1 of 1');
    await dialog.getByLabel('Value in USD').fill('400');
    await dialog.getByRole('button', { name: 'Record payment', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Record $400.00' }).click();
    await expect(
      dialog.locator('form').getByText(/^The network can still reverse this transaction/),
    ).toBeVisible();
    await isFaultless(page, 'a booking that is refused');
    await dialog.getByRole('button', { name: 'Back' }).click();
    await dialog.getByRole('button', { name: 'Dismiss payment...' }).click();
    await dialog.getByLabel('Reason').fill('A gift of a friend; they have written to us.');
    await isFaultless(page, 'laying it aside');
    await dialog.getByRole('button', { name: 'Dismiss payment' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Dismiss payment' }).click();
    await expect(page.getByText(/^Dismissed\./)).toBeVisible();
    await expect(line).toBeHidden();
  },
);

test(
  'a card payment of which PayPal cannot tell the end is recorded by the number that is shown',
  ANY_SCREEN,
  async ({ page, request, site, others }) => {
    const payer = await others.caller();
    const { reference, captureId } = await stuckByCard(payer, request, site, 'Esi');
    const waiting = await openEnd(page, reference);
    await isFaultless(page, 'a card payment that waits');
    await beginEnd(waiting);
    await waiting.getByRole('radio', { name: /^A completed payment of \$1,000\.00/ }).check();
    await waiting.getByLabel('Reason').fill('Paid by an order that was made by hand.');
    const book = waiting.getByRole('button', { name: 'Record payment' });
    const yes = page.getByRole('alertdialog').getByRole('button', { name: 'Record $1,000.00' });
    // A number that PayPal does not know records nothing and loses no word.
    await waiting.getByLabel('PayPal transaction ID').fill('0000000000');
    await book.click();
    await yes.click();
    await expect(
      waiting
        .locator('form')
        .getByText(/^Our PayPal account has no payment with this transaction ID/),
    ).toBeVisible();
    await isFaultless(page, 'a number that PayPal does not know');
    await waiting.getByLabel('PayPal transaction ID').fill(captureId.toLowerCase());
    await book.click();
    await yes.click();
    await expect(page.getByText('The payment is recorded.')).toBeVisible();
    await expect(waiting).toBeHidden();
    await expect(page.getByRole('link', { name: /^Receipt OAP-\d{6}$/ })).toBeVisible();
    expect(await ownOf(payer)).toMatchObject({
      paymentStatus: 'completed',
      receivedAmount: '1000.00',
    });
  },
);

test(
  'a card payment that is not at PayPal is ended as failed, and its payer reads why and pays otherwise',
  ANY_SCREEN,
  async ({ page, request, site, others }) => {
    const payer = await others.page();
    const { reference } = await stuckByCard(payer, request, site, 'Yaw');
    const waiting = await openEnd(page, reference);
    await beginEnd(waiting);
    await waiting.getByRole('radio', { name: 'No such payment, or it was refunded' }).check();
    const reason = 'PayPal sent the money back on 20 November.';
    await waiting.getByLabel('Reason').fill(reason);
    await waiting.getByRole('button', { name: 'Mark as failed' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Mark as failed' }).click();
    await expect(page.getByText(/^The payment is marked as failed/)).toBeVisible();
    await expect(waiting).toBeHidden();
    await page.getByRole('link', { name: 'To do' }).click();
    const list = page.getByRole('region', { name: 'To review' });
    await expect(list.getByText(/cases?, oldest first|All money is accounted for/)).toBeVisible();
    await expect(list.getByRole('link', { name: reference })).toBeHidden();

    expect(await ownOf(payer)).toMatchObject({ receivedAmount: '0.00' });
    await payer.goto('/application');
    await expect(payer.getByText(reason)).toBeVisible();
    await payer.getByRole('button', { name: 'Pay $1,000.00' }).click();
    await expect(payer.getByRole('dialog', { name: 'Complete Your Payment' })).toBeVisible();
  },
);

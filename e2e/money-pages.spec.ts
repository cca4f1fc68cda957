import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { fillInApplication, openWays, personOf } from './applicant.ts';
import { isFaultless } from './inspect.ts';
import { type Caller, openDashboard, send, test } from './member.ts';
import { ADMIN, ANY_SCREEN, BOTH_SIZES, expect, newAddress } from './site.ts';

const ours = { 'Sec-Fetch-Site': 'same-origin' };
let admin: APIRequestContext;

test.beforeAll(async ({ playwright, site }) => {
  await openWays(playwright, site, [
    { configType: 'zelle', configData: { email: 'pay@example.org', phone: '' } },
  ]);
  admin = await playwright.request.newContext({ baseURL: site.url, extraHTTPHeaders: ours });
  expect((await admin.post('/api/auth/login', { data: ADMIN })).status()).toBe(200);
});
test.afterAll(() => admin.dispose());

/** Someone applies from this browser, sends money with Zelle, and the administrator finds it. */
async function paidWithZelle(page: Caller, firstName: string) {
  const number = `MR${Math.random().toString(36).slice(2, 12).toUpperCase()}`;
  const answer = await send(page, '/payment/submit', {
    paymentMethod: 'zelle',
    paymentData: { confirmationNumber: number, plan: 'onetime' },
    applicationData: personOf(firstName),
  });
  expect(answer.status(), await answer.text()).toBe(201);
  const { reference } = (await answer.json()) as { reference: string };
  const claims = (await (await admin.get('/api/admin/payments?status=claimed')).json()) as {
    id: string;
    number: string;
    applicationId: string;
  }[];
  const claim = claims.find((one) => one.number === number);
  const confirmed = await admin.post(`/api/admin/payments/${claim?.id}/confirm`, {
    data: { receivedAmount: '1000.00', receivedOn: new Date().toISOString().slice(0, 10) },
  });
  expect(confirmed.status(), await confirmed.text()).toBe(200);
  return { reference, number, applicationId: claim?.applicationId ?? '' };
}

/** Someone pays by card from this browser, whose window at PayPal other journeys go through. */
async function paidByCard(payer: Caller, firstName: string) {
  const order = { plan: 'onetime', applicationData: personOf(firstName) };
  const begun = await send(payer, '/paypal/order', order);
  expect(begun.status(), await begun.text()).toBe(201);
  const { id } = (await begun.json()) as { id: string };
  const { paypalUrl } = await (await payer.request.get('/sandbox')).json();
  await payer.request.post(`${paypalUrl}/checkoutnow/${id}/approve`);
  const captured = await payer.request.post(`/paypal/order/${id}/capture`, { headers: ours });
  expect(await captured.json()).toMatchObject({ status: 'COMPLETED' });
  const [own] = (await (await payer.request.get('/api/applications/mine')).json()) as {
    id: string;
    reference: string;
  }[];
  if (!own) throw new Error('The payer has no application.');
  return own;
}

/** The amounts received this month by either way to pay, in US dollars. */
async function received() {
  const reconciliation = await admin.get('/api/admin/payments/reconciliation');
  const { rows } = (await reconciliation.json()) as {
    rows: { method: string; received: string }[];
  };
  const of = (method: string) => Number(rows.find((row) => row.method === method)?.received ?? 0);
  return { zelle: of('zelle'), card: of('paypal') };
}

const inDollars = (amount: number) =>
  amount.toLocaleString('en-US', { style: 'currency', currency: 'USD' });

const receiptLink = (page: Page) => page.getByRole('link', { name: /^Receipt OAP-\d{6}$/ });

test('a receipt is opened from the application, printed alone, and leads back', async ({
  page,
}) => {
  // The window of the system, which no one here could close.
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '');
  });
  const { reference, number } = await paidWithZelle(page, 'Ama');
  await page.goto('/application');
  await receiptLink(page).click();
  await expect(page.getByRole('heading', { name: /^Receipt OAP-/ })).toBeVisible();
  await expect(page.getByText('$1,000.00 USD')).toBeVisible();
  await expect(page.getByRole('definition').filter({ hasText: number })).toBeVisible();
  await isFaultless(page, 'a receipt');

  await page.getByRole('button', { name: 'Print' }).click();
  await expect(page.locator('html[data-printed]')).toBeAttached();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('$1,000.00 USD')).toBeVisible();
  const back = page.getByRole('link', { name: 'Back to your application' });
  for (const gone of [
    page.getByRole('button', { name: 'Print' }),
    back,
    page.getByText('To save this receipt as a file'),
    page.getByRole('contentinfo'),
  ])
    await expect(gone).toBeHidden();
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  await page.emulateMedia({ media: 'screen' });

  await back.click();
  await expect(page).toHaveURL(new RegExp(`/application#${reference}$`));
  await expect(receiptLink(page)).toBeVisible();
});

test(
  'a receipt reads whole where no script runs, and offers no button that does nothing',
  ANY_SCREEN,
  async ({ page, browser }) => {
    await paidWithZelle(page, 'Esi');
    const still = await browser.newContext({
      javaScriptEnabled: false,
      storageState: await page.context().storageState(),
    });
    const reader = await still.newPage();
    await page.goto('/application');
    await reader.goto(
      new URL((await receiptLink(page).getAttribute('href')) ?? '', page.url()).href,
    );
    await expect(reader.getByText('$1,000.00 USD')).toBeVisible();
    await expect(reader.getByText('To save this receipt as a file')).toBeVisible();
    await expect(reader.getByRole('button', { name: 'Print' })).toBeHidden();
    await still.close();
  },
);

test('an administrator reads everything that happened with a payment by Zelle and by card, and finds both in the reconciliation', async ({
  page,
  others,
}) => {
  const before = await received();
  const zelle = await paidWithZelle(await others.caller(), 'Kofi');
  const card = await paidByCard(await others.caller(), 'Yaa');

  await openDashboard(page, `/admin/payments/application?id=${zelle.applicationId}`);
  const heading = page.getByRole('heading', { name: `Payments of ${zelle.reference}` });
  await expect(heading).toBeFocused();
  const history = page.getByRole('region', { name: 'History' }).getByRole('listitem');
  await expect(history.filter({ hasText: 'Paid · $1,000.00' })).toContainText('Zelle');
  await expect(history.filter({ hasText: 'A payment of $1,000.00 was started' })).toHaveCount(1);
  await expect(history.filter({ hasText: /Receipt OAP-\d{6} was issued/ })).toHaveCount(1);
  await isDatedNewestFirst(history);
  await receiptLink(page).click();
  await page.getByRole('link', { name: 'Back to the payments' }).click();
  await expect(heading).toBeFocused();

  await page.goto(`/admin/payments/application?id=${card.id}`);
  await expect(history.filter({ hasText: 'PayPal order of $1,000.00: captured' })).toHaveCount(1);
  await isDatedNewestFirst(history);

  await page.goto('/admin/payments/reconciliation');
  await expect(page.getByRole('heading', { name: 'Due and received' })).toBeVisible();
  const now = await received();
  expect(now).toEqual({ zelle: before.zelle + 1000, card: before.card + 1000 });
  const rows = page.getByRole('table', { name: /^Due and received/ }).getByRole('row');
  await expect(rows.filter({ hasText: 'Zelle' }).first()).toContainText(inDollars(now.zelle));
  await expect(rows.filter({ hasText: 'Card' }).first()).toContainText(inDollars(now.card));
  // Other journeys leave money on this site that waits; these two leave none.
  await page.getByRole('tab', { name: 'To do' }).click();
  const list = page.getByRole('region', { name: 'To review' });
  await expect(list.getByText(/cases?, oldest first|All money is accounted for/)).toBeVisible();
  for (const { reference } of [zelle, card])
    await expect(list.getByRole('link', { name: reference })).toHaveCount(0);
});

/** Every line says when, and none is older than the one below it. */
async function isDatedNewestFirst(lines: Locator) {
  const dates = await lines
    .locator('time')
    .evaluateAll((times) => times.map((time) => time.getAttribute('datetime') ?? ''));
  expect(dates).toHaveLength(await lines.count());
  expect(dates.length).toBeGreaterThan(3);
  expect(dates).toEqual(dates.toSorted().toReversed());
}

test(
  'the amount and the number of the payment are on the first screen of the dialog',
  BOTH_SIZES,
  async ({ page }) => {
    await page.goto('/apply');
    const dialog = await fillInApplication(page, newAddress('abena'), 'Abena');
    await expect(dialog.getByText('$1,000.00', { exact: true }).first()).toBeInViewport({
      ratio: 1,
    });
    await dialog.getByRole('tab', { name: 'Payment Plan' }).click();
    for (const said of ['12 × $100.00', 'Payment 1 of 12'])
      await expect(dialog.getByText(said, { exact: true })).toBeAttached();
    await dialog.evaluate((place) => place.scrollTo(0, 0));
    for (const said of ['12 × $100.00', 'Payment 1 of 12'])
      await expect(dialog.getByText(said, { exact: true })).toBeInViewport({ ratio: 1 });
  },
);

test(
  'a toast over a dialog covers neither its title nor the way out',
  BOTH_SIZES,
  async ({ page, isMobile }) => {
    await page.goto('/');
    if (isMobile) await page.getByText('Menu', { exact: true }).click();
    await page.getByRole('link', { name: 'Join Us' }).click();
    const dialog = page.getByRole('dialog', { name: 'Join the Movement' });
    await dialog.getByRole('tab', { name: 'Login' }).click();
    const form = dialog.getByRole('tabpanel', { name: 'Login' });
    await form.getByLabel('Email').fill('nobody@example.org');
    await form.getByLabel('Password').fill('not the password of anybody');
    await dialog.getByRole('button', { name: 'Login', exact: true }).click();
    const toast = await box(page.locator('.toast'));
    for (const control of [
      dialog.getByRole('heading', { level: 2 }),
      // The second is the toast's own.
      dialog.locator('.dialog-bar').getByRole('button', { name: 'Close' }).first(),
    ]) {
      const place = await box(control);
      const isApart =
        toast.y >= place.y + place.height ||
        toast.y + toast.height <= place.y ||
        toast.x >= place.x + place.width ||
        toast.x + toast.width <= place.x;
      expect(isApart, JSON.stringify({ toast, place })).toBe(true);
    }
  },
);

async function box(of: Locator) {
  await expect(of).toBeVisible();
  const place = await of.boundingBox();
  if (!place) throw new Error('It is nowhere.');
  return place;
}

import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { openDashboard, test } from './member.ts';
import { ADMIN, ANY_SCREEN, expect, newAddress } from './site.ts';

const ours = { 'Sec-Fetch-Site': 'same-origin' };
let admin: APIRequestContext;

/** Money can be sent somewhere, and an administrator is there to find it. */
test.beforeAll(async ({ playwright, site }) => {
  admin = await playwright.request.newContext({ baseURL: site.url, extraHTTPHeaders: ours });
  expect((await admin.post('/api/auth/login', { data: ADMIN })).status()).toBe(200);
  const data = { configType: 'zelle', configData: { email: 'pay@example.org', phone: '' } };
  expect((await admin.post('/api/admin/payment-config', { data })).status()).toBe(201);
});
test.afterAll(() => admin.dispose());

/** A name that no one else on this site has: the board is searched by it. */
const family = () => `Kit${Math.random().toString(36).slice(2, 10)}`;

const newNumber = () => `KIT${Math.random().toString(36).slice(2, 12).toUpperCase()}`;

/** Someone applies with these calls and says that the money is sent. */
async function applied(calls: APIRequestContext, firstName: string, lastName: string) {
  const email = newAddress(firstName.toLowerCase());
  const number = newNumber();
  const answer = await calls.post('/payment/submit', {
    headers: ours,
    data: {
      paymentMethod: 'zelle',
      paymentData: { confirmationNumber: number, plan: 'onetime' },
      applicationData: {
        firstName,
        lastName,
        dateOfBirth: '03/31/1990',
        placeOfBirth: 'Kano',
        currentNationality: 'Nigeria',
        telephone: '+234 803 123 4567',
        email,
        homeAddress: '12 Unity Road\nopposite the mosque\nKano',
        noticeVersion: '2026-11',
      },
    },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  const { reference } = (await answer.json()) as { reference: string };
  return { email, reference, number };
}

/** The administrator has found the money of these. */
async function paid(...claims: { number: string }[]) {
  const waiting = (await (await admin.get('/api/admin/payments?status=claimed')).json()) as {
    id: string;
    number: string;
  }[];
  for (const { number } of claims) {
    const claim = waiting.find((one) => one.number === number);
    const receivedOn = new Date().toISOString().slice(0, 10);
    const data = { receivedAmount: '1000.00', receivedOn };
    const confirmed = await admin.post(`/api/admin/payments/${claim?.id}/confirm`, { data });
    expect(confirmed.status()).toBe(200);
  }
}

/** The board, with those of one family. */
async function openBoard(page: Page, lastName: string) {
  await openDashboard(page, `/admin/fulfilment?search=${lastName}`);
  await expect(page.getByRole('heading', { name: 'Applications and kits' })).toBeVisible();
}

/** On paper there are the labels and nothing else, on as many sheets as they need. */
async function printsLabelsAlone(page: Page) {
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('opposite the mosque').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Applications and kits' })).toBeHidden();
  const hidden = await page.evaluate(() => {
    const sheet = document.querySelector('.labels')?.closest('dialog');
    return sheet ? getComputedStyle(sheet).overflow : 'nothing is printed';
  });
  expect(hidden).toBe('visible');
  await page.emulateMedia({ media: 'screen' });
}

const column = (page: Page, name: string) =>
  page.getByRole('tab', { name: new RegExp(`^${name} \\(`) }).click();

/** Chooses all that are shown and begins a step with them. */
async function begin(page: Page, count: number, action: string): Promise<Locator> {
  await page.getByRole('checkbox', { name: `Select all ${count} shown` }).check();
  await page.getByRole('button', { name: action }).click();
  return page.getByRole('dialog');
}

test('paid applications go from submitted to delivered, and the applicant sees every step and gets a mail about it', async ({
  page,
  site,
  others,
}) => {
  test.setTimeout(120_000);
  const lastName = family();
  const elsewhere = await others.caller();
  const amina = await applied(page.request, 'Amina', lastName);
  const kojo = await applied(elsewhere.request, 'Kojo', lastName);
  const unpaid = await applied(elsewhere.request, 'Yaw', lastName);
  await paid(amina, kojo);
  const dashboard = await others.page();
  await openBoard(dashboard, lastName);
  const dialog = dashboard.getByRole('dialog');
  const expectStatus = async (heading: string, mail: RegExp) => {
    await page.goto('/application');
    await expect(page.getByRole('heading', { name: heading })).toBeVisible();
    return site.mailTo(amina.email, mail);
  };
  await page.goto('/application');
  await expect(page.getByText(/Your kit leaves by/)).toBeVisible();

  await begin(dashboard, 3, 'Start review');
  await expect(dialog.getByText('3 applications can move to this step.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Update 3 applications' }).click();
  await expect(dialog).toBeHidden();
  await expectStatus('We are reviewing your application', /We’re reviewing your application/);

  await column(dashboard, 'In review');
  await begin(dashboard, 3, 'Approve');
  await dialog.getByRole('button', { name: 'Update 3 applications' }).click();
  await expect(dialog).toBeHidden();
  await expectStatus('Approved', /is approved/);

  await column(dashboard, 'Approved');
  await begin(dashboard, 3, 'Print labels...');
  await expect(dialog.getByText('opposite the mosque')).toHaveCount(3);
  await printsLabelsAlone(dashboard);
  await dashboard.keyboard.press('Escape');
  const line = dashboard.getByRole('listitem').filter({ hasText: amina.reference });
  await expect(line.getByText(/^Label printed/)).toBeVisible();

  await begin(dashboard, 3, 'Mark as dispatched...');
  const refusal = dialog.getByRole('listitem').filter({ hasText: unpaid.reference });
  await expect(refusal).toContainText('The payment that releases the kit has not arrived');
  await dialog.getByLabel('Courier').fill('DHL');
  await dialog.getByRole('button', { name: 'Update 2 applications' }).click();
  await expect(dialog).toBeHidden();
  await expect(dashboard.getByRole('link', { name: unpaid.reference })).toBeVisible();
  await expectStatus('On its way to you', /Your kit is on its way/);
  await expect(page.getByText('Your kit is on its way with DHL.')).toBeVisible();

  await column(dashboard, 'Dispatched');
  await line.getByRole('button', { name: /^Change courier and number/ }).click();
  await dialog.getByLabel('Tracking number').fill('JD014600003');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(line.getByText(/^DHL, JD014600003, since/)).toBeVisible();
  await page.reload();
  await expect(
    page.getByText('Your kit is on its way with DHL. The tracking number is JD014600003.'),
  ).toBeVisible();

  await dashboard.getByRole('checkbox', { name: 'Select all 2 shown' }).check();
  await begin(dashboard, 2, 'Mark as delivered');
  await dialog.getByRole('button', { name: 'Update 2 applications' }).click();
  await expect(dialog).toBeHidden();
  await expectStatus('Delivered', /Your kit has arrived/);
  await expect(page.getByText('The kit was handed to the courier.')).toBeVisible();
});

test(
  'what was done is shown above what can be done with chosen applications',
  ANY_SCREEN,
  async ({ page }) => {
    const lastName = family();
    await applied(page.request, 'Amina', lastName);
    await openBoard(page, lastName);
    const dialog = await begin(page, 1, 'Start review');
    await dialog.getByRole('button', { name: 'Update 1 application' }).click();
    const news = page.locator('.toast');
    await expect(news).toBeVisible();
    await news.hover();
    await page.getByRole('tab', { name: /^In review \(/ }).press('Enter');
    await page.getByRole('checkbox', { name: 'Select all 1 shown' }).check();
    const bar = page.getByRole('region', { name: 'Actions for selected items' });
    const above = await news.boundingBox();
    const below = await bar.boundingBox();
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
  },
);

test('the board works with the keyboard alone', ANY_SCREEN, async ({ page }) => {
  const lastName = family();
  const { reference } = await applied(page.request, 'Amina', lastName);
  await openBoard(page, lastName);
  const key = (name: string) => page.keyboard.press(name);
  const all = page.getByRole('checkbox', { name: 'Select all 1 shown' });
  await expect(all).toBeVisible();
  await page.getByRole('tab', { name: /^Submitted \(/ }).focus();
  await key('ArrowRight');
  await expect(page.getByRole('tab', { name: /^In review \(/ })).toBeFocused();
  await key('Home');
  await expect(page.getByRole('tab', { name: /^Submitted \(/ })).toBeFocused();
  await expect(all).toBeVisible();
  await key('Tab');
  await expect(all).toBeFocused();
  await key('Tab');
  await expect(page.getByRole('checkbox', { name: `Select ${reference}` })).toBeFocused();
  await key('Space');
  await expect(page.getByRole('status').filter({ hasText: '1 selected.' })).toBeVisible();
  await key('Tab');
  await expect(page.getByRole('link', { name: reference })).toBeFocused();
  await key('Tab');
  const review = page.getByRole('button', { name: 'Start review' });
  await expect(review).toBeFocused();
  await key('Enter');
  const dialog = page.getByRole('dialog', { name: 'Start reviewing these applications?' });
  await expect(dialog.getByText('1 application can move to this step.')).toBeVisible();
  await key('Escape');
  await expect(review).toBeFocused();
  await key('Enter');
  await expect(dialog.getByText('1 application can move to this step.')).toBeVisible();
  await key('Tab');
  await key('Tab');
  await expect(dialog.getByRole('button', { name: 'Update 1 application' })).toBeFocused();
  await key('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByText('No applications here.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Applications and kits' })).toBeFocused();
});

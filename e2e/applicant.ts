import type { Locator, Page, PlaywrightWorkerArgs } from '@playwright/test';
import { ADMIN, expect, newAddress, type Site } from './site.ts';

/** Sets up ways to pay by the administrator's own calls. */
export async function openWays(
  playwright: PlaywrightWorkerArgs['playwright'],
  site: Site,
  configs: readonly { configType: string; configData: object }[],
): Promise<void> {
  const admin = await playwright.request.newContext({
    baseURL: site.url,
    extraHTTPHeaders: { 'Sec-Fetch-Site': 'same-origin' },
  });
  expect((await admin.post('/api/auth/login', { data: ADMIN })).status()).toBe(200);
  for (const data of configs)
    expect((await admin.post('/api/admin/payment-config', { data })).status()).toBe(201);
  await admin.dispose();
  // Pages that are kept are made anew when they are a second old.
  await new Promise((resolve) => setTimeout(resolve, 1200));
}

/** The applicant's data, with an address of their own. */
export const personOf = (firstName: string) => ({
  firstName,
  lastName: 'Mensah',
  dateOfBirth: '03/31/1990',
  placeOfBirth: 'Accra',
  currentNationality: 'Ghana',
  telephone: '+233 24 123 4567',
  email: newAddress(firstName.toLowerCase()),
  homeAddress: '4 Palm Avenue, Accra',
  noticeVersion: '2026-11',
});

/** Fills in the application of the page and goes on to pay; answers the dialog. */
export async function fillInApplication(
  page: Page,
  email: string,
  firstName = 'Amina',
): Promise<Locator> {
  const form = page.locator('#buy-now form').first();
  await form.getByLabel('First name').fill(firstName);
  await form.getByLabel('Last name').fill('Bello');
  await form.getByLabel('Date of birth').pressSequentially('03311990');
  await expect(form.getByText('That is 31 March 1990.')).toBeVisible();
  await form.getByLabel('Place of birth').fill('Kano');
  await form
    .getByRole('combobox', { name: 'Current nationality' })
    .and(page.locator('input'))
    .fill('niger');
  await page.getByRole('listbox').getByRole('option', { name: 'Nigeria' }).click();
  await form.getByLabel('Telephone').fill('+234 803 123 4567');
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Home address').fill('12 Unity Road, opposite the mosque, Kano, Nigeria');
  await form.getByLabel('I understand that the kit is a campaign document').check();
  await form.getByRole('button', { name: 'Continue to Payment' }).click();
  await expect(page.getByRole('dialog', { name: 'Complete Your Payment' })).toBeVisible();
  // Its title changes with what becomes of the payment.
  return page.getByRole('dialog');
}

/** From the end of a payment to the page with the application's status, and to the newest receipt. */
export async function followToReceipt(page: Page, dialog: Locator, arrived: string) {
  await dialog.getByRole('link', { name: 'Follow your application' }).click();
  await expect(page.getByText(arrived)).toBeVisible();
  await page
    .getByRole('link', { name: /^Receipt OAP-\d+/ })
    .last()
    .click();
  await expect(page.getByRole('heading', { name: /^Receipt OAP-\d+/ })).toBeVisible();
}

/** The browser's own applications, as the site answers them. */
export async function myApplications(page: Page): Promise<
  {
    reference: string;
    paymentStatus: string;
    applicationStatus: string;
    receivedAmount: string;
    instalments: { status: string }[];
  }[]
> {
  return page.evaluate(async () => (await fetch('/api/applications/mine')).json());
}

/** The sandbox's chain goes on until no one can take back what is in it. */
export async function finalise(
  { request }: Pick<Page, 'request'>,
  { inboxUrl }: Site,
): Promise<void> {
  const { origin } = new URL(inboxUrl);
  const pressed = await request.post(`${origin}/chain/buttons`, {
    // As from the sandbox's own page.
    headers: { origin },
    form: { press: 'finalise' },
  });
  expect(pressed.ok(), await pressed.text()).toBe(true);
}

/** Follows a transaction from pending over its confirmations to final. */
export async function followToFinal(page: Page, site: Site, dialog: Locator): Promise<void> {
  const progress = dialog.getByRole('progressbar', { name: 'Network confirmation' });
  const far = () => progress.evaluate((bar: HTMLProgressElement) => bar.value);
  await expect.poll(far, { timeout: 20_000 }).toBeGreaterThan(0);
  await finalise(page, site);
  await expect(
    dialog.getByRole('heading', { name: /^Your (purchase|first payment) is complete/ }),
  ).toBeVisible({ timeout: 40_000 });
}

/** Unfolds the details of the application, which are one line on a phone. */
export async function openDetails(dialog: Locator): Promise<void> {
  const fold = dialog.getByText('Details', { exact: true });
  if (await fold.isVisible()) await fold.click();
}

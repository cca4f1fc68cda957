import type { Locator, Page } from '@playwright/test';
import { fillInApplication, followToReceipt, myApplications } from './applicant.ts';
import { passDays } from './clock.ts';
import { isFaultless, pagesIn } from './inspect.ts';
import { ANY_SCREEN, expect, newAddress, test } from './site.ts';

// A plan is charged here month after month.
test.use({ siteName: 'of the months to come' });

/** Addresses that the page asked anything of, other than the site itself. */
function foreign(page: Page, site: { url: string }): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    if (request.url().startsWith('http') && origin !== site.url) asked.push(origin + pathname);
  });
  return asked;
}

/** Complaints of the browser about what the page may not load. */
function refusals(page: Page): string[] {
  const said: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy|Refused to/i.test(message.text())) said.push(message.text());
  });
  return said;
}

const paypalButton = (dialog: Locator) =>
  dialog.getByRole('button', { name: 'PayPal', exact: true });

/** Presses PayPal's button and answers what the payer is asked in its window. */
async function inPaypal(page: Page, dialog: Locator, answer: 'Approve' | 'Cancel' | 'close') {
  const opening = page.waitForEvent('popup');
  await paypalButton(dialog).click();
  const popup = await opening;
  if (answer === 'close') {
    await popup.waitForURL(/checkoutnow/);
    await popup.close();
  } else {
    await popup.getByRole('button', { name: answer }).click();
  }
}

test('an applicant pays once by card, and nothing of PayPal is fetched before', async ({
  page,
  site,
}) => {
  const [asked, refused] = [foreign(page, site), refusals(page)];
  const email = newAddress('ama');
  await page.goto('/');
  await page.getByRole('link', { name: 'Apply for the kit' }).first().click();
  expect(asked).toEqual([]);
  const dialog = await fillInApplication(page, email, 'Ama');
  await expect(dialog.getByText('Due now').locator('..')).toContainText('$1,000.00');
  await expect(paypalButton(dialog)).toBeVisible();
  await inPaypal(page, dialog, 'Approve');
  await expect(dialog.getByRole('heading', { name: 'Payment received' })).toBeFocused();
  await expect(
    dialog.getByRole('heading', { name: 'Your purchase is complete. We’ll confirm it by email.' }),
  ).toBeVisible();
  await isFaultless(page, 'a payment that is complete');
  const [application] = await myApplications(page);
  expect(application).toMatchObject({
    paymentStatus: 'completed',
    applicationStatus: 'submitted',
    receivedAmount: '1000.00',
  });
  expect((await site.mailTo(email, /receipt|received|confirm/i)).text).toContain(
    application?.reference,
  );
  await followToReceipt(page, dialog, 'We received $1,000.00 (Through PayPal).');
  expect(refused).toEqual([]);
  expect(pagesIn(await page.pdf({ format: 'A4', printBackground: true }))).toBe(1);
});

test(
  'a plan begins by card, says what is charged, and charges itself twice as the months go by',
  ANY_SCREEN,
  async ({ page, site }) => {
    test.slow();
    await page.goto('/apply');
    const email = newAddress('kofi');
    const dialog = await fillInApplication(page, email, 'Kofi');
    await dialog.getByRole('tab', { name: 'Payment Plan' }).click();
    await expect(dialog.getByText(/^PayPal will charge you \$100\.00 today/)).toBeVisible();
    await expect(dialog.getByText('Debit or Credit Card')).toHaveCount(0);
    await inPaypal(page, dialog, 'Approve');
    await expect(
      dialog.getByRole('heading', { name: 'Your first payment is complete.' }),
    ).toBeVisible();
    await expect(
      dialog.getByText('$100.00 will be charged monthly for the remaining 11 payments.'),
    ).toBeVisible();
    const paid = async () =>
      (await myApplications(page))[0]?.instalments.filter(({ status }) => status === 'paid').length;
    expect(await paid()).toBe(1);
    for (const count of [2, 3]) {
      await passDays(page, 24);
      await site.mailTo(email, /PayPal will charge you in a week/, `${count} of 12`);
      await passDays(page, 7);
      await expect.poll(paid, { timeout: 30_000 }).toBe(count);
    }
    await followToReceipt(page, dialog, 'We received $100.00 (Through PayPal). Payment 3 of 12.');
    await expect(page.getByText('3 of 12')).toBeVisible();
  },
);

test('a payer of a plan pays the rest at once, and PayPal never charges it again', async ({
  page,
  site,
}) => {
  test.slow();
  await page.goto('/apply');
  const email = newAddress('adjoa');
  const dialog = await fillInApplication(page, email, 'Adjoa');
  await dialog.getByRole('tab', { name: 'Payment Plan' }).click();
  await inPaypal(page, dialog, 'Approve');
  await expect(
    dialog.getByRole('heading', { name: 'Your first payment is complete.' }),
  ).toBeVisible();
  await dialog.getByRole('link', { name: 'Follow your application' }).click();
  const section = page.getByRole('region', { name: 'Paying the rest at once' });
  await expect(section).toContainText('You pay $1,100.00 now instead of 11 payments.');
  await expect(section).toContainText('PayPal will not charge you again');
  await isFaultless(page, 'the rest of a plan');
  await section.getByRole('button', { name: 'Pay $1,100.00 at once...' }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: 'Pay $1,100.00 at once', exact: true })
    .click();
  await expect(
    dialog.getByText('PayPal will charge you $1,100.00 today. This is the last payment.'),
  ).toBeVisible();
  await inPaypal(page, dialog, 'Approve');
  await expect(dialog.getByRole('heading', { name: 'Payment 2 of 2 is complete.' })).toBeVisible();
  expect((await myApplications(page))[0]).toMatchObject({
    paymentStatus: 'completed',
    receivedAmount: '1200.00',
  });
  await site.mailTo(email, /Your plan is complete/, '$1,200.00');
  await passDays(page, 40);
  await page.goto('/application');
  await expect(page.getByText('$1,200.00 of $1,200.00 received.')).toBeVisible();
});

test(
  'a payment that is cancelled, or whose window is closed, can be made again',
  ANY_SCREEN,
  async ({ page }) => {
    await page.goto('/apply');
    const dialog = await fillInApplication(page, newAddress('yaa'), 'Yaa');
    for (const way of ['Cancel', 'close'] as const) {
      await inPaypal(page, dialog, way);
      await expect(dialog.locator('.notice', { hasText: 'Payment Cancelled' })).toBeVisible();
      // The toast is in the bar of the dialog, above what one pays with.
      const toast = await dialog.locator('.toast-neutral').boundingBox();
      const bar = await dialog.locator('.dialog-bar').boundingBox();
      expect(toast && bar && toast.y + toast.height <= bar.y + bar.height).toBe(true);
    }
    await inPaypal(page, dialog, 'Approve');
    await expect(dialog.getByRole('heading', { name: /^Your purchase is complete/ })).toBeVisible();
  },
);

test(
  'a script of PayPal that is blocked is said beside a way to try again',
  ANY_SCREEN,
  async ({ page }) => {
    await page.route(/\/sdk\/js/, (route) => route.abort());
    await page.goto('/apply');
    const dialog = await fillInApplication(page, newAddress('esi'), 'Esi');
    await expect(
      dialog.getByText('PayPal temporarily unavailable. Please try again later or contact support'),
    ).toBeVisible();
    await page.unroute(/\/sdk\/js/);
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await expect(paypalButton(dialog)).toBeVisible();
  },
);

test(
  'a page that is loaded anew in the middle finds the payment where it is',
  ANY_SCREEN,
  async ({ page }) => {
    await page.goto('/apply');
    const dialog = await fillInApplication(page, newAddress('abena'), 'Abena');
    await inPaypal(page, dialog, 'Approve');
    await expect(dialog.getByRole('heading', { name: /^Your purchase is complete/ })).toBeVisible();
    await page.reload();
    await page.locator('#buy-now').getByLabel('First name').click();
    const [application] = await myApplications(page);
    await expect(page.getByText(`${application?.reference}: paid`)).toBeVisible();
  },
);

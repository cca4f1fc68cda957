import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { fillInApplication, openDetails, openWays } from './applicant.ts';
import { panelOf } from './member.ts';
import { ADMIN, ANY_SCREEN, BOTH_SIZES, expect, newAddress, test } from './site.ts';

test.beforeAll(({ playwright, site }) =>
  openWays(playwright, site, [
    { configType: 'zelle', configData: { email: 'pay@example.org', phone: '+1 202 555 0143' } },
    {
      configType: 'bank',
      configData: {
        bankName: 'Unity Bank',
        accountName: 'One Africa',
        accountNumber: '000123456789',
        routingNumber: '021000021',
      },
    },
  ]),
);

test('an applicant sends money with Zelle, claims it, and the administrator confirms it', async ({
  page,
  site,
  browser,
}) => {
  const email = newAddress('amina');
  await page.goto('/');
  await page.getByRole('link', { name: 'Apply for the kit' }).first().click();
  const dialog = await fillInApplication(page, email);
  const name = dialog.getByText('Amina Bello').filter({ visible: true }).first();
  await expect(name).toBeVisible();
  await name.click();
  await expect(dialog.getByText('31 March 1990')).toBeVisible();
  await dialog.getByText('A campaign document. Not valid for travel').click();
  await expect(dialog.getByText('not issued or recognised by any state')).toBeVisible();
  const reference = (await dialog
    .getByText(/^PX-[A-Z0-9]{5}$/)
    .first()
    .textContent()) as string;

  await dialog.getByRole('tab', { name: 'Zelle' }).click();
  await expect(dialog.getByText('Send $1,000.00 with Zelle:')).toBeVisible();
  await expect(dialog.getByText('pay@example.org')).toBeVisible();
  await dialog.getByRole('button', { name: 'I have sent the money' }).click();
  const submit = dialog.getByRole('button', { name: 'Submit number' });
  await dialog.getByRole('textbox', { name: 'Zelle confirmation number' }).fill('  zc-778812 ');
  await submit.click();
  await expect(dialog.getByText(/Payment submitted successfully!/)).toBeVisible();
  expect((await site.mailTo(email)).text).toContain(reference);

  const dashboard = await (
    await browser.newContext({ baseURL: site.url, acceptDownloads: true })
  ).newPage();
  await dashboard.goto('/admin');
  await dashboard.getByLabel('Email').fill(ADMIN.email);
  await dashboard.getByLabel('Password').fill(ADMIN.password);
  await dashboard.keyboard.press('Enter');
  await expect(dashboard.getByText('Login Successful')).toBeVisible();
  await dashboard.getByRole('link', { name: /^Passport applications \d+/ }).click();
  await dashboard
    .getByRole('button', { name: new RegExp(reference) })
    .or(dashboard.getByRole('button', { name: /Amina Bello/ }))
    .first()
    .click();
  const detail = panelOf(dashboard);
  await expect(detail.getByText('ZC-778812').first()).toBeVisible();
  await detail.getByRole('button', { name: 'Confirm payment...' }).click();
  await detail.getByLabel('Statement line').fill('ZELLE FROM AMINA BELLO ZC778812');
  await detail.getByRole('button', { name: 'Confirm payment' }).click();
  await dashboard.getByRole('alertdialog').getByRole('button', { name: 'Confirm payment' }).click();
  await expect(dashboard.getByText(/payment confirmed/i).first()).toBeVisible();
  expect((await site.mailTo(email, /confirm|received/i)).text).toContain(reference);

  await dashboard.goto('/admin');
  await dashboard.getByRole('link', { name: /^Passport applications \d+/ }).click();
  const download = dashboard.waitForEvent('download');
  await dashboard.getByRole('button', { name: 'Download CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('passport-applications.csv');
  const csv = await readFile(await file.path(), 'utf8');
  expect(csv).toContain(reference);
  expect(csv.startsWith('\uFEFF')).toBe(true);
  await dashboard.context().close();
});

test('the plan is explained before it is chosen, and a bank transfer claims its first payment', async ({
  page,
  site,
}) => {
  const email = newAddress('kwame');
  await page.goto('/apply');
  const dialog = await fillInApplication(page, email);
  await dialog.getByRole('tab', { name: 'Bank' }).click();
  await dialog.getByRole('tab', { name: 'Payment Plan' }).click();
  const panel = dialog.getByRole('tabpanel', { name: 'Bank' });
  await expect(panel.getByText('Payment 1 of 12')).toBeVisible();
  await expect(panel.getByText('Send $100.00 by bank transfer:')).toBeVisible();
  await expect(panel.getByText('$200.00 more than paying once.')).toBeVisible();
  await expect(panel.getByText(/Then you send \$100.00 on .+ and each month until/)).toBeVisible();
  await dialog.getByRole('button', { name: 'I have sent the money' }).click();
  await dialog.getByRole('textbox', { name: 'Bank reference number' }).fill('FT26325ABCD');
  await dialog.getByRole('button', { name: 'Submit number' }).click();
  await expect(dialog.getByText(/Payment submitted successfully!/)).toBeVisible();
  await site.mailTo(email);
});

test('crypto says that it is not configured', ANY_SCREEN, async ({ page }) => {
  await page.goto('/apply');
  const dialog = await fillInApplication(page, newAddress('crypto'));
  await expect(dialog.getByRole('tab', { name: 'Crypto' })).toHaveCount(0);
  await dialog.getByText(/^Not set up yet: .*Crypto/).click();
  await expect(dialog.getByText(/Crypto payments are not available/)).toBeVisible();
});

test('the details can be edited, and a second visit goes on where the first one stopped', async ({
  page,
}) => {
  await page.goto('/apply');
  const dialog = await fillInApplication(page, newAddress('edit'));
  await openDetails(dialog);
  await dialog.getByRole('button', { name: 'Edit Application Details' }).click();
  await expect(page.locator('#buy-now').getByLabel('First name')).toBeFocused();
  await page.waitForTimeout(500);
  await expect(page.locator('#buy-now').getByLabel('First name')).toBeInViewport();
  const form = page.locator('#buy-now form').first();
  await form.getByLabel('Last name').fill('Bello-Musa');
  await form.getByRole('button', { name: 'Continue to Payment' }).click();
  await expect(
    dialog.getByText('Amina Bello-Musa').filter({ visible: true }).first(),
  ).toBeVisible();

  // Without a touch of the form.
  await page.reload();
  await page.getByRole('button', { name: /^Continue with PX-/ }).click();
  await expect(
    page
      .getByRole('dialog', { name: 'Complete Your Payment' })
      .getByText('Amina Bello-Musa')
      .filter({ visible: true })
      .first(),
  ).toBeVisible();
});

test(
  'wrong details are named at their fields and nothing typed is lost',
  ANY_SCREEN,
  async ({ page }) => {
    await page.goto('/apply');
    const form = page.locator('#buy-now form').first();
    await form.getByLabel('First name').fill('A');
    await form.getByLabel('Date of birth').pressSequentially('02301990');
    await form.getByLabel('Home address').fill('P.O. Box 12, Lagos');
    await form.getByRole('button', { name: 'Continue to Payment' }).click();
    const summary = form.getByRole('alert');
    await expect(summary).toBeFocused();
    await expect(summary.getByRole('link')).toHaveText([/^First name and \d more fields$/]);
    for (const complaint of [
      'P.O. Box addresses are not allowed. Please provide your home address.',
      'Please tick the box to show that you understand what the kit is and is not',
    ])
      await expect(form.getByText(complaint).last()).toBeVisible();
    await expect(form.getByLabel('Home address')).toHaveValue('P.O. Box 12, Lagos');
    await summary.getByRole('link', { name: 'First name' }).click();
    await expect(form.getByLabel('First name')).toBeFocused();
  },
);

test(
  'a second applicant from the same device is asked to pay for their own application',
  ANY_SCREEN,
  async ({ page }) => {
    await page.goto('/apply');
    const dialog = await fillInApplication(page, newAddress('first'));
    const first = (await dialog
      .getByText(/^PX-[A-Z0-9]{5}$/)
      .first()
      .textContent()) as string;
    await dialog.getByRole('tab', { name: 'Zelle' }).click();
    await dialog.getByRole('button', { name: 'I have sent the money' }).click();
    await dialog.getByRole('textbox', { name: 'Zelle confirmation number' }).fill(`Z${Date.now()}`);
    await dialog.getByRole('button', { name: 'Submit number' }).click();
    const thanks = dialog.getByRole('heading', { name: /Payment submitted successfully!/ });
    await expect(thanks).toBeFocused();
    await expect(dialog.getByText(first).filter({ visible: true }).first()).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByText(`${first}: we are checking your payment`)).toBeVisible();

    const form = page.locator('#buy-now form').first();
    await expect(form.getByLabel('First name')).toHaveValue('');
    await expect(page.locator('[aria-current=step]')).toContainText('Application');
    await expect(page.getByText('You have an application')).toBeFocused();
    await fillInApplication(page, newAddress('second'), 'Chidi');
    await expect(dialog.getByText('Chidi Bello').filter({ visible: true }).first()).toBeVisible();
    await expect(dialog.getByText(first)).toHaveCount(0);
    await dialog.getByRole('tab', { name: 'Zelle' }).click();
    await expect(dialog.getByText('Send $1,000.00 with Zelle:')).toBeVisible();
  },
);

const application = (page: Page) => page.locator('#buy-now form');

test(
  'the application is folded on a phone until somebody wants it, and open on a wide screen',
  BOTH_SIZES,
  async ({ page, isMobile }) => {
    await page.goto('/');
    const name = application(page).getByLabel('First name');
    if (!isMobile) {
      await expect(name).toBeVisible();
      await expect(page.getByText('Fill in the application')).toBeHidden();
      return;
    }
    await expect(name).toBeHidden();
    await page.getByText('Fill in the application').tap();
    await expect(page.getByText('Fill in the application')).toBeHidden();
    await name.fill('Amina');
    // A reload finds it open; the page was not left by it.
    await expect(page).toHaveURL('/#buy-now');
    await page.reload();
    await expect(name).toBeVisible();
  },
);

test(
  'the application is open for who comes by a link or an address',
  ANY_SCREEN,
  async ({ page }) => {
    await page.goto('/#buy-now');
    const name = application(page).getByLabel('First name');
    await expect(name).toBeVisible();
    await page.goto('/');
    await page.getByRole('link', { name: 'Apply for the kit' }).first().click();
    await expect(name).toBeVisible();
    await name.fill('Amina');
    // Nobody folds it by mistake; who is led there again finds the words where they were.
    await expect(page.getByText('Fill in the application')).toBeHidden();
    await page.getByRole('link', { name: 'Apply for the kit' }).first().click();
    await expect(name).toHaveValue('Amina');
    await expect(name).toBeVisible();
  },
);

test('Back closes the payment and stays at the application', ANY_SCREEN, async ({ page }) => {
  await page.goto('/apply');
  const dialog = await fillInApplication(page, newAddress('back'));
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL('/apply');
  await expect(page.locator('#buy-now').getByLabel('First name')).toHaveValue('Amina');
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Continue to Payment' })).toBeFocused();
});

test(
  'the payment details come with the sentence that there are no refunds',
  ANY_SCREEN,
  async ({ page }) => {
    await page.goto('/apply');
    const dialog = await fillInApplication(page, newAddress('terms'));
    await dialog.getByRole('tab', { name: 'Zelle' }).click();
    await expect(dialog.getByText('Send $1,000.00 with Zelle:')).toBeVisible();
    await expect(dialog.getByText(/^All payments are final/)).toBeVisible();
  },
);

for (const { language, label, hint, question, change, echo } of [
  {
    language: 'en',
    label: 'Date of birth',
    hint: 'Month/day/year, for example 03/31/1990 for 31 March.',
    question: 'Did you mean 31 December 1990?',
    change: 'Change it to 12/31/1990',
    echo: 'That is 31 December 1990.',
  },
  {
    language: 'fr',
    label: 'Date de naissance',
    hint: 'Mois/jour/année, par exemple 03/31/1990 pour le 31 mars.',
    question: 'Vouliez-vous dire le 31 décembre 1990\u202f?',
    change: 'Remplacer par 12/31/1990',
    echo: 'C’est le 31 décembre 1990.',
  },
])
  test(
    `a date written day first is changed by a yes (${language})`,
    ANY_SCREEN,
    async ({ page }) => {
      await page.goto(`/apply?lang=${language}`);
      const form = page.locator('#buy-now form').first();
      const born = form.getByLabel(label);
      await expect(born).toHaveAccessibleDescription(hint);
      await born.pressSequentially('31121990');
      await expect(form.getByText(question)).toBeVisible();
      await expect(born).toHaveValue('31/12/1990');
      await form.getByRole('button', { name: change }).click();
      await expect(born).toHaveValue('12/31/1990');
      await expect(born).toBeFocused();
      await expect(form.getByText(echo)).toBeVisible();
    },
  );

test(
  'an application that is not paid is not forgotten by one tap',
  ANY_SCREEN,
  async ({ page }) => {
    await page.goto('/apply');
    const dialog = await fillInApplication(page, newAddress('forget'));
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Forget me on this device' }).click();
    const question = page.getByRole('alertdialog', { name: /unpaid/ });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByText(/^PX-[A-Z0-9]{5}: not paid yet$/)).toBeVisible();
    await page.getByRole('button', { name: 'Forget me on this device' }).click();
    await question.getByRole('button', { name: 'Forget me' }).click();
    await expect(page.getByText(/^PX-[A-Z0-9]{5}: not paid yet$/)).toHaveCount(0);
  },
);

test.describe('without JavaScript', ANY_SCREEN, () => {
  test.use({ javaScriptEnabled: false });

  test('a tap unfolds the application of the start page', async ({ page }) => {
    await page.goto('/');
    const name = application(page).getByLabel('First name');
    await expect(name).toBeHidden();
    await page.getByText('Fill in the application').click();
    await expect(name).toBeVisible();
  });

  test('applying and joining say what they need and send nothing', async ({ page }) => {
    await page.goto('/apply');
    const form = page.locator('#buy-now form').first();
    // Playwright does not read the words inside of a noscript element, but sees its links.
    await expect(form.locator('noscript a[href="/contact"]')).toBeVisible();
    await expect(form.getByRole('button', { name: 'Continue to Payment' })).toBeHidden();
    await form.getByLabel('First name').fill('Amina');
    await form.getByLabel('First name').press('Enter');
    await expect(page).toHaveURL('/apply');
    await expect(form.getByLabel('First name')).toHaveValue('Amina');
    await page.goto('/join');
    await expect(page.locator('noscript p').first()).toBeVisible();
    for (const path of ['/admin', '/profile', '/messages']) {
      await page.goto(path);
      await expect(page.locator('noscript a[href="/"]')).toBeVisible();
    }
  });
});

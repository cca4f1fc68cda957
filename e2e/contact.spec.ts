import { ADMIN, ANY_SCREEN, expect, newAddress, test } from './site.ts';

async function fillIn(form: import('@playwright/test').Locator, email: string) {
  await form.getByLabel('First name').fill('Awa');
  await form.getByLabel('Last name').fill('Diop');
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Message').fill('How do I help in Dakar?\nI have two free evenings.');
}

test('a visitor who asks a question sees that it arrived, and the administrator gets it', async ({
  page,
  site,
}) => {
  const email = newAddress('awa');
  await page.goto('/#contact');
  const form = page.locator('#contact form');
  await fillIn(form, email);
  // Until the page’s script has come it is a plain list.
  const country = form.getByRole('combobox', { name: 'Country' }).and(page.locator('input'));
  await country.fill('sene');
  await page.getByRole('listbox').getByRole('option', { name: 'Senegal' }).click();
  await form.getByRole('button', { name: 'Send message' }).click();

  await expect(
    page.getByRole('status').filter({ hasText: 'Message Sent Successfully!' }),
  ).toBeVisible();
  await expect(form.getByLabel('Message')).toHaveValue('');
  const receipt = await site.mailTo(email);
  expect(receipt.text).toContain('One of us will read your message');
  expect(receipt.text).not.toContain('two free evenings');
  const notice = await site.mailTo(ADMIN.email, /Request for information/, email);
  expect(notice.text).toContain('two free evenings');
});

test(
  'a message that cannot be sent stays in the form and is sent once the network is back',
  ANY_SCREEN,
  async ({ page, site }) => {
    const email = newAddress('offline');
    await page.goto('/#contact');
    const form = page.locator('#contact form');
    await fillIn(form, email);
    // A plain list until React is hydrated.
    await form.locator('input[role=combobox]').fill('ghana');
    await page.getByRole('listbox').getByRole('option', { name: 'Ghana' }).click();
    await page.route('**/api/contact', (route) => route.abort());
    await form.getByRole('button', { name: 'Send message' }).click();
    await expect(form.getByRole('alert')).toContainText('We got no answer');
    await expect(form.getByLabel('Message')).toHaveValue(/two free evenings/);
    await page.unroute('**/api/contact');
    await form.getByRole('button', { name: 'Send message' }).click();
    await expect(
      page.getByRole('status').filter({ hasText: 'Message Sent Successfully!' }),
    ).toBeVisible();
    await site.mailTo(email);
  },
);

test.describe('without JavaScript', ANY_SCREEN, () => {
  test.use({ javaScriptEnabled: false });

  test('a visitor asks a question', async ({ page, site }) => {
    const email = newAddress('nojs');
    await page.goto('/#contact');
    const form = page.locator('#contact form');
    await fillIn(form, email);
    await form.getByLabel('Country').selectOption('Kenya');
    await page.waitForTimeout(2100);
    await form.getByRole('button', { name: 'Send message' }).click();
    await expect(page).toHaveURL('/thanks/contact#main');
    await expect(page.getByRole('heading', { name: 'Message Sent Successfully!' })).toBeVisible();
    await site.mailTo(email);
  });
});

import type { Locator } from '@playwright/test';
import { newName } from './member.ts';
import { ANY_SCREEN, expect, newAddress, test } from './site.ts';

async function fillIn(form: Locator, email: string, organization = 'Lycée de la Teranga') {
  await form.getByLabel('Organization name').fill(organization);
  await form.getByLabel('Organization type').selectOption('Educational Institution');
  await form.getByLabel('Website').fill('https://teranga.example.org');
  await form.getByLabel('First name').fill('Awa');
  await form.getByLabel('Last name').fill('Diop');
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Partnership type').selectOption('Event Collaboration');
  await form.getByLabel('Proposed contribution').fill('Twelve beds in the holidays.');
  await form.getByLabel('Message').fill('When may we begin?');
}

test('an organization proposes a partnership, sees that it arrived, and the administrator gets it', async ({
  page,
  site,
}) => {
  const email = newAddress('partner');
  const organization = `Lycée ${newName()}`;
  await page.goto('/');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Partner with Us' }).click();
  await expect(page).toHaveURL('/partner');
  const dialog = page.getByRole('dialog', { name: 'Partnership Application' });
  await fillIn(dialog, email, organization);
  await dialog.getByRole('combobox', { name: 'Country' }).and(page.locator('input')).fill('sene');
  await page.getByRole('listbox').getByRole('option', { name: 'Senegal' }).click();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Partner with Us' }).click();
  await expect(dialog.getByLabel('Proposed contribution')).toHaveValue(/Twelve beds/);
  await dialog.getByRole('button', { name: 'Submit Application' }).click();
  const toast = page.getByRole('status').filter({ hasText: 'Partnership Application Submitted!' });
  await expect(toast).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL('/');
  expect((await site.mailTo(email)).text).toContain('Your partnership application has arrived');
  const notice = await site.mailTo('admin@example.org', new RegExp(`from ${organization}`));
  expect(notice.text).toContain('Twelve beds in the holidays.');
  expect(notice.text).toContain('https://teranga.example.org');
});

test.describe('without JavaScript', ANY_SCREEN, () => {
  test.use({ javaScriptEnabled: false });

  test('an organization proposes a partnership', async ({ page, site }) => {
    const email = newAddress('nojs');
    await page.goto('/partner');
    const dialog = page.getByRole('main');
    await fillIn(dialog, email);
    await dialog.getByLabel('Country').selectOption('Senegal');
    await page.waitForTimeout(2100);
    await dialog.getByRole('button', { name: 'Submit Application' }).click();
    await expect(page).toHaveURL('/thanks/partner#main');
    await expect(
      page.getByRole('heading', { name: 'Partnership Application Submitted!' }),
    ).toBeVisible();
    await site.mailTo(email);
  });
});

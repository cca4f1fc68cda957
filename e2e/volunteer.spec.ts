import type { Locator } from '@playwright/test';
import { newName } from './member.ts';
import { ANY_SCREEN, expect, newAddress, test } from './site.ts';

async function fillIn(form: Locator, email: string, lastName = 'Diop') {
  await form.getByLabel('First name').fill('Awa');
  await form.getByLabel('Last name').fill(lastName);
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Skills').fill('Wolof, French,\nand a good camera.');
  await form.getByLabel('Motivation').fill('My grandmother needed three visas.');
}

test('a visitor applies to volunteer, sees that it arrived, and the administrator gets it', async ({
  page,
  site,
}) => {
  const email = newAddress('volunteer');
  const lastName = newName();
  await page.goto('/');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Volunteer' }).click();
  await expect(page).toHaveURL('/volunteer');
  const dialog = page.getByRole('dialog', { name: 'Volunteer Application' });
  await dialog.getByRole('button', { name: 'Submit Application' }).click();
  await expect(dialog.getByRole('alert')).toBeFocused();
  await fillIn(dialog, email, lastName);
  await dialog.getByRole('combobox', { name: 'Country' }).and(page.locator('input')).fill('sene');
  await page.getByRole('listbox').getByRole('option', { name: 'Senegal' }).click();
  await dialog.getByLabel('Availability').selectOption('Event-based only');
  await dialog.getByRole('button', { name: 'Submit Application' }).click();

  const toast = page.getByRole('status').filter({ hasText: 'Application Submitted Successfully!' });
  await expect(toast).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL('/');
  expect((await site.mailTo(email)).text).toContain('Your volunteer application has arrived');
  const subject = new RegExp(`Volunteer application from Awa ${lastName}`);
  const notice = await site.mailTo('admin@example.org', subject);
  expect(notice.text).toContain('and a good camera.');
  expect(notice.text).toContain('Event-based only');
});

test(
  'an application that cannot be sent is kept, closed and opened again, and sent once the network is back',
  ANY_SCREEN,
  async ({ page, site }) => {
    const email = newAddress('patient');
    await page.goto('/');
    const open = page.getByRole('contentinfo').getByRole('link', { name: 'Volunteer' });
    await open.click();
    const dialog = page.getByRole('dialog', { name: 'Volunteer Application' });
    await fillIn(dialog, email);
    await dialog
      .getByRole('combobox', { name: 'Country' })
      .and(page.locator('input'))
      .fill('ghana');
    await page.getByRole('listbox').getByRole('option', { name: 'Ghana' }).click();
    await dialog.getByLabel('Availability').selectOption('Project-based');
    await page.route('**/api/volunteer', (route) => route.abort());
    await dialog.getByRole('button', { name: 'Submit Application' }).click();
    await expect(dialog.getByRole('alert').first()).toContainText('We got no answer');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
    await page.unroute('**/api/volunteer');
    await open.click();
    await expect(dialog.getByLabel('Skills')).toHaveValue(/a good camera/);
    await expect(dialog.getByLabel('Availability')).toHaveValue('Project-based');
    await dialog.getByRole('button', { name: 'Submit Application' }).click();
    await expect(dialog).toBeHidden();
    await site.mailTo(email);
    await open.click();
    await expect(dialog.getByLabel('Skills')).toHaveValue('');
  },
);

test(
  'text that was typed at the address of the form before hydration is sent',
  ANY_SCREEN,
  async ({ page, site }) => {
    const email = newAddress('early');
    await page.route('**/assets/entry.client*', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1000));
      await route.continue();
    });
    await page.goto('/volunteer', { waitUntil: 'commit' });
    const dialog = page.getByRole('main');
    await fillIn(dialog, email);
    await dialog.getByLabel('Country').selectOption('Ghana');
    await dialog.getByLabel('Availability').selectOption('Flexible as needed');
    await dialog.getByRole('button', { name: 'Submit Application' }).click();
    await expect(page).toHaveURL('/thanks/volunteer');
    await expect(
      page.getByRole('heading', { name: 'Application Submitted Successfully!' }),
    ).toBeVisible();
    await site.mailTo(email);
  },
);

test.describe('without JavaScript', ANY_SCREEN, () => {
  test.use({ javaScriptEnabled: false });

  test('a visitor who applies to volunteer sees what is wrong first and loses no word', async ({
    page,
    site,
  }) => {
    const email = newAddress('nojs');
    await page.goto('/volunteer');
    const dialog = page.getByRole('main');
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeHidden();
    await fillIn(dialog, email);
    await dialog.getByLabel('Phone').fill('+221 1');
    await dialog.getByLabel('Country').selectOption('Senegal');
    await dialog.getByLabel('Availability').selectOption('Project-based');
    // Faster than anyone reads is taken for a program.
    await page.waitForTimeout(2100);
    await dialog.getByRole('button', { name: 'Submit Application' }).click();
    await expect(page.getByRole('alert')).toContainText('Please enter a valid phone number');
    await expect(dialog.getByLabel('Skills')).toHaveValue(/a good camera/);
    await expect(dialog.getByLabel('Country')).toHaveValue('Senegal');
    await expect(dialog.getByLabel('Availability')).toHaveValue('Project-based');
    await dialog.getByLabel('Phone').fill('');
    await dialog.getByRole('button', { name: 'Submit Application' }).click();
    await expect(page).toHaveURL('/thanks/volunteer#main');
    await expect(
      page.getByRole('heading', { name: 'Application Submitted Successfully!' }),
    ).toBeVisible();
    await site.mailTo(email);
  });
});

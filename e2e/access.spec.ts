import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { ADMIN, expect, newAddress, test } from './site.ts';

const violations = async (page: Page) =>
  (await new AxeBuilder({ page }).analyze()).violations.map(({ id, nodes }) => [
    id,
    nodes.map((node) => node.html),
  ]);

for (const scheme of ['light', 'dark'] as const) {
  test(`axe finds nothing on the public pages in ${scheme} colours`, async ({ page }) => {
    // Half risen, a dialog has half its contrast.
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    for (const path of [
      '/',
      '/sign',
      '/apply',
      '/join',
      '/volunteer',
      '/partner',
      '/share',
      '/thanks/contact',
      '/profile',
      '/messages',
      '/admin',
      '/nowhere',
    ]) {
      await page.goto(path);
      await page.getByRole('heading').first().waitFor();
      if (path === '/join') await page.getByRole('dialog').waitFor();
      expect(await violations(page), path).toEqual([]);
    }
  });
}

test('axe finds nothing in the dashboard', async ({ page }) => {
  await page.goto('/admin');
  await page.getByLabel('Email').fill(ADMIN.email);
  await page.getByLabel('Password').fill(ADMIN.password);
  await page
    .getByRole('button', { name: 'Sign in' })
    .or(page.getByRole('button', { name: 'Login' }))
    .first()
    .click();
  await expect(page.getByRole('heading', { name: 'Admin dashboard' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  for (const path of ['/admin/submissions', '/admin/payments']) {
    await page.goto(path);
    await page.getByRole('heading', { name: 'Admin dashboard' }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(await violations(page), path).toEqual([]);
  }
});

test('nothing is wider than the screen at 320 pixels', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const path of [
    '/',
    '/sign',
    '/apply',
    '/join',
    '/volunteer',
    '/partner',
    '/share',
    '/admin',
    '/nowhere',
  ]) {
    await page.goto(path);
    await page.getByRole('heading').first().waitFor();
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth),
      path,
    ).toBeLessThanOrEqual(320);
  }
});

test('a visitor signs with the keyboard alone', async ({ page, site }) => {
  const email = newAddress('keys');
  await page.goto('/');
  const link = page
    .getByRole('main')
    .getByRole('link', { name: 'Sign the Unity Declaration' })
    .first();
  for (let i = 0; i < 30 && !(await link.evaluate((el) => el === document.activeElement)); i++) {
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Unity Declaration' });
  await expect(dialog).toBeVisible();
  const typeInto = async (name: string, text: string) => {
    const field = dialog.getByLabel(name);
    for (let i = 0; i < 10 && !(await field.evaluate((el) => el === document.activeElement)); i++) {
      await page.keyboard.press('Tab');
    }
    await page.keyboard.type(text);
  };
  await typeInto('Full name', 'Zola Dlamini');
  await typeInto('Email', email);
  await typeInto('Country', 'leso');
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Country')).toHaveValue('Lesotho');
  await typeInto('I have read the Unity Declaration', ' ');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'Declaration Signed!' })).toBeVisible();
  await site.mailTo(email);
});

test('Back closes the dialog and the address says what is open', async ({ page }) => {
  await page.goto('/');
  await page
    .getByRole('main')
    .getByRole('link', { name: 'Sign the Unity Declaration' })
    .first()
    .click();
  await expect(page).toHaveURL('/sign');
  await page.goBack();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('dialog', { name: 'Unity Declaration' })).toBeHidden();
});

test('the menu folds itself up and stays one line at 320 pixels', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/');
  const menu = page.getByText('Menu', { exact: true });
  const link = page.locator('header').getByRole('link', { name: 'Contact' });
  const header = await page.locator('header').boundingBox();
  expect(header?.height ?? 999).toBeLessThan(80);
  await menu.click();
  await expect(link).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(link).toBeHidden();
  await expect(menu).toBeFocused();
  await menu.click();
  await link.click();
  await expect(link).toBeHidden();
  await menu.click();
  await page.mouse.click(160, 600);
  await expect(link).toBeHidden();
});

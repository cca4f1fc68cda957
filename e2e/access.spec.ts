import { ANY_SCREEN, expect, newAddress, test } from './site.ts';

test('a visitor signs with the keyboard alone', async ({ page, site }) => {
  const email = newAddress('keys');
  await page.goto('/');
  const link = page
    .getByRole('main')
    .getByRole('link', { name: 'Sign the Unity Declaration' })
    .first();
  // On a wide screen the link is far below the form of the hero.
  for (let i = 0; i < 120 && !(await link.evaluate((el) => el === document.activeElement)); i++) {
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

test('the menu folds itself up and stays one line at 320 pixels', ANY_SCREEN, async ({ page }) => {
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

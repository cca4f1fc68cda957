import { expect, newAddress, test } from './site.ts';

test('a visitor joins, is greeted by name, logs out and comes back', async ({ page, isMobile }) => {
  const email = newAddress('member');
  const openMenu = async () => {
    if (isMobile) await page.getByText('Menu', { exact: true }).click();
  };
  await page.goto('/');
  await openMenu();
  await page.getByRole('link', { name: 'Join Us' }).click();
  const dialog = page.getByRole('dialog', { name: 'Join the Movement' });
  await dialog.getByRole('tab', { name: 'Register' }).click();
  await dialog.getByRole('textbox', { name: 'First name' }).fill('Nia');
  await dialog.getByRole('textbox', { name: 'Last name' }).fill('Okafor');
  await dialog.getByRole('textbox', { name: 'Email' }).fill(email);
  await dialog.getByRole('textbox', { name: 'Password' }).fill('password');
  await dialog.getByRole('button', { name: 'Register' }).click();
  await expect(dialog.getByRole('alert').first()).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Password' }).fill('threads of one cloth');
  await dialog.getByRole('button', { name: 'Register' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.locator('header summary:focus')).toHaveCount(1);

  const greeting = page.getByText('Nia', { exact: true }).filter({ visible: true });
  if (!(await greeting.isVisible())) await openMenu();
  await greeting.click();
  await expect(page.getByRole('link', { name: 'Profile' }).filter({ visible: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Admin' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Log Out' }).filter({ visible: true }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Logged out' })).toBeVisible();

  await page.goto('/join');
  await dialog.getByRole('textbox', { name: 'Email' }).fill(email);
  await dialog.getByRole('textbox', { name: 'Password' }).fill('not the password');
  await dialog.getByRole('button', { name: 'Login' }).click();
  await expect(
    dialog.getByRole('alert').filter({ hasText: 'Invalid credentials' }).first(),
  ).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Password' }).fill('threads of one cloth');
  await dialog.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Welcome back!' })).toBeVisible();

  // The cookie's hint wakes the page by itself on the next visit.
  await page.goto('/');
  if (isMobile) await openMenu();
  await expect(greeting).toBeVisible();
});

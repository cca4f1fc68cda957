import type { Page } from '@playwright/test';
import { PUBLIC_PATHS } from '../src/server/pages.ts';
import { axeOn } from './axe.ts';
import { openDesk } from './member.ts';
import { ANY_SCREEN, expect, newAddress, test } from './site.ts';

/** All that axe knows in light colours; in dark ones nothing else can differ than the contrast. */
async function isFaultless(page: Page, state: string, part = 'html') {
  for (const colorScheme of ['dark', 'light'] as const) {
    // Half risen, a dialog has half its contrast.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const judge = axeOn(page).include(part);
    if (colorScheme === 'dark') judge.withRules('color-contrast');
    const { violations } = await judge.analyze();
    const found = violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
    expect(found, `${state}, ${colorScheme}`).toEqual([]);
  }
}

test('axe finds nothing on any public page, light or dark', async ({ page }) => {
  // Dozens of pages, each looked at twice.
  test.slow();
  const members = ['/profile', '/messages', '/admin'];
  for (const path of [...PUBLIC_PATHS, '/nowhere', '/?lang=fr', ...members]) {
    await page.goto(path);
    await page.getByRole('heading').first().waitFor();
    if (path === '/join') await page.getByRole('dialog').waitFor();
    // Around these stands the start page once more.
    const isDialog = ['/volunteer', '/partner', '/share', '/join'].includes(path);
    await isFaultless(page, path, isDialog ? 'dialog' : 'html');
  }
});

test('axe finds nothing in dialogs over the page, menus, refusals, toasts and thanks, light or dark', async ({
  page,
  isMobile,
}) => {
  // Dozens of pages, each looked at twice.
  test.slow();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  if (isMobile) {
    await page.getByText('Menu', { exact: true }).click();
    await isFaultless(page, 'the menu');
  }
  await page.getByRole('link', { name: 'Join Us' }).filter({ visible: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Login' }).click();
  await isFaultless(page, 'a refused login');
  await dialog.getByRole('tab', { name: 'Register' }).click();
  await isFaultless(page, 'the registration');
  await page.keyboard.press('Escape');
  for (const [path, button] of [
    ['/volunteer', 'Submit Application'],
    ['/partner', 'Submit Application'],
    ['/share', 'Copy link'],
    ['/sign', 'Sign the declaration'],
  ] as const) {
    await page.locator(`footer a[href="${path}"]`).click();
    await dialog.getByRole('button', { name: button }).click();
    const said = page.locator('[role=alert], [role=status]').filter({ hasText: /./ });
    await said.filter({ visible: true }).first().waitFor();
    await isFaultless(page, `${path} over the page, refused or done`);
    if (path !== '/sign') await page.keyboard.press('Escape');
  }
  await dialog.getByLabel('Full name').fill('Awa Diop');
  await dialog.getByLabel('Email').fill(newAddress('faultless'));
  await dialog.getByRole('combobox', { name: 'Country' }).fill('to');
  await isFaultless(page, 'a list to choose from');
  await page.getByRole('option', { name: 'Togo' }).click();
  await dialog.getByLabel('I have read the Unity Declaration').check();
  await dialog.getByRole('button', { name: 'Sign the declaration' }).click();
  await page.getByRole('status').filter({ hasText: 'Declaration Signed!' }).waitFor();
  await isFaultless(page, 'the thanks and their toast');

  // The form as the server draws it again when it was sent without scripts.
  await page.goto('/partner');
  await page.evaluate(() => document.querySelector<HTMLFormElement>('dialog form.grid')?.submit());
  await page.getByRole('alert').first().waitFor();
  await isFaultless(page, 'a refused plain form');
  await page.goto('/#contact');
  await page.getByRole('button', { name: 'Send message' }).click();
  await page.locator('#contact').getByRole('alert').waitFor();
  await isFaultless(page, 'a refused message');
});

test('axe finds nothing in the dashboard, light or dark', async ({ page }) => {
  for (const path of ['/admin', '/admin/submissions', '/admin/payments']) {
    await openDesk(page, path);
    await page.getByRole('heading', { name: 'Admin dashboard' }).waitFor();
    await page.waitForLoadState('networkidle');
    await isFaultless(page, path);
  }
});

test(
  'no document of members is wider than the screen at 320 pixels',
  ANY_SCREEN,
  async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    for (const path of ['/profile', '/messages', '/admin']) {
      await page.goto(path);
      await page.getByRole('heading').first().waitFor();
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth),
        path,
      ).toBeLessThanOrEqual(320);
    }
  },
);

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

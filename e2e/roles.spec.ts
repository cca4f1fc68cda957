import type { Page } from '@playwright/test';
import { isFaultless } from './inspect.ts';
import {
  dashboardTab,
  logInByCall,
  newMember,
  openDashboard,
  panelOf,
  send,
  statusOf,
  test,
  toast,
} from './member.ts';
import { ANY_SCREEN, expect, SETTINGS_CHANGE } from './site.ts';

// Of its own: pauses hold for the whole site.
test.use({ siteName: SETTINGS_CHANGE });

const tabsOf = (page: Page) =>
  page
    .getByRole('tablist', { name: 'Dashboard', includeHidden: true })
    .getByRole('tab', { includeHidden: true })
    .allTextContents();

test('an editor sees the pages of an editor, and those of a moderator as soon as an owner changes the role', async ({
  page,
  others,
}) => {
  const efua = newMember('Efua');
  await openDashboard(page, '/admin/settings/roles');
  await expect(page.getByRole('heading', { name: 'What each role can do' })).toBeVisible();
  const created = await send(page, '/api/admin/create-admin', { ...efua, role: 'editor' });
  expect(created.status(), await created.text()).toBe(201);

  const theirs = await others.page();
  expect((await logInByCall(theirs, efua)).status()).toBe(200);
  await theirs.goto('/admin/users');
  await expect(theirs.getByText('Your role cannot open this page.')).toBeVisible();
  await expect(theirs.getByText('Your role is Editor.')).toBeVisible();
  await isFaultless(theirs, 'a page of another role');
  await theirs.getByRole('link', { name: 'Back to the dashboard' }).click();
  await expect(dashboardTab(theirs, 'Content')).toBeAttached();
  expect(await tabsOf(theirs)).toEqual(['Content', 'Social', 'Settings']);
  expect((await theirs.request.get('/api/admin/users')).status()).toBe(403);

  await page.goto(`/admin/users?search=${encodeURIComponent(efua.email)}`);
  await page.getByRole('button', { name: 'Efua Okafor' }).click();
  const dialog = panelOf(page, 'Efua Okafor');
  await dialog.getByRole('button', { name: 'Change the role...' }).click();
  await expect(dialog.getByRole('radio', { name: /^Editor/ })).toBeChecked();
  await expect(dialog.getByRole('button', { name: 'Save the role' })).toBeDisabled();
  await dialog.getByRole('radio', { name: /^Moderator/ }).check();
  await dialog.getByRole('button', { name: 'Save the role' }).click();
  const question = page.getByRole('alertdialog', { name: 'Give the role “Moderator”?' });
  await question.getByRole('button', { name: 'Give the role' }).click();
  await expect(toast(page, 'The role is saved.')).toBeVisible();
  await expect(dialog.getByText('Moderator', { exact: true })).toBeVisible();

  const again = theirs.getByRole('dialog', { name: 'Log in again' });
  await expect(again, 'the open dashboard hears it by itself').toBeVisible();
  expect(await statusOf(theirs)).toBe(401);
  await again.getByLabel('Your password').fill(efua.password);
  await theirs.keyboard.press('Enter');
  await expect(dashboardTab(theirs, 'Users')).toBeAttached();
  expect(await tabsOf(theirs)).toEqual([
    'Submissions',
    'Users',
    'Contact',
    'Declarations',
    'Email',
    'Settings',
  ]);
});

test(
  'signing is paused with words that a visitor reads, who loses nothing',
  ANY_SCREEN,
  async ({ page, others }) => {
    const words = 'Our looms rest until Monday.';
    const visitor = await others.page();
    await visitor.goto('/sign');
    const form = visitor.getByRole('region', { name: 'Unity Declaration' });
    await form.getByLabel('Full name').fill('Awa Diop');
    await form.getByLabel('Email').fill('awa@example.org');
    // A native list until the page is hydrated.
    await expect(form.getByLabel('Country')).toHaveJSProperty('tagName', 'INPUT');
    await form.getByLabel('Country').fill('seneg');
    await form.getByRole('option', { name: 'Senegal' }).click();
    await form.getByLabel('I have read the Unity Declaration').check();

    await openDashboard(page, '/admin/settings/pauses');
    const signing = page.getByRole('region', { name: 'Signing the declaration' });
    await signing.getByLabel('Message to visitors, in English').fill(words);
    await signing.getByRole('button', { name: 'Pause...' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Pause', exact: true }).click();
    await expect(signing.getByText('Paused', { exact: true })).toBeVisible();

    await form.getByRole('button', { name: 'Sign the declaration' }).click();
    await expect(form.getByText(words).first()).toBeVisible();
    await expect(form.getByLabel('Full name')).toHaveValue('Awa Diop');
    await expect(async () => {
      const later = await visitor.context().newPage();
      await later.goto('/sign');
      await expect(later.getByRole('main').getByText(words)).toBeVisible({ timeout: 1000 });
      await isFaultless(later, 'a form that is paused');
      await later.close();
    }).toPass();

    await signing.getByRole('button', { name: 'Reopen' }).click();
    await expect(signing.getByText('Active', { exact: true })).toBeVisible();
    await form.getByRole('button', { name: 'Sign the declaration' }).click();
    await expect(toast(visitor, 'Declaration Signed!')).toBeVisible();
  },
);

test(
  'the log says that nobody has touched it, and who asks others for a second factor needs one',
  ANY_SCREEN,
  async ({ page }) => {
    await openDashboard(page, '/admin/settings/log');
    await page.getByRole('button', { name: 'Check the log' }).click();
    await expect(page.getByText('Nothing was changed.')).toBeVisible();
    await page.getByRole('tab', { name: 'Access' }).click();
    const rule = page.getByRole('region', { name: 'Two-step verification for administrators' });
    await expect(rule.getByRole('link', { name: 'Set up two-step verification' })).toBeVisible();
    const refused = await page.request.put('/api/admin/second-factor-rule', {
      data: { isRequired: true },
      headers: { 'Sec-Fetch-Site': 'same-origin' },
    });
    expect(refused.status()).toBe(409);
  },
);

test(
  'how long old records are kept is changed after a confirmation, is in the log and is undone',
  ANY_SCREEN,
  async ({ page }) => {
    await openDashboard(page, '/admin/settings');
    await page.getByRole('tab', { name: 'Data retention' }).click();
    const messages = page.getByLabel('Messages to the team');
    await expect(messages).toHaveValue('');
    await messages.selectOption('2 years (recommended)');
    await expect(page.getByText('No older records now.')).toBeVisible();
    await page.getByRole('button', { name: 'Save the rules' }).click();
    const question = page.getByRole('alertdialog', { name: 'Remove old records from now on?' });
    await expect(question).toContainText('Messages to the team · 2 years');
    await question.getByRole('button', { name: 'Save the rules' }).click();
    await expect(toast(page, 'Rules saved')).toBeVisible();
    await page.reload();
    await expect(messages).toHaveValue('24');
    await messages.selectOption('No limit');
    await page.getByRole('button', { name: 'Save the rules' }).click();
    await expect(toast(page, 'Rules saved')).toBeVisible();
    await page.getByRole('tab', { name: 'Activity log' }).click();
    const acts = page.getByRole('table', { name: 'Activity log' });
    await expect(acts.getByRole('button', { name: 'Rules for old records changed' })).toHaveCount(
      2,
    );
  },
);

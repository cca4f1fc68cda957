import type { Page } from '@playwright/test';
import { adminOf } from './callers.ts';
import { isFaultless } from './inspect.ts';
import {
  newName,
  openDashboard,
  openFilters,
  panelOf,
  send,
  showTabs,
  sign,
  toast,
} from './member.ts';
import { ANY_SCREEN, expect, newAddress, test } from './site.ts';

/** The one row that the list has for these words, once it asks no more. */
async function searched(page: Page, text: string) {
  await page.getByRole('searchbox', { name: 'Search' }).fill(text);
  await expect(page).toHaveURL(new RegExp(`search=${text}`));
  const row = page.getByRole('row').filter({ hasText: text });
  await expect(row).toHaveCount(1);
  await expect(page.getByRole('table').last()).toHaveAttribute('aria-busy', 'false');
  return row;
}

test('an administrator takes on a request for information, beside another one', async ({
  page,
  playwright,
  site,
}) => {
  const [name, email] = [newName(), newAddress('asker')];
  const message = 'When does it begin?\nI am in Kumasi.';
  const asked = { firstName: 'Amina', lastName: name, email, country: 'Ghana', message };
  expect((await send(page, '/api/contact', asked)).status()).toBe(201);

  await openDashboard(page, '/admin');
  await page.getByRole('tab', { name: 'Contact' }).click();
  await expect(page).toHaveURL(/\/admin\/contact$/);
  await expect(page.getByRole('button', { name: 'Download CSV' })).toBeVisible();
  const row = await searched(page, name);
  for (const part of [email, 'Ghana', 'When does it begin?', 'New'])
    await expect(row).toContainText(part);
  await expect(page.getByText('1 of 1 row')).toBeVisible();

  await page.getByRole('button', { name: `Amina ${name}` }).click();
  const dialog = panelOf(page, `Amina ${name}`);
  await expect(dialog.getByText('I am in Kumasi.')).toBeVisible();
  await dialog.getByLabel('Status').selectOption('In progress');
  await dialog.getByRole('combobox', { name: 'Tags' }).fill('Kumasi');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('button', { name: 'Remove tag kumasi' })).toBeVisible();

  // Another administrator answers it meanwhile.
  const other = await adminOf(playwright, site);
  const id = new URL(page.url()).searchParams.get('open') ?? '';
  const place = `/api/admin/triage/contact/${id}`;
  const theirs = { status: 'answered', ownerId: null, tags: [], version: 0 };
  expect((await other.put(place, { data: theirs })).status()).toBe(200);
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  const conflict = dialog.getByRole('alert');
  await expect(conflict).toContainText('Someone else has changed this in the meantime.');
  await expect(conflict).toContainText('Answered');
  await expect(dialog.getByLabel('Status')).toHaveValue('in_progress');
  await isFaultless(page, 'a request that another one changed');
  await conflict.getByRole('button', { name: 'Save my version' }).click();
  await expect(toast(page, 'The changes are saved.').first()).toBeVisible();
  await expect(conflict).toBeHidden();

  await dialog.getByRole('textbox', { name: 'Note' }).fill('Called her: she comes on Sunday.');
  await dialog.getByRole('button', { name: 'Add note' }).click();
  await expect(dialog.getByRole('list', { name: 'Notes' })).toContainText('she comes on Sunday');
  await expect(dialog.getByRole('textbox', { name: 'Note' })).toHaveValue('');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await expect(row).toContainText('In progress');
  await expect(row).toContainText('kumasi');
  await openFilters(page);
  await page.getByLabel('Status').selectOption('Answered');
  await expect(page.getByText('No results.')).toBeVisible();
  await page.getByLabel('Status').selectOption('In progress');
  await page.getByLabel('Tag').selectOption('kumasi');
  await expect(row).toHaveCount(1);
  expect(new URL(page.url()).search).toBe(`?search=${name}&status=in_progress&tag=kumasi`);
});

test('a typed note about a request is not lost by Escape', ANY_SCREEN, async ({ page }) => {
  const [name, email] = [newName(), newAddress('asker')];
  const asked = { firstName: 'Esi', lastName: name, email, country: 'Ghana', message: 'Hello' };
  expect((await send(page, '/api/contact', asked)).status()).toBe(201);
  // The address below Submissions leads to the tab.
  await openDashboard(page, `/admin/submissions/contact-submissions?search=${name}`);
  await expect(page).toHaveURL(new RegExp(`/admin/contact\\?search=${name}$`));
  await page.getByRole('button', { name: `Esi ${name}` }).click();
  const dialog = panelOf(page, `Esi ${name}`);
  await dialog.getByRole('textbox', { name: 'Note' }).fill('Half a thought');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Note' })).toHaveValue('Half a thought');
});

test('the signatures are listed with their moment, and counted', async ({ page, site }) => {
  const [name, email] = [newName(), newAddress('signer')];
  await sign(page, site, { fullName: `Kofi ${name}`, email, country: 'Ghana' });
  await openDashboard(page, '/admin');
  await showTabs(page);
  await page.getByRole('tab', { name: 'Declarations' }).click();
  await expect(page).toHaveURL(/\/admin\/declarations$/);
  const row = await searched(page, name);
  await expect(row).toContainText(email);
  await expect(row).toContainText(/\d{1,2} \w{3} \d{4}, \d\d:\d\d/);
  // The counter may be two seconds old: of others’ signatures, or of none at all.
  await page.getByRole('tab', { name: 'By country' }).click();
  const counted = page.getByRole('table', { name: 'By country' }).getByText('Ghana');
  await expect(async () => {
    if (!(await counted.isVisible())) await page.reload();
    await expect(counted).toBeVisible({ timeout: 5000 });
  }).toPass();
  await isFaultless(page, 'the numbers of the signatures');
  await page.goBack();
  await expect(page.getByText(/^Total signatures: [1-9]/)).toBeVisible();
  await expect(row).toHaveCount(1);

  // The listed signature is invalidated and comes back.
  await page.getByRole('button', { name: 'Invalidate this signature...' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Invalidate 1 signature?');
  await question.getByRole('button', { name: 'Invalidate' }).click();
  await expect(toast(page, 'The signatures no longer count.').first()).toBeVisible();
  await expect(page.getByText('No results.')).toBeVisible();
  await openFilters(page);
  await page.getByLabel('Status').selectOption('Invalidated');
  await expect(row).toHaveCount(1);
  await expect(page.getByRole('button', { name: /^Invalidate/ })).toHaveCount(0);
  await page.getByRole('tab', { name: 'Unusual days' }).click();
  await page
    .getByRole('button', { name: /^Undo 1 signature on/ })
    .first()
    .click();
  await isFaultless(page, 'the way back');
  await question.getByRole('button', { name: 'Count them again' }).click();
  await expect(toast(page, 'The signatures count again.').first()).toBeVisible();
  await page.goBack();
  await expect(page.getByText('No results.')).toBeVisible();
  await openFilters(page);
  await page.getByLabel('Status').selectOption('Not invalidated');
  await expect(row).toHaveCount(1);
});

import type { Page } from '@playwright/test';
import { isFaultless } from './inspect.ts';
import { adminOf, joinAs } from './callers.ts';
import {
  linkIn,
  logInByCall,
  newMember,
  openDashboard,
  panelOf,
  statusOf,
  test,
  toast,
} from './member.ts';
import { ADMIN, ANY_SCREEN, expect } from './site.ts';

/** A card, or a list, of the tab. */
const part = (page: Page, name: string) => page.getByRole('region', { name });
/** Toasts, also those about what went wrong. */
const notices = (page: Page) => page.getByRole('region', { name: /^Notifications/ });

test('an administrator makes another one, who chooses an address and a password of their own', async ({
  page,
  others,
  site,
}) => {
  const efua = newMember('Efua');
  await openDashboard(page, '/admin/settings');
  const create = part(page, 'Create Admin User');
  await create.getByRole('button', { name: 'Create Admin' }).click();
  await expect(notices(page)).toContainText('Missing Information');
  await expect(notices(page)).toContainText('Email and password are required');
  await create.getByLabel('Email').fill(efua.email);
  await create.getByLabel('Password').fill(efua.password);
  await create.getByLabel('First name').fill('Efua');
  await create.getByLabel('Role').selectOption({ label: 'Site owner' });
  await create.getByRole('button', { name: 'Create Admin' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText(efua.email);
  await question.getByRole('button', { name: 'Create administrator' }).click();
  await expect(toast(page, 'Administrator created')).toBeVisible();
  const row = part(page, 'Administrators').getByRole('row').filter({ hasText: efua.email });
  await expect(row).toContainText('Address not confirmed');
  await expect(row).toContainText('Not set up');
  await site.mailTo(ADMIN.email, /Change of administrators/, efua.email);

  const theirs = await others.page();
  expect((await logInByCall(theirs, efua)).status()).toBe(200);
  await theirs.goto('/admin/settings');
  const username = part(theirs, 'Change Username');
  await expect(username).toContainText(`You log in with ${efua.email}.`);
  const next = newMember('Efua').email;
  await username.getByLabel('New username').fill(next);
  await username.getByRole('button', { name: 'Update Username' }).click();
  await expect(toast(theirs, 'Confirm the new address')).toBeVisible();
  await expect(username).toContainText(`${next} will become your address when`);
  await site.mailTo(efua.email, /address to be changed/);
  const proof = await theirs.context().newPage();
  await proof.goto(await linkIn(site, next, /new email address/));
  await proof.getByRole('button', { name: 'Use the new address' }).click();
  await expect(proof.getByText('Your new address is confirmed.')).toBeVisible();
  await proof.close();
  await theirs.reload();
  await expect(username).toContainText(`You log in with ${next}.`);

  const elsewhere = await others.caller();
  expect((await logInByCall(elsewhere, { ...efua, email: next })).status()).toBe(200);
  const password = part(theirs, 'Change Password');
  await password.getByLabel('Current password').fill(efua.password);
  await password.getByLabel('New password', { exact: true }).fill('a river of indigo');
  await password.getByLabel('Confirm the new password').fill('a river of indigo!');
  await password.getByRole('button', { name: 'Update Password' }).click();
  await expect(notices(theirs)).toContainText('Password Mismatch');
  await password.getByLabel('Confirm the new password').fill('a river of indigo');
  await password.getByRole('button', { name: 'Update Password' }).click();
  await expect(toast(theirs, 'Password Updated')).toBeVisible();
  expect(await statusOf(elsewhere), 'every other browser is logged out').toBe(401);
  expect(await statusOf(theirs)).toBe(200);
  const again = { email: next, password: 'a river of indigo' };
  expect((await logInByCall(elsewhere, again)).status()).toBe(200);

  await page.goto(`/admin/settings/log?search=${encodeURIComponent(next)}`);
  const acts = page.getByRole('table', { name: 'Activity log' }).getByRole('row');
  await expect(acts).toHaveCount(4);
  await expect(acts.nth(1)).toContainText('Password changed');
  await expect(acts.nth(1)).toContainText('Their own account');
  await expect(acts.nth(2)).toContainText('Email address of an account changed');
  await expect(acts.nth(3)).toContainText(ADMIN.email);
  await acts.nth(3).getByRole('button', { name: 'Administrator created' }).click();
  const dialog = panelOf(page, 'Administrator created');
  await expect(dialog).toContainText('nobody');
  await dialog.getByRole('link', { name: 'Open the account' }).click();
  await expect(page).toHaveURL(/\/admin\/users\?open=/);
  await expect(panelOf(page, 'Efua')).toContainText(next);
});

test(
  'the log is searched and narrowed in its address, and an address that has an account leads to it',
  ANY_SCREEN,
  async ({ page, playwright, site }) => {
    const member = await joinAs(playwright, site, 'Yaw');
    const adminApi = await adminOf(playwright, site);
    const shut = await adminApi.post(`/api/admin/users/${member.id}/suspend`, {
      data: { reason: 'Sold phones.' },
    });
    expect(shut.status(), await shut.text()).toBe(200);
    const open = await adminApi.post(`/api/admin/users/${member.id}/restore`);
    expect(open.status(), await open.text()).toBe(200);

    await openDashboard(page, '/admin/settings');
    await page.getByRole('tab', { name: 'Activity log' }).click();
    await page.getByRole('searchbox', { name: 'Search' }).fill(member.email);
    const acts = page.getByRole('table', { name: 'Activity log' }).getByRole('row');
    await expect(acts).toHaveCount(3);
    const filters = page.getByRole('button', { name: 'Filters' });
    if (await filters.isVisible()) await filters.click();
    await page.getByLabel('Area').selectOption('Payments');
    await expect(page.getByText('No results.')).toBeVisible();
    await page.goBack();
    await expect(acts).toHaveCount(3);
    await page.getByLabel('Last day').fill('2020-01-01');
    await expect(page.getByText('No results.')).toBeVisible();
    await page.reload();
    await expect(page.getByLabel('Last day')).toHaveValue('2020-01-01');
    await page.getByRole('button', { name: 'Show everything' }).click();
    await expect(page).toHaveURL(/\/admin\/settings\/log$/);
    await page.getByRole('searchbox', { name: 'Search' }).fill(`${member.email}`);
    await acts.nth(2).getByRole('button', { name: 'Account suspended' }).click();
    await expect(panelOf(page)).toContainText('Sold phones.');
    await page.keyboard.press('Escape');

    await page.getByRole('tab', { name: 'Access' }).click();
    const create = part(page, 'Create Admin User');
    await create.getByLabel('Email').fill(member.email);
    await create.getByLabel('Password').fill(member.password);
    await create.getByRole('button', { name: 'Create Admin' }).click();
    const question = page.getByRole('alertdialog');
    await question.getByRole('button', { name: 'Create administrator' }).click();
    await create.getByRole('link', { name: 'Open the account' }).click();
    await expect(panelOf(page, /Yaw Diop/)).toContainText(member.email);
  },
);

test('an administrator invites another one, who alone knows the password', async ({
  page,
  others,
  site,
}) => {
  const efua = newMember('Efua');
  await openDashboard(page, '/admin/settings');
  const invite = part(page, 'Invite an administrator');
  await invite.getByLabel('Email').fill(efua.email);
  await invite.getByLabel('Role').selectOption({ label: 'Editor' });
  await invite.getByRole('button', { name: 'Send invitation' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText(efua.email);
  await question.getByRole('button', { name: 'Send invitation' }).click();
  await expect(toast(page, 'Invitation sent')).toBeVisible();
  const row = invite.getByRole('listitem').filter({ hasText: efua.email });
  await expect(row).toContainText('Editor, until');
  await isFaultless(page, 'an invitation waits');

  const theirs = await others.page();
  await theirs.goto(await linkIn(site, efua.email, /Invitation to join/));
  await theirs.getByLabel('New password').fill('kola-nuts-7');
  await theirs.getByRole('button', { name: 'Join the team' }).click();
  await expect(
    theirs.getByRole('link', { name: 'Password must be at least 12 characters' }),
  ).toBeVisible();
  await theirs.getByLabel('New password').fill('a basket of kola nuts');
  await theirs.getByLabel('First name').fill('Efua');
  await theirs.getByRole('button', { name: 'Join the team' }).click();
  await expect(theirs.getByText('You are now an administrator.')).toBeVisible();
  await site.mailTo(ADMIN.email, /Change of administrators/, efua.email);
  await theirs.getByRole('link', { name: 'Log in' }).click();
  await theirs.getByLabel('Email').fill(efua.email);
  await theirs.getByLabel('Password', { exact: true }).fill('a basket of kola nuts');
  await theirs.getByRole('button', { name: 'Sign in' }).click();
  await expect(part(theirs, 'Only you can write these')).toBeVisible();

  await page.reload();
  await expect(row).toHaveCount(0);
  const account = part(page, 'Administrators').getByRole('row').filter({ hasText: efua.email });
  await expect(account).toContainText('Editor');
  await expect(account).not.toContainText('Address not confirmed');
});

test('a program reads with an API key until it is revoked', async ({ page, playwright, site }) => {
  await openDashboard(page, '/admin/settings/api-keys');
  const form = part(page, 'Make an API key');
  await form.getByLabel('What is it for?').fill('Monthly report');
  await form.getByLabel('See signatures, messages, offers and applications').check();
  await form.getByRole('button', { name: 'Make key' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your new API key' });
  await isFaultless(page, 'a new API key');
  const key = (await dialog.getByText(/^oap_/).textContent()) ?? '';
  await dialog.getByRole('button', { name: 'Done' }).click();
  const program = await playwright.request.newContext({
    baseURL: site.url,
    extraHTTPHeaders: { authorization: `Bearer ${key}` },
  });
  const statusOfRead = async (path: string) => (await program.get(path)).status();
  expect(await statusOfRead('/api/admin/summary')).toBe(200);
  expect(await statusOfRead('/api/admin/users')).toBe(403);

  await page.reload();
  const row = page.getByRole('row').filter({ hasText: 'Monthly report' });
  await expect(row).toContainText(key.slice(0, 10));
  await expect(row).not.toContainText('Never used');
  await isFaultless(page, 'the list of API keys');
  await row.getByRole('button', { name: 'Revoke Monthly report...' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke key' }).click();
  await expect(toast(page, 'API key revoked')).toBeVisible();
  await expect(page.getByText('No API keys yet.')).toBeVisible();
  expect(await statusOfRead('/api/admin/summary')).toBe(401);
  await program.dispose();
});

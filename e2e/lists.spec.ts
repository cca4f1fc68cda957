import type { Locator } from '@playwright/test';
import { adminOf, joinAs, logInAgain, screenOf, verify } from './callers.ts';
import { fits, isFaultless } from './inspect.ts';
import { newName, openDashboard, openFilters, send } from './member.ts';
import { ANY_SCREEN, expect, newAddress, test } from './site.ts';

test('many requests are chosen, changed together and put back', async ({ page, playwright, site }, {
  project,
}) => {
  // No one of another test bears this name.
  const name = `Lot${Math.random().toString(36).slice(2, 10)}`;
  const visitor = await playwright.request.newContext({
    baseURL: site.url,
    extraHTTPHeaders: { 'Sec-Fetch-Site': 'same-origin' },
  });
  for (const firstName of ['Ama', 'Binta', 'Chidi']) {
    const email = `${firstName}.${name}@example.org`.toLowerCase();
    const request = {
      firstName,
      lastName: name,
      email,
      country: 'Ghana',
      message: 'How do we apply?',
    };
    const answer = await visitor.post('/api/contact', { data: request });
    expect(answer.status(), await answer.text()).toBe(201);
  }
  const adminApi = await adminOf(playwright, site);
  const statuses = async () => {
    const answer = await adminApi.get(`/api/admin/contact?search=${name}&sort=email`);
    const rows = (await answer.json()) as { triage: { status: string; tags: string[] } }[];
    return rows.map(({ triage }) => [triage.status, ...triage.tags].join(' '));
  };

  await openDashboard(page, `/admin/contact?search=${name}`);
  const rows = page.getByRole('row').filter({ hasText: name });
  await expect(rows).toHaveCount(3);
  const box = (firstName: string) =>
    page.getByRole('checkbox', { name: `Select ${firstName} ${name}` });
  // By keyboard too: the box is in the order of the page.
  await box('Ama').focus();
  await page.keyboard.press('Space');
  await expect(page.getByText('1 selected')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select all 3' }).check();
  await expect(box('Chidi')).toBeChecked();
  await box('Chidi').uncheck();
  await expect(page.getByText('2 selected')).toBeVisible();
  await fits(page, 'the list with boxes', project.use.viewport?.width ?? 1280);

  await page.getByRole('button', { name: 'Change selected...' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change 2 submissions' });
  await dialog.getByLabel('Status').selectOption('closed');
  await dialog.getByLabel('Tags to add').fill('Evening');
  await dialog.getByRole('button', { name: 'Change 2 submissions' }).click();
  await expect(page.getByText('2 submissions were changed.')).toBeVisible();
  await expect(rows.filter({ hasText: 'evening' })).toHaveCount(2);
  expect(await statuses()).toEqual(['closed evening', 'closed evening', 'new']);

  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('2 submissions were changed.')).toBeHidden();
  await expect(rows.filter({ hasText: 'evening' })).toHaveCount(0);
  expect(await statuses()).toEqual(['new', 'new', 'new']);
});

test(
  'an administrator keeps a view and columns, which open the list from then on',
  ANY_SCREEN,
  async ({ browser, playwright, site }) => {
    // Choices are personal: the other journeys' administrator sees the lists as they usually are.
    const member = await joinAs(playwright, site, 'Efua');
    await verify(site, member);
    const adminApi = await adminOf(playwright, site);
    const role = await adminApi.put(`/api/admin/users/${member.id}/role`, {
      data: { role: 'owner', was: null },
    });
    expect(role.status(), await role.text()).toBe(200);
    // A new role ends the old sessions.
    expect((await logInAgain(member)).status()).toBe(200);
    const page = await screenOf(browser, site, member, '/admin/users?status=admin&sort=email');
    await expect(page.getByRole('columnheader', { name: 'Email' })).toBeAttached();

    await openFilters(page);
    await page.getByRole('button', { name: 'Columns...' }).click();
    const columns = page.getByRole('dialog', { name: 'Columns' });
    await columns.getByRole('checkbox', { name: 'Joined' }).uncheck();
    await columns.getByRole('button', { name: 'Move Role up' }).click();
    await fits(page, 'the choice of columns', 360);
    await columns.getByRole('button', { name: 'Close', exact: true }).last().click();

    await page.getByRole('button', { name: 'Save view...' }).click();
    const views = page.getByRole('dialog', { name: 'Views' });
    await views.getByLabel('Name', { exact: true }).fill('The team');
    await views.getByLabel('Use as the default view').check();
    await views.getByRole('button', { name: 'Save view' }).click();
    await expect(page.getByLabel('View', { exact: true })).toHaveValue('The team');

    await page.goto('/admin/users');
    await expect(page).toHaveURL(/\?status=admin&sort=email$/);
    await expect(page.getByRole('columnheader', { name: 'Role' })).toBeAttached();
    await expect(page.getByRole('columnheader', { name: 'Joined' })).toHaveCount(0);
    expect(await page.getByRole('columnheader').allTextContents()).toEqual([
      'Name',
      'Role',
      'Email',
      'Last seen',
    ]);

    await openFilters(page);
    await page.getByRole('button', { name: 'Views...' }).click();
    const question = page.getByRole('alertdialog', { name: 'Delete this view?' });
    await views.getByRole('button', { name: 'Delete The team' }).click();
    await isFaultless(page, 'the question before a view is deleted');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(views.getByText('The team')).toBeVisible();
    await views.getByRole('button', { name: 'Delete The team' }).click();
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(views.getByRole('heading', { name: 'Saved views' })).toBeFocused();
    await expect(views.getByText('None yet.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Save view...' })).toBeFocused();
    await page.context().close();
  },
);

test(
  'the tabs are at the side of a laptop and at the foot of a phone, where the other tabs and the filters wait behind buttons',
  ANY_SCREEN,
  async ({ page }) => {
    await openDashboard(page, '/admin/contact');
    await page.setViewportSize({ width: 1280, height: 800 });
    const panel = page.getByRole('tabpanel', { name: 'Contact' });
    const filter = (name: string) => panel.getByLabel(name, { exact: true });
    await expect(filter('Status')).toBeVisible();
    const top = (one: Locator) => one.evaluate((element) => element.getBoundingClientRect().top);
    const tabs = page.getByRole('tablist', { name: 'Dashboard' }).getByRole('tab');
    const tops = await Promise.all((await tabs.all()).map(top));
    expect(tops.length).toBeGreaterThan(9);
    expect(new Set(tops).size, 'one below the other').toBe(tops.length);

    const button = panel.getByRole('button', { name: /^Filters/ });
    await expect(button).toBeHidden();

    await page.setViewportSize({ width: 360, height: 740 });
    const inBar = tabs.filter({ visible: true });
    await expect(inBar).toHaveText(['Submissions', 'Contact', 'Payments']);
    const lows = await Promise.all((await inBar.all()).map(top));
    expect(new Set(lows).size, 'in one row at the foot').toBe(1);
    expect(lows[0]).toBeGreaterThan(670);
    const more = page.getByRole('button', { name: 'More tabs' });
    await more.click();
    await expect(inBar).toHaveCount(10);
    await isFaultless(page, 'the other tabs of a phone');
    await page.keyboard.press('Escape');
    await expect(inBar).toHaveCount(3);
    await expect(more).toBeFocused();
    await more.click();
    await tabs.getByText('Donations').click();
    await expect(page).toHaveURL('/admin/donations');
    await expect(inBar).toHaveCount(3);
    await page.goBack();
    await expect(filter('Status')).toBeHidden();
    await expect(filter('Search')).toBeVisible();
    await expect(button).toHaveAccessibleName('Filters');
    await button.click();
    const width = (one: Locator) => one.evaluate((element) => element.clientWidth);
    expect(await top(filter('Country'))).not.toBe(await top(filter('Status')));
    expect(await width(filter('Status'))).toBeGreaterThan(280);
    await filter('Status').selectOption('New');
    await expect(button).toHaveAccessibleName('Filters (1)');
    await button.click();
    await expect(filter('Status')).toBeHidden();
    await page.reload();
    await expect(button, 'how much narrows the list is in sight').toHaveAccessibleName(
      'Filters (1)',
    );
    await expect(filter('Status')).toBeHidden();
    await button.click();
    await fits(page, 'the requests on a phone', 320);
  },
);

test('the pages of the open tab are below it at the side, and above the page on a phone', {
  ...ANY_SCREEN,
}, async ({ page }) => {
  await openDashboard(page, '/admin/payments/claims');
  await page.setViewportSize({ width: 1280, height: 800 });
  const pages = page.getByRole('tablist', { name: 'Payments' });
  const tab = (name: string) =>
    page.getByRole('tablist', { name: 'Dashboard' }).getByRole('tab', { name, exact: true });
  const boxOf = async (one: Locator) => {
    const box = await one.boundingBox();
    if (!box) throw new Error('It is not drawn.');
    return { ...box, bottom: box.y + box.height };
  };
  const here = pages.getByRole('tab', { name: 'To do', exact: true });
  await expect(here).toHaveAttribute('aria-selected', 'true');
  const [above, listed, below] = [
    await boxOf(tab('Payments')),
    await boxOf(pages),
    await boxOf(tab('Declarations')),
  ];
  expect(listed.y, 'below the open tab').toBeGreaterThanOrEqual(above.bottom - 1);
  expect(listed.bottom, 'above the next one').toBeLessThanOrEqual(below.y + 1);
  expect(listed.x, 'indented').toBeGreaterThan(above.x + 8);
  expect((await boxOf(here)).height).toBeCloseTo(28, 0);
  await isFaultless(page, 'the pages of a tab at the side');

  await here.press('ArrowRight');
  await expect(page).toHaveURL('/admin/payments/statements');
  await expect(pages.getByRole('tab', { name: 'Bank statements' })).toBeFocused();
  await tab('Declarations').click();
  await expect(pages).toHaveCount(0);
  await expect(page.getByRole('tab', { name: 'Unusual days' })).toBeVisible();

  await page.setViewportSize({ width: 360, height: 740 });
  const onPhone = await boxOf(page.getByRole('tablist', { name: 'Declarations' }));
  expect(onPhone.bottom).toBeLessThan(200);
  expect(onPhone.height).toBeGreaterThanOrEqual(44);
});

test(
  'a usual screen shows every column of the volunteers to its end',
  ANY_SCREEN,
  async ({ page }) => {
    const lastName = newName();
    const email = newAddress('konate');
    const sent = await send(page, '/api/volunteer', {
      firstName: 'Mariama',
      lastName,
      email,
      country: 'Democratic Republic of the Congo',
      skills: 'Languages (French, Lingala, Swahili), a good camera, spreadsheets and patience.',
      availability: 'Project-based',
      motivation: 'One passport for all of us.',
    });
    expect(sent.status(), await sent.text()).toBe(201);
    await openDashboard(page, `/admin/submissions/volunteer-submissions?search=${lastName}`);
    await page.setViewportSize({ width: 1280, height: 800 });
    const last = page.getByRole('columnheader', { name: 'Received' });
    await expect(last).toBeVisible();
    const beyond = await last.evaluate((header) => {
      const seen = header.closest('.table-scroll')?.getBoundingClientRect();
      return header.getBoundingClientRect().right - (seen?.right ?? 0);
    });
    expect(beyond).toBeLessThanOrEqual(1);
    // A long address is cut: the row has one line.
    const row = page.getByRole('row').filter({ hasText: email });
    expect(await row.evaluate(({ clientHeight }) => clientHeight)).toBeLessThanOrEqual(40);
  },
);

import type { Locator } from '@playwright/test';
import { adminOf, joinAs, logInAgain, screenOf, statusOf, verify } from './callers.ts';
import { fits, isFaultless } from './inspect.ts';
import { openDashboard, openFilters, panelOf } from './member.ts';
import { ADMIN, ANY_SCREEN, expect, test } from './site.ts';

test(
  'the list says who is who, a page at a time, searched, narrowed and sorted',
  ANY_SCREEN,
  async ({ page, playwright, site }) => {
    // No one of another test bears this name.
    const name = `Qua${Math.random().toString(36).slice(2, 10)}`;
    const [proved, admin, shut] = [
      await joinAs(playwright, site, 'Ama', name),
      await joinAs(playwright, site, 'Binta', name),
      await joinAs(playwright, site, 'Chidi', name),
    ];
    for (const one of [proved, admin]) await verify(site, one);
    expect(await statusOf(proved)).toBe(200);
    const adminApi = await adminOf(playwright, site);
    const reason = { data: { reason: 'You sold phones.' } };
    for (const answer of [
      await adminApi.put(`/api/admin/users/${admin.id}/role`, {
        data: { role: 'owner', was: null },
      }),
      await adminApi.post(`/api/admin/users/${shut.id}/suspend`, reason),
    ])
      expect(answer.status(), await answer.text()).toBe(200);

    // Pages of two instead of a hundred; all else is the server's.
    await page.route(/\/api\/admin\/users\?.*limit=100/, (route) =>
      route.continue({ url: route.request().url().replace('limit=100', 'limit=2') }),
    );
    await openDashboard(page, `/admin/users?search=${name}&sort=email`);
    const rows = page.getByRole('row').filter({ hasText: name });
    await expect(rows).toHaveCount(3);
    await expect(page.getByText('3 of 3 rows')).toBeVisible();
    const [joined] = (await (
      await adminApi.get(`/api/admin/users?search=${proved.email}`)
    ).json()) as {
      createdAt: string;
    }[];
    // By the site's clock, which other journeys move.
    const today = new Date(joined?.createdAt ?? '').toLocaleDateString('en-GB', {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
    });
    const [ama, binta, chidi] = [proved, admin, shut].map(({ email }) =>
      rows.filter({ hasText: email }),
    ) as [typeof rows, typeof rows, typeof rows];
    await expect(ama).toContainText(`Ama ${name}`);
    await expect(ama).not.toContainText('Address not confirmed');
    await expect(ama.getByText('Member', { exact: true })).toBeVisible();
    // Joined, and last seen.
    await expect(ama.getByText(today)).toHaveCount(2);
    await expect(binta.getByText('Admin', { exact: true })).toBeVisible();
    await expect(binta.getByText('Administrator', { exact: true })).toBeVisible();
    await expect(chidi.getByText('Suspended', { exact: true })).toBeVisible();
    await expect(chidi).toContainText('Address not confirmed');
    await fits(page, 'the list', 1280);

    const sorted = [proved, admin, shut].map(({ email }) => email).toSorted();
    const shown = async () => (await rows.allTextContents()).map((row) => /\S+@\S+\.org/.exec(row));
    expect((await shown()).map(String).map((email) => email.slice(-sorted[0]!.length))).toEqual(
      sorted,
    );

    await openFilters(page);
    for (const [status, members] of [
      ['Address confirmed', [proved, admin]],
      ['Address not confirmed', [shut]],
      ['Administrators', [admin]],
      ['Suspended', [shut]],
    ] as const) {
      await page.getByLabel('Status').selectOption(status);
      await expect(rows).toHaveCount(members.length);
      for (const { email } of members) await expect(rows.filter({ hasText: email })).toHaveCount(1);
    }
    await page.getByRole('searchbox', { name: 'Search' }).fill(`${name} nobody`);
    await expect(page.getByText('No results.')).toBeVisible();
    await page.getByRole('button', { name: 'Show everything' }).click();
    await expect(page.getByRole('row').filter({ hasText: ADMIN.email }).first()).toBeAttached();
    expect(new URL(page.url()).search).toBe('?sort=email');
  },
);

test('an administrator finds a member, suspends them, and opens the account again', async ({
  page,
  browser,
  playwright,
  site,
}) => {
  const member = await joinAs(playwright, site, 'Zubaïda', 'N’Doye');
  await joinAs(playwright, site, 'عائشة', 'W'.repeat(90));
  const theirs = await screenOf(browser, site, member, '/messages');
  await expect(theirs.getByText('No messages yet.')).toBeVisible();

  await openDashboard(page, '/admin/users');
  await expect(page.getByText('N’Doye').first()).toBeVisible();
  await fits(page, 'names of any script and length', 320);
  await page.getByRole('searchbox', { name: 'Search' }).fill('zubaïda n’d');
  await expect(page).toHaveURL(/search=zuba/);
  await page.getByRole('button', { name: 'Zubaïda N’Doye' }).first().click();
  const dialog = panelOf(page, /Zubaïda N’Doye/);
  await expect(dialog).toContainText('Not confirmed yet');
  await dialog.getByRole('button', { name: 'Suspend...' }).click();
  await dialog.getByLabel('Reason').fill('You sold phones to everybody.');
  await dialog.getByRole('button', { name: 'Suspend', exact: true }).click();
  expect(await statusOf(member)).toBe(200);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Suspend' }).click();
  await expect(
    page
      .getByText('The account is suspended. The account holder will get an email with the reason.')
      .first(),
  ).toBeVisible();
  await expect(dialog.getByText('Suspended since')).toBeVisible();
  await expect(dialog).toContainText('You sold phones to everybody.');

  expect(await statusOf(member), 'the session is dead at once').toBe(401);
  await expect(
    theirs.getByText('Please log in to view your messages.'),
    'the open page knows it without a touch',
  ).toBeVisible();
  await theirs.goto('/profile');
  await expect(theirs.getByText('Please log in to view your profile.')).toBeVisible();
  await theirs.goto('/join');
  const login = theirs.getByRole('main');
  await login.getByLabel('Email').first().fill(member.email);
  await login.getByLabel('Password').first().fill(member.password);
  await theirs.keyboard.press('Enter');
  await expect(
    login.getByRole('tabpanel').getByText(/You sold phones to everybody\./),
  ).toBeVisible();
  const mail = await site.mailTo(member.email, /suspended/);
  expect(mail.text).toContain('You sold phones to everybody.');

  // A reload keeps what is open, for the address says it.
  await page.reload();
  await dialog.getByRole('button', { name: 'Restore...' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click();
  await expect(dialog.getByRole('button', { name: 'Suspend...' })).toBeVisible();
  expect((await logInAgain(member)).status()).toBe(200);
  await site.mailTo(member.email, /open again/);
  await theirs.context().close();
});

test(
  'a member is made an administrator, and loses the dashboard at once with the rank',
  ANY_SCREEN,
  async ({ page, browser, playwright, site }) => {
    const member = await joinAs(playwright, site, 'Kwabena');
    await openDashboard(page, `/admin/users?search=${encodeURIComponent(member.email)}`);
    await page.getByRole('button', { name: 'Kwabena Diop' }).click();
    const dialog = panelOf(page, /Kwabena Diop/);
    const appoint = dialog.getByRole('button', { name: 'Make administrator...' });
    await expect(appoint, 'anybody may have registered with the address').toBeDisabled();
    await expect(dialog.getByText(/^They can become an administrator once/)).toBeVisible();
    await verify(site, member);
    await page.reload();
    await appoint.click();
    await dialog.getByRole('radio', { name: /^Site owner/ }).check();
    await dialog.getByRole('button', { name: 'Save the role' }).click();
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText(member.email);
    await isFaultless(page, 'making an administrator');
    await question.getByRole('button', { name: 'Give the role' }).click();
    await expect(dialog.getByRole('button', { name: 'Change the role...' })).toBeVisible();
    await expect(dialog.getByText('Administrator', { exact: true })).toBeVisible();
    for (const reader of [ADMIN.email, member.email])
      expect((await site.mailTo(reader, new RegExp(member.email))).text).toContain(
        'can now open the dashboard',
      );
    expect(await statusOf(member), 'they log in again for it').toBe(401);
    await logInAgain(member);
    const theirs = await screenOf(browser, site, member, '/admin/users');
    const list = theirs.getByRole('table', { name: 'Accounts' });
    await expect(list).toBeVisible();

    await dialog.getByRole('button', { name: 'Change the role...' }).click();
    await dialog.getByRole('radio', { name: /^Member/ }).check();
    await dialog.getByRole('button', { name: 'Save the role' }).click();
    await question.getByRole('button', { name: 'Remove access' }).click();
    await expect(dialog.getByRole('button', { name: 'Make administrator...' })).toBeVisible();
    const again = theirs.getByRole('dialog', { name: 'Log in again' });
    await expect(again, 'the open dashboard knows it without a touch').toBeVisible();
    await expect(list).toBeHidden();
    await isFaultless(theirs, 'a dashboard that is shut');
    expect((await member.browser.get('/api/admin/users')).status()).toBe(401);
    await again.getByLabel('Your password').fill(member.password);
    await theirs.keyboard.press('Enter');
    await expect(theirs.getByText(/This account is not an administrator/)).toBeVisible();
    await expect(list).toHaveCount(0);
    expect((await theirs.request.get('/api/admin/users')).status()).toBe(403);
    await theirs.context().close();
  },
);

test('the only owner stays one', ANY_SCREEN, async ({ page, playwright, site }) => {
  const adminApi = await adminOf(playwright, site);
  const all = (await (await adminApi.get('/api/admin/users?status=admin')).json()) as {
    id: string;
    email: string;
    role: string;
  }[];
  for (const { id, role } of all.filter(({ email }) => email !== ADMIN.email))
    await adminApi.put(`/api/admin/users/${id}/role`, { data: { role: null, was: role } });
  await openDashboard(page, `/admin/users?search=${encodeURIComponent(ADMIN.email)}`);
  await page
    .getByRole('button', { name: /admin/i })
    .filter({ hasText: ADMIN.email })
    .first()
    .click();
  const dialog = panelOf(page);
  await expect(dialog.getByText('This is your own account.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Suspend...' })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Change the role...' }).click();
  await dialog.getByRole('radio', { name: /^Member/ }).check();
  await dialog.getByRole('button', { name: 'Save the role' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove access' }).click();
  await expect(dialog.getByRole('alert')).toContainText('This is the only owner who can log in.');
});

test(
  'everything about an account is done with the keyboard alone',
  ANY_SCREEN,
  async ({ page, playwright, site }) => {
    const member = await joinAs(playwright, site, 'Folasade');
    await openDashboard(page, '/admin');
    // A phone with a keyboard shows the tab behind More.
    await page.setViewportSize({ width: 1280, height: 800 });
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    const focused = page.locator(':focus');
    const tabTo = async (to: Locator) => {
      for (let n = 0; n < 8 && !(await to.evaluate((it) => it === document.activeElement)); n++)
        await press('Tab');
      await expect(to).toBeFocused();
    };
    await page.getByRole('tab', { name: 'Submissions' }).focus();
    await press('ArrowRight');
    await expect(page.getByRole('tab', { name: 'Users' })).toBeFocused();
    await expect(page.getByRole('tab', { name: 'Accounts' })).toBeVisible();
    const search = page.getByRole('searchbox', { name: 'Search' });
    await expect(search).toBeVisible();
    await tabTo(search);
    await page.keyboard.type(member.email);
    const row = page.getByRole('button', { name: member.name });
    await expect(row).toHaveCount(1);
    await tabTo(row);
    await press('Enter');
    const dialog = panelOf(page, member.name);
    await expect(dialog).toBeVisible();
    await press('Escape');
    await expect(dialog).toBeHidden();
    await expect(row).toBeFocused();
    await press('Enter');
    await expect(dialog).toBeVisible();
    await tabTo(dialog.getByRole('button', { name: 'Suspend...' }));
    await press('Enter');
    await expect(dialog.getByLabel('Reason')).toBeFocused();
    await page.keyboard.type('Phones');
    await press('Escape');
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText('Close and lose what you typed?');
    await press('Escape');
    await expect(dialog.getByLabel('Reason')).toHaveValue('Phones');
    await dialog.getByLabel('Reason').focus();
    await tabTo(dialog.getByRole('button', { name: 'Suspend', exact: true }));
    await press('Enter');
    await expect(question).toBeVisible();
    expect(await focused.evaluate((it) => it.closest('[role=alertdialog]') !== null)).toBe(true);
    await press('Escape');
    await expect(question).toBeHidden();
    expect(await statusOf(member), 'Escape is no yes').toBe(200);
    await press('Enter');
    await question.getByRole('button', { name: 'Suspend' }).focus();
    await press('Enter');
    await expect(dialog.getByText('Suspended since')).toBeVisible();
    expect(await focused.evaluate((it) => it.closest('[data-size=side]') !== null)).toBe(true);
    expect(await statusOf(member)).toBe(401);
  },
);

test(
  'a list that does not come says so, and comes when it is asked for again',
  ANY_SCREEN,
  async ({ page }) => {
    await page.route('**/api/admin/users?*', (route) => route.abort());
    await openDashboard(page, '/admin/users');
    await expect(page.getByRole('alert')).toBeVisible();
    await page.unroute('**/api/admin/users?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('row').filter({ hasText: ADMIN.email }).first()).toBeVisible();
  },
);

import { fits } from './inspect.ts';
import { newName, openDashboard, panelOf, send, sign } from './member.ts';
import { ADMIN, ANY_SCREEN, expect, newAddress, test } from './site.ts';

test('the waiting list leads to a message; its answer is sent by mail and shown in one timeline', async ({
  page,
  site,
  isMobile,
}) => {
  const [lastName, email] = [newName(), newAddress('writer')];
  const sent = await send(page, '/api/contact', {
    firstName: 'Amina',
    lastName,
    email,
    country: 'Ghana',
    message: 'When does it begin?',
  });
  expect(sent.status(), await sent.text()).toBe(201);
  // The charts are drawn from the first day on which there is something to draw.
  await sign(page, site, {
    fullName: 'Kofi Mensah',
    email: newAddress('signer'),
    country: 'Ghana',
  });

  await openDashboard(page, '/admin');
  const waiting = page.getByRole('link', { name: /unanswered messages?/ });
  await expect(waiting).toBeVisible();
  await expect(page.getByRole('region', { name: 'Today' })).toContainText('yesterday');
  await expect(page.getByRole('figure', { name: 'Applications' })).toBeVisible();
  // The pressed span can be read under the mouse too.
  const pressed = page.getByRole('button', { name: '30 days', pressed: true });
  await pressed.hover();
  const [ink, ground] = await pressed.evaluate((button) => {
    const { color, backgroundColor } = getComputedStyle(button);
    return [color, backgroundColor];
  });
  expect(ink).not.toBe(ground);
  await fits(page, 'the overview', 320);
  // Of what is at the foot of the page nothing is below the tabs at its side.
  if (!isMobile) {
    const tab = await page.getByRole('tab', { name: 'Settings' }).boundingBox();
    const foot = await page.getByRole('contentinfo').boundingBox();
    expect(foot?.x).toBeGreaterThan((tab?.x ?? 0) + (tab?.width ?? 0));
  }
  await waiting.click();
  await expect(page).toHaveURL(/\/admin\/contact\?status=unanswered&sort=createdAt$/);

  await page.getByRole('searchbox', { name: 'Search' }).fill(lastName);
  await page.getByRole('button', { name: new RegExp(`Amina ${lastName}`) }).click();
  const dialog = panelOf(page, new RegExp(lastName));
  const words = dialog.getByRole('textbox', { name: 'Your reply' });
  await words.fill('Dear Amina,\n\nit begins in May.');
  await dialog.getByRole('button', { name: 'Close' }).click();
  // The typed text is there when the message is opened again.
  await page.getByRole('button', { name: new RegExp(`Amina ${lastName}`) }).click();
  await expect(words).toHaveValue('Dear Amina,\n\nit begins in May.');
  // The session has ended meanwhile: the words outlive it, and leave after the login. What the page reads without a
  // session shows the login in its place.
  await page.waitForLoadState('networkidle');
  await page.context().clearCookies();
  await dialog.getByRole('button', { name: 'Send reply' }).click();
  const login = page.getByRole('dialog', { name: 'Log in again' });
  await login.getByLabel('Your password').fill(ADMIN.password);
  await login.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByText('Your reply is on its way.').first()).toBeVisible();
  const mail = await site.mailTo(email, /Re: Your message/);
  for (const said of ['it begins in May', 'When does it begin?']) expect(mail.text).toContain(said);
  await expect(dialog.getByRole('list', { name: 'Our replies' })).toContainText('May');
  await expect(dialog.getByLabel('Status')).toHaveValue('answered');

  await dialog.getByRole('link', { name: 'Open person' }).click();
  await expect(page.getByRole('heading', { name: `Amina ${lastName}` })).toBeFocused();
  expect(page.url(), 'the address of the page contains no email address').not.toContain(email);
  const line = page.getByRole('region', { name: 'Timeline' });
  await expect(line.getByRole('link', { name: 'Sent us a message' })).toBeVisible();
  await expect(line.getByRole('listitem').filter({ hasText: 'We replied' })).toContainText('May');
  await fits(page, 'a person', 320);

  await page.getByRole('button', { name: 'Find anything' }).click();
  await page.getByRole('searchbox', { name: 'Search people and texts' }).fill(`amina ${lastName}`);
  const found = page.getByRole('search').getByRole('link', { name: new RegExp(lastName) });
  await expect(found).toHaveCount(1);
  await found.click();
  await expect(page.getByRole('heading', { name: `Amina ${lastName}` })).toBeVisible();
});

test(
  'the charts turn to months and are read as numbers, with the keyboard alone',
  ANY_SCREEN,
  async ({ page, site }) => {
    const signer = { fullName: 'Kofi Mensah', email: newAddress('signer'), country: 'Ghana' };
    await sign(page, site, signer);
    await openDashboard(page, '/admin');
    const months = page.getByRole('button', { name: '12 months' });
    await months.focus();
    await page.keyboard.press('Enter');
    await expect(months).toHaveAttribute('aria-pressed', 'true');
    await expect(page).toHaveURL(/span=months/);
    const chart = page.getByRole('figure', { name: 'Signatures' });
    const numbers = chart.getByText('Show the numbers');
    await numbers.focus();
    await page.keyboard.press('Enter');
    await expect(chart.getByRole('row')).toHaveCount(13);
    await page.reload();
    await expect(months).toHaveAttribute('aria-pressed', 'true');
  },
);

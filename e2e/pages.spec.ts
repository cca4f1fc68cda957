import { ANY_SCREEN, expect, newAddress, test } from './site.ts';

/** What is at the address of each form: its title, and a control of it. */
const PAGES = {
  '/sign': ['Unity Declaration', 'Full name'],
  '/volunteer': ['Volunteer Application', 'Skills'],
  '/partner': ['Partnership Application', 'Website'],
  '/share': ['Share the campaign', 'Campaign link'],
  '/apply': ['Buy Now', 'Place of birth'],
  '/contact': ['Request Information', 'Message'],
} as const;
const paths = Object.entries(PAGES);

test('each form is a page of its own at its address, with the site’s header and footer', async ({
  page,
  isMobile,
}) => {
  const vision = page
    .getByRole('navigation', { name: 'Sections' })
    .filter({ visible: true })
    .getByRole('link', { name: 'Vision' });
  const volunteer = page.getByRole('contentinfo').getByRole('link', { name: 'Volunteer' });
  for (const [path, [title, label]] of paths) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(page.getByRole('main').getByLabel(label).first()).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.locator('#home, #vision, #testimonials')).toHaveCount(0);
    expect(await page.title(), path).toContain('One Africa Passport');
    if (isMobile) await page.locator('header summary').click();
    await expect(vision).toHaveAttribute('href', '/#vision');
    await expect(volunteer).toBeVisible();
    await expect(volunteer).toHaveAttribute('href', '/volunteer');
  }
  // The links are the same on each: one walk shows that they lead there.
  const from = page.url();
  await vision.click();
  await expect(page).toHaveURL('/#vision');
  await page.goBack();
  await expect(page).toHaveURL(from);
  await volunteer.click();
  await expect(page).toHaveURL('/volunteer');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Volunteer Application');
});

test('a dialog that was reloaded is its page, and Back leads to the start page', async ({
  page,
}) => {
  await page.goto('/');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Volunteer' }).click();
  await expect(page.getByRole('dialog', { name: 'Volunteer Application' })).toBeVisible();
  await expect(page).toHaveURL('/volunteer');
  await page.reload();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Volunteer Application');
  await page.goBack();
  await expect(page).toHaveURL('/');
  await expect(page.locator('#home')).toBeVisible();
});

test('the dialogs are as wide as registered', ANY_SCREEN, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/');
  const rem = await page.evaluate(() =>
    Number.parseFloat(getComputedStyle(document.body).fontSize),
  );
  for (const [path, width] of [
    ['/volunteer', 48],
    ['/partner', 56],
  ] as const) {
    await page.locator(`footer a[href="${path}"]`).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    expect((await page.getByRole('dialog').boundingBox())?.width).toBe(width * rem);
    await page.goBack();
    await expect(page.getByRole('dialog')).toBeHidden();
  }
});

test('joining at its address logs in there, and the menu of the account is on every page', async ({
  page,
  isMobile,
}) => {
  const email = newAddress('join');
  const password = 'threads of one cloth';
  await page.goto('/join');
  await page.getByRole('tab', { name: 'Register' }).click();
  const form = page.getByRole('tabpanel').filter({ visible: true });
  await form.getByLabel('First name').fill('Nia');
  await form.getByLabel('Last name').fill('Okafor');
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Password').fill(password);
  await form.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByText(`You are logged in as ${email}.`)).toBeVisible();
  for (const path of [
    '/privacy',
    '/thanks/volunteer',
    '/sign',
    '/application',
    '/nowhere',
    '/profile',
    '/messages',
    '/account/verify',
    '/account/nowhere',
    '/',
  ]) {
    await page.goto(path);
    if (isMobile) await page.locator('header summary', { hasText: 'Menu' }).click();
    const menu = page.locator('header summary').filter({ hasText: 'Nia', visible: true });
    await menu.click();
    await expect(
      page.getByRole('button', { name: 'Log Out' }).filter({ visible: true }),
    ).toBeVisible();
  }
  await page.goto('/privacy');
  if (isMobile) await page.locator('header summary', { hasText: 'Menu' }).click();
  await page.locator('header summary').filter({ hasText: 'Nia', visible: true }).click();
  await page.getByRole('button', { name: 'Log Out' }).filter({ visible: true }).click();
  await expect(page.getByText('Logged out').first()).toBeVisible();
  expect((await page.request.get('/api/auth/user')).status()).toBe(401);
});

test(
  'a page that only says something fetches no script for a visitor',
  ANY_SCREEN,
  async ({ page }) => {
    const scripts: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(request.url());
    });
    await page.goto('/privacy');
    await page.mouse.wheel(0, 600);
    await page.keyboard.press('Tab');
    await page.waitForLoadState('networkidle');
    expect(scripts).toEqual([]);
  },
);

test.describe('without JavaScript', ANY_SCREEN, () => {
  test.use({ javaScriptEnabled: false });

  test('every link to a form leads to its page, whose menu leads on', async ({ page }) => {
    for (const [path, [title]] of paths) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
      await page.locator('header summary').click();
      const sections = page.getByRole('navigation', { name: 'Sections' }).filter({ visible: true });
      await sections.getByRole('link', { name: 'Heritage' }).click();
      await expect(page).toHaveURL('/#history');
    }
    await page.goto('/');
    await page.getByRole('contentinfo').getByRole('link', { name: 'Partner with Us' }).click();
    await expect(page).toHaveURL('/partner');
    await page.goto('/join');
    await expect(page.locator('noscript p').first()).toBeVisible();
  });

  test('what is asked at /contact is sent, and its page comes back with what was wrong', async ({
    page,
    site,
  }) => {
    const email = newAddress('asks');
    await page.goto('/contact');
    const form = page.getByRole('main');
    await form.getByLabel('First name').fill('Awa');
    await form.getByLabel('Last name').fill('Diop');
    await form.getByLabel('Email').fill(email);
    await form.getByLabel('Message').fill('When does it begin?');
    await page.waitForTimeout(2100);
    await form.getByRole('button', { name: 'Send message' }).click();
    await expect(page.getByRole('alert').first()).toBeVisible();
    await expect(form.getByLabel('Message')).toHaveValue('When does it begin?');
    await expect(page.locator('#home')).toHaveCount(0);
    await form.getByLabel('Country').selectOption('Ghana');
    await form.getByRole('button', { name: 'Send message' }).click();
    await expect(page).toHaveURL('/thanks/contact#main');
    await site.mailTo(email);
  });
});

import type { Browser, Page } from '@playwright/test';
import { isFaultless } from './inspect.ts';
import { openDashboard, showTabs } from './member.ts';
import { ADMIN, expect, SETTINGS_CHANGE, test } from './site.ts';

// A site of its own: what is published here is on pages that other journeys read.
test.use({ siteName: SETTINGS_CHANGE });

/** The frame that is seen; another one may be on its way behind it. */
const preview = (page: Page) =>
  page.frameLocator('iframe[title="Preview of the page"]:not([aria-hidden])');

const texts = (page: Page) => page.getByRole('list', { name: 'Texts of this page' });
const textOf = (page: Page, name: RegExp) => texts(page).getByRole('button', { name }).first();
const field = (page: Page, language: string) => page.getByLabel(language, { exact: true });
const publish = (page: Page) => page.getByRole('button', { name: 'Publish', exact: true }).click();

/** The texts are found once the frame has come; before, there is nothing to click. */
async function openPage(page: Page, query = '') {
  await openDashboard(page, `/admin/content${query}`);
  await expect(textOf(page, /^Title line 1/)).toBeVisible();
}

/** The start page as someone finds it who comes now. */
async function title(page: Page, address: string) {
  await page.goto(address);
  return page.getByRole('heading', { level: 1 }).textContent();
}

const visitorOf = async (browser: Browser, baseURL = '') =>
  (await browser.newContext({ baseURL })).newPage();

test('a title is changed on the page, read by visitors, and undone', async ({
  page,
  browser,
  baseURL,
}) => {
  const words = 'Sixty threads <b onclick="alert(1)">and one</b>';
  const visitor = await visitorOf(browser, baseURL);
  const before = await title(visitor, '/?lang=en');
  await openDashboard(page, '/admin');

  await showTabs(page);
  await page.getByRole('tab', { name: 'Content' }).click();
  await textOf(page, /^Title line 1/).click();
  await field(page, 'English').fill(words);
  await expect(preview(page).getByRole('heading', { level: 1 })).toContainText(words);
  expect(await title(visitor, '/?lang=en')).toBe(before);
  await publish(page);
  await expect(page.getByText('Content Updated')).toBeVisible();
  await expect.poll(() => title(visitor, '/?lang=en')).toContain(words);
  // Markup is the text that it is.
  await expect(visitor.locator('h1 b')).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByText('Undone')).toBeVisible();
  await expect.poll(() => title(visitor, '/?lang=en')).toBe(before);
  await visitor.context().close();
});

test('a text is changed with the keyboard alone, in French too', async ({ page }) => {
  await openPage(page, '?language=en&section=hero');
  await textOf(page, /^Title line 2/).focus();
  await page.keyboard.press('Shift+Tab');
  await expect(textOf(page, /^Title line 1/)).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(field(page, 'English')).toBeFocused();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('One large cloth.');
  await expect(preview(page).getByRole('heading', { level: 1 })).toContainText('One large cloth.');
  await expect(page.getByText('Draft: visitors do not see it yet.')).toBeVisible();
  await expect(page.getByText('Changed here, not yet in French')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(field(page, 'Français')).toBeFocused();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('Une grande étoffe.');
  await expect(page.getByText('Changed here, not yet in French')).toHaveCount(0);
  await isFaultless(page, 'a text that is being written beside its page');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('2 texts are published.')).toBeVisible();
  await page.keyboard.press('F8');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Undone')).toBeVisible();
  await field(page, 'English').focus();
  await page.keyboard.press('Escape');
  await expect(field(page, 'English')).toHaveCount(0);
});

test('what can be done with a text stays in sight in a wide window, beside long words and messages', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await openPage(page, '?language=en&section=hero&key=description');
  await field(page, 'English').fill('A river crosses borders without being asked. '.repeat(12));
  await expect(page.getByText('Draft: visitors do not see it yet.')).toBeVisible();
  for (const name of ['Publish', 'Discard draft', 'Close'])
    await expect(page.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 });
  await page.getByRole('button', { name: 'Discard draft' }).click();
  const message = page.getByRole('region', { name: /^Notifications/ });
  await expect(message.getByText('Draft discarded')).toBeVisible();
  const covered = await page.getByRole('button', { name: 'Publish', exact: true }).boundingBox();
  const over = await message.boundingBox();
  expect((over?.x ?? 0) + (over?.width ?? 0)).toBeLessThanOrEqual(covered?.x ?? 0);
});

test('the page is seen in the width of a phone and in another language', async ({ page }) => {
  await openPage(page);
  const width = () =>
    preview(page)
      .locator('html')
      .evaluate((html) => html.clientWidth);
  await page.getByRole('button', { name: 'Phone width' }).click();
  await expect.poll(width).toBe(360);
  await page.getByRole('button', { name: 'Desktop width' }).click();
  await expect.poll(width).toBeGreaterThan(999);
  await page.getByRole('button', { name: /^Français/ }).click();
  await expect(preview(page).locator('html')).toHaveAttribute('lang', 'fr');
  const led = await preview(page)
    .locator('html')
    .evaluate((html) =>
      [...html.ownerDocument.links].filter((link) => !link.getAttribute('href')?.startsWith('#')),
    );
  expect(led).toEqual([]);
});

test('what was typed is there after the session was lost and the same person logged in again', async ({
  page,
}) => {
  await openPage(page, '?language=en&section=hero&key=description');
  await expect(field(page, 'English')).toBeVisible();
  await page.context().clearCookies();
  await field(page, 'English').fill('Typed after the session was over.');
  const login = page.getByRole('dialog', { name: 'Log in again' });
  await login.getByLabel('Your password').fill(ADMIN.password);
  await login.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByText('Draft: visitors do not see it yet.')).toBeVisible();
  await expect(field(page, 'English')).toHaveValue('Typed after the session was over.');
  await page.reload();
  await expect(field(page, 'English')).toHaveValue('Typed after the session was over.');
  await page.getByRole('button', { name: 'Discard draft' }).click();
  await expect(page.getByText('Draft discarded')).toBeVisible();
});

test('the second administrator to publish a text sees what the first one did', async ({ page }) => {
  await openPage(page, '?language=en&section=hero&key=title_line3');
  await field(page, 'English').fill('My Africa.');
  await expect(page.getByText('Draft: visitors do not see it yet.')).toBeVisible();
  const first = await page.request.put('/api/admin/content', {
    data: { section: 'hero', key: 'title_line3', value: 'Their Africa.' },
    headers: { 'Sec-Fetch-Site': 'same-origin' },
  });
  expect(first.status(), await first.text()).toBe(200);
  await publish(page);
  const notice = page.getByRole('alert').filter({ hasText: 'Published now' });
  await expect(notice).toContainText('Their Africa.');
  await expect(field(page, 'English')).toHaveValue('My Africa.');
  await notice.getByRole('button', { name: 'Continue with my version' }).click();
  await publish(page);
  await expect(page.getByText('Content Updated')).toBeVisible();
  await page.getByText('Earlier versions').click();
  await expect(page.getByText('Their Africa.').first()).toBeVisible();
  await page.getByRole('button', { name: 'Use built-in text' }).click();
  await expect(page.getByText('Visitors no longer see the published text.')).toBeVisible();
});

test('the tab is found by its address, by Back, and by a reload', async ({ page, isMobile }) => {
  await openDashboard(page, '/admin/content/texts');
  await page.getByRole('searchbox', { name: 'Search the texts' }).fill('Title line 2');
  // At once: no row moves under the press.
  await page.getByRole('button', { name: 'Hero › Title line 2' }).click();
  const address = '/admin/content/texts?language=en&section=hero&key=title_line2';
  await expect(page).toHaveURL(address);
  await expect(field(page, 'English')).toBeFocused();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Title line 2' })).toBeVisible();
  // On a phone the text is over the tabs.
  if (isMobile) await page.goto('/admin/content/advanced');
  else await page.getByRole('tab', { name: 'Advanced' }).click();
  await expect(page.getByRole('heading', { name: 'Initialize Content' })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(address);
  await expect(page.getByRole('heading', { name: 'Title line 2' })).toBeVisible();
});

import type { Page } from '@playwright/test';
import { openDashboard, showTabs } from './member.ts';
import { expect, SETTINGS_CHANGE, test } from './site.ts';

// A site of its own: what is published here is on pages that other journeys read.
test.use({ siteName: SETTINGS_CHANGE });

async function openContent(page: Page, query = '') {
  await openDashboard(page, `/admin/content${query}`);
  await expect(page.getByRole('heading', { name: 'Write a text' })).toBeVisible();
  await expectPreview(page);
}

/** The frame that is seen; another one may be on its way behind it. */
const preview = (page: Page) =>
  page.frameLocator('iframe[title="Preview of the page"]:not([aria-hidden])');

/** A frame that still loads pushes what is clicked, and is a step of its own on the way back. */
const expectPreview = (page: Page) =>
  expect(preview(page).getByRole('heading', { level: 1 })).toBeVisible();

/** The start page as someone finds it who comes now. */
async function title(page: Page, address: string) {
  await page.goto(address);
  return page.getByRole('heading', { level: 1 }).textContent();
}

test('a French title is seen in the preview first, and by visitors once it is published', async ({
  page,
  browser,
  baseURL,
}) => {
  const words = 'Cinquante-quatre fils <b onclick="alert(1)">d’or</b>';
  const visitor = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  const before = await title(visitor, '/?lang=fr');
  const english = await title(visitor, '/?lang=en');

  await openContent(page, '?language=fr&section=hero&key=title_line1');
  await page.getByLabel('Value').fill(words);
  await expect(preview(page).getByRole('heading', { level: 1 })).toContainText(words);
  expect(await title(visitor, '/?lang=fr')).toBe(before);

  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('Content Updated')).toBeVisible();
  await expect.poll(() => title(visitor, '/?lang=fr')).toContain(words);
  // Markup is the text that it is.
  await expect(visitor.locator('h1 b')).toHaveCount(0);
  expect(await title(visitor, '/?lang=en')).toBe(english);

  await page.getByRole('button', { name: 'Restore the built-in text' }).click();
  await page.getByRole('button', { name: 'Remove published text' }).click();
  await expect(page.getByText('The published text was removed.')).toBeVisible();
  await expect.poll(() => title(visitor, '/?lang=fr')).toBe(before);
  await visitor.context().close();
});

test('the preview keeps its place while somebody types, and leads nowhere', async ({ page }) => {
  await openContent(page, '?section=hero&key=description');
  const root = preview(page).locator('html');
  await expect(preview(page).getByRole('heading', { level: 1 })).toBeVisible();
  await root.evaluate((html) => {
    html.style.scrollBehavior = 'auto';
    html.scrollTop = 400;
  });
  await page.getByLabel('Value').fill('A description of a few words.');
  await expect(preview(page).getByText('A description of a few words.')).toBeAttached();
  // To the pixel or so: the browser rounds.
  expect(Math.abs((await root.evaluate((html) => html.scrollTop)) - 400)).toBeLessThan(3);
  const led = await root.evaluate((html) =>
    [...html.ownerDocument.links].filter((link) => !link.getAttribute('href')?.startsWith('#')),
  );
  expect(led).toEqual([]);
  await page.getByRole('button', { name: 'Discard draft' }).click();
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
  await expect(preview(page).getByText('A description of a few words.')).toHaveCount(0);
});

test('the tab is found by its address, by Back, and by a reload', async ({ page }) => {
  await openContent(page);
  await page.getByLabel('Search the texts').fill('title_line2');
  await page.getByRole('button', { name: /^title_line2/ }).click();
  await expect(page).toHaveURL('/admin/content?language=en&section=hero&key=title_line2');
  await expect(page.getByLabel('Value')).toBeFocused();
  await page.reload();
  await expectPreview(page);
  await expect(page.getByLabel('Key')).toHaveValue('title_line2');
  await page.getByRole('tab', { name: 'Payments' }).click();
  await expect(page).toHaveURL(/\/admin\/payments/);
  await showTabs(page);
  await page.getByRole('tab', { name: 'Content' }).click();
  await expect(page).toHaveURL('/admin/content?language=en&section=hero&key=title_line2');
  await expectPreview(page);
  await expect(page.getByLabel('Key')).toHaveValue('title_line2');
  await page.goBack();
  await expect(page).toHaveURL(/\/admin\/payments/);
  await page.goBack();
  await expect(page).toHaveURL('/admin/content?language=en&section=hero&key=title_line2');
  await expect(page.getByLabel('Key')).toHaveValue('title_line2');
});

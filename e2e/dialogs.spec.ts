import type { Locator, Page } from '@playwright/test';
import { expect, newAddress, test } from './site.ts';

/** Every dialog that is an address too, with its name and the code that is fetched for it alone. */
const DIALOGS = {
  '/sign': { name: 'Unity Declaration', code: undefined },
} as const;
type Path = keyof typeof DIALOGS;

const dialogOf = (page: Page, path: Path) => page.getByRole('dialog', { name: DIALOGS[path].name });

/** The links that open a dialog and can be seen; on a phone the menu is unfolded for them. */
async function linksIn(page: Page, path?: Path): Promise<Locator[]> {
  const menu = page.locator('header details:not([open]) > summary');
  if (await menu.isVisible()) await menu.click();
  const links = page.locator(path ? `a[data-live][href="${path}"]` : 'a[data-live]');
  return links.filter({ visible: true }).all();
}

/** The first number of each text: "1,024 people have signed." is 1024. */
const numbersIn = (texts: string[]) =>
  texts.map((text) => Number((/[\d,]+/.exec(text)?.[0] ?? '0').replaceAll(',', '')));

/** Fills in the declaration's form; its list of countries is a plain one until React is awake. */
async function fillInSignature(page: Page) {
  const dialog = dialogOf(page, '/sign');
  await dialog.getByLabel('Full name').fill('Awa Diop');
  await dialog.getByLabel('Email').fill(newAddress('signs'));
  await dialog.getByLabel('I have read the Unity Declaration').check();
  await dialog.locator('select[name=country], [role=combobox]').first().waitFor();
  if (await dialog.locator('select[name=country]').isVisible())
    await dialog.getByLabel('Country').selectOption('Togo');
  else {
    await dialog.getByLabel('Country').fill('togo');
    await page.getByRole('option', { name: 'Togo' }).click();
  }
}

/** Holds back every script and sheet until what it answers is called. */
async function holdCode(page: Page): Promise<() => void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/assets/**', async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

test('after signing, every counter on the page has one name more', async ({ page }) => {
  await page.goto('/');
  const counters = page.locator('[data-signatures]');
  const before = numbersIn(await counters.allTextContents());
  expect(before.length).toBeGreaterThan(0);
  await (await linksIn(page, '/sign')).at(-1)?.click();
  await expect(page.getByRole('combobox', { name: 'Country' }).first()).toBeVisible();
  await fillInSignature(page);
  await page.getByRole('button', { name: 'Sign the declaration' }).click();
  await expect(page.getByRole('dialog', { name: 'Thank you' })).toBeVisible();
  expect(numbersIn(await counters.allTextContents())).toEqual(before.map((number) => number + 1));
});

test.describe('before the page’s code has come', () => {
  test('what is tapped twice happens once', async ({ page }) => {
    let letCodeCome = await holdCode(page);
    await page.goto('/', { waitUntil: 'commit' });
    const link = page.getByRole('main').locator('a[data-live]').first();
    await link.click();
    await link.click();
    letCodeCome();
    const dialog = dialogOf(page, (await link.getAttribute('href')) as Path);
    await expect(dialog).toBeVisible();
    await page.goBack();
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL('/');

    letCodeCome = await holdCode(page);
    await page.goto('/sign', { waitUntil: 'commit' });
    await fillInSignature(page);
    const counter = page.locator('[data-signatures]').first();
    const [before = 0] = numbersIn([(await counter.textContent()) ?? '']);
    const button = page.getByRole('button', { name: 'Sign the declaration' });
    await button.click();
    await button.click();
    letCodeCome();
    await expect(page.getByRole('dialog', { name: 'Thank you' })).toBeVisible();
    // A second sending would have been answered by then.
    await page.waitForLoadState('networkidle');
    expect(numbersIn([(await counter.textContent()) ?? ''])).toEqual([before + 1]);
  });

  test('the dialog in the page of its address is closed for good', async ({ page }) => {
    const letCodeCome = await holdCode(page);
    await page.goto('/sign', { waitUntil: 'commit' });
    const dialog = dialogOf(page, '/sign');
    await dialog.getByRole('button', { name: 'Close' }).click();
    letCodeCome();
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL('/');
    // It is not taken for open: what leads to it opens it again.
    await (await linksIn(page, '/sign'))[0]?.click();
    await expect(dialog).toBeVisible();
    await expect(page).toHaveURL('/sign');
  });
});

test('a link to the dialog that stands in the page leads to it', async ({ page }) => {
  await page.goto('/sign');
  const dialog = dialogOf(page, '/sign');
  await page.locator('footer a[data-live][href="/sign"]').click();
  await expect(dialog).toBeInViewport();
  await expect(dialog.getByRole('heading').first()).toBeFocused();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL('/');
});

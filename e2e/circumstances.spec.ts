import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page, Request } from '@playwright/test';
import { PUBLIC_PATHS } from '../src/server/pages.ts';
import { inLanguage, LANGUAGES } from '../src/shared/language.ts';
import { expect, newAddress, test } from './site.ts';

/** Every public address, one where there is nothing, and each of them in every language. */
const ADDRESSES = LANGUAGES.flatMap((language) =>
  [...PUBLIC_PATHS, '/nowhere'].map((path) => inLanguage(path, language)),
);

/** Addresses of the scripts that a page fetches from now on. */
function scriptsFetchedBy(page: Page): string[] {
  const fetched: string[] = [];
  page.on('request', (request: Request) => {
    if (new URL(request.url()).pathname.endsWith('.js')) fetched.push(request.url());
  });
  return fetched;
}

async function sign(page: Page, email: string) {
  const dialog = page.getByRole('dialog', { name: 'Unity Declaration' });
  await dialog.getByLabel('Full name').fill('Awa Diop');
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByRole('combobox', { name: 'Country' }).fill('togo');
  await page.getByRole('option', { name: 'Togo' }).click();
  await dialog.getByLabel('I have read the Unity Declaration').check();
  await dialog.getByRole('button', { name: 'Sign the declaration' }).click();
  await expect(page.getByRole('dialog', { name: 'Thank you' })).toBeVisible();
}

test('who saves data fetches no script before the first touch, and everything after it', async ({
  page,
  site,
}) => {
  const fetched = scriptsFetchedBy(page);
  const readDown = async () => {
    await page.goto('/', { waitUntil: 'networkidle' });
    await page.mouse.move(50, 300);
    await page.mouse.wheel(0, 2000);
    await page.waitForLoadState('networkidle');
    await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
  };
  await readDown();
  // Whoever does not save fetches ahead; else the rest would prove nothing.
  expect(fetched.length).toBeGreaterThan(1);

  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  );
  fetched.length = 0;
  await readDown();
  expect(fetched).toEqual([]);
  await page.getByRole('main').locator('a[data-live][href="/sign"]').first().click();
  const email = newAddress('saver');
  await sign(page, email);
  await site.mailTo(email);
});

/** A browser whose owner forbids every cookie, in its own settings. */
const withoutCookies = test.extend({
  context: async ({ playwright, contextOptions, launchOptions, baseURL }, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'no-cookies-'));
    await mkdir(join(folder, 'Default'));
    const settings = { profile: { default_content_setting_values: { cookies: 2 } } };
    await writeFile(join(folder, 'Default', 'Preferences'), JSON.stringify(settings));
    const context = await playwright.chromium.launchPersistentContext(folder, {
      ...launchOptions,
      ...contextOptions,
      ...(baseURL ? { baseURL } : {}),
    });
    await use(context);
    await context.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  },
});

withoutCookies(
  'where cookies are blocked, the language stays in the links, and signing and writing work',
  async ({ page, context, site }) => {
    await page.goto('/?lang=fr');
    // Else the browser was not set as it says.
    await expect(page.evaluate(() => localStorage.length)).rejects.toThrow('SecurityError');
    await page.locator('main a[data-live]').first().click();
    await expect(page).toHaveURL('/sign?lang=fr');
    const dialog = page.getByRole('dialog', { name: 'Déclaration d’unité' });
    const email = newAddress('nocookie');
    await dialog.locator('[name=fullName]').fill('Awa Diop');
    await dialog.locator('[name=email]').fill(email);
    await dialog.getByRole('combobox').fill('togo');
    await page.getByRole('option', { name: 'Togo' }).click();
    await dialog.locator('[name=agreeToDeclaration]').check();
    await dialog.locator('button.btn-primary').click();
    await expect(page.getByRole('dialog', { name: 'Merci' })).toBeVisible();
    expect((await site.mailTo(email)).subject).toContain('Merci');

    // From page to page the address alone says the language.
    await page.goto('/?lang=fr');
    await page.locator('footer a[href^="/privacy"]').click();
    await page.locator('header a').first().click();
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr');

    await page.goto('/#contact');
    const form = page.locator('#contact form');
    const writer = newAddress('nocookie');
    await form.getByLabel('First name').fill('Awa');
    await form.getByLabel('Last name').fill('Diop');
    await form.getByLabel('Email').fill(writer);
    await form.getByRole('combobox', { name: 'Country' }).fill('togo');
    await page.getByRole('option', { name: 'Togo' }).click();
    await form.getByLabel('Message').fill('May I write without a cookie?');
    await form.getByRole('button', { name: 'Send message' }).click();
    await expect(page.getByText('Message Sent Successfully!')).toBeVisible();
    await site.mailTo(writer);
    expect(await context.cookies()).toEqual([]);
  },
);

/** Text that is cut off, and whatever makes the page scroll sideways; empty when all can be read. */
const cutOff = (page: Page) =>
  page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    const name = (it: Element) => `${it.tagName}.${it.className} ${it.textContent?.slice(0, 40)}`;
    const found = scrollWidth > clientWidth ? [`the page is ${scrollWidth} wide`] : [];
    for (const it of document.querySelectorAll<HTMLElement>('body *')) {
      // A field's text moves with its caret; what scrolls by itself hides nothing.
      if (!it.checkVisibility() || it.closest('svg, .sr-only, select, input')) continue;
      const { overflowX, overflowY, textOverflow } = getComputedStyle(it);
      const isCut =
        (overflowX !== 'visible' && overflowX !== 'auto' && it.scrollWidth > it.clientWidth + 1) ||
        (overflowY === 'hidden' && it.scrollHeight > it.clientHeight + 1) ||
        (textOverflow === 'ellipsis' && it.scrollWidth > it.clientWidth + 1);
      const isBeside = scrollWidth > clientWidth && it.getBoundingClientRect().right > clientWidth;
      if (isCut || isBeside) found.push(name(it));
    }
    return found;
  });

test('at 320 pixels no public page scrolls sideways or cuts words off, in no language', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const address of ADDRESSES) {
    await page.goto(address, { waitUntil: 'domcontentloaded' });
    expect(await cutOff(page), address).toEqual([]);
  }
});

/** Doubles every letter and nothing else, as a phone's setting for large text does. */
const doubleText = (page: Page) =>
  page.evaluate(() => {
    const all = [...document.querySelectorAll<HTMLElement>('body *')];
    const sizes = all.map((it) => Number.parseFloat(getComputedStyle(it).fontSize));
    for (const [nth, it] of all.entries()) it.style.fontSize = `${(sizes[nth] ?? 0) * 2}px`;
  });

test('at 200 % everything fits, and the header takes less than a third of the window', async ({
  page,
  isMobile,
}) => {
  // A desktop's zoom leaves half of the pixels; a phone's setting doubles the letters.
  if (!isMobile) await page.setViewportSize({ width: 640, height: 400 });
  // French has the longer words.
  for (const address of ADDRESSES.filter((one) => one.includes('lang=fr'))) {
    await page.goto(address, { waitUntil: 'domcontentloaded' });
    if (isMobile) await doubleText(page);
    expect(await cutOff(page), address).toEqual([]);
    const header = await page.locator('header').boundingBox();
    const third = (page.viewportSize()?.height ?? 0) / 3;
    expect(header?.height ?? 999, address).toBeLessThan(third);
  }
  // A dialog over the page scrolls to its last button.
  await page.goto('/?lang=en');
  await page.locator('footer a[data-live][href="/partner"]').click();
  const dialog = page.getByRole('dialog', { name: 'Partnership Application' });
  await expect(dialog.getByRole('combobox', { name: 'Country' })).toBeVisible();
  if (isMobile) await doubleText(page);
  await dialog.getByRole('button', { name: 'Submit Application' }).click();
  await expect(dialog.getByRole('alert')).toBeFocused();
  expect(await cutOff(page)).toEqual([]);
});

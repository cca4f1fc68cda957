import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import type { Page } from '@playwright/test';
import { ANY_SCREEN, BOTH_SIZES, DESKTOP, expect, test } from './site.ts';

/** What a server sends before it waits for the first answer of a phone: ten packets hold 14,480 bytes and more. */
const FIRST_FLIGHT = 14_200;

/** Lets only so many bytes of the answer to the first connection through, with its headers; of others all. */
async function cutFirstAnswer(siteUrl: string, bytes: number) {
  let isFirst = true;
  const proxy = createServer((browser) => {
    const site = connect(Number(new URL(siteUrl).port), '127.0.0.1');
    let left = isFirst ? bytes : Number.POSITIVE_INFINITY;
    isFirst = false;
    browser.pipe(site);
    site.on('data', (part: Buffer) => {
      browser.write(part.subarray(0, left));
      left = Math.max(0, left - part.length);
    });
    for (const [one, other] of [
      [browser, site],
      [site, browser],
    ] as const)
      one.on('close', () => other.destroy()).on('error', () => other.destroy());
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const { port } = proxy.address() as AddressInfo;
  return { url: `http://localhost:${port}`, close: () => proxy.close() };
}

/** Where the parts of the hero are, with their words. */
const heroOf = (page: Page) =>
  page
    .locator('#home')
    .locator('h1, p, a, button, input, select, label')
    .evaluateAll((parts) =>
      parts.map((part) => {
        const { x, y, width, height } = part.getBoundingClientRect();
        return [part.tagName, part.textContent, x, y, width, height].join(' ');
      }),
    );

for (const [language, isWide] of [
  ['en', false],
  ['fr', false],
  ['en', true],
  ['fr', true],
] as const) {
  test(
    `the first ${FIRST_FLIGHT} bytes draw the whole hero ${isWide ? 'with its form on a wide screen' : 'with its buttons on a phone'} (${language})`,
    ANY_SCREEN,
    async ({ page, site }) => {
      await page.setViewportSize(
        isWide ? { width: 1280, height: 800 } : { width: 360, height: 740 },
      );
      // The number of signatures on the page may change between the two visits: another test's is up to five seconds old.
      await expect(async () => {
        await page.goto(`/?lang=${language}`);
        await page.evaluate('document.fonts.ready');
        const whole = await heroOf(page);

        const cut = await cutFirstAnswer(site.url, FIRST_FLIGHT);
        await page.goto(`${cut.url}/?lang=${language}`, { waitUntil: 'commit' });
        await expect.poll(() => heroOf(page), { timeout: 5000 }).toEqual(whole);
        await expect(
          page.locator('#home :is(a[href^="/sign"], [type=submit]):visible').first(),
        ).toBeInViewport({ ratio: 1 });
        await expect(page.locator('#footer')).toHaveCount(0);
        cut.close();
      }).toPass();
    },
  );
}

/** A cheap phone on a slow network: DevTools' "Slow 4G" and a processor six times slower. */
async function slowDown(page: Page) {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Network.enable');
  await devTools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 562.5,
    downloadThroughput: 180_000,
    uploadThroughput: 84_375,
  });
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: 6 });
}

/** Forty characters. */
const NAME = 'Nana Ama Serwaa Akosua Boateng-Oyelaran ';

for (const [when, waitUntil] of [
  ['the first paint', 'commit'],
  ['rest', 'load'],
] as const) {
  test(
    `no character is lost of those typed from a tap at ${when} on, while React starts`,
    ANY_SCREEN,
    async ({ page }) => {
      await slowDown(page);
      await page.goto('/', { waitUntil });
      await page
        .getByRole('main')
        .getByRole('link', { name: 'Sign the Unity Declaration' })
        .first()
        .click();
      const dialog = page.getByRole('dialog', { name: 'Unity Declaration' });
      const name = dialog.getByLabel('Full name');
      await name.click();
      await page.keyboard.type(NAME, { delay: 60 });
      await expect(name).toHaveValue(NAME);
      // React is there when the list of countries can be typed into.
      await expect(dialog.getByRole('combobox')).toBeEditable();
      await expect(dialog.locator('input[role=combobox]')).toBeVisible();
      await expect(name).toHaveValue(NAME);
      await expect(name).toBeFocused();
    },
  );
}

test(
  'the dialog to sign is closed by every way out before React is there',
  ANY_SCREEN,
  async ({ page }) => {
    await page.route('**/assets/*.js', () => {
      // Never answered.
    });
    await page.goto('/', { waitUntil: 'commit' });
    const link = page
      .getByRole('main')
      .getByRole('link', { name: 'Sign the Unity Declaration' })
      .first();
    const dialog = page.getByRole('dialog', { name: 'Unity Declaration' });
    const name = dialog.getByLabel('Full name');
    const waysOut = [
      () => page.keyboard.press('Escape'),
      () => page.goBack(),
      () => dialog.getByRole('button', { name: 'Close' }).click(),
    ];
    for (const [nth, leave] of waysOut.entries()) {
      await link.click();
      await expect(dialog.getByRole('heading', { name: 'Unity Declaration' })).toBeFocused();
      await expect(page).toHaveURL('/sign');
      await expect(name).toHaveValue(nth === 0 ? '' : 'Awa Diop');
      await name.fill('Awa Diop');
      await leave();
      await expect(dialog).toBeHidden();
      await expect(page).toHaveURL('/');
      await expect(link).toBeFocused();
    }
  },
);

test(
  'the form to apply keeps what was typed before its code came, and is sent once it is there',
  ANY_SCREEN,
  async ({ page }) => {
    const code = Promise.withResolvers<void>();
    await page.route('**/assets/BuyNow-*.js', async (route) => {
      await code.promise;
      await route.continue();
    });
    await page.goto('/');
    const sign = page
      .getByRole('main')
      .getByRole('link', { name: 'Sign the Unity Declaration' })
      .first();
    const dialog = page.getByRole('dialog', { name: 'Unity Declaration' });
    await sign.click();
    // React draws the rest of the page.
    await expect(dialog.locator('input[role=combobox]')).toBeVisible();
    await page.keyboard.press('Escape');
    const form = page.locator('#buy-now form');
    await page.getByText('Fill in the application').click();
    await form.getByLabel('First name').fill('A');
    const send = form.getByRole('button', { name: 'Continue to Payment' });
    await send.click();
    await expect(send).toHaveAttribute('aria-busy', 'true');
    await sign.click();
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(form.getByLabel('First name')).toHaveValue('A');

    code.resolve();
    await expect(form.getByText('First name must be at least 2 characters')).toBeVisible();
    await expect(form.getByLabel('First name')).toHaveValue('A');
  },
);

for (const [path, sizes] of [
  ['/sign', BOTH_SIZES],
  ['/volunteer', DESKTOP],
  ['/partner', DESKTOP],
  ['/share', DESKTOP],
  ['/contact', DESKTOP],
  ['/apply', BOTH_SIZES],
  ['/join', DESKTOP],
] as const) {
  test(`no button of ${path} moves when React takes the page over`, sizes, async ({ page }) => {
    const code = Promise.withResolvers<void>();
    await page.route('**/assets/*.js', async (route) => {
      await code.promise;
      await route.continue();
    });
    // Styles that come after the page has been drawn come when it has been measured.
    await page.route('**/assets/*.css', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 800));
      await route.continue();
    });
    await page.goto(path);
    await page.evaluate(() => document.fonts.ready);
    const buttons = page.getByRole('main').locator('a, button, input:not([type=hidden]), textarea');
    const places = () =>
      buttons.evaluateAll((all) =>
        all
          .filter((one) => one.getClientRects().length > 0)
          .map((one) => {
            const { x, y, width, height } = one.getBoundingClientRect();
            return [one.tagName, one.id, one.textContent, x, y + scrollY, width, height].join(' ');
          }),
      );
    const before = await places();
    expect(before.length).toBeGreaterThan(0);
    // The first touch asks for the code.
    await page.keyboard.press('Shift');
    code.resolve();
    await page.waitForFunction(() =>
      Object.keys(document.querySelector('main *') ?? {}).some((key) => key.startsWith('__react')),
    );
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    // A list that can be typed into takes the place of the browser's own.
    expect(await places()).toEqual(expect.arrayContaining(before));
  });
}

import type { Page } from '@playwright/test';
import { ANY_SCREEN, BOTH_SIZES, expect, test } from './site.ts';

const SECTIONS = [
  ['Vision', 'vision'],
  ['Benefits', 'benefits'],
  ['Heritage', 'history'],
  ['Buy Now', 'buy-now'],
  ['Contact', 'contact'],
  ['Home', 'home'],
] as const;

/** The navigation that is seen: the bar, or the side menu of a phone, which is opened. */
async function navigation(page: Page, isMobile: boolean) {
  if (isMobile) await page.getByText('Menu', { exact: true }).click();
  return page.getByRole('navigation', { name: 'Sections' }).filter({ visible: true });
}

/** How far a section's top is below the header, in pixels, once the page has stopped scrolling. */
async function distanceOf(page: Page, id: string) {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        let last = -1;
        const look = () => {
          if (scrollY === last) return resolve();
          last = scrollY;
          setTimeout(look, 150);
        };
        look();
      }),
  );
  const [section, header] = await Promise.all([
    page.locator(`#${id}`).boundingBox(),
    page.locator('header').boundingBox(),
  ]);
  return (section?.y ?? 9999) - ((header?.y ?? 0) + (header?.height ?? 0));
}

test(
  'each link of the navigation scrolls to its section, and is marked while that is in sight',
  BOTH_SIZES,
  async ({ page, isMobile }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.goto('/');
    for (const [name, id] of SECTIONS) {
      await (await navigation(page, isMobile)).getByRole('link', { name }).click();
      await expect(page).toHaveURL(`/#${id}`);
      // The last sections may end with the page before they reach the top.
      await expect(async () => {
        const distance = await distanceOf(page, id);
        expect(distance, id).toBeGreaterThanOrEqual(-2);
        if (id !== 'contact') expect(distance, id).toBeLessThan(120);
      }).toPass({ timeout: 30_000 });
      await expect(page.locator(`#${id}`)).toBeInViewport();
      const marked = page.locator('header [aria-current]');
      await expect(marked.first()).toHaveAttribute('href', `#${id}`);
    }
  },
);

test('the sections below the first screen are laid out once the page is idle', async ({ page }) => {
  const skipped = () =>
    [...document.querySelectorAll('main section')].filter(
      (section) => getComputedStyle(section).contentVisibility === 'auto',
    ).length;
  await page.addInitScript(
    `addEventListener('DOMContentLoaded', () => { window.skippedAtFirst = (${skipped})(); })`,
  );
  await page.goto('/');
  expect(await page.evaluate('skippedAtFirst')).toBeGreaterThan(3);
  await expect.poll(() => page.evaluate(skipped)).toBe(0);
});

test('an address with a section, and a link followed before the page is loaded, lead to the section', async ({
  page,
  isMobile,
}) => {
  const expectAt = (id: string) =>
    expect(async () => {
      const distance = await distanceOf(page, id);
      expect(distance).toBeGreaterThanOrEqual(-2);
      expect(distance).toBeLessThan(120);
    }).toPass({ timeout: 15_000 });
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto('/#buy-now');
  await expectAt('buy-now');
  // Else the page would stay, and only scroll.
  await page.goto('about:blank');
  // A picture that never comes: the sections below the first screen are not laid out.
  await page.route('**/assets/*.svg', () => {});
  await page.goto('/', { waitUntil: 'commit' });
  await (await navigation(page, isMobile)).getByRole('link', { name: 'Buy Now' }).click();
  await expectAt('buy-now');
});

test.describe('below the first screen', () => {
  const contact = (page: Page) => page.locator('#contact');
  /** A page whose pictures never come, so that it never has loaded. */
  async function openWithoutPictures(page: Page) {
    await page.route('**/assets/*.svg', () => {});
    await page.goto('/', { waitUntil: 'commit' });
    await page.waitForFunction(() => document.readyState !== 'loading');
  }

  test(
    'a phone shows nothing before the page has loaded, a wide screen all of it',
    BOTH_SIZES,
    async ({ page, isMobile }) => {
      await openWithoutPictures(page);
      await expect(contact(page)).toBeVisible({ visible: !isMobile });
    },
  );

  test('a phone shows all of it once the page has loaded', async ({ page }) => {
    await page.goto('/');
    await expect(contact(page)).toBeVisible();
  });

  test('a phone that has no idle time shows all of it, too', async ({ page }) => {
    await page.addInitScript(() => {
      // No callback is called before its time limit.
      window.requestIdleCallback = (act, { timeout = Number.POSITIVE_INFINITY } = {}) =>
        timeout < Number.POSITIVE_INFINITY
          ? window.setTimeout(() => act({ didTimeout: true, timeRemaining: () => 0 }), timeout)
          : 0;
    });
    await page.goto('/');
    await expect(contact(page)).toBeVisible({ timeout: 30_000 });
  });

  test('a phone shows all of it to who scrolls before the page has loaded', async ({ page }) => {
    await openWithoutPictures(page);
    await page.mouse.wheel(0, 200);
    await expect(contact(page)).toBeVisible();
  });

  test('a phone shows all of it to who tabs before the page has loaded', async ({ page }) => {
    await openWithoutPictures(page);
    await page.keyboard.press('Tab');
    await expect(contact(page)).toBeVisible();
  });

  test('a reload comes back to the same place', async ({ page }) => {
    await page.goto('/');
    const distance = () => distanceOf(page, 'history');
    // What is not shown yet cannot be scrolled to.
    await expect(page.locator('#history')).toBeVisible();
    await page.locator('#history').evaluate((section) => section.scrollIntoView());
    // Chromium scrolls again while what is above is laid out.
    await expect(async () => expect(Math.abs(await distance())).toBeLessThan(100)).toPass();
    await page.reload();
    await expect(async () => expect(Math.abs(await distance())).toBeLessThan(100)).toPass();
  });
});

test('the year of the quotation in sight is marked, and choosing another moves nothing else', async ({
  page,
}) => {
  await page.goto('/');
  const years = page.getByRole('navigation', { name: 'Choose a voice' });
  const marked = years.locator('[aria-current]');
  await years.getByRole('link', { name: /1963/ }).click();
  await expect(marked).toHaveText('1963');
  const before = await years.boundingBox();
  await years.getByRole('link', { name: /1997/ }).click();
  await expect(marked).toHaveText('1997');
  expect((await years.boundingBox())?.y).toBe(before?.y);
});

const scrolling = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior);

test(
  'scrolling is smooth, and not for people who want less motion',
  ANY_SCREEN,
  async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.goto('/');
    expect(await scrolling(page)).toBe('smooth');
    await page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await scrolling(page)).toBe('auto');
  },
);

const DIALOGS = [
  ['Sign Unity Declaration', '/sign', 'Unity Declaration'],
  ['Volunteer', '/volunteer', 'Volunteer Application'],
  ['Partner with Us', '/partner', 'Partnership Application'],
  ['Share', '/share', 'Share the campaign'],
] as const;

test('each link to a form in the footer opens its dialog, which Close and Escape close', async ({
  page,
}) => {
  await page.goto('/');
  for (const [link, address, name] of DIALOGS) {
    const way = page.getByRole('contentinfo').getByRole('link', { name: link, exact: true });
    const dialog = page.getByRole('dialog', { name });
    for (const close of [
      () => dialog.getByRole('button', { name: 'Close' }).click(),
      () => page.keyboard.press('Escape'),
    ]) {
      await way.click();
      await expect(dialog).toBeVisible();
      await expect(page).toHaveURL(address);
      await close();
      await expect(dialog).toBeHidden();
      await expect(page).toHaveURL('/');
      await expect(way).toBeFocused();
    }
  }
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('a visitor finds whether a country has ratified the protocol', async ({ page }) => {
    await page.goto('/');
    const section = page.getByRole('region', { name: 'Four of fifteen' });
    await expect(section).toContainText('As of July 2025: Rwanda, Niger, Mali');
    const country = section.getByRole('listitem').filter({ hasText: 'Kenya' });
    const choice = section.getByRole('combobox', { name: 'Has your country ratified?' });
    const answer = section.getByRole('status');
    await expect(answer).toHaveText('', { useInnerText: true });
    await choice.selectOption('Mali');
    await expect(answer).toHaveText('Yes, it has ratified.', { useInnerText: true });
    await choice.selectOption('Kenya');
    await expect(answer).toHaveText(/^Not yet. Ask your member/, { useInnerText: true });
    // On a wide screen they are shown at once.
    const unfold = section.getByText('Show the countries');
    if (await unfold.isVisible()) {
      await expect(country).toBeHidden();
      await unfold.click();
    }
    await expect(country).toBeVisible();
    await expect(section.getByText('Mali: ratified')).toBeVisible();
    await section.getByRole('link', { name: 'Sign for your country' }).click();
    await expect(page).toHaveURL('/sign');
  });
});

test(
  'the footer has its links in columns of one height on a laptop',
  ANY_SCREEN,
  async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto('/faq');
    const links = page.getByRole('navigation', { name: 'The campaign' }).getByRole('link');
    const places = await links.evaluateAll((all) =>
      all.map((link) => {
        const { x, y } = link.getBoundingClientRect();
        return { x: Math.round(x), y: Math.round(y) };
      }),
    );
    expect(places).toHaveLength(8);
    expect(new Set(places.map(({ x }) => x)).size).toBe(2);
    expect(new Set(places.map(({ y }) => y)).size).toBe(4);
  },
);

test(
  'the names of the states are apart from the list to choose from',
  ANY_SCREEN,
  async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto('/');
    const check = page.locator('.check-country');
    await check.scrollIntoViewIfNeeded();
    const [choice, names] = await Promise.all([
      check.getByRole('combobox').boundingBox(),
      check.getByRole('list').boundingBox(),
    ]);
    expect((names?.y ?? 0) - (choice?.y ?? 0) - (choice?.height ?? 0)).toBeGreaterThanOrEqual(36);
  },
);

import type { Page } from '@playwright/test';
import { ANY_SCREEN, BOTH_SIZES, expect, test } from './site.ts';

/** Notes on each stop of the keyboard, taken in the page. */
interface Stop {
  name: string;
  faults: string[];
}

/** The focused element, and the faults of its focus ring; undefined when the page is left. */
const stop = (page: Page) =>
  page.evaluate((): Stop | undefined => {
    const it = document.activeElement as HTMLElement | null;
    if (!it || it === document.body) return undefined;
    const faults: string[] = [];
    const box = it.getBoundingClientRect();
    const header = document.querySelector('header');
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(it);
    if (outlineStyle === 'none' || Number.parseFloat(outlineWidth) < 2)
      if (boxShadow === 'none') faults.push('its focus cannot be seen');
    if (box.width === 0 || box.height === 0) faults.push('it has no place');
    if (box.top < -1 || box.top > innerHeight - 20) faults.push('it is out of sight');
    const below = header?.getBoundingClientRect().bottom ?? 0;
    const isCovered = !header?.contains(it) && box.top < below - 1 && box.bottom > 0;
    if (isCovered && getComputedStyle(header as Element).position === 'sticky' && scrollY > below)
      faults.push(`it is under the header: ${box.top} < ${below}`);
    const { walked = [] } = window as { walked?: Element[] };
    Object.assign(window, { walked: [...walked, it] });
    return { name: `${it.tagName} ${it.id} ${it.textContent?.trim().slice(0, 40)}`, faults };
  });

/** The places of all stops there are among the elements of the page, and of those that were walked. */
const places = (page: Page) =>
  page.evaluate(() => {
    const { walked = [] } = window as { walked?: Element[] };
    const all = [...document.querySelectorAll<HTMLElement>('*')];
    const stops = all.filter(
      (it) =>
        it.tabIndex >= 0 &&
        it.checkVisibility() &&
        !it.matches(':disabled') &&
        it.matches('a, button, input, select, textarea, summary, [tabindex], audio, video'),
    );
    const placesOf = (some: Element[]) => some.map((it) => all.indexOf(it as HTMLElement));
    return { walked: placesOf(walked), expected: placesOf(stops) };
  });

test(
  'the whole page can be walked through by keyboard, in its order, each stop in sight',
  BOTH_SIZES,
  async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('/');
    // The first key hydrates the page: lists are fields to type into then.
    await page.keyboard.press('Tab');
    await expect(page.locator('#contact input[role=combobox]')).toBeVisible();
    const stops: Stop[] = [];
    for (let at = await stop(page); at; at = await stop(page)) {
      stops.push(at);
      expect(stops.length, `no trap at ${at.name}`).toBeLessThanOrEqual(200);
      // The first stop in the form to apply fetches it; its list of countries is a field then.
      await expect(page.locator('[data-deferred]:focus-within')).toHaveCount(0);
      await page.keyboard.press('Tab');
    }
    expect(stops.filter(({ faults }) => faults.length > 0)).toEqual([]);
    const { walked, expected } = await places(page);
    expect(walked).toEqual(expected);
    // Fields, links and buttons of ten sections: far more than a header's.
    expect(stops.length).toBeGreaterThan(50);
  },
);

test(
  'the first stop leads past the navigation: it is seen with the focus, and moves nothing',
  ANY_SCREEN,
  async ({ page }) => {
    await page.goto('/');
    const [link, header] = [page.locator('a[href="#main"]'), page.locator('header').first()];
    const stood = await header.boundingBox();
    const isSeen = async () => {
      const { x = 0, y = 0, width = 0, height = 0 } = (await link.boundingBox()) ?? {};
      return page.evaluate(
        ([left, top]) => document.elementFromPoint(left, top)?.matches('a[href="#main"]'),
        [x + width / 2, y + height / 2] as const,
      );
    };
    expect(await isSeen()).toBe(false);
    await page.keyboard.press('Tab');
    await expect(link).toBeFocused();
    expect(await isSeen()).toBe(true);
    expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    expect(await header.boundingBox()).toEqual(stood);
    await page.keyboard.press('Enter');
    await expect(page.locator('#main')).toBeFocused();
  },
);

test('going back up into the navigation does not scroll the page', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  const inHeader = page.locator('header').locator('a, summary').filter({ visible: true });
  const quotation = page.locator('#testimonials a').first();
  await expect(quotation).toBeVisible();
  await quotation.focus();
  // A section that is laid out later moves those below it, and the page with them.
  await expect(page.locator('.threaded:not([style])')).toHaveCount(0);
  const scrolledTo = await page.evaluate(() => scrollY);
  expect(scrolledTo).toBeGreaterThan(1000);
  for (const link of await inHeader.all()) {
    await link.focus();
    expect(await page.evaluate(() => scrollY)).toBe(scrolledTo);
  }
});

test('the navigation leads to each section and says which one is read', async ({
  page,
  isMobile,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  const header = page.locator('header');
  const current = header.locator('a[aria-current]');
  const links = header.getByRole('link').filter({ visible: true });
  const sections = ['home', 'vision', 'benefits', 'history', 'buy-now', 'contact'];
  for (const id of sections) {
    if (isMobile) await header.getByText('Menu', { exact: true }).click();
    await links.and(page.locator(`nav a[href="#${id}"]`)).press('Enter');
    await expect(page).toHaveURL(`/#${id}`);
    const heading = page.locator(`#${id}`).getByRole('heading').first();
    await expect(heading).toBeInViewport();
    const [top, below] = await Promise.all([heading.boundingBox(), header.boundingBox()]);
    expect(top?.y ?? 0).toBeGreaterThanOrEqual((below?.y ?? 0) + (below?.height ?? 0) - 1);
    // The wide navigation and the menu’s say the same.
    const marked = () => current.evaluateAll((all) => all.map((it) => it.getAttribute('href')));
    await expect.poll(async () => [...new Set(await marked())]).toEqual([`#${id}`]);
  }
  // Also by scrolling alone, and after hydration.
  await page.locator('#contact input').first().focus();
  await page.evaluate(() => document.getElementById('vision')?.scrollIntoView());
  await expect(current.first()).toHaveAttribute('href', '#vision');
  await page.evaluate(() => scrollTo(0, 0));
  await expect(current.first()).toHaveAttribute('href', '#home');
});

import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page, Request } from '@playwright/test';
import { ensureChromium } from '../scripts/chromium.mjs';
import { PUBLIC_PATHS } from '../src/server/pages/pages.ts';
import { inLanguage, LANGUAGES } from '../src/shared/language.ts';
import { axeOn } from './axe.ts';
import { ANY_SCREEN, BOTH_SIZES, expect, newAddress, ONLY_IN_FULL, test } from './site.ts';

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

const violations = async (page: Page, without: string[] = []) =>
  (await axeOn(page).disableRules(without).analyze()).violations.map(({ id, nodes }) => [
    id,
    nodes.map((node) => node.html),
  ]);

/** Counts what jumps on the pages that are opened from now on. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const page = globalThis as unknown as { shifted: number };
    page.shifted = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
        page.shifted += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
const shiftsOn = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { shifted: number }).shifted);

async function sign(page: Page, email: string) {
  const dialog = page.getByRole('dialog', { name: 'Unity Declaration' });
  await dialog.getByLabel('Full name').fill('Awa Diop');
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByRole('combobox', { name: 'Country' }).and(page.locator('input')).fill('togo');
  await page.getByRole('listbox').getByRole('option', { name: 'Togo' }).click();
  await dialog.getByLabel('I have read the Unity Declaration').check();
  await dialog.getByRole('button', { name: 'Sign the declaration' }).click();
  await expect(page.getByRole('dialog', { name: 'Thank you' })).toBeVisible();
}

test(
  'who saves data fetches no script and no sheet before the first touch, and everything after it',
  ANY_SCREEN,
  async ({ page, site }) => {
    const fetched = scriptsFetchedBy(page);
    const sheets: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('.css')) sheets.push(request.url());
    });
    const readDown = async () => {
      await page.goto('/', { waitUntil: 'networkidle' });
      await page.mouse.move(50, 300);
      await page.mouse.wheel(0, 2000);
      await page.waitForLoadState('networkidle');
      await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
    };
    await readDown();
    // Without Save-Data the page fetches ahead; else the rest would prove nothing.
    await expect.poll(() => fetched.length).toBeGreaterThan(1);
    expect(sheets).not.toEqual([]);

    await page.addInitScript(() =>
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
    );
    // The first page may still fetch: it is left before what is fetched counts.
    await page.goto('about:blank');
    fetched.length = 0;
    sheets.length = 0;
    await readDown();
    expect(fetched).toEqual([]);
    expect(sheets).toEqual([]);
    await page.getByRole('main').locator('a[data-live][href="/sign"]').first().click();
    const email = newAddress('saver');
    await sign(page, email);
    await site.mailTo(email);
  },
);

test('who scrolls finds the forms ready before the first touch', ANY_SCREEN, async ({ page }) => {
  await page.goto('/');
  // A plain list until the page is hydrated.
  await expect(page.locator('#contact select[name=country]')).toBeAttached();
  await page.evaluate(() => scrollBy(0, 400));
  await expect(page.locator('#contact input[role=combobox]')).toBeAttached();
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
      // The shell without windows reads no settings.
      executablePath: ensureChromium(),
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
  ANY_SCREEN,
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
    await dialog.getByRole('combobox').and(page.locator('input')).fill('togo');
    await page.getByRole('listbox').getByRole('option', { name: 'Togo' }).click();
    await dialog.locator('[name=agreeToDeclaration]').check();
    await dialog.locator('button.btn-primary').click();
    await expect(page.getByRole('dialog', { name: 'Merci' })).toBeVisible();
    expect((await site.mailTo(email)).subject).toContain('Confirmez votre signature');

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
    await form.locator('input[role=combobox]').fill('togo');
    await page.getByRole('listbox').getByRole('option', { name: 'Togo' }).click();
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

test(
  'at 320 pixels no public page scrolls sideways or cuts words off, in no language',
  ONLY_IN_FULL,
  async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    for (const address of ADDRESSES) {
      await page.goto(address, { waitUntil: 'domcontentloaded' });
      expect(await cutOff(page), address).toEqual([]);
    }
  },
);

/** Doubles every letter and nothing else, as a phone's setting for large text does. */
const doubleText = (page: Page) =>
  page.evaluate(() => {
    const all = [...document.querySelectorAll<HTMLElement>('body *')];
    const sizes = all.map((it) => Number.parseFloat(getComputedStyle(it).fontSize));
    for (const [nth, it] of all.entries()) it.style.fontSize = `${(sizes[nth] ?? 0) * 2}px`;
  });

test(
  'at 200 % everything fits, and the header takes less than a third of the window',
  BOTH_SIZES,
  async ({ page, isMobile }) => {
    // A desktop's zoom leaves half of the pixels; a phone's setting doubles the letters.
    if (!isMobile) await page.setViewportSize({ width: 640, height: 400 });
    // French has the longer words.
    for (const address of ADDRESSES.filter((one) => one.includes('lang=fr'))) {
      await page.goto(address, { waitUntil: 'domcontentloaded' });
      if (isMobile) await doubleText(page);
      expect(await cutOff(page), address).toEqual([]);
      const header = await page.getByRole('banner').boundingBox();
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
  },
);

test(
  'in forced colours every button, field and tab has an edge, and axe finds nothing',
  ANY_SCREEN,
  async ({ page }) => {
    await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
    /** Controls whose edge has too little contrast with what surrounds it. */
    const edgeless = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('.btn, input, select, textarea, [role=tab]')]
          .filter((it) => it.checkVisibility() && !it.closest('.sr-only'))
          // A box to tick is drawn by the browser itself then.
          .filter((it) => !it.matches('[type=checkbox], [type=radio]'))
          .filter((it) => {
            const style = getComputedStyle(it);
            const isDrawn = (side: 'Top' | 'Bottom') =>
              style[`border${side}Style`] !== 'none' &&
              Number.parseFloat(style[`border${side}Width`]) >= 1 &&
              style[`border${side}Color`] !== style.backgroundColor;
            return !isDrawn('Top') && !isDrawn('Bottom');
          })
          .map(
            (it) => `${it.tagName} ${it.className} ${it.getAttribute('name')} ${it.textContent}`,
          ),
      );
    for (const path of ['/', '/sign', '/partner', '/join', '/privacy', '/thanks/contact']) {
      await page.goto(path);
      await page.getByRole('heading').first().waitFor();
      if (path === '/join') await page.getByRole('tab', { name: 'Login' }).waitFor();
      expect(await edgeless(), path).toEqual([]);
      // The colours are the reader's own then; axe still compares those of the page.
      expect(await violations(page, ['color-contrast']), path).toEqual([]);
    }
    // A tab that is chosen is more than a colour.
    await page.goto('/join');
    const [chosen, other] = [
      page.getByRole('tab', { selected: true }),
      page.getByRole('tab', { selected: false }),
    ];
    const outline = (tab: Locator) => tab.evaluate((it) => getComputedStyle(it).outlineStyle);
    expect([await outline(chosen), await outline(other)]).toEqual(['solid', 'none']);
  },
);

test('printed, the page shows its sections and no buttons', ANY_SCREEN, async ({ page }) => {
  await page.goto('/');
  await page.emulateMedia({ media: 'print' });
  for (const section of await page.locator('main section, footer').all()) {
    await expect(section).toBeVisible();
    expect((await section.boundingBox())?.height ?? 0).toBeGreaterThan(100);
  }
  await expect(page.locator('.btn').filter({ visible: true })).toHaveCount(0);
  const quotations = page.locator('#testimonials blockquote');
  for (const quotation of await quotations.all())
    expect((await quotation.boundingBox())?.x ?? 9999).toBeLessThan(
      page.viewportSize()?.width ?? 0,
    );
  const paper = await page.pdf({ format: 'A4' });
  expect(paper.subarray(0, 5).toString()).toBe('%PDF-');
  const sheets = paper.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
  expect(sheets).toBeGreaterThan(3);
  await page.goto('/sign');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('main').getByText('Africa is one home')).toBeVisible();
});

test('nothing moves for who asks for less motion', ANY_SCREEN, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const moving = () =>
    page.evaluate(() => [
      ...document.getAnimations().map((one) => (one as CSSAnimation).animationName),
      getComputedStyle(document.documentElement).scrollBehavior,
    ]);
  await page.goto('/', { waitUntil: 'commit' });
  await page.locator('footer').waitFor();
  expect(await moving()).toEqual(['auto']);
  await page.locator('footer a[data-live][href="/share"]').click();
  await expect(page.getByRole('dialog', { name: 'Share the campaign' })).toBeVisible();
  expect(await moving()).toEqual(['auto']);
  await page.goto('/sign');
  await page.getByRole('button', { name: 'Sign the declaration' }).click();
  await expect(page.getByRole('alert').first()).toBeVisible();
  expect(await moving()).toEqual(['auto']);
});

test('the cloth weaves itself once, within a second, and nothing else moves or jumps', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await watchShifts(page);
  // The shift that the font causes is the next test's.
  await page.route('**/*.woff2', (route) => route.abort());
  // A hundred times slower until it was looked at, however busy the processor is.
  const clock = await page.context().newCDPSession(page);
  await clock.send('Animation.enable');
  await clock.send('Animation.setPlaybackRate', { playbackRate: 0.01 });
  await page.goto('/', { waitUntil: 'commit' });
  await page.locator('#home h1').waitFor();
  const weaving = await page.evaluate(() =>
    document.getAnimations().map((one) => {
      const { iterations, endTime } = one.effect?.getComputedTiming() ?? {};
      return { name: (one as CSSAnimation).animationName, iterations, endTime };
    }),
  );
  expect(weaving.length).toBeGreaterThan(0);
  for (const { name, iterations, endTime } of weaving) {
    expect([name, iterations]).toEqual(['woven', 1]);
    expect(Number(endTime)).toBeLessThanOrEqual(1000);
  }
  await clock.send('Animation.setPlaybackRate', { playbackRate: 1 });
  await page.waitForTimeout(1000);
  await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0);
  expect(await shiftsOn(page)).toBe(0);
});

test('a font that never comes, or comes late, moves nothing', ANY_SCREEN, async ({ page }) => {
  await watchShifts(page);
  for (const comes of [false, true]) {
    await page.route('**/*.woff2', async (route) => {
      if (!comes) return route.abort();
      await new Promise((resolve) => setTimeout(resolve, 800));
      return route.continue();
    });
    const isFont = (one: { url(): string }) => one.url().endsWith('.woff2');
    const answered = comes
      ? page.waitForResponse(isFont)
      : page.waitForEvent('requestfailed', isFont);
    await page.goto('/');
    await answered;
    await page.evaluate(() => document.fonts.ready);
    await page.waitForTimeout(200);
    await expect
      .poll(() => page.evaluate(() => document.fonts.check('800 20px "Bricolage Grotesque"')))
      .toBe(comes);
    expect(await shiftsOn(page), comes ? 'late' : 'never').toBeLessThanOrEqual(0.01);
    await page.unrouteAll();
  }
});

test(
  'pictures that cannot be fetched leave their places as they are',
  ANY_SCREEN,
  async ({ page }) => {
    const places = async () => {
      for (const address of ['/', '/countries']) await page.goto(address);
      await page.goto('/', { waitUntil: 'networkidle' });
      await page.evaluate(async () => {
        for (const it of document.images) it.loading = 'eager';
        await Promise.allSettled([...document.images].map((it) => it.decode()));
      });
      return page.evaluate(() =>
        [...document.querySelectorAll('section, footer, header, img, h1, h2')].map((it) => {
          const { x, y, width, height } = it.getBoundingClientRect();
          return [it.id || it.tagName, ...[x, y + scrollY, width, height].map(Math.round)];
        }),
      );
    };
    const whole = await places();
    let broken = 0;
    await page.route(/\/pictures\/|\.svg$/, (route) => {
      broken += 1;
      return route.abort();
    });
    expect(await places()).toEqual(whole);
    expect(broken).toBeGreaterThan(0);
    // The words in their stead say what they would show.
    for (const picture of await page.locator('main img').all())
      expect((await picture.getAttribute('alt'))?.length ?? 0).toBeGreaterThan(10);
  },
);

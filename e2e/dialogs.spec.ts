import type { Locator, Page } from '@playwright/test';
import { ANY_SCREEN, expect, test } from './site.ts';

/** Every dialog that is an address too, with its name and the code that is fetched for it alone. */
const DIALOGS = {
  '/sign': { name: 'Unity Declaration', code: undefined },
  '/volunteer': { name: 'Volunteer Application', code: 'VolunteerDialog' },
  '/partner': { name: 'Partnership Application', code: 'PartnerDialog' },
  '/share': { name: 'Share the campaign', code: 'ShareDialog' },
  '/join': { name: 'Join the Movement', code: 'AccountDialog' },
} as const;
type Path = keyof typeof DIALOGS;
const PATHS = Object.keys(DIALOGS) as Path[];

const dialogOf = (page: Page, path: Path) => page.getByRole('dialog', { name: DIALOGS[path].name });

/** The links that open a dialog and can be seen; on a phone the menu is unfolded for them. */
async function linksIn(page: Page, path?: Path): Promise<Locator[]> {
  // A phone shows the first screen alone until the page has loaded.
  await expect(page.locator('footer')).toBeVisible();
  const menu = page.locator('header details:not([open]) > summary');
  if (await menu.isVisible()) await menu.click();
  const links = await page.locator(path ? `a[data-live][href="${path}"]` : 'a[data-live]').all();
  const areSeen = await Promise.all(links.map((link) => link.isVisible()));
  return links.filter((_, nth) => areSeen[nth]);
}

/** Holds back every script and sheet until what it answers is called. */
async function holdCode(page: Page, files = '**/assets/**'): Promise<() => void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(files, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

test('every link to a dialog opens it by the keyboard alone, and Escape gives the focus back', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  const opened = new Set<string>();
  const count = (await linksIn(page)).length;
  for (let nth = 0; nth < count; nth++) {
    const link = (await linksIn(page))[nth] as Locator;
    const path = (await link.getAttribute('href')) as Path;
    await link.focus();
    await page.keyboard.press('Enter');
    const dialog = dialogOf(page, path);
    await expect(dialog, `link ${nth}`).toBeVisible();
    await expect(page).toHaveURL(path);
    await expect(dialog.locator(':focus'), `${path} takes the focus`).toHaveCount(1);
    for (const key of ['Shift+Tab', 'Tab', 'Tab', 'Tab']) {
      await page.keyboard.press(key);
      // Between its last stop and its first one lies the browser's own bar.
      const isInside = await dialog.evaluate(
        (it) => it.contains(document.activeElement) || document.activeElement === document.body,
      );
      expect(isInside, `${path} keeps the focus`).toBe(true);
    }
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL('/');
    const back = (await link.isVisible()) ? link : page.locator('header summary');
    await expect(back, `${path} gives the focus back`).toBeFocused();
    opened.add(path);
  }
  expect([...opened].sort()).toEqual([...PATHS].sort());
});

test('Back closes each dialog where the page stood, and Forward opens it again', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  for (const path of PATHS) {
    const link = (await linksIn(page, path)).at(-1) as Locator;
    const stood = page.evaluate(
      () =>
        new Promise<number>((resolve) =>
          addEventListener('click', () => resolve(scrollY), { once: true, capture: true }),
        ),
    );
    await link.click();
    const dialog = dialogOf(page, path);
    await expect(dialog).toBeVisible();
    await page.goBack();
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL('/');
    expect(await page.evaluate(() => scrollY), path).toBeCloseTo(await stood, -1);
    await page.goForward();
    await expect(dialog).toBeVisible();
    await expect(page).toHaveURL(path);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL('/');
  }
});

test(
  'the application has an address where its form comes first, and a way to it on the page',
  ANY_SCREEN,
  async ({ page }) => {
    await page.goto('/');
    await page.getByRole('main').getByRole('link', { name: 'Apply for the kit' }).first().click();
    const form = page.locator('#buy-now');
    await expect(form).toBeInViewport();
    await page.goBack();
    await expect(page).toHaveURL('/');
    await page.goto('/apply');
    await expect(form.getByRole('heading', { name: 'Buy Now' })).toBeInViewport();
    await expect(page.locator('#home')).toHaveCount(0);
  },
);

test(
  'words typed into three dialogs stay there while the others are used',
  ANY_SCREEN,
  async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('/');
    const typed = { '/sign': 'Full name', '/volunteer': 'Skills', '/partner': 'Website' } as const;
    const open = async (path: Path) => {
      await (await linksIn(page, path)).at(-1)?.click();
      return dialogOf(page, path);
    };
    const waysOut = [
      (_: Locator) => page.keyboard.press('Escape'),
      (_: Locator) => page.goBack(),
      (dialog: Locator) => dialog.getByRole('button', { name: 'Close' }).click(),
    ];
    for (const [nth, leave] of waysOut.entries()) {
      for (const [path, label] of Object.entries(typed) as [Path, string][]) {
        const dialog = await open(path);
        const field = dialog.getByLabel(label);
        await expect(field).toHaveValue(nth === 0 ? '' : `${label} ${nth - 1}`);
        await field.fill(`${label} ${nth}`);
        await leave(dialog);
        await expect(dialog).toBeHidden();
        await expect(page).toHaveURL('/');
      }
    }
  },
);

test.describe('before the page’s code has come', ANY_SCREEN, () => {
  test('no tap on a link to a dialog is lost, wherever the link is', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('/');
    // The form in the hero is for wide screens.
    const links = page.locator('[data-server-markup] a[data-live]:not(.quick-sign a)');
    const places = await links.evaluateAll((all) =>
      all.map((link) => ({
        part: link.closest('[data-server-markup]')?.getAttribute('data-server-markup'),
        path: link.getAttribute('href'),
      })),
    );
    expect(new Set(places.map(({ part }) => part))).toEqual(
      new Set(['main', 'call-to-action', 'footer']),
    );
    // One of each part and dialog: the page listens for all of its links at once.
    const tried = new Map(places.map(({ part, path }, nth) => [`${part} ${path}`, nth]));
    for (const nth of tried.values()) {
      const letCodeCome = await holdCode(page);
      await page.goto('/', { waitUntil: 'commit' });
      const link = links.nth(nth);
      const path = (await link.getAttribute('href')) as Path;
      // What is below the first screen is there for who scrolls.
      await page.evaluate(() => scrollBy(0, 1));
      await link.evaluate((it) => it.closest('details')?.setAttribute('open', ''));
      await link.click();
      await expect(link, `link ${nth} says that it works`).toHaveAttribute('aria-busy', 'true');
      letCodeCome();
      await expect(dialogOf(page, path), `link ${nth} to ${path}`).toBeVisible();
      await expect(page).toHaveURL(path);
      await expect(link).not.toHaveAttribute('aria-busy');
    }
  });

  test('no press of a button on the page to join is lost', async ({ page }) => {
    for (const [role, name, shown] of [
      ['button', 'Forgot your password?', 'Send the link'],
      ['tab', 'Register', 'Register'],
    ] as const) {
      // Its styles are in its head: without them it is not drawn.
      const letCodeCome = await holdCode(page, '**/assets/*.js');
      await page.goto('/join', { waitUntil: 'commit' });
      const button = page.getByRole(role, { name });
      await button.click();
      await expect(button).toHaveAttribute('aria-busy', 'true');
      letCodeCome();
      await expect(page.getByRole('button', { name: shown })).toBeVisible();
    }
  });

  test('a button whose code cannot be had says so', async ({ page }) => {
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.goto('/join');
    await page.getByRole('button', { name: 'Forgot your password?' }).click();
    await expect(page.getByRole('alert')).toContainText('No connection.');
  });

  test('a button works once there is a network again, and no typed word is lost', async ({
    page,
    context,
  }) => {
    const main = page.getByRole('main');
    const typed = [
      [main.getByLabel('Email').first(), 'amara@example.org'],
      [main.getByLabel('Password'), 'a cloth of many threads'],
    ] as const;
    for (const [name, answer] of [
      ['Forgot your password?', main.getByRole('button', { name: 'Send the link' })],
      ['Login', main.getByRole('alert').filter({ hasText: 'Invalid credentials' })],
    ] as const) {
      await page.route('**/assets/*.js', (route) => route.abort());
      await page.goto('/join');
      for (const [field, text] of typed) await field.fill(text);
      await context.setOffline(true);
      const button = main.getByRole('button', { name, exact: true });
      const said = page.getByRole('alert').filter({ hasText: 'No connection.' });
      for (let press = 0; press < 2; press++) {
        await button.click();
        await expect(said).toBeVisible();
        await expect(button).not.toHaveAttribute('aria-busy');
      }
      await context.setOffline(false);
      await page.unrouteAll();
      await button.click();
      await expect(answer).toBeVisible();
      await expect(said).toHaveCount(0);
      for (const [field, text] of typed) await expect(field).toHaveValue(text);
    }
  });

  test('a double tap happens once', async ({ page }) => {
    const letCodeCome = await holdCode(page);
    await page.goto('/', { waitUntil: 'commit' });
    const link = page.getByRole('main').locator('a[data-live]').first();
    // Both at once: a dialog that came between them would cover the link.
    await link.dblclick();
    letCodeCome();
    const dialog = dialogOf(page, (await link.getAttribute('href')) as Path);
    await expect(dialog).toBeVisible();
    await page.goBack();
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL('/');
  });
});

test(
  'where a dialog’s code cannot be fetched, its link leads to its page',
  ANY_SCREEN,
  async ({ page }) => {
    for (const path of PATHS) {
      const { code } = DIALOGS[path];
      if (!code) continue;
      await page.goto('/');
      const field = page.locator('#contact input').first();
      await expect(field).toBeVisible();
      await field.focus();
      // A plain list until the page is hydrated.
      await expect(page.locator('#contact input[role=combobox]')).toBeVisible();
      // Cut until the next document is asked for: its reader has a network again.
      let isCut = true;
      const whole = page.waitForRequest((request) => request.isNavigationRequest());
      await page.route(`**/assets/${code}*.js`, (route) =>
        isCut ? route.abort() : route.continue(),
      );
      await (await linksIn(page, path))[0]?.click();
      expect(new URL((await whole).url()).pathname).toBe(path);
      isCut = false;
      await expect(page).toHaveURL(path);
      await expect(page.getByRole('heading', { level: 1, name: DIALOGS[path].name })).toBeVisible();
    }
  },
);

test.describe('in a narrow window with scrollbars that take space', () => {
  test.use({ isMobile: false, hasTouch: false, viewport: { width: 360, height: 740 } });

  test('a dialog is as wide as the window', ANY_SCREEN, async ({ page }) => {
    await page.goto('/');
    await ((await linksIn(page, '/share')).at(-1) as Locator).click();
    const dialog = dialogOf(page, '/share');
    await expect(dialog).toBeVisible();
    const width = () => dialog.evaluate((it) => it.getBoundingClientRect().width);
    await expect.poll(width).toBe(360);
  });
});

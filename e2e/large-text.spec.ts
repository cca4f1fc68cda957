import type { Locator, Page } from '@playwright/test';
import { quietBrowser } from '../scripts/chromium.mjs';
import { logInByCall, test } from './member.ts';
import { ADMIN, ANY_SCREEN, expect, FILLED, type Site } from './site.ts';

// Who doubles the text in the settings of a browser doubles every rem, those of breakpoints included; who zooms a
// window of 1280 × 800 to 200 % has 640 × 400 left.
test.use({ siteName: FILLED });

const TABS = {
  Submissions: 'Formulaires reçus',
  Users: 'Utilisateurs',
  Content: 'Contenu',
  Contact: 'Contact',
  Donations: 'Dons',
  Payments: 'Paiements',
  Declarations: 'Déclarations',
  Email: 'E-mail',
  Social: 'Réseaux sociaux',
  Settings: 'Réglages',
};

const FRAME = '.bar, .dashboard-title, .tabs-frame > .more, .side, .tabs-line, aside.inset';
const CONTROLS = `:is(${FRAME}) :is(a, button, summary), .tabs-frame > .more`;

/** Text of the frame that is cut, and controls that lie over each other or beside the window. */
const faultsOfFrame = (page: Page) =>
  page.evaluate(
    ([frame, all]) => {
      const isShown = (it: Element) =>
        it.checkVisibility({ visibilityProperty: true }) &&
        it.getBoundingClientRect().width > 1 &&
        !it.closest('.sr-only, svg');
      const name = (it: Element) => `${it.tagName} "${it.textContent?.trim().slice(0, 30)}"`;
      const { clientWidth, scrollWidth } = document.documentElement;
      const faults = scrollWidth > clientWidth ? [`the page is ${scrollWidth} wide`] : [];
      const parts = [...document.querySelectorAll<HTMLElement>(frame)];
      for (const it of parts.flatMap((part) => [
        part,
        ...part.querySelectorAll<HTMLElement>('*'),
      ])) {
        const { clipPath, overflowX, overflowY } = getComputedStyle(it);
        if (!isShown(it) || clipPath !== 'none') continue;
        const isWide = it.scrollWidth > it.clientWidth + 1;
        const isHigh = it.scrollHeight > it.clientHeight + 1;
        if ((isWide && overflowX === 'hidden') || (isHigh && overflowY === 'hidden'))
          faults.push(`${name(it)} is cut`);
        if (isWide && it.matches('a, button, summary') && it.clientWidth > 0)
          faults.push(`${name(it)} is wider than its place`);
      }
      const controls = [...document.querySelectorAll<HTMLElement>(all)].filter(isShown);
      const places = controls.map((it) => [it, it.getBoundingClientRect()] as const);
      for (const [at, [it, box]] of places.entries()) {
        // What scrolls by itself is compared within itself.
        const scroller = it.closest('.tabs-line, .side');
        if (!scroller && (box.left < 0 || box.right > clientWidth))
          faults.push(`${name(it)} is beside the window`);
        for (const [other, { left, right, top, bottom }] of places.slice(at + 1)) {
          const width = Math.min(box.right, right) - Math.max(box.left, left);
          const height = Math.min(box.bottom, bottom) - Math.max(box.top, top);
          if (width > 2 && height > 2 && other.closest('.tabs-line, .side') === scroller)
            faults.push(`${name(it)} lies over ${name(other)}`);
        }
      }
      return [...new Set(faults)];
    },
    [FRAME, CONTROLS] as const,
  );

/** Each that is seen can be scrolled to, and is what a press there meets. */
async function canBePressed(controls: Locator) {
  for (const control of await controls.filter({ visible: true }).all())
    await control.click({ trial: true, timeout: 5000 });
}

async function openEachTab(page: Page, site: Site, language: 'en' | 'fr') {
  await page.goto(`${site.url}/admin/social?lang=${language}`);
  for (const [english, french] of Object.entries(TABS)) {
    const name = language === 'en' ? english : french;
    const more = page.locator('.tabs-frame > .more');
    const tab = page.locator('.tabs-side').getByText(name, { exact: true });
    await more.waitFor();
    if (!(await tab.isVisible())) {
      await more.click();
      expect(await faultsOfFrame(page), `${name}, all tabs`).toEqual([]);
    }
    await tab.click();
    await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
    await page.getByRole('tabpanel').filter({ visible: true }).first().waitFor();
    await expect(page.locator('.loading').filter({ visible: true })).toHaveCount(0);
    expect(await faultsOfFrame(page), name).toEqual([]);
    await canBePressed(page.locator(CONTROLS));
  }
}

const windows = [
  { title: 'on a phone with text of 200 %', width: 360, height: 740, text: 32 },
  { title: 'in a wide window with text of 200 %', width: 1280, height: 800, text: 32 },
  { title: 'in a window zoomed to 200 %', width: 640, height: 400, text: 16 },
];

for (const { title, text, ...viewport } of windows)
  test(
    `the frame of the dashboard can be read and pressed on every tab ${title}`,
    ANY_SCREEN,
    async ({ playwright, site }) => {
      const quiet = quietBrowser();
      const browser = await playwright.chromium.launch({
        ...quiet,
        args: [...quiet.args, `--blink-settings=defaultFontSize=${text}`],
      });
      const page = await browser.newPage({ viewport, reducedMotion: 'reduce', baseURL: site.url });
      page.setDefaultTimeout(15_000);
      await logInByCall(page, ADMIN);
      for (const language of ['en', 'fr'] as const) await openEachTab(page, site, language);
      await browser.close();
    },
  );

import type { Page } from '@playwright/test';
import { PUBLIC_PATHS } from '../src/server/pages/pages.ts';
import { join, logInByCall, newMember, send, test } from './member.ts';
import { ADMIN, ONLY_IN_FULL, expect } from './site.ts';

/** Every document comes as it would in a language that is written from right to left. */
async function turn(page: Page) {
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const response = await route.fetch({ maxRedirects: 0 });
    const html = await response.text();
    await route.fulfill({ response, body: html.replace(' dir="ltr">', ' dir="rtl">') });
  });
}

/** Puts words of Arabic letters in the place of those of the page, and a third more of them. */
const translate = (page: Page) =>
  page.evaluate(() => {
    const letters = 'ابتثجحخدذرزسشصضطظعغفقكلمنه';
    const twinOf = (letter: string) => letters[letter.toLowerCase().charCodeAt(0) - 97] ?? letter;
    const other = (text: string) => {
      const words = text.replaceAll(/[A-Za-z]/g, twinOf).split(' ');
      return [...words, ...words.slice(0, Math.ceil(words.length / 3))].join(' ');
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const { parentElement: within, textContent: text } = node;
      // Names, addresses and what is in another language on purpose stay as they are.
      if (within?.closest('script, style, textarea, bdi, code, [dir=ltr], [lang]:not(html)'))
        continue;
      if (text && /[A-Za-z]{2}/.test(text) && !/@|:\/\//.test(text)) node.textContent = other(text);
    }
  });

/** Elements that overflow the page, or the dialog over it, on either side. */
const sticksOut = (page: Page) =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const clips = (element: Element | null): boolean =>
      element !== null &&
      element !== document.documentElement &&
      (!/^visible$/.test(getComputedStyle(element).overflowX) || clips(element.parentElement));
    const isSeen = (element: Element, { width: wide, height: high }: DOMRect) =>
      wide > 1 &&
      high > 1 &&
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    return [...document.body.querySelectorAll('*')].flatMap((element) => {
      const place = element.getBoundingClientRect();
      if (place.left >= -1 && place.right <= width + 1) return [];
      if (!isSeen(element, place) || clips(element.parentElement)) return [];
      const [left, right] = [Math.round(place.left), Math.round(place.right)];
      return [`${element.tagName}.${element.className} from ${left} to ${right} of ${width}`];
    });
  });

/** By how much the page, or the dialog over it, can be pushed to the side. */
const overflowOf = (page: Page) =>
  page.evaluate(() => {
    const shown = [document.documentElement, ...document.querySelectorAll('dialog[open]')];
    return Math.max(...shown.map((it) => it.scrollWidth - it.clientWidth));
  });

/** A phone and a desktop; each page is checked on both before the next one is opened. */
const SIZES = [
  { width: 1280, height: 800 },
  { width: 360, height: 740 },
] as const;
const [DESKTOP] = SIZES;

async function isMirrored(page: Page, state: string) {
  expect(await page.evaluate(() => document.dir), state).toBe('rtl');
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await translate(page);
    const where = `${state}, ${size.width} px`;
    expect.soft(await sticksOut(page), `${where}: overflows`).toEqual([]);
    expect.soft(await overflowOf(page), `${where}: is wider than the screen`).toBe(0);
  }
}

/** Opens each tab of a row of tabs, and shows what is in it. A phone shows only some of the dashboard’s. */
async function throughTabs(page: Page, path: string) {
  const tabs = page.getByRole('tablist').first().getByRole('tab');
  await page.setViewportSize(DESKTOP);
  await tabs.first().waitFor();
  const count = await tabs.count();
  for (let n = 0; n < count; n++) {
    await page.setViewportSize(DESKTOP);
    await tabs.nth(n).click();
    await page.waitForLoadState('networkidle');
    await isMirrored(page, `${path}, tab ${n}`);
  }
  return count;
}

test(
  'from right to left every public page is its own mirror, and nothing is wider than the screen',
  ONLY_IN_FULL,
  async ({ page }) => {
    test.setTimeout(120_000);
    await turn(page);
    for (const path of [...PUBLIC_PATHS, '/nowhere']) {
      await page.goto(path);
      await isMirrored(page, path);
    }
  },
);

test(
  'from right to left the pages of members and administrators are mirrored',
  ONLY_IN_FULL,
  async ({ page, others }) => {
    test.setTimeout(120_000);
    await turn(page);
    // A member with a message from the administrator, whose address is proved.
    const member = newMember('Amina');
    await join(page, member);
    const { id } = (await (await page.request.get('/api/auth/user')).json()) as { id: string };
    const dashboard = await others.page();
    expect((await logInByCall(dashboard, ADMIN)).status()).toBe(200);
    const letter = { recipientId: id, subject: 'Welcome', content: 'We are glad. '.repeat(30) };
    expect((await send(dashboard, '/api/messages', letter)).status()).toBe(201);
    for (const path of [
      '/',
      '/profile#security',
      '/messages',
      '/account/verify#key=x',
      '/account/reset#key=x',
    ]) {
      await page.goto(path, { waitUntil: 'networkidle' });
      await isMirrored(page, `${path} of a member`);
    }
    await page.goto('/messages', { waitUntil: 'networkidle' });
    expect(await throughTabs(page, '/messages')).toBeGreaterThan(1);
    // With words that no one has translated.
    await page.goto('/messages', { waitUntil: 'networkidle' });
    await page.getByRole('article').getByRole('link').first().click();
    await page.waitForLoadState('networkidle');
    await isMirrored(page, 'a conversation');

    await turn(dashboard);
    await dashboard.goto('/admin', { waitUntil: 'networkidle' });
    expect(await throughTabs(dashboard, '/admin')).toBe(10);
    await dashboard.goto('/admin/users', { waitUntil: 'networkidle' });
    await dashboard.getByRole('button', { name: 'Amina' }).first().click();
    await dashboard.getByRole('dialog').waitFor();
    await isMirrored(dashboard, 'an account');
  },
);

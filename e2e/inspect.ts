import type { Page } from '@playwright/test';
import { axeOn } from './axe.ts';
import { expect } from './site.ts';

export interface Wishes {
  /** A CSS selector: what is around it was inspected before. */
  part?: string;
  /** A CSS selector: what someone else draws. */
  without?: string;
  /** Only colours can differ in the dark, and only by theme: once for each screen is enough (every-screen.spec.ts). */
  dark?: boolean;
}

/**
 * Axe finds nothing, and nothing is wider than the screen, or than 320 px on a phone. Every screen that has an address
 * is in the list of every-screen.spec.ts: journeys inspect what is reached only by going through them.
 */
export async function isFaultless(page: Page, state: string, { part, without, dark }: Wishes = {}) {
  // Before its code has come a page shows nothing that axe could judge. A modal dialog hides the heading below it.
  await page.locator('h1, dialog[open]').filter({ visible: true }).first().waitFor();
  // A list that is being asked for other rows is about to change.
  await expect(page.locator('table[aria-busy=true]').filter({ visible: true })).toHaveCount(0);
  for (const colorScheme of dark ? (['light', 'dark'] as const) : (['light'] as const)) {
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme });
    await animationsEnd(page);
    const axe = axeOn(page);
    if (part) axe.include(part);
    if (without) axe.exclude(without);
    if (colorScheme === 'dark') axe.withRules('color-contrast');
    const { violations } = await axe.analyze();
    const found = violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
    expect(found, `${state}, ${colorScheme}`).toEqual([]);
  }
  if (dark) await page.emulateMedia({ colorScheme: 'light' });
  const isPhone = (page.viewportSize()?.width ?? 0) < 400;
  await fits(page, state, ...(isPhone ? [320] : []));
}

/** Nothing is wider than the screen, or than one of these other widths in pixels. */
export async function fits(page: Page, state: string, ...widths: number[]) {
  const size = page.viewportSize() ?? { width: 1280, height: 800 };
  for (const width of [...widths, size.width]) {
    await page.setViewportSize({ ...size, width });
    expect(await overflowOf(page), `${state}: nothing is wider than ${width} px`).toBe(0);
  }
}

/** Waits for animations, as text that fades in has half its contrast. Endless animations are not waited for. */
const animationsEnd = (page: Page) =>
  page.evaluate(() => {
    const ending = document
      .getAnimations()
      .filter(
        ({ effect, playState }) =>
          playState === 'running' && effect?.getComputedTiming().iterations !== Infinity,
      );
    return Promise.allSettled(ending.map(({ finished }) => finished)).then(() => undefined);
  });

/** How many pages a PDF has. */
export const pagesIn = (pdf: Buffer) =>
  pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;

/** By how much the page, or the dialog over it, is wider than what is seen of it. */
const overflowOf = (page: Page) =>
  page.evaluate(() => {
    const dialog = document.querySelector('dialog[open]');
    const shown = dialog ? [document.documentElement, dialog] : [document.documentElement];
    return Math.max(...shown.map((it) => it.scrollWidth - it.clientWidth));
  });

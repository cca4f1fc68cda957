import type { Locator } from '@playwright/test';
import { ANY_SCREEN, expect, FILLED, test } from './site.ts';

test.use({ siteName: FILLED });

const PHONE = { width: 360, height: 740 };
const LAPTOP = { width: 1280, height: 800 };

async function boxOf(part: Locator) {
  const { x = 0, y = 0, width = 0, height = 0 } = (await part.boundingBox()) ?? {};
  expect(width).toBeGreaterThan(0);
  return { top: y, bottom: y + height, start: x, end: x + width };
}

for (const [language, apply, sign, counts] of [
  [
    'en',
    'Apply for the kit',
    'Sign',
    [
      ['500 people have signed.', 'Goal: 1,000'],
      ['12,345 people have signed.', 'Goal: 20,000'],
    ],
  ],
  [
    'fr',
    'Demander le kit',
    'Signer',
    [
      ['500 personnes ont signé.', 'Objectif\u00a0: 1\u00a0000'],
      ['12\u00a0345 personnes ont signé.', 'Objectif\u00a0: 20\u00a0000'],
      ['1\u00a0234\u00a0567 personnes ont signé.', 'Objectif\u00a0: 2\u00a0000\u00a0000'],
    ],
  ],
] as const) {
  test(
    `the actions of the hero are in sight on a phone, and its form on a laptop (${language})`,
    ANY_SCREEN,
    async ({ page }) => {
      await page.setViewportSize(PHONE);
      await page.goto(`/?lang=${language}`);
      await page.evaluate('document.fonts.ready');
      const hero = page.locator('#home');
      const kit = await boxOf(hero.getByRole('link', { name: apply }));
      expect(kit.bottom).toBeLessThanOrEqual(PHONE.height);
      await page.setViewportSize(LAPTOP);
      for (const part of [
        hero.getByRole('button', { name: sign, exact: true }),
        hero.getByRole('checkbox'),
      ])
        expect((await boxOf(part)).bottom).toBeLessThanOrEqual(LAPTOP.height);
      const count = await boxOf(hero.locator('.progress'));
      for (const picture of await hero.locator('.pictures img').all())
        expect((await boxOf(picture)).bottom).toBeLessThanOrEqual(count.top);
    },
  );

  test(
    `the count and its goal are in one row of the hero on a phone (${language})`,
    ANY_SCREEN,
    async ({ page }) => {
      await page.setViewportSize(PHONE);
      await page.goto(`/?lang=${language}`);
      await page.evaluate('document.fonts.ready');
      const row = page.locator('#home .progress');
      const [count, goal] = [row.locator('p').first(), row.locator('p').last()];
      for (const [signed, aim] of counts) {
        await count.evaluate((part, words) => void (part.textContent = words), signed);
        await goal.evaluate((part, words) => void (part.textContent = words), aim);
        const [whole, left, right] = await Promise.all([row, count, goal].map(boxOf));
        expect(right?.start).toBeGreaterThanOrEqual(Number(left?.end));
        expect(right?.end).toBeLessThanOrEqual(PHONE.width);
        for (const part of [left, right]) {
          expect(part?.top).toBe(whole?.top);
          expect(part?.bottom).toBe(whole?.bottom);
        }
      }
    },
  );

  test(
    `what says that the site is for tests takes one line of a laptop (${language})`,
    ANY_SCREEN,
    async ({ page }) => {
      await page.setViewportSize(LAPTOP);
      await page.goto(`/?lang=${language}`);
      const strip = await boxOf(page.getByRole('complementary').first());
      expect(strip.top).toBe(0);
      expect(strip.bottom).toBeLessThanOrEqual(40);
    },
  );
}

import { pagesIn } from './inspect.ts';
import { ANY_SCREEN, expect, test } from './site.ts';

// What is made to be printed. `pdf` prints as the browser's own window does.

for (const path of ['/sheet', '/poster'])
  test(`${path} is printed on one page of A4 in every language`, ANY_SCREEN, async ({ page }) => {
    for (const language of ['en', 'fr']) {
      await page.goto(`${path}?lang=${language}`);
      const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true });
      expect(pagesIn(pdf), language).toBe(1);
      expect(pdf.toString('latin1')).toMatch(/\/MediaBox\s*\[0 0 59[45][.\d]* 84[12][.\d]*\]/);
    }
    // As wide as the paper between its margins: nothing of it is cut off.
    await page.setViewportSize({ width: 718, height: 1047 });
    await page.emulateMedia({ media: 'print' });
    const isWhole = await page
      .locator('.paper')
      .evaluate((paper) => paper.scrollHeight <= paper.clientHeight && paper.clientHeight <= 1047);
    expect(isWhole).toBe(true);
    await expect(page.locator('.paper')).toBeVisible();
    await expect(page.getByRole('banner')).toBeHidden();
    await expect(page.locator('#footer')).toBeHidden();
    await expect(page.locator('.print-page > .actions')).toBeHidden();
  });

test(
  'the button prints, though the page is taken over by nothing',
  ANY_SCREEN,
  async ({ page }) => {
    await page.addInitScript(() => {
      window.print = () => document.documentElement.setAttribute('data-printed', '');
    });
    await page.goto('/share');
    await page.getByRole('link', { name: 'Print a signature sheet' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Unity Declaration' })).toBeVisible();
    await page.getByRole('button', { name: 'Print' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-printed', '');
  },
);

test.describe('without JavaScript', ANY_SCREEN, () => {
  test.use({ javaScriptEnabled: false });

  test('the poster is whole, and its button is not there', async ({ page, site }) => {
    await page.goto('/poster');
    await expect(page.getByRole('img', { name: 'QR code to sign online' })).toBeVisible();
    await expect(page.getByText(site.url.replace('http://', ''), { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  });
});

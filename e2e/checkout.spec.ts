import type { Locator } from '@playwright/test';
import { fillInApplication, openWays } from './applicant.ts';
import { expect, newAddress, test } from './site.ts';

test.beforeAll(({ playwright, site }) =>
  openWays(playwright, site, [
    { configType: 'zelle', configData: { email: 'pay@example.org', phone: '+1 202 555 0143' } },
    {
      configType: 'bank',
      configData: {
        bankName: 'Unity Bank',
        accountName: 'One Africa',
        accountNumber: '000123456789',
        routingNumber: '021000021',
      },
    },
    {
      configType: 'crypto',
      configData: { ethereumAddress: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' },
    },
  ]),
);

/** Where an element ends below the top of the dialog as it opened, in pixels. */
async function endOf(dialog: Locator, element: Locator): Promise<number> {
  await expect(element).toBeVisible();
  await dialog.evaluate((opened) => opened.scrollTo(0, 0));
  const box = await element.boundingBox();
  return box ? box.y + box.height : Number.POSITIVE_INFINITY;
}

test('the price, the method, the plan and the button to pay are in sight together @both-sizes', async ({
  page,
}) => {
  await page.goto('/apply');
  const dialog = await fillInApplication(page, newAddress('sight'));
  const isWide = (page.viewportSize()?.width ?? 0) >= 960;
  const ends: Record<string, number> = {};
  // A payment in crypto begins with its currency; on a phone it is further down.
  const ways = isWide ? ['Card', 'Zelle', 'Crypto', 'Bank'] : ['Card', 'Zelle', 'Bank'];
  for (const way of ways) {
    await dialog.getByRole('tab', { name: way }).click();
    const panel = dialog.getByRole('tabpanel', { name: way });
    const pay = {
      Card: panel.getByRole('button', { name: 'PayPal', exact: true }),
      Crypto: panel.getByRole('radio', { name: 'USDT' }),
    }[way];
    // What stopping a plan means is above the button, and pushes these two below the fold.
    const isLong = way === (isWide ? 'Crypto' : 'Card');
    for (const plan of isLong ? ['One-Time'] : ['One-Time', 'Payment Plan']) {
      await panel.getByRole('tab', { name: plan }).click();
      const amount = plan === 'One-Time' ? '$1,000.00' : '$100.00';
      await expect(dialog.getByText('To pay now').locator('..')).toContainText(amount);
      const button = pay ?? panel.getByRole('button', { name: 'Submit payment' });
      ends[`${way}, ${plan}`] = Math.round(await endOf(dialog, button));
    }
  }
  const limit = isWide ? 800 : 1.3 * 740;
  expect(Object.entries(ends).filter(([, end]) => end > limit)).toEqual([]);
});

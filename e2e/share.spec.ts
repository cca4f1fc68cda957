import { ANY_SCREEN, expect, newAddress, test } from './site.ts';

test('the link that is copied is the site’s own', ANY_SCREEN, async ({ page, context, site }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.url });
  await page.goto('/share');
  const dialog = page.getByRole('region', { name: 'Share the campaign' });
  await dialog.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Link Copied!' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${site.url}/`);
});

test(
  'where the browser refuses to copy, the link is marked to be copied by hand',
  ANY_SCREEN,
  async ({ page, site }) => {
    await page.addInitScript(() =>
      Object.defineProperty(navigator, 'clipboard', { value: undefined }),
    );
    await page.goto('/share');
    await page.getByRole('button', { name: 'Copy link' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Copy Failed' })).toBeVisible();
    await expect(page.getByLabel('Campaign link')).toBeFocused();
    expect(await page.evaluate(() => getSelection()?.toString())).toBe(`${site.url}/`);
  },
);

test('after signing one shares, and Back leads to the page', ANY_SCREEN, async ({ page }) => {
  await page.goto('/');
  await page.locator('#call-to-action').getByRole('link', { name: 'Sign the Unity' }).click();
  const sign = page.getByRole('dialog', { name: 'Unity Declaration' });
  await sign.getByLabel('Full name').fill('Awa Diop');
  await sign.getByLabel('Email').fill(newAddress('sharer'));
  await sign.getByRole('combobox', { name: 'Country' }).and(page.locator('input')).fill('Seneg');
  await page.getByRole('listbox').getByRole('option', { name: 'Senegal' }).click();
  await sign.getByRole('checkbox', { name: /^I have read/ }).check();
  await sign.getByRole('button', { name: 'Sign the declaration' }).click();
  // It is their own link: who signs by it counts for them.
  const ownLink = /\/\?by=[a-z2-9]{8}$/;
  const thanks = page.getByRole('dialog', { name: 'Thank you' });
  await expect(thanks.getByRole('link', { name: 'Share on WhatsApp' })).toBeVisible();
  await expect(thanks.getByLabel('Your share link')).toHaveValue(ownLink);
  await page.goBack();
  await expect(thanks).toBeHidden();
  await expect(page).toHaveURL('/');
  await page.locator('#call-to-action').getByRole('link', { name: 'Share the campaign' }).click();
  const share = page.getByRole('dialog', { name: 'Share the campaign' });
  await expect(share.getByLabel('Your share link')).toHaveValue(ownLink);
  await page.goBack();
  await expect(share).toBeHidden();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test.describe('without JavaScript', ANY_SCREEN, () => {
  test.use({ javaScriptEnabled: false });

  test('the links work and the address can be copied from its field', async ({ page, site }) => {
    await page.goto('/share');
    const dialog = page.getByRole('main');
    await expect(dialog.getByLabel('Campaign link')).toHaveValue(`${site.url}/`);
    const facebook = dialog.getByRole('link', { name: 'Share on Facebook' });
    await expect(facebook).toHaveAttribute(
      'href',
      `https://www.facebook.com/sharer/sharer.php?u=${encodeURIComponent(`${site.url}/`)}`,
    );
    await expect(dialog.getByRole('link', { name: 'Share on Twitter/X' })).toBeVisible();
    await expect(dialog.getByRole('button', { name: /Copy|Instagram/ })).toHaveCount(0);
  });
});

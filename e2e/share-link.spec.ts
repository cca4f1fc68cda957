import type { Page } from '@playwright/test';
import { ANY_SCREEN, expect, newAddress, type Site, test } from './site.ts';

/** Opens the page behind the link of a signer's email, confirmed when it is first opened. */
async function openOwnPage(page: Page, site: Site, email: string) {
  const { text } = await site.mailTo(email);
  await page.goto(/http\S+\/signature\?key=\S+/.exec(text)?.[0] ?? '');
  const confirm = page.getByRole('button', { name: 'Confirm your signature' });
  if (await confirm.isVisible()) await confirm.click();
  await expect(page.getByLabel('Your share link')).toBeVisible();
}

/** A person who has signed, with their share link. */
async function signerOf(page: Page, site: Site) {
  const email = newAddress('sharer');
  const answer = await page.request.post('/api/unity-declaration', {
    headers: { 'Sec-Fetch-Site': 'same-origin' },
    data: { fullName: 'Awa Diop', email, country: 'Senegal', agreeToDeclaration: true },
  });
  const { shareCode } = (await answer.json()) as { shareCode: string };
  await openOwnPage(page, site, email);
  await expect(page.getByText('This is your own link.')).toBeVisible();
  const link = await page.getByLabel('Your share link').inputValue();
  expect(link).toBe(`${site.url}/?by=${shareCode}`);
  return { email, link, shareCode };
}

async function expectOneThrough(page: Page, site: Site, email: string) {
  await openOwnPage(page, site, email);
  await expect(page.getByText('1 person signed through you.')).toBeVisible();
}

test(
  'who signs by a share link is counted for who shared it',
  ANY_SCREEN,
  async ({ page, site }) => {
    const sharer = await signerOf(page, site);
    await page.goto(sharer.link);
    await page.locator('#call-to-action').getByRole('link', { name: 'Sign the Unity' }).click();
    const sign = page.getByRole('dialog', { name: 'Unity Declaration' });
    await expect(page).toHaveURL(`/sign?by=${sharer.shareCode}`);
    const email = newAddress('friend');
    await sign.getByLabel('Full name').fill('Kofi Mensah');
    await sign.getByLabel('Email').fill(email);
    await sign.getByRole('combobox', { name: 'Country' }).and(page.locator('input')).fill('Ghan');
    await page.getByRole('listbox').getByRole('option', { name: 'Ghana' }).click();
    await sign.getByRole('checkbox', { name: /^I have read/ }).check();
    await sign.getByRole('button', { name: 'Sign the declaration' }).click();
    await expect(page.getByRole('dialog', { name: 'Thank you' })).toBeVisible();
    await openOwnPage(page, site, email);
    await expectOneThrough(page, site, sharer.email);
  },
);

test(
  'who signs by a share link is counted where the browser does not say from which page',
  ANY_SCREEN,
  async ({ page, site }) => {
    const sharer = await signerOf(page, site);
    await page.route('**/api/unity-declaration*', (route) => {
      const { referer: _, ...headers } = route.request().headers();
      return route.continue({ headers });
    });
    const sent = page.waitForRequest(/api\/unity-declaration/);
    await page.goto(`/sign?by=${sharer.shareCode}`);
    const email = newAddress('friend');
    const main = page.getByRole('main');
    await main.getByLabel('Full name').fill('Kofi Mensah');
    await main.getByLabel('Email').fill(email);
    // The list of the bare page is a select until the scripts have come.
    await main.getByRole('combobox', { name: 'Country' }).and(page.locator('input')).fill('Ghan');
    await page.getByRole('listbox').getByRole('option', { name: 'Ghana' }).click();
    await main.getByRole('checkbox', { name: /^I have read/ }).check();
    await main.getByRole('button', { name: 'Sign the declaration' }).click();
    await expect(page.getByText('Declaration Signed!').first()).toBeVisible();
    expect(new URL((await sent).url()).search).toBe(`?by=${sharer.shareCode}`);
    await openOwnPage(page, site, email);
    await expectOneThrough(page, site, sharer.email);
  },
);

test(
  'the form in the hero says, too, by whose link its reader came',
  ANY_SCREEN,
  async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto('/?lang=fr&by=abcd2345');
    const form = page.locator('form.quick-sign');
    await form.getByLabel('Nom complet').fill('Kofi Mensah');
    await form.getByLabel('E-mail').fill(newAddress('hero'));
    await form.locator('[name=country]').selectOption('Ghana');
    await form.getByRole('checkbox').check();
    const sent = page.waitForRequest(/api\/unity-declaration/);
    await form.getByRole('button').first().click();
    expect(new URL((await sent).url()).search).toBe('?by=abcd2345&lang=fr');
  },
);

test.describe('without JavaScript', ANY_SCREEN, () => {
  test.use({ javaScriptEnabled: false });

  test('who signs by a share link is counted, too', async ({ page, site }) => {
    const sharer = await signerOf(page, site);
    await page.goto(sharer.link);
    await page.locator('#call-to-action').getByRole('link', { name: 'Sign the Unity' }).click();
    await expect(page).toHaveURL(`/sign?by=${sharer.shareCode}`);
    const email = newAddress('friend');
    await page.getByLabel('Full name').fill('Kofi Mensah');
    await page.getByRole('main').getByLabel('Email').fill(email);
    await page.getByRole('main').getByLabel('Country').selectOption('Ghana');
    await page.getByLabel('I have read the Unity Declaration').check();
    // Faster than anyone reads is taken for a program.
    await page.waitForTimeout(2100);
    await page.getByRole('button', { name: 'Sign the declaration' }).click();
    await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
    await openOwnPage(page, site, email);
    await expectOneThrough(page, site, sharer.email);
  });

  test('who forgets a field first is counted, too', async ({ page, site }) => {
    const sharer = await signerOf(page, site);
    await page.goto(`/sign?by=${sharer.shareCode}`);
    const main = page.getByRole('main');
    const email = newAddress('friend');
    await main.getByLabel('Email').fill(email);
    await page.waitForTimeout(2100);
    const send = main.getByRole('button', { name: 'Sign the declaration' });
    // Twice, as a refused form is sent from an address of its own.
    for (let round = 0; round < 2; round += 1) {
      await send.click();
      await expect(main.getByRole('alert').first()).toBeVisible();
    }
    await main.getByLabel('Full name').fill('Kofi Mensah');
    await main.getByLabel('Country').selectOption('Ghana');
    await page.getByLabel('I have read the Unity Declaration').check();
    await send.click();
    await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
    await openOwnPage(page, site, email);
    await expectOneThrough(page, site, sharer.email);
  });

  test('the links of the languages keep the share code', async ({ page }) => {
    await page.goto('/?by=abcd2345');
    await page.getByRole('link', { name: 'Français' }).first().click();
    await expect(page).toHaveURL('/?lang=fr&keep=1&by=abcd2345');
  });
});

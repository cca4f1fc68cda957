import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { signatureLink } from './signature.ts';
import { ADMIN, expect, newAddress, ONLY_IN_FULL, test } from './site.ts';

test.use({ locale: 'fr-SN' });

const catalogue = JSON.parse(readFileSync('src/web/locales/fr.json', 'utf8')) as Record<
  string,
  string
>;
/** English sentences that French says otherwise. */
const english = new Set(Object.keys(catalogue).filter((key) => catalogue[key] !== key));

/** Texts of the page, also those that are only heard, which a French reader should not meet. */
async function englishOn(page: Page): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const spoken = ['aria-label', 'alt', 'placeholder', 'title'];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (!node.parentElement?.closest('script, style')) found.push(node.textContent ?? '');
    for (const element of document.querySelectorAll(spoken.map((name) => `[${name}]`).join()))
      found.push(...spoken.map((name) => element.getAttribute(name) ?? ''));
    return found.map((text) => text.replace(/\s+/g, ' ').trim());
  });
  expect(texts.length).toBeGreaterThan(10);
  return texts.filter((text) => english.has(text));
}

const pages = [
  '/sign',
  '/volunteer',
  '/partner',
  '/share',
  '/join',
  '/contact',
  '/apply',
  '/countries',
  '/sources',
  '/updates',
  '/faq',
  '/privacy',
  '/terms',
  '/sheet',
  '/poster',
];
test(
  'no public page says anything in English, before and after hydration',
  ONLY_IN_FULL,
  async ({ page }) => {
    test.setTimeout(180_000);
    for (const path of ['/', ...pages, '/cookies', '/thanks/declaration', '/nowhere']) {
      await page.goto(path);
      await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
      expect.soft(await englishOn(page), path).toEqual([]);
      await page.keyboard.press('Tab');
      await page.waitForLoadState('networkidle');
      expect.soft(await englishOn(page), `${path}, hydrated`).toEqual([]);
    }
  },
);

test(
  'the page of a signature says nothing in English, whatever its state',
  ONLY_IN_FULL,
  async ({ page, site }) => {
    const link = await signatureLink(page, site);
    const isFrench = async (state: string) => {
      await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
      expect.soft(await englishOn(page), state).toEqual([]);
    };
    await page.goto(link);
    await isFrench('to confirm');
    await page.getByRole('button', { name: 'Confirmer ma signature' }).click();
    await expect(page.getByLabel('Votre lien de partage')).toBeVisible();
    await isFrench('confirmed');
    await page.getByRole('link', { name: 'Retirer ma signature' }).click();
    await isFrench('to withdraw');
    await page.getByRole('button', { name: 'Retirer la signature' }).click();
    await page.waitForURL(/\/thanks\/withdrawn/);
    await isFrench('withdrawn');
    for (const [state, address] of [
      ['no longer valid', link],
      ['cut off', '/signature?key=x'],
    ] as const) {
      await page.goto(address);
      await isFrench(state);
    }
  },
);

test('a visitor who signs in French sees what is missing, is thanked, and gets a French mail', async ({
  page,
  site,
}) => {
  const email = newAddress('fatou');
  await page.goto('/sign');
  const dialog = page.getByRole('region', { name: 'Déclaration d’unité' });
  await dialog.getByRole('button', { name: 'Signer la déclaration' }).click();
  await expect(dialog.getByText('Le nom complet est obligatoire')).toBeVisible();
  await dialog.getByLabel('Nom complet').fill('Fatou Diop');
  await dialog.getByLabel('E-mail').fill(email);
  await dialog.getByLabel('Pays').fill('senegal');
  await dialog.getByRole('option', { name: 'Sénégal' }).click();
  await dialog.getByLabel('J’ai lu la Déclaration d’unité').check();
  await dialog.getByRole('button', { name: 'Signer la déclaration' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Déclaration signée' })).toBeVisible();
  expect(await englishOn(page)).toEqual([]);
  const mail = await site.mailTo(email);
  expect(mail.subject).toContain('Confirmez votre signature de la Déclaration d’unité');
  expect(mail.text).toContain('pas un document de voyage');
});

test('refusals of the server are in French', async ({ page }) => {
  await page.goto('/join');
  const dialog = page.getByRole('main');
  await dialog.getByLabel('E-mail').fill(newAddress('nobody'));
  await dialog.getByLabel('Mot de passe').fill('not the right one');
  await dialog.getByRole('button', { name: 'Se connecter', exact: true }).click();
  await expect(page.getByText('Identifiants incorrects').first()).toBeVisible();
});

test('a public page fetches its own French and not that of the administrators', async ({
  page,
}) => {
  const fetched: string[] = [];
  page.on('response', (response) => fetched.push(response.url()));
  await page.goto('/sign');
  await page.keyboard.press('Tab');
  await expect.poll(() => fetched.join('\n')).toMatch(/\/public-[\w-]+\.js/);
  await page.waitForLoadState('networkidle');
  expect(fetched.join('\n')).not.toMatch(/\/members-[\w-]+\.js/);
});

test('the dashboard is French, and its page in English fetches no catalogue', async ({ page }) => {
  await page.goto('/admin');
  await page.getByLabel('E-mail').fill(ADMIN.email);
  await page.getByLabel('Mot de passe').fill(ADMIN.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tablist', { name: 'Tableau de bord' })).toBeVisible();
  expect(await englishOn(page)).toEqual([]);

  const fetched: string[] = [];
  page.on('response', (response) => fetched.push(response.url()));
  await page.goto('/admin?lang=en');
  await expect(page.getByRole('tablist', { name: 'Dashboard' })).toBeVisible();
  expect(fetched.filter((url) => /\/(public|members)-[\w-]+\.js/.test(url))).toEqual([]);
});

test('a language chosen at the foot of a page is kept for later visits, one that was met is not', async ({
  page,
}) => {
  const html = page.locator('html');
  await page.goto('/privacy?lang=en');
  await page.goto('/terms');
  await expect(html).toHaveAttribute('lang', 'fr');
  await page.getByRole('contentinfo').getByRole('link', { name: 'English', exact: true }).click();
  await expect(page).toHaveURL(/^[^?]*\/terms\?/);
  await expect(html).toHaveAttribute('lang', 'en');
  await page.goto('/');
  await expect(html).toHaveAttribute('lang', 'en');
});

// Photographs every screen on a phone and on a desk into docs/screens, for people who judge the look.
//
//   npm run screens            all of them
//   npm run screens -- hero    those whose names contain "hero", or one of several words
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from '@playwright/test';
import sharp from 'sharp';
import { inboxOf, startApp } from '../prove/app.part.ts';
import { freePort, onStage, type Stage } from '../prove/stage.part.ts';
import { CAMPAIGN_COUNTRIES } from '../src/shared/country.ts';
import { ensureChromium } from './chromium.mjs';
import { type Screen, SIZES } from './screen.ts';
import { DASHBOARD_SCREENS, openDemo } from './screens-dashboard.ts';
import { MEMBER_SCREENS, openMembers } from './screens-members.ts';
import { MONEY_SCREENS, openShop } from './screens-money.ts';

const folder = fileURLToPath(new URL('../docs/screens', import.meta.url));
/** Enough signatures for a cloth with some rows and a map with shades. */
const signatures = 137;

/** LIST of the screens; the name is the file's. */
const SCREENS: Readonly<Record<string, Screen>> = {
  hero: { path: '/' },
  'hero-dark': { path: '/', colorScheme: 'dark' },
  'hero-french': { path: '/?lang=fr' },
  vision: { path: '/', at: 'vision' },
  benefits: { path: '/', at: 'benefits' },
  heritage: { path: '/', at: 'history' },
  testimonials: { path: '/', at: 'testimonials' },
  'buy-now': { path: '/', at: 'buy-now' },
  'call-to-action': { path: '/', at: 'call-to-action' },
  contact: { path: '/', at: 'contact' },
  footer: { path: '/', at: 'footer' },
  'footer-dark': { path: '/', at: 'footer', colorScheme: 'dark' },
  menu: {
    path: '/',
    only: 'phone',
    act: (page) =>
      page
        .locator('header summary:visible')
        .first()
        .click({ timeout: 1000 })
        .catch(() => undefined),
  },
  sign: { path: '/', act: (page) => page.locator('main a[href^="/sign"]').first().click() },
  'sign-errors': {
    path: '/sign',
    act: (page) => page.getByRole('button', { name: 'Sign the declaration' }).click(),
  },
  volunteer: { path: '/', act: (page) => page.locator('a[href^="/volunteer"]').first().click() },
  partner: { path: '/', act: (page) => page.locator('a[href^="/partner"]').first().click() },
  share: { path: '/', act: (page) => page.locator('footer a[href^="/share"]').first().click() },
  join: { path: '/join', act: (page) => page.getByRole('dialog').waitFor() },
  apply: { path: '/apply' },
  countries: { path: '/countries' },
  'countries-dark': { path: '/countries', colorScheme: 'dark' },
  sources: { path: '/sources' },
  faq: { path: '/faq' },
  updates: { path: '/updates' },
  privacy: { path: '/privacy' },
  terms: { path: '/terms' },
  cookies: { path: '/cookies' },
  thanks: { path: '/thanks/declaration' },
  'not-found': { path: '/nowhere' },
  ...MEMBER_SCREENS,
  ...MONEY_SCREENS,
  ...DASHBOARD_SCREENS,
};

async function photograph(browser: Browser, origin: string, name: string, screen: Screen) {
  for (const [size, viewport] of Object.entries(SIZES)) {
    if (screen.only && screen.only !== size) continue;
    const context = await browser.newContext({
      viewport,
      colorScheme: screen.colorScheme ?? 'light',
      reducedMotion: 'reduce',
      hasTouch: size === 'phone',
    });
    const page = await context.newPage();
    await page.goto(origin + screen.path, { waitUntil: 'networkidle' });
    await page.evaluate('document.fonts.ready');
    if (screen.at) {
      await page
        .locator(`#${screen.at}, ${screen.at}`)
        .first()
        .evaluate((place) => (place as unknown as { scrollIntoView(): void }).scrollIntoView());
      await page.waitForLoadState('networkidle');
    }
    await screen.act?.(page);
    // A dialog's code comes with the click.
    if (screen.act && screen.path === '/')
      await page.locator('dialog[open], details[open]').first().waitFor();
    await page.waitForTimeout(300);
    const picture = await page.screenshot();
    await sharp(picture)
      .webp({ quality: 55 })
      .toFile(join(folder, `${name}-${size}.webp`));
    await context.close();
  }
  console.log(name);
}

async function open(stage: Stage): Promise<string> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const dataDir = join(stage.folder, 'app');
  const app = await startApp(stage, {
    port,
    dataDir,
    // Every signature comes from one address here.
    environment: { PUBLIC_URL: origin, ADDRESS_LIMIT_FACTOR: '1000' },
  });
  stage.atEnd(() => app.stop());
  for (let n = 0; n < signatures; n++) {
    const answer = await fetch(`${origin}/api/unity-declaration`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin },
      body: JSON.stringify({
        fullName: `Supporter ${n}`,
        email: `supporter.${n}@example.org`,
        // Unevenly, as life is.
        country: CAMPAIGN_COUNTRIES[(n * n) % CAMPAIGN_COUNTRIES.length],
        agreeToDeclaration: true,
      }),
    });
    if (!answer.ok) throw new Error(await answer.text());
  }
  await openShop(origin);
  await openMembers(origin, inboxOf(dataDir));
  return origin;
}

await onStage(1_200_000, async (stage) => {
  mkdirSync(folder, { recursive: true });
  const wanted = process.argv.length > 2 ? process.argv.slice(2) : [''];
  const screens = Object.entries(SCREENS).filter(([name]) =>
    wanted.some((word) => name.includes(word)),
  );
  const browser = await chromium.launch({
    executablePath: ensureChromium(),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  stage.atEnd(() => browser.close());
  for (const [site, openSite] of [
    [undefined, open],
    ['demo', openDemo],
  ] as const) {
    const there = screens.filter(([, screen]) => screen.site === site);
    if (there.length === 0) continue;
    const origin = await openSite(stage);
    for (const [name, screen] of there) await photograph(browser, origin, name, screen);
  }
  return true;
});

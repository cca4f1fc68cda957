// Takes screenshots of every screen on a phone and on a desktop, to review the design: `npm run screens -- --help`.
import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import sharp from 'sharp';
import { inboxOf, startApp } from '../testing/app.ts';
import { freePort, inWorkspace, type Workspace } from '../testing/workspace.ts';
import { CAMPAIGN_COUNTRIES } from '../src/shared/country.ts';
import { ensureChromium } from './chromium.mjs';
import { readArguments } from './commands.mjs';
import { type Screen, SIZES } from './screen.ts';
import { DASHBOARD_SCREENS, openDemo, README_SCREENS } from './screens-dashboard.ts';
import { MEMBER_SCREENS, openMembers } from './screens-members.ts';
import { MONEY_SCREENS, openPaymentSite } from './screens-money.ts';

const { positionals: words, values } = readArguments('screens');
const folder = values.readme ? 'docs/images' : '.cache/screens';
/** Enough for a cloth with some rows and a map with several shades. */
const signatures = 137;

/** LIST of the screens; the name is the name of the file. */
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
  join: { path: '/join' },
  apply: { path: '/apply' },
  countries: { path: '/countries' },
  'countries-dark': { path: '/countries', colorScheme: 'dark' },
  sources: { path: '/sources' },
  faq: { path: '/faq' },
  updates: { path: '/updates' },
  privacy: { path: '/privacy' },
  terms: { path: '/terms' },
  cookies: { path: '/cookies' },
  sheet: { path: '/sheet' },
  poster: { path: '/poster' },
  thanks: { path: '/thanks/declaration' },
  'not-found': { path: '/nowhere' },
  ...MEMBER_SCREENS,
  ...MONEY_SCREENS,
  ...DASHBOARD_SCREENS,
};

async function takeScreenshots(browser: Browser, origin: string, name: string, screen: Screen) {
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
    // The code of a dialog is loaded by the click.
    if (screen.act && screen.path === '/')
      await page.locator('dialog[open], details[open]').first().waitFor();
    // README.md shows the site as visitors see it.
    if (values.readme)
      await page.evaluate(`document.querySelector('[aria-label=Sandbox]')?.remove()`);
    await page.waitForTimeout(300);
    const file = join(folder, `${name}-${size}.webp`);
    await sharp(await page.screenshot())
      .webp({ quality: 55, effort: 6 })
      .toFile(file);
    console.log(`${file}  ${(statSync(file).size / 1000).toFixed(0)} KB`);
    await context.close();
  }
}

async function open(workspace: Workspace): Promise<string> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const dataDir = join(workspace.folder, 'app');
  const app = await startApp(workspace, {
    port,
    dataDir,
    // All signatures come from one network address, and nobody opens their links.
    environment: {
      PUBLIC_URL: origin,
      ADDRESS_LIMIT_FACTOR: '1000',
      SIGNATURES_NEED_CONFIRMATION: 'false',
    },
  });
  workspace.atEnd(() => app.stop());
  for (let n = 0; n < signatures; n++) {
    const answer = await fetch(`${origin}/api/unity-declaration`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin },
      body: JSON.stringify({
        fullName: `Supporter ${n}`,
        email: `supporter.${n}@example.org`,
        // Some countries have more signatures than others.
        country: CAMPAIGN_COUNTRIES[(n * n) % CAMPAIGN_COUNTRIES.length],
        agreeToDeclaration: true,
      }),
    });
    if (!answer.ok) throw new Error(await answer.text());
  }
  await openPaymentSite(origin);
  await openMembers(origin, inboxOf(dataDir));
  return origin;
}

await inWorkspace(1_200_000, async (workspace) => {
  mkdirSync(folder, { recursive: true });
  const screens = Object.entries(values.readme ? README_SCREENS : SCREENS).filter(
    ([name]) => words.length === 0 || words.some((word) => name.includes(word)),
  );
  if (screens.length === 0) throw new Error(`No screen is called ${words.join(' or ')}.`);
  const browser = await chromium.launch({
    executablePath: ensureChromium(),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  workspace.atEnd(() => browser.close());
  for (const [site, openSite] of [
    [undefined, open],
    ['demo', openDemo],
  ] as const) {
    const onSite = screens.filter(([, screen]) => screen.site === site);
    if (onSite.length === 0) continue;
    const origin = await openSite(workspace);
    for (const [name, screen] of onSite) await takeScreenshots(browser, origin, name, screen);
  }
  console.log(`screens   written to ${folder}/`);
  return true;
});

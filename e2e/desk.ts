import type { APIRequestContext, Browser, Page } from '@playwright/test';
import { axeOn } from './axe.ts';
import { ADMIN, expect, newAddress, type Site } from './site.ts';

const ours = { 'Sec-Fetch-Site': 'same-origin' };
const password = 'a boat on the river Gambia';

interface Playwright {
  request: { newContext(options: object): Promise<APIRequestContext> };
}

const callerOn = (playwright: Playwright, site: Site) =>
  playwright.request.newContext({ baseURL: site.url, extraHTTPHeaders: ours });

/** Somebody new, who has joined in a browser without a screen. */
export async function joinAs(
  playwright: Playwright,
  site: Site,
  firstName: string,
  lastName = 'Diop',
) {
  const browser = await callerOn(playwright, site);
  const email = newAddress('member');
  const answer = await browser.post('/api/auth/register', {
    data: { email, firstName, lastName, password },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  const { user } = (await answer.json()) as { user: { id: string } };
  return { browser, email, id: user.id, name: `${firstName} ${lastName}`, password };
}

export type Joined = Awaited<ReturnType<typeof joinAs>>;

/** An administrator who only calls. */
export async function adminOf(playwright: Playwright, site: Site): Promise<APIRequestContext> {
  const browser = await callerOn(playwright, site);
  const { email, password: secret } = ADMIN;
  const answer = await browser.post('/api/auth/login', { data: { email, password: secret } });
  expect(answer.status(), await answer.text()).toBe(200);
  return browser;
}

export const logInAgain = ({ browser, email }: Joined) =>
  browser.post('/api/auth/login', { data: { email, password } });

/** Proves the address with the link of the mail, as messages may be written only then. */
export async function verify(site: Site, member: Joined) {
  const { text } = await site.mailTo(member.email, /welcome/i);
  const token = /\/account\/verify#key=([\w-]+)/.exec(text)?.[1];
  const answer = await member.browser.post('/api/auth/verify', { data: { token } });
  expect(answer.status(), await answer.text()).toBe(200);
}

/** Whether the member's session is alive: 200 or 401. */
export const statusOf = async ({ browser }: Joined) =>
  (await browser.get('/api/auth/user')).status();

/** A page on the member's own screen, logged in. */
export async function screenOf(browser: Browser, site: Site, member: Joined, path: string) {
  const context = await browser.newContext({
    baseURL: site.url,
    storageState: await member.browser.storageState(),
  });
  const page = await context.newPage();
  await page.goto(path);
  return page;
}

export async function openDesk(page: Page, path: string) {
  await page.goto(path);
  await page.getByLabel('Email').fill(ADMIN.email);
  await page.getByLabel('Password').fill(ADMIN.password);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Login Successful')).toBeVisible();
}

/** Nothing that axe finds, in the light and in the dark, and nothing wider than the screen, or than 320 px on a phone. */
export async function isFaultless(page: Page) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme });
    const { violations } = await axeOn(page).analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  const size = page.viewportSize();
  const widths = size && size.width < 400 ? [320, size.width] : [size?.width ?? 0];
  for (const width of widths) {
    if (size) await page.setViewportSize({ ...size, width });
    expect(await overflowOf(page), `nothing is wider than ${width} px`).toBeLessThanOrEqual(0);
  }
}

/** By how much the page, or the dialog over it, is wider than what is seen of it. */
const overflowOf = (page: Page) =>
  page.evaluate(() => {
    const dialog = document.querySelector('dialog[open]');
    const shown = dialog ? [document.documentElement, dialog] : [document.documentElement];
    return Math.max(...shown.map((it) => it.scrollWidth - it.clientWidth));
  });

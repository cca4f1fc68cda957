import type { APIRequestContext, Browser } from '@playwright/test';
import { ADMIN, expect, newAddress, type Site } from './site.ts';

const ours = { 'Sec-Fetch-Site': 'same-origin' };
const password = 'a boat on the river Gambia';

interface Playwright {
  request: { newContext(options: object): Promise<APIRequestContext> };
}

const callerOn = (playwright: Playwright, site: Site) =>
  playwright.request.newContext({ baseURL: site.url, extraHTTPHeaders: ours });

/** Someone new, who has joined in a browser without a screen. */
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

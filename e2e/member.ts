import type { APIRequestContext, Browser, BrowserContextOptions, Page } from '@playwright/test';
import { ADMIN, test as base, expect, newAddress, type Site } from './site.ts';

/** Someone with an account. */
export interface Member {
  email: string;
  firstName: string;
  lastName: string;
  password: string;
}

/** A name in letters that no one else on this site has. */
export const newName = () =>
  `O${Array.from({ length: 7 }, () => String.fromCodePoint(97 + Math.floor(Math.random() * 26))).join('')}`;

/** Someone no one has met yet. */
export const newMember = (firstName: string): Member => ({
  email: newAddress(firstName.toLowerCase()),
  firstName,
  lastName: 'Okafor',
  password: 'threads of one cloth',
});

/** A client with cookies: a page, or a browser without one. */
export interface Caller {
  request: APIRequestContext;
}

/** A call as a page of ours makes it, with the cookies of this browser. */
export const send = ({ request }: Caller, path: string, data: object, language = 'en') =>
  request.post(path, {
    data,
    headers: { 'Sec-Fetch-Site': 'same-origin', 'Content-Language': language },
  });

/** Joins in this browser, which is logged in then, with a page in this language. */
export async function join(page: Caller, member: Member, language?: string) {
  const answer = await send(page, '/api/auth/register', member, language);
  expect(answer.status(), await answer.text()).toBe(201);
}

export const logInByCall = (
  page: Caller,
  { email, password }: Pick<Member, 'email' | 'password'>,
) => send(page, '/api/auth/login', { email, password });

/** Whether someone is logged in in this browser: 200 or 401. */
export const statusOf = async (page: Caller) => (await page.request.get('/api/auth/user')).status();

/** The browsers of other people. They close with the test: a page that stays open goes on working. */
interface Others {
  /** Of someone who only calls, so that nothing is drawn. */
  caller(): Promise<Caller>;
  page(options?: BrowserContextOptions): Promise<Page>;
}

/** With `others`, for journeys of more than one person. */
export const test = base.extend<{ others: Others }>({
  others: async ({ browser, playwright, site }, use) => {
    const ends: (() => Promise<void>)[] = [];
    await use({
      async caller() {
        const request = await playwright.request.newContext({ baseURL: site.url });
        ends.push(() => request.dispose());
        return { request };
      },
      async page(options) {
        const context = await browser.newContext({ baseURL: site.url, ...options });
        ends.push(() => context.close());
        return context.newPage();
      },
    });
    await Promise.all(ends.map((end) => end()));
  },
});

/** The page of another browser, which says of itself what it is. */
export async function otherBrowser(browser: Browser, site: Site, userAgent: string) {
  const context = await browser.newContext({ baseURL: site.url, userAgent });
  return context.newPage();
}

/** The link of a mail about an account. */
export async function linkIn(site: Site, address: string, subject: RegExp): Promise<string> {
  const { text } = await site.mailTo(address, subject);
  const [link] = /http\S+\/account\/\w+\S*#key=[\w-]+/.exec(text) ?? [];
  if (!link) throw new Error(`There is no link in: ${text}`);
  return link;
}

/** The address behind the buttons of a thank-you email that confirm and withdraw. */
export async function signatureLink(site: Site, address: string): Promise<string> {
  const { text } = await site.mailTo(address);
  const [link] = /http\S+\/signature\?key=\S+/.exec(text) ?? [];
  if (!link) throw new Error(`There is no link in: ${text}`);
  return link;
}

/** Signs the declaration and confirms it, so that it counts. */
export async function sign(
  caller: Caller,
  site: Site,
  signature: { fullName: string; email: string; country: string; wantsNews?: boolean },
) {
  const signed = await send(caller, '/api/unity-declaration', {
    ...signature,
    agreeToDeclaration: true,
  });
  expect(signed.status(), await signed.text()).toBe(201);
  const key = new URL(await signatureLink(site, signature.email)).searchParams.get('key');
  const confirmed = await send(caller, '/api/unity-declaration/confirm', { key });
  expect(confirmed.status(), await confirmed.text()).toBe(200);
}

/** The campaign’s name in the header of every page. */
export const homeLink = (page: Page) =>
  page.getByRole('banner').getByRole('link', { name: 'One Africa Passport' });

export const toast = (page: Page, text: string | RegExp) =>
  page.getByRole('status').filter({ hasText: text });

/** All of an opened row: beside its list on a wide screen, else over it. */
export const panelOf = (page: Page, name: string | RegExp = /./) =>
  page
    .getByRole('region', { name })
    .or(page.getByRole('dialog', { name }))
    .and(page.locator('[data-size="side"]'));

/** A page of the dashboard. Its form to log in is what other journeys are about. */
export async function openDashboard(page: Page, path: string) {
  const answer = await logInByCall(page, ADMIN);
  expect(answer.status(), await answer.text()).toBe(200);
  await page.goto(path);
}

/** A tab of the dashboard; a phone keeps most of them hidden. */
export const dashboardTab = (page: Page, name: string) =>
  page
    .getByRole('tablist', { name: 'Dashboard', includeHidden: true })
    .getByRole('tab', { name, exact: true, includeHidden: true });

/** Shows each tab of the dashboard: on a phone most wait behind a button. */
export async function showTabs(page: Page) {
  await page.getByRole('tablist', { name: 'Dashboard' }).waitFor();
  const button = page.getByRole('button', { name: 'More tabs' });
  if (await button.isVisible()) await button.click();
}

/** Shows what narrows a list: on a phone it waits behind a button. */
export async function openFilters(page: Page) {
  const button = page.getByRole('button', { name: /^Filters/, expanded: false });
  if (await button.isVisible()) await button.click();
}

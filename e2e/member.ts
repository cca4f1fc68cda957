import type { Browser, Page } from '@playwright/test';
import { axeOn } from './axe.ts';
import { expect, newAddress, type Site } from './site.ts';

/** Somebody with an account. */
export interface Member {
  email: string;
  firstName: string;
  lastName: string;
  password: string;
}

/** Somebody nobody has met yet. */
export const newMember = (firstName: string): Member => ({
  email: newAddress(firstName.toLowerCase()),
  firstName,
  lastName: 'Okafor',
  password: 'threads of one cloth',
});

/** A call as a page of ours makes it, with the cookies of this browser. */
export const send = (page: Page, path: string, data: object, language = 'en') =>
  page.request.post(path, {
    data,
    headers: { 'Sec-Fetch-Site': 'same-origin', 'Content-Language': language },
  });

/** Joins in this browser, which is logged in then, with a page in this language. */
export async function join(page: Page, member: Member, language?: string) {
  const answer = await send(page, '/api/auth/register', member, language);
  expect(answer.status(), await answer.text()).toBe(201);
}

export const logInByCall = (page: Page, { email, password }: Pick<Member, 'email' | 'password'>) =>
  send(page, '/api/auth/login', { email, password });

/** Whether somebody is logged in in this browser: 200 or 401. */
export const statusOf = async (page: Page) => (await page.request.get('/api/auth/user')).status();

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

export const toast = (page: Page, text: string | RegExp) =>
  page.getByRole('status').filter({ hasText: text });

/** Nothing that axe finds, in the light and in the dark, and nothing wider than the screen, or than 320 px on a phone. */
export async function isFaultless(page: Page, state: string) {
  // A page whose code is still on its way has nothing to find fault with, but that.
  await page.locator('h1').first().waitFor();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme });
    const { violations } = await axeOn(page).analyze();
    const found = violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
    expect(found, `${state}, ${colorScheme}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  const size = page.viewportSize();
  expect(await overflowOf(page), `${state}: nothing is wider than the screen`).toBe(0);
  if (!size || size.width > 400) return;
  await page.setViewportSize({ ...size, width: 320 });
  expect(await overflowOf(page), `${state}: nothing is wider than 320 px`).toBe(0);
  await page.setViewportSize(size);
}

/** By how much the page, or the dialog over it, is wider than what is seen of it. */
const overflowOf = (page: Page) =>
  page.evaluate(() => {
    const dialog = document.querySelector('dialog[open]');
    const shown = dialog ? [document.documentElement, dialog] : [document.documentElement];
    return Math.max(...shown.map((it) => it.scrollWidth - it.clientWidth));
  });

import { errors, type Page } from '@playwright/test';
import { PAYLOADS } from './payloads.ts';

const longestSettlingMs = 8000;

/** What was found so far, and how far to look. */
export interface Found {
  /** Addresses of the dashboard, found by their links, that are looked at at most besides its rooms. */
  mostMore: number;
  /** Of them, with addresses that differ in what they name alone, such as one application and another. */
  mostAlike: number;
  ran: Set<string>;
  grown: Set<string>;
  /** Texts that were read on some page as they were typed. */
  read: Set<number>;
  /** How many of them, by address. */
  readAt: Map<string, number>;
}

/** Elements and attributes that only a planted text could have made. */
const whatHasGrown = () => {
  const found: string[] = [];
  for (const element of document.querySelectorAll('*')) {
    const isForeign = /^(marquee|embed|object|base|math|audio|video)$/.test(element.localName);
    if (isForeign) found.push(`an element ${element.localName}`);
    for (const { name, value } of element.attributes) {
      const isFollowed =
        /^(href|xlink:href|src|srcset|srcdoc|action|formaction|data|poster|background|ping)$/.test(
          name,
        );
      if (name.startsWith('on') || (isFollowed && /^\s*(javascript|data:text)/i.test(value)))
        found.push(`${element.localName}[${name}="${value.slice(0, 80)}"]`);
    }
    if (element.localName === 'script' && /\bran\(\d/.test(element.textContent ?? '')) {
      // What the server hands to its own page and to search engines is JSON, and data is no script.
      if (!element.getAttribute('type')?.endsWith('json')) found.push('a script that calls ran');
    }
  }
  return found;
};

/** All words of a page, those that stand in its fields too. */
const whatIsRead = () =>
  [
    document.documentElement.textContent,
    ...[...document.querySelectorAll('input, textarea')].map(
      (field) => (field as HTMLInputElement).value,
    ),
  ].join('\n');

/** Waits until a page asks for nothing more; one that follows what goes on asks again and again. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout: longestSettlingMs }).catch(unlessLate);
}

/** Throws what is no timeout. */
function unlessLate(error: unknown): void {
  if (!(error instanceof errors.TimeoutError)) throw error;
}

/** Opens an address, and notes what ran, what has grown there and which texts are read. */
export async function look(page: Page, address: string, found: Found): Promise<void> {
  await page.goto(address);
  await settle(page);
  // Lists show more when asked.
  const more = page.getByRole('button', { name: /^(show|load) more|more$/i }).first();
  for (let n = 0; n < 8 && (await more.isVisible()); n++) {
    // It goes away by itself when the last rows come.
    await more.click({ timeout: 5000 }).catch(unlessLate);
    await settle(page);
  }
  await page.keyboard.press('Tab');
  const texts: string[] = [];
  // A mail as its reader will see it is a document of its own.
  for (const frame of page.frames()) {
    for (const one of await frame.evaluate(whatHasGrown)) found.grown.add(`${address}: ${one}`);
    texts.push(await frame.evaluate(whatIsRead));
  }
  const text = texts.join('\n');
  const read = [...PAYLOADS.keys()].filter((n) => text.includes(PAYLOADS[n] as string));
  for (const n of read) found.read.add(n);
  const path = address.replace(new URL(address).origin, '');
  found.readAt.set(path, Math.max(read.length, found.readAt.get(path) ?? 0));
}

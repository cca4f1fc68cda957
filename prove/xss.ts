// 300 texts that want to be scripts, in every field of every form, then every page that shows them.
//
//   node prove/xss.ts [--quick]
//
// What must hold (security.md §2): none of them runs, none becomes an element, an attribute or a link
// that could, neither in the dashboard nor on members' or public pages, nor in a mail; and they stand
// there as the text that was typed. The content security policy is switched off for a part of the
// visits: it is the second wall and must not hide a hole in the first.
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, errors, type Page } from '@playwright/test';
import { ensureChromium } from '../scripts/chromium.mjs';
import { PUBLIC_PATHS } from '../src/server/pages.ts';
import { ADMIN, inboxOf, startApp } from './app.part.ts';
import { Figures } from './figures.part.ts';
import { freePort, onStage, type Stage } from './stage.part.ts';
import { logInAsAdmin } from './visit.part.ts';
import { PAYLOADS } from './xss/payloads.ts';
import { plant } from './xss/plant.ts';

interface Found {
  /** Rooms of the dashboard, found by their links, that are looked at at most. */
  mostRooms: number;
  /** Of them, with addresses that differ in what they name alone, such as one application and another. */
  mostAlike: number;
  ran: Set<string>;
  grown: Set<string>;
  /** Texts that were read on some page as they were typed. */
  read: Set<number>;
}

/** Elements and attributes that only a planted text could have made. */
const whatHasGrown = () => {
  const found: string[] = [];
  for (const element of document.querySelectorAll('*')) {
    const isForeign = /^(marquee|embed|object|base|math|audio|video)$/.test(element.localName);
    if (isForeign) found.push(`an element ${element.localName}`);
    for (const { name, value } of element.attributes) {
      // A choice's value is data that nothing follows.
      const isData = name === 'value' && element.localName === 'option';
      if (name.startsWith('on') || (!isData && /^\s*(javascript|data:text)/i.test(value)))
        found.push(`${element.localName}[${name}="${value.slice(0, 80)}"]`);
    }
    if (element.localName === 'script' && /\bran\(\d/.test(element.textContent ?? '')) {
      // What the server hands to its own page and to search engines is JSON, and data is no script.
      if (!element.getAttribute('type')?.endsWith('json')) found.push('a script that calls ran');
    }
  }
  return found;
};

async function look(page: Page, address: string, found: Found): Promise<void> {
  await page.goto(address, { waitUntil: 'networkidle' });
  // Lists show more when asked.
  const more = page.getByRole('button', { name: /^(show|load) more|more$/i }).first();
  for (let n = 0; n < 8 && (await more.isVisible()); n++) {
    // It goes away by itself when the last rows come.
    await more.click({ timeout: 5000 }).catch((error: unknown) => {
      if (!(error instanceof errors.TimeoutError)) throw error;
    });
    await page.waitForLoadState('networkidle');
  }
  await page.keyboard.press('Tab');
  for (const one of await page.evaluate(whatHasGrown)) found.grown.add(`${address}: ${one}`);
  const text = await page.evaluate(() => document.documentElement.textContent ?? '');
  for (const [n, payload] of PAYLOADS.entries()) if (text.includes(payload)) found.read.add(n);
}

async function openContext(
  browser: Browser,
  cookie: string,
  origin: string,
  found: Found,
  bypassCSP: boolean,
) {
  const context = await browser.newContext({ bypassCSP });
  const pairs = cookie ? cookie.split('; ') : [];
  await context.addCookies(
    pairs.map((pair) => {
      const [name = '', value = ''] = pair.split('=');
      return { name, value, url: origin };
    }),
  );
  await context.exposeFunction('ran', (n: number) => void found.ran.add(`text ${n}`));
  context.on('dialog', (dialog) => {
    found.ran.add(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return context;
}

/** An address without what it names: ids, numbers and answers to questions. */
const kindOf = (path: string) =>
  path.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}|\d+/g, ':id').replaceAll(/=[^&#]*/g, '=');

/** Every room of the dashboard, by its links; answers how many there were. */
async function walkDashboard(
  context: BrowserContext,
  origin: string,
  found: Found,
  rooms: readonly string[],
): Promise<number> {
  const page = await context.newPage();
  const seen = new Set(['/admin', ...rooms]);
  for (const path of seen) {
    await look(page, origin + path, found);
    const links = await page
      .locator('a[href^="/admin"]')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
    for (const link of links) {
      const alike = [...seen].filter((one) => kindOf(one) === kindOf(link)).length;
      if (seen.size < found.mostRooms && alike < found.mostAlike) seen.add(link);
    }
  }
  await page.close();
  return seen.size;
}

/** Pages of members and visitors; answers how many there were. */
async function walkPages(context: BrowserContext, origin: string, found: Found): Promise<number> {
  const page = await context.newPage();
  const paths = ['/messages', '/profile#security', ...PUBLIC_PATHS, '/?lang=fr'];
  for (const path of paths) await look(page, origin + path, found);
  await page.close();
  return paths.length;
}

/** Mails with a planted text as an element. */
async function badMails(inboxUrl: string): Promise<{ read: number; bad: string[] }> {
  const response = await fetch(`${inboxUrl}/messages`);
  const mails = (await response.json()) as { subject: string; html: string }[];
  const holding = mails.filter(({ html, subject }) => /ran\(\d/.test(html + subject));
  const isBad = ({ html }: { html: string }) =>
    /<(script|iframe|svg|math|object|embed|form|base|marquee|details)\b|<[^>]+\son\w+=|(href|src)="?\s*javascript:/i.test(
      html,
    );
  return {
    read: holding.length,
    bad: holding.filter(isBad).map(({ subject }) => subject),
  };
}

async function prove(stage: Stage): Promise<boolean> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const dataDir = join(stage.folder, 'app');
  const app = await startApp(stage, {
    port,
    dataDir,
    environment: {
      PUBLIC_URL: origin,
      ADDRESS_LIMIT_FACTOR: '1000000',
      MESSAGING_REQUIRES_VERIFIED_EMAIL: 'false',
    },
  });
  stage.atEnd(() => app.stop());
  const admin = await logInAsAdmin(origin, ADMIN);
  // The quick form sends every seventh text: each kind is among them, and each disguise.
  const texts = stage.isQuick ? PAYLOADS.filter((_, n) => n % 7 === 0) : PAYLOADS;
  const { fields, reader, rooms: unlinked } = await plant(origin, admin, texts);

  const browser = await chromium.launch({ executablePath: ensureChromium() });
  stage.atEnd(() => browser.close());
  const found: Found = {
    mostRooms: stage.isQuick ? 30 : 200,
    mostAlike: stage.isQuick ? 3 : 200,
    ran: new Set(),
    grown: new Set(),
    read: new Set(),
  };
  let [rooms, pages] = [0, 0];
  for (const bypassCSP of [true, false]) {
    // Once in the quick form, behind the first wall alone.
    if (stage.isQuick && !bypassCSP) continue;
    const office = await openContext(browser, admin, origin, found, bypassCSP);
    const home = await openContext(browser, reader, origin, found, bypassCSP);
    // Beside each other: both wait more than they work.
    const [roomsSeen, pagesSeen] = await Promise.all([
      walkDashboard(office, origin, found, unlinked),
      walkPages(home, origin, found),
    ]);
    rooms += roomsSeen;
    pages += pagesSeen;
    await office.close();
    await home.close();
  }
  const mails = await badMails(inboxOf(dataDir));

  const figures = new Figures();
  figures.add('texts that want to be scripts', texts.length);
  for (const [name, count] of fields)
    figures.add(`  fields that hold one, by ${name}`, count, '> 0', count > 0);
  figures.add('rooms of the dashboard looked at', rooms, '> 10', rooms > 10);
  figures.add('pages of members and visitors', pages);
  const most = Math.floor(texts.length * 0.7);
  figures.add(
    'texts read there as they were typed',
    found.read.size,
    `> ${most}`,
    found.read.size > most,
  );
  figures.none('ran', [...found.ran]);
  figures.none('became an element, an attribute or a link', [...found.grown]);
  figures.add('mails that hold one', mails.read, '> 0', mails.read > 0);
  figures.none('of them with one that is no text', mails.bad);
  return figures.print();
}

await onStage(process.argv.includes('--quick') ? 240_000 : 15 * 60_000, prove);

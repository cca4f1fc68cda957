// 300 texts that want to be scripts, in every field of every form, then every page that shows them.
//
//   node prove/xss.ts [--quick]
//
// Requirements (security.md §2): none of them runs, none becomes an element, an attribute or a link
// that could, neither in the dashboard nor on members' or public pages, nor in a mail; and they are
// shown as the text that was typed. Places are found, not listed: every call that takes a text must have
// been given one (xss/unseeded.ts), and every panel of the dashboard must have shown one (xss/panels.ts). The content
// security policy is switched off for a part of the visits: it is the second wall and must not hide a hole in the first.
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium } from '@playwright/test';
import { quietBrowser } from '../scripts/chromium.mjs';
import { startPostgres } from '../scripts/postgres.mjs';
import { UNSUBSCRIBE_PAGE } from '../src/features/mail/paths.rules.ts';
import { PUBLIC_PATHS } from '../src/server/pages/pages.ts';
import { ADMIN, inboxOf, startApp } from '../testing/app.ts';
import { Figures } from './figures.part.ts';
import { environmentFor, openSmtp } from '../testing/smtp.ts';
import { freePort, inWorkspace, waitFactor, type Workspace } from '../testing/workspace.ts';
import { logInAsAdmin } from '../testing/visit.ts';
import { TrackedPage } from './xss/tracked-page.ts';
import { type Found, inspect, inspectInPlace } from './xss/inspect.ts';
import { PAYLOADS } from './xss/payloads.ts';
import { seed } from './xss/seed.ts';
import { Seeder } from './xss/seeder.ts';
import { findUnseeded } from './xss/unseeded.ts';
import { notShown, panelsOfDashboard } from './xss/panels.ts';

/** Pages of the browser that look at the dashboard beside each other: each waits more than it works. */
const lookers = 3;

async function openContext(
  browser: Browser,
  cookie: string,
  origin: string,
  found: Found,
  bypassCSP: boolean,
) {
  const context = await browser.newContext({ bypassCSP });
  context.setDefaultTimeout(30_000 * waitFactor);
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

/** Every panel of the dashboard, and what their links lead to; answers how many addresses there were. */
async function visitDashboard(
  context: BrowserContext,
  origin: string,
  found: Found,
  panels: readonly string[],
): Promise<number> {
  const seen = new Set(panels);
  const most = seen.size + found.mostMore;
  // A set in use shows what is added to it meanwhile, to all who read on.
  const paths = seen.values();
  const kinds = new Set<string>();
  const goOn = async () => {
    const tracked = new TrackedPage(await context.newPage());
    for (const path of paths) {
      // Linked pages come after all panels, and are reached as links reach them: in the same document. The first of
      // each kind is also loaded, as the server writes a document of its own for it.
      const isFirst = !kinds.has(kindOf(path));
      kinds.add(kindOf(path));
      if (isFirst || panels.includes(path)) await inspect(tracked, origin + path, found);
      else await inspectInPlace(tracked, origin + path, found);
      const links = await tracked.page
        .locator('a[href^="/admin"]')
        .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
      for (const link of links) {
        const alike = [...seen].filter((one) => kindOf(one) === kindOf(link)).length;
        if (seen.size < most && alike < found.mostAlike) seen.add(link);
      }
    }
    await tracked.page.close();
  };
  await Promise.all(Array.from({ length: lookers }, goOn));
  return seen.size;
}

/** Where the link in a bulk mail leads, with a key that is none of ours. */
const UNSUBSCRIBED = `${UNSUBSCRIBE_PAGE}?key=${encodeURIComponent(PAYLOADS[0] as string)}`;

/** Pages of members and visitors; answers how many there were. */
async function visitPages(context: BrowserContext, origin: string, found: Found): Promise<number> {
  const tracked = new TrackedPage(await context.newPage());
  const paths = ['/messages', '/profile#security', UNSUBSCRIBED, ...PUBLIC_PATHS, '/?lang=fr'];
  for (const path of paths) await inspect(tracked, origin + path, found);
  await tracked.page.close();
  return paths.length;
}

/** Mails with a seeded text as an element. */
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

async function prove(workspace: Workspace): Promise<boolean> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const dataDir = join(workspace.folder, 'app');
  const smtp = await openSmtp(workspace.folder);
  workspace.atEnd(smtp.close);
  // As with the other quick proofs: PostgreSQL answers the same for half of the processor time.
  const postgres = workspace.isQuick ? await startPostgres({ fsync: false }) : undefined;
  if (postgres) workspace.atEnd(postgres.stop);
  const app = await startApp(workspace, {
    port,
    dataDir,
    databaseUrl: postgres?.url,
    environment: {
      ...environmentFor(smtp),
      PUBLIC_URL: origin,
      ADDRESS_LIMIT_FACTOR: '1000000',
      MESSAGING_REQUIRES_VERIFIED_EMAIL: 'false',
    },
  });
  workspace.atEnd(() => app.stop());
  const admin = await logInAsAdmin(origin, ADMIN);
  // The quick form sends every seventh text: each kind is among them, and each disguise.
  const texts = workspace.isQuick ? PAYLOADS.filter((_, n) => n % 7 === 0) : PAYLOADS;
  const seeder = new Seeder(origin, admin, texts);
  const { reader, panels: unlinked, pictures } = await seed(seeder, smtp);
  const ofTheList = await panelsOfDashboard();

  const browser = await chromium.launch(quietBrowser());
  workspace.atEnd(() => browser.close());
  const found: Found = {
    mostMore: workspace.isQuick ? 12 : 120,
    mostAlike: workspace.isQuick ? 3 : 20,
    ran: new Set(),
    grown: new Set(),
    unread: new Set(),
    read: new Set(),
    alts: new Set(),
    readAt: new Map(),
  };
  let [panels, pages] = [0, 0];
  for (const bypassCSP of [true, false]) {
    // Once in the quick form, behind the first wall alone.
    if (workspace.isQuick && !bypassCSP) continue;
    const adminContext = await openContext(browser, admin, origin, found, bypassCSP);
    const home = await openContext(browser, reader, origin, found, bypassCSP);
    // Beside each other: both wait more than they work.
    const [panelsSeen, pagesSeen] = await Promise.all([
      visitDashboard(adminContext, origin, found, [...ofTheList, ...unlinked]),
      visitPages(home, origin, found),
    ]);
    panels += panelsSeen;
    pages += pagesSeen;
    await adminContext.close();
    await home.close();
  }
  const mails = await badMails(inboxOf(dataDir));

  const figures = new Figures();
  figures.add('texts that want to be scripts', texts.length);
  for (const [name, count] of seeder.fields)
    if (count > 0) figures.add(`  fields that hold one, by ${name}`, count);
  figures.none('calls that take a text and were given none', findUnseeded(seeder));
  figures.add('panels of the dashboard', ofTheList.length, '> 30', ofTheList.length > 30);
  figures.none('of them not looked at, or without a text', notShown(ofTheList, found.readAt));
  figures.add('addresses of the dashboard looked at', panels);
  figures.add('pages of members and visitors', pages);
  const most = Math.floor(texts.length * 0.7);
  figures.add(
    'texts read there as they were typed',
    found.read.size,
    `> ${most}`,
    found.read.size > most,
  );
  figures.none('lists not read to their end', [...found.unread]);
  const unseen = pictures.filter((n) => !found.alts.has(n));
  figures.add('pictures that show one in words', pictures.length, '> 0', pictures.length > 0);
  figures.none(
    'of them not read as what a picture shows',
    unseen.map((n) => PAYLOADS[n] ?? ''),
  );
  figures.none('ran', [...found.ran]);
  figures.none('became an element, an attribute or a link', [...found.grown]);
  figures.add('mails that hold one', mails.read, '> 0', mails.read > 0);
  figures.none('of them with one that is no text', mails.bad);
  return figures.print();
}

await inWorkspace(process.argv.includes('--quick') ? 900_000 : 30 * 60_000, prove);

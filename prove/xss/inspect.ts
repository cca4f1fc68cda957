import { setTimeout as sleep } from 'node:timers/promises';
import { seconds } from '../../src/shared/time.ts';
import type { TrackedPage } from './tracked-page.ts';
import { PAYLOADS } from './payloads.ts';
import { askForMore, readNow, type Reading, scrollList } from './read.ts';
import { waitFactor } from '../../testing/workspace.ts';

/** For a list to bring its next rows, on a machine with much else to do. */
const timeoutMs = seconds(30) * waitFactor;

/** The findings so far, and how far to look. */
export interface Found {
  /** Addresses of the dashboard, found by their links, that are looked at at most besides its panels. */
  mostMore: number;
  /** Of them, with addresses that differ in what they name alone, such as one application and another. */
  mostAlike: number;
  ran: Set<string>;
  grown: Set<string>;
  /** Lists that could not be read to their end. */
  unread: Set<string>;
  /** Texts that were read on some page as they were typed. */
  read: Set<number>;
  /** Those that were read as what a picture shows. */
  alts: Set<number>;
  /** How many of them, by address. */
  readAt: Map<string, number>;
}

/** Opens an address, and notes what ran, what has grown there and which texts are read. */
export async function inspect(tracked: TrackedPage, address: string, found: Found): Promise<void> {
  await tracked.open(address);
  await record(tracked, address, found);
}

/** The same for an address of the document that is open, as its links lead there. */
export async function inspectInPlace(
  tracked: TrackedPage,
  address: string,
  found: Found,
): Promise<void> {
  await tracked.page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);
  await record(tracked, address, found);
}

async function record(tracked: TrackedPage, address: string, found: Found): Promise<void> {
  const { page } = tracked;
  const complain = (words: string) => void found.unread.add(`${address}: ${words}`);
  if (!(await tracked.settle())) complain('the page goes on asking for something');
  const seen = await readThrough(tracked, complain);
  await page.keyboard.press('Tab');
  // A mail as its reader will see it is a document of its own.
  for (const frame of page.frames()) seen.push(await frame.evaluate(readNow));
  for (const one of seen.flatMap(({ grown }) => grown)) found.grown.add(`${address}: ${one}`);
  const textsIn = (words: string[]) => {
    const text = words.join('\n');
    return [...PAYLOADS.keys()].filter((n) => text.includes(PAYLOADS[n] as string));
  };
  const read = textsIn(seen.flatMap(({ texts }) => texts));
  for (const n of read) found.read.add(n);
  for (const n of textsIn(seen.flatMap(({ alts }) => alts))) found.alts.add(n);
  const path = address.replace(new URL(address).origin, '');
  found.readAt.set(path, Math.max(read.length, found.readAt.get(path) ?? 0));
}

/** Reads a page to the end of its lists; says which of them have none. */
async function readThrough(
  tracked: TrackedPage,
  complain: (words: string) => void,
): Promise<Reading[]> {
  const { page } = tracked;
  await fetchAll(tracked, complain);
  const seen = [await page.evaluate(readNow)];
  for (let list = 0; ; list++) {
    let drawn = await page.evaluate(scrollList, { list, isStart: true });
    if (!drawn) return seen;
    const rows = new Set(drawn.rows);
    while (!drawn.isEnd) {
      seen.push(await page.evaluate(readNow));
      const next = await page.evaluate(scrollList, { list, isStart: false });
      if (!next) throw new Error(`${page.url()}: a list went away while it was read`);
      drawn = next;
      for (const row of drawn.rows) rows.add(row);
    }
    seen.push(await page.evaluate(readNow));
    if (rows.size < drawn.all)
      complain(`${drawn.all - rows.size} of ${drawn.all} rows were not drawn`);
  }
}

/** Asks the lists of a page for more until none has more. */
async function fetchAll({ page }: TrackedPage, complain: (words: string) => void): Promise<void> {
  let had = '';
  for (let until = Date.now() + timeoutMs; ; ) {
    const { progress, extent } = await page.evaluate(askForMore, had);
    if (progress === 'whole') return;
    if (progress === 'failed') return complain('a list says that it could not be loaded');
    if (Date.now() > until) return complain('what a list was asked for did not come');
    if (progress === 'asked') {
      had = extent;
      until = Date.now() + timeoutMs;
    }
    await sleep(25);
  }
}

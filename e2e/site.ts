import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { test as base } from '@playwright/test';
import { freePort } from '../testing/workspace.ts';
import { copyPrepared } from './site-database.ts';

export const ADMIN = { email: 'admin@example.org', password: 'weave one cloth of 54 threads' };

/** A journey that does not depend on the size of the screen, or sets its own: it is never repeated on another size. */
export const ANY_SCREEN = { tag: '@any-screen' };

/** The same, and only `npm run test:full` plays it; docs/testing.md says why. */
export const ONLY_IN_FULL = { tag: ['@any-screen', '@only-in-full'] };

/** About the layout of paying or signing, or of the header: also `npm test` plays it on both sizes. */
export const BOTH_SIZES = { tag: '@both-sizes' };

/** `npm test` plays it on a desktop alone, as every-screen.spec.ts opens its screens on a phone. */
export const DESKTOP = { tag: '@desktop' };

/** The name of a site whose texts, mail and rules journeys change for everyone. */
export const SETTINGS_CHANGE = 'settings change';

/** The name of a site that is filled with the demonstration (scripts/demo.ts) before it starts. */
export const FILLED = 'filled';

export interface Mail {
  from: string;
  to: string[];
  subject: string;
  text: string;
  html: string;
  receivedAt: string;
}

export interface Site {
  url: string;
  inboxUrl: string;
  /** Where a partner's page may be that shows the embedded button; nothing listens there yet. */
  partnerUrl: string;
  /**
   * Waits until such a mail to this address is in the sandbox's inbox; of several it is the newest. Tests
   * share a site: of mails to an address that others get mail at, too, `words` name the one that is meant.
   */
  mailTo(address: string, subject?: RegExp, words?: string): Promise<Mail>;
}

/** As `npm start` runs it. */
const SERVER = ['--import', './scripts/resolve-once.mjs', 'src/server/main.ts'];

/** The real process on a copy of the prepared database (prepare.ts), with an administrator and the sandbox. */
async function startSite(name: string): Promise<Site & { stop(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'one-africa-e2e-'));
  const port = await freePort();
  const partnerUrl = `http://127.0.0.1:${await freePort()}`;
  const database = await copyPrepared(dataDir, port);
  if (name === FILLED) fill(database.settings);
  const url = `http://localhost:${port}`;
  const child = spawn(process.execPath, SERVER, {
    env: {
      ...process.env,
      NODE_ENV: 'development',
      PORT: String(port),
      PUBLIC_URL: url,
      ...database.settings,
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      EMBED_ORIGINS: partnerUrl,
      // Every test of a run comes from one address.
      ADDRESS_LIMIT_FACTOR: '100',
      // A receiver of a journey is on this machine.
      ALLOW_PRIVATE_WEBHOOKS: 'true',
      UNDO_SECONDS: '0',
      // On a busy machine the site is slow, not overloaded.
      MAX_EVENT_LOOP_DELAY_MS: '0',
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const inboxUrl = await inboxOf(child);
  while ((await fetch(`${url}/readyz`)).status !== 200) await sleep(100);
  return {
    url,
    inboxUrl,
    partnerUrl,
    mailTo: (address, subject, words) => mailIn(inboxUrl, address, subject, words),
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
      await database.drop();
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}

function fill(settings: Record<string, string>) {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/demo.ts', '--small'], {
    env: { ...process.env, NODE_ENV: 'development', LOG_LEVEL: 'warn', ...settings },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The demonstration could not be filled in:\n${stderr}`);
}

/** Waits at the inbox for each mail to this address, from the newest of those that are there on. */
async function mailIn(inboxUrl: string, address: string, subject = /./, words = ''): Promise<Mail> {
  const end = Date.now() + 30_000;
  for (let since = 0; Date.now() < end; ) {
    const query = new URLSearchParams({
      to: address,
      since: String(since),
      wait: String(Math.max(1, end - Date.now())),
    });
    const mails = (await (await fetch(`${inboxUrl}/messages?${query}`)).json()) as Mail[];
    const found = mails.find((mail) => subject.test(mail.subject) && mail.text.includes(words));
    if (found) return found;
    // Each has a millisecond of its own.
    if (mails[0]) since = Date.parse(mails[0].receivedAt) + 1;
  }
  throw new Error(`No mail to ${address} with ${subject} and “${words}” arrived.`);
}

/** Resolves with the inbox's address once the site says that it is open. */
function inboxOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    const hear = (chunk: Buffer) => {
      said += chunk;
      const inbox = /read it at (http\S+?)\)/.exec(said)?.[1];
      if (inbox && said.includes('/admin')) resolve(inbox);
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    child.once('exit', (code) => reject(new Error(`The site ended with ${code}:\n${said}`)));
  });
}

/** One site for all tests of a worker; `baseURL` is its address. */
export const test = base.extend<object, { siteName: string; site: Site }>({
  /** A file that gives another one has a worker, and so a site, of its own: for who moves the clock by months. */
  siteName: ['shared', { scope: 'worker', option: true }],
  site: [
    async ({ siteName }, use) => {
      const site = await startSite(siteName);
      await use(site);
      await site.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ site }, use) => use(site.url),
});

export { expect } from '@playwright/test';

/** An address that no other test uses. */
export const newAddress = (who: string) =>
  `${who}.${Math.random().toString(36).slice(2, 10)}@example.org`;

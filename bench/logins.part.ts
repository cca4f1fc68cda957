import { setTimeout as sleep } from 'node:timers/promises';
import { verify } from '@node-rs/argon2';
import { sql } from 'drizzle-orm';
import type { Database } from '../src/server/database/database.ts';
import { secretsFrom } from '../src/server/secrets.ts';
import { APP_SECRET, type App, sandboxPidOf } from '../testing/app.ts';
import { addressOf } from '../testing/visit.ts';
import { cpuMsOf, cpuMsOfTree } from './cpu.part.ts';
import { median, perSecond } from './load.part.ts';
import { emailOf } from './messages-fill.part.ts';
import { machineLoad, printTable } from './table.part.ts';

/** Long enough that its first and last hash weigh little, short enough that the load of the machine stays what it is. */
const sliceMs = 1500;
const rounds = 15;
/** Hashes at once, as many as password.service.ts lets run. */
const turns = 2;
/** Keep both turns busy while others are at the database, or wait for a processor: half of what its queue holds. */
const connections = 16;

export interface Setting {
  app: App;
  /** The same done with as little as possible (bare-login.part.ts). */
  bare: { port: number; pid: number };
  dataDir: string;
  db: Database;
  postgresPid: number;
  password: string;
  /** Argon2id of everyone's password. */
  hash: string;
}

const PROCESSES = ['bench', 'site', 'PostgreSQL', 'sandbox', 'bare'] as const;

/** How many hashes or logins, in what time, and what each process did meanwhile. */
interface Slice {
  count: number;
  tookMs: number;
  cpuMs: readonly number[];
}

const secrets = secretsFrom(APP_SECRET);
/** Members who have logged in in this run, each once and from an address of their own. */
let arrived = 2;

/** The ratios of people who come back, and of those in a new browser, of whom each is sent a mail about it. */
export async function measureLogins(setting: Setting): Promise<{ known: number; fresh: number }> {
  const idle = await whatIdlingTakes(setting);
  const cookies = await makeKnown(setting.db);
  const known = await compare(setting, idle, 'logins in known browsers', () =>
    logIn(setting, { cookies }),
  );
  const fresh = await compare(setting, idle, 'logins in new browsers', () => logIn(setting, {}));
  return { known, fresh };
}

/**
 * Takes turns with the bare hash and the bare login, now the one first and now the other; answers the median of the
 * ratios of neighbours to the hash.
 */
async function compare(
  setting: Setting,
  idle: readonly number[],
  name: string,
  own: () => Promise<number>,
): Promise<number> {
  const [ofPeer, ofBare, ofOwn]: [Slice[], Slice[], Slice[]] = [[], [], []];
  const works = [
    { slices: ofPeer, work: () => bareArgon2(setting) },
    { slices: ofBare, work: () => logIn(setting, { port: setting.bare.port }) },
    { slices: ofOwn, work: own },
  ];
  for (let round = 0; round <= rounds; round++)
    for (const { slices, work } of round % 2 ? works.toReversed() : works) {
      const slice = await sliceOf(setting, work);
      // The first of each warms the server up.
      if (round > 0) slices.push(slice);
      await mailsHaveLeft(setting.db);
    }
  const toPeer = (slices: readonly Slice[]) =>
    slices.map((slice, n) => rateOf(slice) / rateOf(ofPeer[n]));
  const ratios = toPeer(ofOwn);
  console.log(machineLoad());
  printTable([
    ['per second', 'median', 'lowest', 'highest'],
    ['Argon2id alone', ...medianAndRange(ofPeer.map(rateOf), 1)],
    ['bare logins', ...medianAndRange(ofBare.map(rateOf), 1)],
    [name, ...medianAndRange(ofOwn.map(rateOf), 1)],
    ['bare logins, of Argon2id alone', ...medianAndRange(toPeer(ofBare), 2)],
    [`${name}, of Argon2id alone`, ...medianAndRange(ratios, 2)],
  ]);
  const [peerTimes, ownTimes] = [timesOf(ofPeer, idle), timesOf(ofOwn, idle)];
  printTable([
    ['processor time of each in ms', ...PROCESSES, 'together'],
    ['Argon2id alone', ...peerTimes],
    ['bare logins', ...timesOf(ofBare, idle)],
    [name, ...ownTimes],
    ['the first of the second', ...PROCESSES.map(() => ''), ratioOf(peerTimes, ownTimes)],
  ]);
  return median(ratios);
}

const rateOf = (slice: Slice | undefined) =>
  slice ? (slice.count / slice.tookMs) * 1000 : Number.NaN;

const medianAndRange = (list: readonly number[], digits: number) =>
  [median(list), Math.min(...list), Math.max(...list)].map((figure) => figure.toFixed(digits));

/** Without what the processes do by themselves. */
function timesOf(slices: readonly Slice[], idle: readonly number[]): string[] {
  const sum = (of: (slice: Slice) => number) => slices.reduce((all, slice) => all + of(slice), 0);
  const each = idle.map(
    (perMs, n) =>
      sum(({ cpuMs, tookMs }) => (cpuMs[n] ?? Number.NaN) - perMs * tookMs) /
      sum(({ count }) => count),
  );
  // The idle cost is a sample too: a little less than nothing is nothing.
  const shown = each.map((ms) => Math.max(0, ms));
  return [...shown, shown.reduce((all, ms) => all + ms, 0)].map((ms) => ms.toFixed(2));
}

const ratioOf = (peer: readonly string[], own: readonly string[]) =>
  (Number(peer.at(-1)) / Number(own.at(-1))).toFixed(2);

/** Runs work that answers how many it did. */
async function sliceOf(
  { app, bare, postgresPid, dataDir }: Setting,
  work: () => Promise<number>,
): Promise<Slice> {
  const sandboxServices = sandboxPidOf(dataDir);
  const cpu = () => [
    cpuMsOf(process.pid),
    cpuMsOf(app.pid),
    cpuMsOfTree(postgresPid),
    sandboxServices ? cpuMsOf(sandboxServices) : 0,
    cpuMsOf(bare.pid),
  ];
  const before = cpu();
  const startedAtMs = performance.now();
  const count = await work();
  const tookMs = performance.now() - startedAtMs;
  return { count, tookMs, cpuMs: cpu().map((ms, n) => ms - (before[n] ?? Number.NaN)) };
}

/** Of each process in ms of a millisecond: the queue of jobs looks for work also while no one logs in. */
async function whatIdlingTakes(setting: Setting): Promise<number[]> {
  const { cpuMs, tookMs } = await sliceOf(setting, async () => {
    await sleep(8000);
    return 1;
  });
  return cpuMs.map((ms) => ms / tookMs);
}

/** Compares hashes with nothing but the library, as many at once as the site has turns; answers how many. */
async function bareArgon2({ hash, password }: Setting): Promise<number> {
  const end = performance.now() + sliceMs;
  let count = 0;
  const worker = async () => {
    for (; performance.now() < end; count++) await verify(hash, password);
  };
  await Promise.all(Array.from({ length: turns }, worker));
  return count;
}

/** Sends what the page sends; answers how many were logged in. */
async function logIn(
  { app, password }: Setting,
  {
    cookies,
    port = Number(new URL(app.origin).port),
  }: { cookies?: ReadonlyMap<string, string>; port?: number },
): Promise<number> {
  const before = arrived;
  await perSecond({
    port,
    connections,
    forMs: sliceMs,
    status: 200,
    requestOf() {
      const n = ++arrived;
      const email = emailOf(n);
      const body = JSON.stringify({ email, password });
      const known = cookies?.get(email);
      const cookie = known ? `Cookie: ${known}\r\n` : '';
      return `POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nOrigin: ${app.origin}\r\nX-Forwarded-For: ${addressOf(n)}\r\n${cookie}Idempotency-Key: login-of-${n}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    },
  });
  return arrived - before;
}

/** Makes one browser known to every member; answers the cookie of each, by address, as the site signs it. */
async function makeKnown(db: Database): Promise<Map<string, string>> {
  const { rows } = await db.execute<{ id: string; email: string }>(
    sql`update users set known_browsers = array[id::text] returning id, email`,
  );
  return new Map(
    rows.map(({ id, email }) => [
      email,
      `known_browser=${secrets.sign('known-browser', `${id} ${id}`)}`,
    ]),
  );
}

/** Waits until the mails of one slice have left: they must not burden the next. */
async function mailsHaveLeft(db: Database): Promise<void> {
  for (;;) {
    const { rows } = await db.execute<{ waiting: boolean }>(
      sql`select exists (select from pgboss.job where name = 'mail-deliver' and state < 'completed') as waiting`,
    );
    if (!rows[0]?.waiting) return;
    await sleep(100);
  }
}

// The dashboard's CSV while people sign, and when it breaks off.
//
//   node prove/csv.ts           1,000,000 rows on PostgreSQL, then 20,000 on the embedded database
//   node prove/csv.ts --quick   20,000 rows on PostgreSQL
//
// Requirements (security.md §3): every row that was there is in the file once and the newest is first, while
// others sign; quotes, commas and line breaks are read back as they were written; a download that broke off is no
// whole answer; anyone who leaves ends the database's work; no one but an administrator gets a file. In the full form also
// at least 50,000 rows a second, the first byte within 500 ms and no more than 64 MB of memory, on PostgreSQL.
import { readFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { parse } from 'csv-parse';
import { sql } from 'drizzle-orm';
import { fillTable } from '../bench/rows-fill.part.ts';
import { unityDeclarations } from '../src/features/declaration/declaration.store.ts';
import { EXPORT_TYPES } from '../src/features/submissions/kinds/submissions.contract.ts';
import { type Database, openDatabase } from '../src/server/database/database.ts';
import { migrate } from '../src/server/database/migrate.ts';
import { openSite } from '../src/server/testing.ts';
import { startPostgres } from '../scripts/postgres.mjs';
import { ADMIN, startApp } from '../testing/app.ts';
import { Figures } from './figures.part.ts';
import { prepareSites } from './sites.part.ts';
import { freePort, inWorkspace, type Workspace, until } from '../testing/workspace.ts';
import { addressOf, logInAsAdmin, send, sendUntilTaken } from '../testing/visit.ts';

const few = 20_000;
const many = 1_000_000;
const writers = 4;

interface Play {
  origin: string;
  db: Database;
  /** Cookie of an administrator, and of a member. */
  admin: string;
  member: string;
}

const pathOf = (type: string) => `/api/admin/export/${type}`;
const SIGNATURES = pathOf('unity-declarations');

/** Opens a download without reading it. */
function open({ origin, admin }: Play, path: string): Promise<IncomingMessage> {
  const { port } = new URL(origin);
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, headers: { cookie: admin } }, resolve).once(
      'error',
      reject,
    );
  });
}

/** Signs one after the other until it is over; answers how many were taken. */
async function signUntil(isOver: () => boolean, { origin }: Play, worker: number): Promise<number> {
  let taken = 0;
  for (let n = 0; !isOver(); n++) {
    const person = worker * 1_000_000 + n;
    const body = {
      fullName: 'Awa "the ""first""", Diop',
      email: `writer.${person}@prove.example`,
      country: 'Ghana',
      agreeToDeclaration: true,
    };
    const answer = await sendUntilTaken(origin, {
      path: '/api/unity-declaration',
      body,
      from: addressOf(person),
    });
    if (answer.status === 201) taken++;
    else throw new Error(`Signing was answered with ${answer.status}: ${answer.text}`);
  }
  return taken;
}

interface Read {
  rows: number;
  doubled: number;
  outOfOrder: number;
  missing: number;
  signedMeanwhile: number;
  seconds: number;
  firstByteMs: number;
}

/** Reads the file of all signatures while others sign. */
async function readWhileWritten(play: Play): Promise<Read> {
  const { rows: before } = await play.db.execute<{ id: string }>(
    sql`select id::text as id from unity_declarations`,
  );
  const expected = new Set(before.map(({ id }) => id));
  let isOver = false;
  const signing = Promise.all(
    Array.from({ length: writers }, (_, worker) => signUntil(() => isOver, play, worker)),
  );
  const startedAtMs = performance.now();
  const answer = await open(play, SIGNATURES);
  const seen = new Set<string>();
  const read = { rows: 0, doubled: 0, outOfOrder: 0, firstByteMs: 0 };
  answer.once('data', () => {
    read.firstByteMs = performance.now() - startedAtMs;
  });
  let above = '\uFFFF';
  const lines = answer.pipe(parse({ bom: true, recordDelimiter: '\r\n', fromLine: 2 }));
  for await (const [id = '', , , , signedAt = ''] of lines as AsyncIterable<string[]>) {
    read.rows++;
    if (seen.has(id)) read.doubled++;
    // Of one millisecond, ids alone do not say: the database counts microseconds.
    if (signedAt > above) read.outOfOrder++;
    above = signedAt;
    seen.add(id);
    expected.delete(id);
  }
  const seconds = (performance.now() - startedAtMs) / 1000;
  isOver = true;
  const signed = (await signing).reduce((sum, one) => sum + one, 0);
  return { ...read, missing: expected.size, signedMeanwhile: signed, seconds };
}

/** Texts that a sloppy writer breaks at, as a visitor types them; answers those that were not read back. */
async function lostTexts(play: Play): Promise<string[]> {
  const texts = [
    'say "hi"',
    'a,b;c\td',
    'one\ntwo\n\n"three"',
    '",","',
    'é 中 🌍',
    '\\."\\n',
    "'quoted'",
  ];
  for (const [n, message] of texts.entries()) {
    const body = {
      firstName: 'Kofi',
      lastName: 'O"Neil, the 2nd',
      email: `kofi.${n}@prove.example`,
      country: 'Ghana',
      message,
    };
    const { status, text } = await send(play.origin, {
      path: '/api/contact',
      body,
      from: addressOf(9_000_000 + n),
    });
    if (status !== 201) throw new Error(`Writing to us was answered with ${status}: ${text}`);
  }
  const answer = await open(play, pathOf('contact-submissions'));
  const rows = answer.pipe(parse({ bom: true, recordDelimiter: '\r\n', columns: true }));
  const read = new Map<string, string>();
  for await (const row of rows as AsyncIterable<Record<string, string>>)
    if (row.lastName === 'O"Neil, the 2nd') read.set(row.email ?? '', row.message ?? '');
  return texts.filter((text, n) => read.get(`kofi.${n}@prove.example`) !== text);
}

/** Whether PostgreSQL is writing a file for someone. */
async function isCopying(db: Database): Promise<boolean> {
  const { rows } = await db.execute<{ pid: number }>(
    sql`select pid from pg_stat_activity where state = 'active' and query like 'copy (%'`,
  );
  return rows.length > 0;
}

/** The lines of a download; undefined where it broke off. */
function countLines(answer: IncomingMessage): Promise<number | undefined> {
  let lines = 0;
  return new Promise((resolve) => {
    answer.on('data', (chunk: Buffer) => {
      for (let at = chunk.indexOf('\n'); at >= 0; at = chunk.indexOf('\n', at + 1)) lines++;
    });
    answer.once('end', () => resolve(lines));
    answer.once('error', () => resolve(undefined));
  });
}

/** Breaks PostgreSQL's line in the middle of a download; answers whether its reader notices. */
async function isBreakSeen(play: Play): Promise<boolean> {
  const whole = (await play.db.$count(unityDeclarations)) + 1;
  for (let tries = 0; tries < 20; tries++) {
    const answer = await open(play, SIGNATURES);
    const { rows: cut } = await play.db.execute(
      sql`select pg_terminate_backend(pid) from pg_stat_activity
          where state = 'active' and query like 'copy (%' and pid <> pg_backend_pid()`,
    );
    const lines = await countLines(answer);
    // A small file may have been on its way whole before its line was cut: that one was no break.
    if (cut.length > 0 && lines !== whole) return lines === undefined;
  }
  throw new Error('No line could be cut in time.');
}

/** Leaves in the middle of a download; answers after how many ms the database gives up, at most five seconds. */
async function msUntilLeft(play: Play): Promise<number> {
  const answer = await open(play, SIGNATURES);
  await sleep(50);
  answer.destroy();
  const startedAtMs = performance.now();
  await until(async () => {
    if (await isCopying(play.db)) throw new Error('PostgreSQL writes for nobody.');
  }, 5000);
  return performance.now() - startedAtMs;
}

/** The callers who get a file, or another answer than they should. */
async function wronglyAnswered({ origin, member, admin }: Play): Promise<string[]> {
  const wrong: string[] = [];
  const ask = async (path: string, cookie: string | undefined, must: number) => {
    const { status, text } = await send(origin, { method: 'GET', path, cookie });
    if (status !== must || text.includes('@prove.example'))
      wrong.push(`${path} was answered with ${status}, not ${must}`);
  };
  for (const type of EXPORT_TYPES) {
    await ask(pathOf(type), undefined, 401);
    await ask(pathOf(type), member, 403);
  }
  await ask(pathOf('passwords'), admin, 400);
  return wrong;
}

async function playOn(play: Play, figures: Figures, isPostgres: boolean): Promise<Read> {
  const read = await readWhileWritten(play);
  const kind = isPostgres ? 'PostgreSQL' : 'embedded';
  figures.add(
    `rows read on ${kind}, and signed meanwhile`,
    `${read.rows}, ${read.signedMeanwhile}`,
    'some of both',
    read.rows > 0 && read.signedMeanwhile > 0,
  );
  figures.add('rows twice', read.doubled, '0', read.doubled === 0);
  figures.add('rows out of order', read.outOfOrder, '0', read.outOfOrder === 0);
  figures.add('rows missing', read.missing, '0', read.missing === 0);
  figures.none('texts that were not read back', await lostTexts(play));
  figures.none('answered to whom it must not', await wronglyAnswered(play));
  if (!isPostgres) return read;
  const isSeen = await isBreakSeen(play);
  figures.add('a broken line is seen by the reader', isSeen ? 'yes' : 'no', 'yes', isSeen);
  const left = await msUntilLeft(play);
  figures.add('ms until a left download is given up', Math.round(left), '≤ 2000', left <= 2000);
  return read;
}

/** A site in this process, over real sockets. */
async function playSmall(workspace: Workspace, figures: Figures): Promise<void> {
  await prepareSites(workspace);
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const site = await openSite({
    work: false,
    environment: { ADDRESS_LIMIT_FACTOR: '1000000', PUBLIC_URL: origin },
  });
  workspace.atEnd(() => site.close());
  await fillTable(site.db, 'unity_declarations', few);
  await site.app.listen({ port, host: '127.0.0.1' });
  const cookieOf = async (role: 'admin' | 'member') =>
    `sid=${(await site.loggedIn(role)).cookies.get('sid')}`;
  const play = {
    origin,
    db: site.db,
    admin: await cookieOf('admin'),
    member: await cookieOf('member'),
  };
  await playOn(play, figures, site.database.kind === 'postgres');
}

/** The server proper, in a process of its own, whose memory is looked at. */
async function playLarge(workspace: Workspace, figures: Figures): Promise<void> {
  const postgres = await startPostgres({ settings: { max_wal_size: '8GB' } });
  workspace.atEnd(() => postgres.stop());
  const patient = await openDatabase({ url: postgres.url, isPatient: true });
  workspace.atEnd(() => patient.close());
  await migrate(patient);
  await fillTable(patient.db, 'unity_declarations', many);
  const app = await startApp(workspace, {
    port: await freePort(),
    dataDir: workspace.folder,
    databaseUrl: postgres.url,
    environment: { ADDRESS_LIMIT_FACTOR: '1000000' },
  });
  const joined = await send(app.origin, {
    path: '/api/auth/register',
    body: {
      email: 'member@prove.example',
      password: 'baobab at noon',
      firstName: 'A',
      lastName: 'B',
    },
  });
  const memory = (what: string) =>
    Number(
      new RegExp(`${what}:\\s+(\\d+)`).exec(readFileSync(`/proc/${app.pid}/status`, 'utf8'))?.[1],
    ) / 1024;
  const play = {
    origin: app.origin,
    db: patient.db,
    admin: await logInAsAdmin(app.origin, ADMIN),
    member: joined.cookies.map((cookie) => cookie.split(';')[0]).join('; '),
  };
  // The first download warms up.
  await readWhileWritten(play);
  const before = memory('VmRSS');
  const read = await playOn(play, figures, true);
  const growth = Math.max(0, memory('VmHWM') - before);
  await app.stop();
  const perSecond = read.rows / read.seconds;
  figures.add('rows per second', Math.round(perSecond), '≥ 50000', perSecond >= 50_000);
  figures.add(
    'ms until the first byte',
    Math.round(read.firstByteMs),
    '≤ 500',
    read.firstByteMs <= 500,
  );
  figures.add('MB of memory more', growth.toFixed(1), '≤ 64', growth <= 64);
}

await inWorkspace(600_000, async (workspace) => {
  const figures = new Figures();
  if (!workspace.isQuick) await playLarge(workspace, figures);
  await playSmall(workspace, figures);
  return figures.print();
});

// A large site that is backed up, wiped and restored with the commands of an operator.
//
//   npm run prove -- restore           1,000,000 signatures, 100,000 applications with money, 1,000,000 emails
//   npm run prove -- restore --quick   2,000, 500 and 2,000
//
// Proves that every table has the same rows afterwards: as many, and with the same checksum, which PostgreSQL takes
// itself and not the commands. In full also that all of it takes no more than five minutes. Neither the commands nor a
// connection of PostgreSQL may take more than 300 MB of memory for it. That mails are held and logins end after a
// restore shows backup.test.ts; here are none.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { fillLedger } from '../bench/ledger-fill.part.ts';
import { fillTable } from '../bench/rows-fill.part.ts';
import { commands } from '../scripts/commands.mjs';
import { startPostgres } from '../scripts/postgres.mjs';
import { inTransaction, openDatabase } from '../src/server/database/database.ts';
import { migrate } from '../src/server/database/migrate.ts';
import { jobs } from '../src/server/jobs.ts';
import { createQueue } from '../src/server/queue/queue.ts';
import { minutes } from '../src/shared/time.ts';
import { inWorkspace, type Workspace } from '../testing/workspace.ts';
import { Figures } from './figures.part.ts';

const FULL = { signatures: 1_000_000, applications: 100_000, emails: 1_000_000 };
const QUICK = { signatures: 2000, applications: 500, emails: 2000 };
const allowedMs = minutes(5);
const allowedMb = 300;
/** Of so many applications one is not paid yet. */
const openEvery = 20;

interface Rows {
  count: string;
  checksum: string;
}

async function onServer<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function fill(url: string, { signatures, applications, emails }: typeof FULL): Promise<void> {
  const database = await openDatabase({ url, isPatient: true });
  const queue = createQueue(database, url, (error) => console.error(error), jobs);
  try {
    await migrate(database);
    await queue.createQueues();
    await fillTable(database.db, 'unity_declarations', signatures);
    const open = applications / openEvery;
    await inTransaction(database.db, (tx) => fillLedger(tx, { paid: applications - open, open }));
    await fillTable(database.db, 'email_logs', emails);
  } finally {
    await queue.stop();
    await database.close();
  }
}

/** How many rows each table of the site has, and a sum over all of them in which their order does not matter. */
function rowsOf(url: string): Promise<Map<string, Rows>> {
  return onServer(url, async (client) => {
    const tables = await client.query<{ name: string }>(
      `select format('%I', relname) as name from pg_class
       where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
    );
    const found = new Map<string, Rows>();
    for (const { name } of tables.rows) {
      const { rows } = await client.query<Rows>(
        `select count(*) as count,
           coalesce(sum(('x' || left(md5(row::text), 15))::bit(60)::bigint), 0)::text as checksum
         from ${name} row`,
      );
      found.set(name, rows[0] as Rows);
    }
    return found;
  });
}

interface Ran {
  ms: number;
  /** The most memory of the command, and of a connection of PostgreSQL without what all of them share. */
  mb: number;
  postgresMb: number;
}

/** The status of a process (proc(5)) in MB; 0 when it has ended. */
function statusMb(pid: number | string, field: string): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** The processes of a PostgreSQL. */
function childrenOf(parent: number): string[] {
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      return (
        readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.split(' ')[1] === `${parent}`
      );
    } catch {
      return false; // ended since it was listed
    }
  });
}

/** Runs a command as an operator does. */
async function run(
  workspace: Workspace,
  command: 'backup' | 'restore',
  { file, url, postgresPid }: { file: string; url: string; postgresPid: number },
): Promise<Ran> {
  const { program, flags } = commands[command];
  const startedAtMs = performance.now();
  const child = spawn(
    process.execPath,
    [...flags, '--import', './scripts/resolve-once.mjs', program, file],
    {
      env: { PATH: process.env.PATH, DATABASE_URL: url, DATA_DIR: join(workspace.folder, 'data') },
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  );
  const pid = child.pid as number;
  workspace.own(pid);
  const ran: Ran = { ms: 0, mb: 0, postgresMb: 0 };
  const watch = setInterval(() => {
    ran.mb = Math.max(ran.mb, statusMb(pid, 'VmHWM'));
    for (const one of childrenOf(postgresPid))
      ran.postgresMb = Math.max(ran.postgresMb, statusMb(one, 'RssAnon'));
  }, 50);
  const [code] = (await once(child, 'close')) as [number | null];
  clearInterval(watch);
  workspace.disown(pid);
  if (code !== 0) throw new Error(`The ${command} ended with ${code}.`);
  return { ...ran, ms: performance.now() - startedAtMs };
}

/** The tables whose rows are not those of before, and those that only one side has. */
function differencesOf(before: Map<string, Rows>, after: Map<string, Rows>): string[] {
  const names = new Set([...before.keys(), ...after.keys()]);
  const show = (rows: Rows | undefined) => (rows ? `${rows.count} (${rows.checksum})` : 'none');
  return [...names].flatMap((name) => {
    const [was, is] = [show(before.get(name)), show(after.get(name))];
    return was === is ? [] : [`${name}: ${was} before, ${is} after`];
  });
}

const inSeconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

await inWorkspace(minutes(40), async (workspace) => {
  const wanted = workspace.isQuick ? QUICK : FULL;
  const settings = { shared_buffers: '256MB', max_wal_size: '4GB' };
  const postgres = await startPostgres({ settings });
  workspace.atEnd(postgres.stop);
  const url = postgres.url.replace(/\/postgres$/, '/site');
  const create = () => onServer(postgres.url, (client) => client.query('create database site'));
  await create();
  await fill(url, wanted);
  const before = await rowsOf(url);

  const file = join(workspace.folder, 'site.gz');
  const place = { file, url, postgresPid: postgres.pid };
  const backup = await run(workspace, 'backup', place);
  const wipedAtMs = performance.now();
  await onServer(postgres.url, (client) => client.query('drop database site'));
  await create();
  const wipeMs = performance.now() - wipedAtMs;
  const restore = await run(workspace, 'restore', place);
  const after = await rowsOf(url);

  const figures = new Figures();
  const total = [...before.values()].reduce((sum, { count }) => sum + Number(count), 0);
  for (const [name, least] of [
    ['unity_declarations', wanted.signatures],
    ['passport_applications', wanted.applications],
    ['payments', wanted.applications],
    ['email_logs', wanted.emails],
  ] as const) {
    const { count, checksum } = after.get(name) ?? { count: '0', checksum: '' };
    figures.add(`${name}: rows`, count, String(least), Number(count) === least);
    figures.add(`${name}: checksum`, checksum);
  }
  figures.add(`rows in ${before.size} tables`, total);
  figures.none('tables with other rows than before', differencesOf(before, after));
  figures.add('size of the backup', `${(statSync(file).size / 1e6).toFixed(1)} MB`);
  figures.add('backup took', inSeconds(backup.ms));
  figures.add('wiping took', inSeconds(wipeMs));
  figures.add('restore took', inSeconds(restore.ms));
  const totalMs = backup.ms + wipeMs + restore.ms;
  figures.add('all three', inSeconds(totalMs), `≤ ${allowedMs / 1000} s`, totalMs <= allowedMs);
  for (const [name, { mb, postgresMb }] of [
    ['backup', backup],
    ['restore', restore],
  ] as const) {
    const hold = (what: string, most: number) =>
      figures.add(
        what,
        `${most.toFixed(0)} MB`,
        `≤ ${allowedMb} MB`,
        most > 0 && most <= allowedMb,
      );
    hold(`most memory of the ${name}`, mb);
    hold(`most memory of PostgreSQL in a process during the ${name}`, postgresMb);
  }
  return figures.print();
});

// A PostgreSQL of our own for tests, proofs and benchmarks: the machine's binaries on a temporary
// folder and a free loopback port, deleted at the end.
//
//   node scripts/postgres.mjs [port]      runs one until Ctrl-C and prints its address
import { spawn, spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { findProgram, installOnDebian } from './install-tool.mjs';

const startLimitMs = 30_000;

/**
 * Starts a fresh PostgreSQL.
 *
 * @param {{ port?: number, fsync?: boolean, maxConnections?: number, settings?: Record<string, string> }} [options]
 *   `fsync: false` for unit tests alone: with it a power cut loses data, so a proof of durability or
 *   a benchmark would lie. It may live in memory: there a database is copied in a third of the time. `settings` are further lines of postgresql.conf.
 * @returns {Promise<{ url: string, port: number, pid: number, folder: string, stop: () => Promise<void> }>}
 *   `url` names the empty database `postgres`; its user may create others. `stop` deletes everything.
 */
export async function startPostgres({
  port,
  fsync = true,
  maxConnections = 200,
  settings = {},
} = {}) {
  const binaries = findBinaries();
  const user = unprivilegedUser();
  const folder = mkdtempSync(join(fsync ? tmpdir() : roomyMemory(), 'one-africa-postgres-'));
  const data = join(folder, 'data');
  if (user) chownSync(folder, user.uid, user.gid);
  // The server refuses to run as root.
  const asUser = { cwd: folder, ...(user && { uid: user.uid, gid: user.gid }) };

  const removeFolder = () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  const init = spawnSync(
    join(binaries, 'initdb'),
    // UTF-8 with C collation: the same order on every machine, and the order PGlite uses.
    [
      '--pgdata',
      data,
      '--username',
      'postgres',
      '--auth',
      'trust',
      '--encoding',
      'UTF8',
      '--locale',
      'C',
      '--no-sync',
    ],
    { ...asUser, encoding: 'utf8' },
  );
  if (init.status !== 0) {
    removeFolder();
    throw new Error(`initdb failed: ${init.stderr || init.error?.message}`);
  }

  const chosenPort = port ?? (await freePort());
  const configuration = {
    listen_addresses: '127.0.0.1',
    port: String(chosenPort),
    unix_socket_directories: folder,
    max_connections: String(maxConnections),
    timezone: 'UTC',
    ...(!fsync && { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
    ...settings,
  };
  const server = spawn(
    join(binaries, 'postgres'),
    [
      '-D',
      data,
      ...Object.entries(configuration).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    { ...asUser, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let log = '';
  server.stderr.on('data', (chunk) => {
    log = (log + chunk).slice(-20_000);
  });
  const ended = new Promise((resolve) => server.once('close', resolve));
  const watchdog = watch(server.pid, folder);

  const stop = async () => {
    watchdog.kill('SIGKILL');
    // SIGINT is PostgreSQL's fast shutdown.
    if (server.exitCode === null && server.signalCode === null) server.kill('SIGINT');
    await ended;
    removeFolder();
  };

  for (
    const deadline = Date.now() + startLimitMs;
    !log.includes('ready to accept connections');
    await sleep(10)
  ) {
    if (server.exitCode !== null || Date.now() > deadline) {
      await stop();
      throw new Error(`PostgreSQL did not start:\n${log}`);
    }
  }
  return {
    url: `postgres://postgres@127.0.0.1:${chosenPort}/postgres`,
    port: chosenPort,
    pid: server.pid,
    folder,
    stop,
  };
}

/**
 * Ends the server and deletes its folder when this process is gone without stop(), even by SIGKILL:
 * the shell's standard input closes with us. Detached, so that Ctrl-C leaves it to its work.
 */
function watch(pid, folder) {
  const script = `
    read -r _
    kill -QUIT "$1"
    for _ in 1 2 3 4 5 6 7 8 9 10; do [ -e "$2/data/postmaster.pid" ] || break; sleep 0.2; done
    rm -rf "$2"`;
  const options = { stdio: ['pipe', 'ignore', 'ignore'], detached: true };
  const watchdog = spawn('/bin/sh', ['-c', script, 'watchdog', String(pid), folder], options);
  watchdog.unref();
  watchdog.stdin.unref();
  return watchdog;
}

/** The folder with initdb and postgres: the newest of Debian's, else the PATH's. Installs when absent. */
export function findBinaries() {
  const find = () => {
    const versions = readdirOrNone('/usr/lib/postgresql').sort((a, b) => Number(b) - Number(a));
    const initdb = findProgram(
      versions.map((version) => `/usr/lib/postgresql/${version}/bin/initdb`),
      ['initdb'],
    );
    return initdb && dirname(initdb);
  };
  const found = find();
  if (found) return found;
  installOnDebian(['postgresql'], 'PostgreSQL');
  const installed = find();
  if (!installed) throw new Error('PostgreSQL was installed but initdb was not found.');
  return installed;
}

/** Whether a PostgreSQL is here or could be installed; if not, says so. WITHOUT_POSTGRES=1 tries what is done then. */
export function hasPostgres() {
  if (process.env.WITHOUT_POSTGRES) return false;
  try {
    return Boolean(findBinaries());
  } catch (error) {
    console.error(error.message);
    return false;
  }
}

function readdirOrNone(folder) {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (error.code === 'ENOENT') return [];
    throw error;
  }
}

/** The user to run as instead of root, or undefined when we are not root. */
function unprivilegedUser() {
  if (process.getuid?.() !== 0) return undefined;
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const user =
    users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody');
  if (!user)
    throw new Error(
      'PostgreSQL does not run as root, and there is no user "postgres" or "nobody".',
    );
  return { uid: Number(user[2]), gid: Number(user[3]) };
}

/** Where files stay in memory, if there is one with room for a few thousand small databases' worth of writing. */
function roomyMemory() {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    if (bavail * bsize >= 4 * 1024 ** 3) return '/dev/shm';
  } catch {
    // Not on every system.
  }
  return tmpdir();
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { url, stop } = await startPostgres({
    port: process.argv[2] ? Number(process.argv[2]) : undefined,
  });
  console.log(url);
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, stop);
}

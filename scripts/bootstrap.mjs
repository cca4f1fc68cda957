// From a fresh clone to a running command: `npm start` and `npm test` need nothing but Node 20 or newer.
//
//   node scripts/bootstrap.mjs <command> [arguments]
//
// commands.mjs lists the commands. Their arguments are checked before anything else happens. Installing and building
// are skipped when their inputs have not changed. No dependencies: this file runs before there are any.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { commands, listCommands, readArguments, writeArguments } from './commands.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
process.chdir(root);

const oldestSystemNode = [20, 0];
const oldestRuntime = [22, 18]; // the first that runs TypeScript files without a flag
const installed = 'node_modules/.installed-lock';
const built = 'dist/.built';
// Without it, half of a start goes into resolving the modules of one package again and again.
const resolveOnce = ['--import', './scripts/resolve-once.mjs'];
const signalCodes = { SIGINT: 130, SIGKILL: 137, SIGTERM: 143 }; // as a shell reports them

if (isOlder(process.versions.node, oldestSystemNode)) {
  stop(
    `Node ${process.version} is too old: install Node 20 or newer from nodejs.org, then run this again.`,
  );
}
const [name, ...given] = process.argv.slice(2);
if (!name || name === '--help' || name === '-h') {
  console.log(listCommands());
  process.exit(0);
}
if (!commands[name]) stop(`Unknown command: ${name}.\n\n${listCommands()}`, 2);
const { always = [], otherwise = [], flags = [], needsBuild } = commands[name];
const { program, ...parsed } = readArguments(name, given);
const args = writeArguments(parsed);
const signals = forwardSignals();

if (name === 'lock') {
  // Nothing can be installed while package.json and the lock file differ.
  process.exit(
    (await npm('install', '--package-lock-only')) ||
      (await run(process.execPath, ['scripts/complete-lock.mjs'])),
  );
}
await doOnce('install', installed, lockHash, () =>
  npm('ci', '--include=dev', '--include=optional'),
);
const node = findRuntime();
say(
  'node',
  node === process.execPath ? `${process.version}, the system's` : node.slice(root.length),
);
if (needsBuild) {
  await doOnce('build', built, sourcesHash, () =>
    run(node, ['node_modules/vite/bin/vite.js', 'build', '--app', '--logLevel', 'warn']),
  );
}
if (program) {
  const line = [program, ...always, ...(args.length > 0 ? args : otherwise)];
  say(name, line.join(' '));
  process.exitCode = await run(node, [...flags, ...resolveOnce, ...line]);
}

// ── steps ────────────────────────────────────────────────────────────────────────────────────────

/**
 * Runs `work` unless `marker` already holds the hash of its inputs. The marker is removed before and
 * written after, so an interrupted step is done again. A second bootstrap waits for the first.
 */
async function doOnce(step, marker, hashInputs, work) {
  const isDone = () => read(marker) === hashInputs();
  if (isDone()) return say(step, 'up to date');
  const release = await lock(step);
  try {
    if (isDone()) return say(step, 'done by another process');
    say(step, '…');
    fs.rmSync(marker, { force: true });
    // Taken before the work: a source saved during the build is built next time.
    const hash = hashInputs();
    const startedAt = Date.now();
    const code = await work();
    if (signals.received) process.exit(signalCodes[signals.received]);
    if (code !== 0) stop(`The ${step} failed (exit code ${code}); its output is above.`, code);
    fs.mkdirSync(join(marker, '..'), { recursive: true });
    fs.writeFileSync(marker, hash);
    say(step, `done in ${((Date.now() - startedAt) / 1000).toFixed(1)} s`);
  } finally {
    release();
  }
}

/** npm by the path of the npm that started us, else from PATH. Returns its exit code. */
function npm(...words) {
  // npm prints a warning for every package that wants a newer Node than the system's.
  const all = [...words, '--loglevel=error', '--no-audit', '--no-fund'];
  const path = process.env.npm_execpath;
  return path?.endsWith('npm-cli.js')
    ? run(process.execPath, [path, ...all])
    : run(process.platform === 'win32' ? 'npm.cmd' : 'npm', all, {
        shell: process.platform === 'win32',
      });
}

/** The Node that runs everything: the one from the lock file, else a system's that is new enough. */
function findRuntime() {
  for (const arch of ['x64', 'arm64']) {
    const path = join(root, `node_modules/node-linux-${arch}/bin/node`);
    if (process.platform === 'linux' && process.arch === arch && fs.existsSync(path)) return path;
  }
  if (!isOlder(process.versions.node, oldestRuntime)) return process.execPath;
  return stop(
    `The app needs Node 22.18 or newer and this is ${process.version}; no Node for ${process.platform}-${process.arch} came with the packages. Install Node 24 from nodejs.org, then run this again.`,
  );
}

// ── inputs ───────────────────────────────────────────────────────────────────────────────────────

function lockHash() {
  return sha256(['package-lock.json']);
}

function sourcesHash() {
  const sources = ['src', 'scripts/pictures']
    .filter((folder) => fs.existsSync(folder))
    .flatMap((folder) => fs.readdirSync(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !/\.test\.\w+$/.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
  const tools = ['catalogues.ts', 'translation.mjs', 'words.mjs'].map((name) => `scripts/${name}`);
  const settings = fs.readdirSync('.').filter((name) => /^tsconfig.*\.json$/.test(name));
  return sha256([...sources, ...tools, ...settings.sort(), 'vite.config.ts', 'package-lock.json']);
}

function sha256(files) {
  const hash = createHash('sha256');
  for (const name of files) {
    const content = fs.existsSync(name) ? fs.readFileSync(name) : '';
    hash.update(`${name}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

function read(path) {
  return fs.existsSync(path) ? fs.readFileSync(path, 'utf8') : undefined;
}

// ── one at a time ────────────────────────────────────────────────────────────────────────────────

/**
 * Holds `.cache/bootstrap.lock` (outside node_modules, which `npm ci` empties) and returns its release.
 * A lock whose owner is dead is taken over; making the folder `taken-from-<owner>` inside it is
 * atomic, so two waiters cannot both do that.
 */
async function lock(step) {
  const folder = '.cache/bootstrap.lock';
  const me = `${hostname()} ${process.pid}`;
  const ownerFile = join(folder, 'owner');
  fs.mkdirSync('.cache', { recursive: true });
  let isAnnounced = false;
  for (;;) {
    if (makeFolder(folder)) break;
    const owner = read(ownerFile);
    if (isStale(folder, owner)) {
      const claim = join(folder, `taken-from-${(owner ?? 'nobody').replace(/\W/g, '-')}`);
      if (makeFolder(claim)) {
        if (read(ownerFile) === owner) break;
        fs.rmSync(claim, { recursive: true, force: true });
      }
    }
    if (!isAnnounced) say(step, `waiting for another process (${owner ?? 'starting'})`);
    isAnnounced = true;
    await sleep(200);
    if (signals.received) process.exit(signalCodes[signals.received]);
  }
  fs.writeFileSync(ownerFile, me);
  const release = () => {
    if (read(ownerFile) === me) fs.rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', release); // stop() leaves by process.exit
  return release;
}

/** True when this call made it; false when it exists, or its parent has just gone. */
function makeFolder(path) {
  try {
    fs.mkdirSync(path);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST' || error.code === 'ENOENT') return false;
    throw error;
  }
}

function isStale(folder, owner) {
  const age = Date.now() - (fs.statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
  if (!owner) return age > 5_000; // it died between making the folder and signing it
  const [host, pid] = owner.split(' ');
  // Another host's process (a shared folder) cannot be asked; no install takes half an hour.
  if (host !== hostname()) return age > 30 * 60_000;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}

// ── processes ────────────────────────────────────────────────────────────────────────────────────

/** Runs a command with our terminal and returns its exit code (128 + n when signal n ended it). */
function run(command, words, options = {}) {
  return new Promise((resolve) => {
    // Compiled modules are kept between starts: a restart after a crash is up a quarter of a second sooner.
    const env = { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node'), ...process.env };
    const child = spawn(command, words, { stdio: 'inherit', env, ...options });
    signals.child = child;
    child.once('error', (error) => stop(`${command} could not be started: ${error.message}`));
    child.once('exit', (code, signal) => resolve(code ?? signalCodes[signal] ?? 1));
  });
}

/**
 * Hands SIGINT and SIGTERM to the running child and lets it finish in its own way. A terminal gives
 * Ctrl-C to the whole process group, and npm repeats what it gets, so each signal goes on once.
 */
function forwardSignals() {
  const state = { child: undefined, received: undefined };
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.on(signal, () => {
      const isRepeat = state.received === signal;
      const cameFromTerminal = signal === 'SIGINT' && process.stdin.isTTY;
      state.received = signal;
      if (!isRepeat && !cameFromTerminal) state.child?.kill(signal);
    });
  }
  return state;
}

function isOlder(version, [major, minor]) {
  const [ownMajor, ownMinor] = version.split('.').map(Number);
  return ownMajor < major || (ownMajor === major && ownMinor < minor);
}

function say(step, text) {
  console.log(`${step.padEnd(9)} ${text}`);
}

function stop(sentence, code = 1) {
  console.error(sentence);
  return process.exit(code);
}

import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isAlive, waitFactor, type Workspace } from './workspace.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const startLimitMs = 90_000 * waitFactor;
/** As `npm start` runs it. */
const SERVER = ['--import', './scripts/resolve-once.mjs', 'src/server/main.ts'];

export const APP_SECRET = 'a secret of more than thirty-two bytes, for proofs';
export const ADMIN = { email: 'admin@prove.example', password: 'prove-it-by-doing-4711' };

export interface AppOptions {
  port: number;
  dataDir: string;
  /** Unset: the embedded database in `dataDir`. */
  databaseUrl?: string | undefined;
  environment?: Record<string, string>;
  /** The folder of the program; unset: this one. */
  program?: string;
}

export interface App {
  origin: string;
  pid: number;
  /** From the start of the process to the first 200 of /readyz. */
  readyMs: number;
  /** The same without the time in which it could have gone on and others had the processor: what a machine costs that has more to do. */
  readyAloneMs: number;
  /** Processor time until then. */
  readyCpuMs: number;
  /** The end of what it wrote. */
  log(): string;
  /** kill -9; resolves when it is gone. */
  kill(): Promise<void>;
  /** SIGTERM unless another is named; throws when it does not end by itself with code 0 within 15 s. */
  stop(signal?: 'SIGTERM' | 'SIGINT'): Promise<void>;
}

/** Starts the real server, as `npm start` does, and waits until it is ready. */
export async function startApp(workspace: Workspace, options: AppOptions): Promise<App> {
  const { port, dataDir, databaseUrl, environment, program = root } = options;
  if (!existsSync(join(program, 'dist/server/page.js')))
    throw new Error('There is no build: run `npm run build` first.');
  const startedAtMs = performance.now();
  const child = spawn(process.execPath, SERVER, {
    cwd: program,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      // Compiled modules are kept between starts, as `npm start` keeps them.
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules/.cache/node'),
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      APP_SECRET,
      // Each writer comes after an address of its own, as visitors do.
      TRUST_PROXY: '127.0.0.1/32',
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
      ...environment,
    },
  });
  const pid = child.pid as number;
  workspace.own(pid);
  let log = '';
  const keep = (chunk: Buffer) => {
    log = (log + chunk.toString()).slice(-20_000);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  let ended: { code: number | null } | undefined;
  let isMeant = false;
  const end = new Promise<void>((resolve) =>
    child.once('exit', (code) => {
      ended = { code };
      if (!isMeant && !workspace.isOver)
        console.error(`The app ended by itself (code ${code}):\n${log}`);
      workspace.disown(pid);
      resolve();
    }),
  );

  while ((await statusOf(port)) !== 200) {
    if (ended) throw new Error('The app ended while it started.');
    if (performance.now() - startedAtMs > startLimitMs)
      throw new Error(`The app was not ready within ${startLimitMs} ms:\n${log}`);
    await sleep(10);
  }
  const readyMs = performance.now() - startedAtMs;
  const readyAloneMs = readyMs - queuedMsOf(pid);
  const readyCpuMs = cpuMsOf(pid);
  const sandboxPid = sandboxPidOf(dataDir);
  if (sandboxPid) workspace.own(sandboxPid);

  return {
    origin: `http://localhost:${port}`,
    pid,
    readyMs,
    readyAloneMs,
    readyCpuMs,
    log: () => log,
    async kill() {
      isMeant = true;
      child.kill('SIGKILL');
      await end;
    },
    async stop(signal = 'SIGTERM') {
      isMeant = true;
      // At the end the workspace has killed its processes already.
      if (workspace.isOver) return end;
      child.kill(signal);
      await Promise.race([end, sleep(15_000, undefined, { ref: false })]);
      if (ended?.code !== 0) throw new Error(`The app did not end well (${ended?.code}):\n${log}`);
    },
  };
}

/** The sandbox's process that runs on a data folder: the app's restarts must find it again. */
export function sandboxPidOf(dataDir: string): number | undefined {
  const file = join(dataDir, 'sandbox/sandbox.json');
  if (!existsSync(file)) return undefined;
  const { pid } = JSON.parse(readFileSync(file, 'utf8')) as { pid: number };
  return isAlive(pid) ? pid : undefined;
}

/** Processor time of a process so far (proc(5), fields utime and stime, in hundredths of a second). */
function cpuMsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/**
 * How long the main thread of a process has stood in the queue for a processor so far: the second number of its
 * schedstat, in nanoseconds (docs.kernel.org/scheduler/sched-stats.html). 0 where the kernel does not count it.
 */
export function queuedMsOf(pid: number): number {
  const file = `/proc/${pid}/schedstat`;
  if (!existsSync(file)) return 0;
  return Number(readFileSync(file, 'utf8').split(' ')[1]) / 1e6;
}

/** The address of the sandbox's inbox. */
export function inboxOf(dataDir: string): string {
  const file = readFileSync(join(dataDir, 'sandbox/sandbox.json'), 'utf8');
  return (JSON.parse(file) as { inboxUrl: string }).inboxUrl;
}

/** Status of /readyz; 0 when no one answers. */
function statusOf(port: number): Promise<number> {
  return new Promise((resolve) => {
    const asked = request(
      { host: '127.0.0.1', port, path: '/readyz', agent: false, timeout: 2000 },
      (answer) => {
        answer.resume();
        resolve(answer.statusCode ?? 0);
      },
    );
    asked.once('timeout', () => asked.destroy());
    asked.once('error', () => resolve(0));
    asked.end();
  });
}

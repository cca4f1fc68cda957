import { spawn } from 'node:child_process';
import { open, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Instance, findLive, READY_TIMEOUT_MS } from './instance.ts';

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));
const LOG_LIMIT_BYTES = 1024 * 1024;

export type StartOptions = {
  /** Fixes the ports: control N, SMTP N+1. Without it they are free ones, the same as last time. */
  portBase?: number | undefined;
  /** Ends an unattended sandbox earlier than after ten minutes. */
  idleExitSeconds?: number | undefined;
  log: (line: string) => void;
};

/** Starts a sandbox on a directory (a real path) and returns it; throws with the end of its log. */
export async function startSandbox(
  dir: string,
  { portBase, idleExitSeconds, log }: StartOptions,
): Promise<Instance> {
  const logPath = join(dir, 'sandbox.log');
  await turnOver(logPath);
  const output = await open(logPath, 'a', 0o600);
  const flags = ['--data', dir];
  if (portBase !== undefined) flags.push('--port-base', String(portBase));
  if (idleExitSeconds !== undefined) flags.push('--idle-exit-seconds', String(idleExitSeconds));
  const child = spawn(process.execPath, [MAIN, ...flags], {
    detached: true, // a process group of its own: Ctrl+C and a killed app leave it alone
    stdio: ['ignore', output.fd, output.fd],
    env: inheritedEnvironment(process.env),
  });
  child.unref();
  const failed = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    // An exit with 0 means that another start was quicker: its sandbox.json appears.
    child.once('exit', (code, signal) => code !== 0 && resolve(`it ended with ${code ?? signal}`));
  });
  try {
    const deadline = performance.now() + READY_TIMEOUT_MS;
    while (performance.now() < deadline) {
      const instance = await findLive(dir);
      if (instance) {
        log(`The sandbox runs at ${instance.controlUrl}, its inbox at ${instance.inboxUrl}`);
        return instance;
      }
      const problem = await Promise.race([failed, sleep(50)]);
      if (problem) throw new Error(`The sandbox did not start: ${problem}.${await endOf(logPath)}`);
    }
    throw new Error(
      `The sandbox was not ready within ${READY_TIMEOUT_MS / 1000} s.${await endOf(logPath)}`,
    );
  } finally {
    await output.close();
  }
}

/** The app's environment holds its secrets; the sandbox needs none of them. */
function inheritedEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  // The last is where `npm start` keeps compiled modules: a third of a start.
  const names = 'PATH HOME LANG TZ TMPDIR TEMP SystemRoot NODE_COMPILE_CACHE'.split(' ');
  return Object.fromEntries(
    names.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])),
  );
}

async function turnOver(logPath: string): Promise<void> {
  const size = await stat(logPath).then(
    (file) => file.size,
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      return 0;
    },
  );
  if (size > LOG_LIMIT_BYTES) await rename(logPath, `${logPath}.old`);
}

async function endOf(logPath: string): Promise<string> {
  const lines = (await readFile(logPath, 'utf8')).trimEnd().split('\n').slice(-15);
  return ` The end of ${logPath}:\n${lines.join('\n')}`;
}

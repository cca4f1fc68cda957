import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Where a proof plays: a folder and processes of its own, all gone at the end however the proof ends. */
export interface Workspace {
  folder: string;
  isQuick: boolean;
  /** The proof has come to its end: what ends now was ended by it. */
  isOver: boolean;
  /** Ends this process at the end, even when the proof itself is killed. */
  own(pid: number): void;
  disown(pid: number): void;
  /** Runs at the end, the last given first. */
  atEnd(work: () => Promise<void> | void): void;
}

/**
 * Where a machine is busy with other work: how many times longer than usual a proof waits before it gives up. It moves
 * no limit that is promised.
 */
export const waitFactor = Number(process.env.PROOF_WAIT_FACTOR ?? 1);

/**
 * Runs a proof and exits with its result: 0 when `work` answers true, 1 when it answers false, throws,
 * takes longer than `limitMs`, times the wait factor, or leaves something behind.
 */
export async function inWorkspace(
  limitMs: number,
  work: (workspace: Workspace) => Promise<boolean>,
): Promise<never> {
  const folder = mkdtempSync(join(tmpdir(), 'one-africa-proof-'));
  const pids = new Set<number>();
  const endings: (() => Promise<void> | void)[] = [];
  const note = () => writeFileSync(join(folder, 'pids'), [...pids].join('\n'));
  note();
  const watchdog = watch(folder);

  async function clear(): Promise<void> {
    workspace.isOver = true;
    for (const pid of pids) if (isAlive(pid)) process.kill(pid, 'SIGKILL');
    for (const end of endings.splice(0).reverse()) {
      // One ending that fails must not keep the others from their work.
      await Promise.resolve()
        .then(end)
        .catch((error: unknown) => console.error('at the end:', error));
    }
    for (const end = Date.now() + 5000; [...pids].some(isAlive) && Date.now() < end; )
      await sleep(20);
    watchdog.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
  const leave = async (code: number): Promise<never> => {
    await clear();
    const left = [...pids].filter(isAlive);
    if (left.length > 0 || existsSync(folder)) {
      console.error(`left behind: processes ${left.join(', ') || 'none'}, folder ${folder}`);
      process.exit(1);
    }
    return process.exit(code);
  };

  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)
    process.once(signal, () => void leave(code));

  const workspace: Workspace = {
    folder,
    isQuick: process.argv.includes('--quick'),
    isOver: false,
    own(pid) {
      pids.add(pid);
      note();
    },
    disown(pid) {
      pids.delete(pid);
      note();
    },
    atEnd: (end) => void endings.push(end),
  };
  const late = new Promise<never>((_, reject) => {
    const longestMs = limitMs * waitFactor;
    const words = `The proof took longer than ${longestMs / 1000} s.`;
    setTimeout(() => reject(new Error(words)), longestMs).unref();
  });
  try {
    return await leave((await Promise.race([work(workspace), late])) ? 0 : 1);
  } catch (error) {
    console.error(error);
    return leave(1);
  }
}

/** Does the same when this process is gone without having done it: the shell's standard input closes with us. */
function watch(folder: string) {
  const script =
    'read -r _; while read -r pid || [ -n "$pid" ]; do kill -9 "$pid"; done < "$1/pids"; sleep 1; rm -rf "$1"';
  const watchdog = spawn('/bin/sh', ['-c', script, 'watchdog', folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  watchdog.unref();
  (watchdog.stdin as unknown as { unref(): void }).unref();
  return watchdog;
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false; // ESRCH: what we came to find out. All of them are ours, so EPERM cannot be.
  }
}

/**
 * A port that nothing uses. It lies below those that systems give to outgoing connections (from 32768 on Linux, from
 * 49152 elsewhere; ip(7), ip_local_port_range): one of these may be taken again before the server that asks for it
 * has started.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_768);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
    );
    // No address: a server that listens on all of them must find it free, too.
    probe.listen(port, () => probe.close(() => resolve(true)));
  });
}

/** Resolves with what `hold` answers as soon as it stops throwing; throws its last words after `withinMs`. */
export async function until<T>(
  hold: () => Promise<T> | T,
  withinMs: number,
  everyMs = 25,
): Promise<T> {
  const end = Date.now() + withinMs;
  for (;;) {
    try {
      return await hold();
    } catch (error) {
      if (Date.now() > end) throw error;
      await sleep(everyMs);
    }
  }
}

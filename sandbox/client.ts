import { mkdir, realpath } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Instance, findLive, READY_TIMEOUT_MS } from './instance.ts';
import { type StartOptions, startSandbox } from './start.ts';

/** A sandbox that does not answer a heartbeat by then is looked for, and started again if it is gone. */
const BEAT_MS = 5000;

/** A running sandbox. Read its addresses when they are needed: after a restart on other ports they are new ones. */
export type Sandbox = Readonly<
  Pick<
    Instance,
    'controlUrl' | 'smtp' | 'inboxUrl' | 'paypal' | 'chain' | 'relay' | 'token' | 'pid'
  >
> & {
  /** Keeps the sandbox alive, and starts it again should it have died; returns the way to stop. */
  heartbeat(everyMs?: number): () => void;
  /** Ends the sandbox's process and all heartbeats; resolves when it is gone. */
  stop(): Promise<void>;
  /** Sends PayPal's notices to an address of this machine from now on, those that still wait too. */
  sendNoticesTo(url: string): Promise<void>;
  clock: {
    /** How far the sandbox's clock is ahead of the real one, in milliseconds. */
    offsetMs(): Promise<number>;
    /** Moves the clock by `ms`; returns the new offset. Throws beyond ten years. */
    advance(ms: number): Promise<number>;
  };
};

export type SandboxOptions = StartOptions & {
  /** The directory of the sandbox's data, `$DATA_DIR/sandbox`. */
  dataDir: string;
};

/**
 * Finds the sandbox that runs on a directory, or starts one that outlives this process.
 * Throws with the end of the sandbox's log when it does not start.
 */
export async function findOrStartSandbox({
  dataDir,
  ...options
}: SandboxOptions): Promise<Sandbox> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const dir = await realpath(dataDir);
  const findOrStart = async () => (await findLive(dir)) ?? (await startSandbox(dir, options));
  return sandboxAt(await findOrStart(), findOrStart, options.log);
}

function sandboxAt(
  first: Instance,
  findOrStart: () => Promise<Instance>,
  log: (line: string) => void,
): Sandbox {
  let instance = first;
  let reviving: Promise<Instance> | undefined;
  const beating = new Set<NodeJS.Timeout>();

  async function call(
    method: string,
    path: string,
    body?: unknown,
    timeoutMs = READY_TIMEOUT_MS,
  ): Promise<Record<string, unknown>> {
    const answer = await fetch(`${instance.controlUrl}${path}`, {
      method,
      headers: {
        'x-sandbox-token': instance.token,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!answer.ok)
      throw new Error(
        `${method} ${path} on the sandbox answered ${answer.status}: ${await answer.text()}`,
      );
    return (await answer.json()) as Record<string, unknown>;
  }

  async function beat(timer: NodeJS.Timeout): Promise<void> {
    try {
      await call('POST', '/heartbeat', undefined, BEAT_MS);
    } catch (error) {
      if (!beating.has(timer)) return;
      log(`The sandbox does not answer (${String(error)}); it is started again`);
      // Beats go on meanwhile: one start for all of them, or a busy machine would drown in starts.
      reviving ??= findOrStart().finally(() => (reviving = undefined));
      instance = await reviving;
    }
  }

  return {
    get controlUrl() {
      return instance.controlUrl;
    },
    get smtp() {
      return instance.smtp;
    },
    get inboxUrl() {
      return instance.inboxUrl;
    },
    get paypal() {
      return instance.paypal;
    },
    get chain() {
      return instance.chain;
    },
    get relay() {
      return instance.relay;
    },
    get token() {
      return instance.token;
    },
    get pid() {
      return instance.pid;
    },
    heartbeat(everyMs = 60_000) {
      const tick = () =>
        void beat(timer).catch((error: unknown) => log(`The sandbox is gone: ${String(error)}`));
      const timer = setInterval(tick, everyMs);
      timer.unref(); // The heartbeat alone must not keep the app from ending.
      beating.add(timer);
      tick();
      return () => {
        clearInterval(timer);
        beating.delete(timer);
      };
    },
    async stop() {
      for (const timer of beating) clearInterval(timer);
      beating.clear();
      const { pid } = await call('POST', '/shutdown');
      await ended(Number(pid));
    },
    async sendNoticesTo(url) {
      await call('PUT', '/paypal/webhook', { url });
    },
    clock: {
      offsetMs: async () => Number((await call('GET', '/clock')).offsetMs),
      advance: async (ms) => Number((await call('PUT', '/clock', { advanceMs: ms })).offsetMs),
    },
  };
}

async function ended(pid: number): Promise<void> {
  const deadline = performance.now() + READY_TIMEOUT_MS;
  while (isAlive(pid)) {
    if (performance.now() > deadline)
      throw new Error(`The sandbox (${pid}) did not stop within ${READY_TIMEOUT_MS / 1000} s`);
    await sleep(20);
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

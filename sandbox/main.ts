import { mkdir, realpath, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openClock, startClock } from './clock.ts';
import { controlServer, json, type Route } from './control.ts';
import { writeDurably } from './files.ts';
import {
  Instance,
  instancePath,
  findLive,
  holdDirectory,
  keepIdentity,
  READY_TIMEOUT_MS,
  readIdentity,
} from './instance.ts';
import { startChain } from './chain/chain.ts';
import { startMail } from './mail/mail.ts';
import type { RequestContext } from './part.ts';
import { startPaypal } from './paypal/paypal.ts';
import { LOOPBACK, assignPorts } from './ports.ts';
import { startRelay } from './relay/relay.ts';

/** Every service of the sandbox. A new one is a folder, a line here, its ports in part.ts and its address in Instance. */
const PARTS = [startClock, startMail, startPaypal, startChain, startRelay];

const { values: flags } = parseArgs({
  options: {
    data: { type: 'string' },
    'port-base': { type: 'string' },
    'idle-exit-seconds': { type: 'string', default: '600' },
  },
});

function wholeNumber(name: string, text: string, max: number): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1 || value > max)
    throw new Error(`--${name} must be a whole number up to ${max}`);
  return value;
}

const log = (line: string) => console.log(`${new Date().toISOString()} [${process.pid}] ${line}`);

/** Holds the directory, or finds the sandbox that does. */
async function holdOrFind(dir: string): Promise<Instance | 'held'> {
  const deadline = performance.now() + READY_TIMEOUT_MS;
  while (performance.now() < deadline) {
    const live = await findLive(dir);
    if (live) return live;
    if (holdDirectory(dir)) return 'held';
    await sleep(50); // The holder is still starting, or still stopping.
  }
  throw new Error(`Another process holds ${dir} but does not answer`);
}

async function main(): Promise<void> {
  if (!flags.data)
    throw new Error(
      'Usage: node sandbox/main.ts --data <dir> [--port-base N] [--idle-exit-seconds N]',
    );
  const base =
    flags['port-base'] === undefined
      ? undefined
      : wholeNumber('port-base', flags['port-base'], 65000);
  const idleMs = wholeNumber('idle-exit-seconds', flags['idle-exit-seconds'], 2_000_000) * 1000;

  await mkdir(resolve(flags.data), { recursive: true, mode: 0o700 });
  const dir = await realpath(flags.data);
  const holder = await holdOrFind(dir);
  if (holder !== 'held') {
    console.log(`The sandbox already runs: ${holder.controlUrl}`);
    return;
  }
  await start(dir, base, idleMs);
}

async function start(dir: string, base: number | undefined, idleMs: number): Promise<void> {
  const { token, ports } = await readIdentity(dir);
  const portAssigner = assignPorts(base, ports);
  let lastHeartbeatAt = performance.now();
  // Before anything that may ask to stop.
  let closing: Promise<void> | undefined;
  const routes: Route[] = [
    { method: 'GET', path: '/', handle: () => ({ status: 302, headers: { location: '/inbox' } }) },
    { method: 'GET', path: '/health', handle: () => json({ pid: process.pid, dir }) },
    { method: 'POST', path: '/shutdown', handle: shutdown },
    { method: 'POST', path: '/heartbeat', harmless: true, handle: heartbeat },
  ];
  const server = controlServer(routes, token, log);
  const controlUrl = `http://${LOOPBACK}:${await portAssigner.listen(server, 'control')}`;
  const clock = await openClock(dir);
  const context: RequestContext = { dir, controlUrl, clock, listen: portAssigner.listen, log };
  const parts = await Promise.all(PARTS.map((startPart) => startPart(context)));
  routes.push(...parts.flatMap((part) => part.routes));

  await keepIdentity(dir, { token, ports: portAssigner.used });
  const startedAt = new Date().toISOString();
  const instance = Object.assign(
    { pid: process.pid, startedAt, controlUrl, token },
    ...parts.map((part) => part.addresses),
  );
  // The monotonic clock stops while a laptop sleeps, so waking up is not silence.
  const watch = setInterval(
    () => {
      if (performance.now() - lastHeartbeatAt > idleMs)
        close(`no heartbeat for ${idleMs / 1000} s`);
    },
    Math.min(idleMs / 4, 15_000),
  );
  process.once('SIGTERM', () => close('SIGTERM'));
  process.once('SIGINT', () => close('SIGINT'));

  // Last, as whoever finds the file may stop this process at once.
  await writeDurably(instancePath(dir), `${JSON.stringify(Instance.parse(instance), null, 2)}\n`);
  log(`The sandbox is ready: ${controlUrl}`);

  function heartbeat() {
    lastHeartbeatAt = performance.now();
    return json({ pid: process.pid });
  }
  function shutdown() {
    setImmediate(close, 'asked to stop');
    return json({ pid: process.pid });
  }
  function close(why: string): void {
    closing ??= closeAll(why).catch((error: unknown) => {
      console.error(error);
      process.exit(1);
    });
  }
  async function closeAll(why: string): Promise<void> {
    log(`Stopping: ${why}`);
    clearInterval(watch);
    await rm(instancePath(dir), { force: true }); // First of all, so that no one finds a process that is leaving.
    await Promise.all(parts.map((part) => part.close()));
    server.close();
    server.closeIdleConnections();
    await sleep(100); // The answer to /shutdown is still on its way.
    log('Stopped');
    process.exit(0);
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});

import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test, vi } from 'vitest';
import type { Sandbox } from './client.ts';
import { PORTS } from './part.ts';
import { bind } from './ports.ts';
import { isRunning, kill, newDirectory, send, start } from './testing.ts';

const main = fileURLToPath(new URL('./main.ts', import.meta.url));

function run(...flags: string[]) {
  const child = spawn(process.execPath, [main, ...flags], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => (output += chunk));
  return { child, ended: once(child, 'exit').then(([code]) => ({ code: code as number, output })) };
}

/**
 * A base whose ports are free and stay so: they lie below those that the system gives to anyone who asks
 * for any, as every other test does.
 */
async function freeBase(): Promise<number> {
  for (;;) {
    const base = randomInt(10_000, 30_000);
    try {
      for (let port = base; port < base + PORTS.length; port++) {
        const server = await occupy(port);
        server.close();
        await once(server, 'close');
      }
      return base;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    }
  }
}

/** Listens on a port as another program would. */
async function occupy(port: number): Promise<Server> {
  const server = createServer();
  await bind(server, port);
  return server;
}

test('a running sandbox is found again, and its file is for its owner only', async () => {
  const dir = newDirectory();
  const first = await start(dir);
  expect((await start(dir)).pid).toBe(first.pid);
  expect((await stat(join(dir, 'sandbox.json'))).mode & 0o777).toBe(0o600);
  expect(JSON.parse(await readFile(join(dir, 'sandbox.json'), 'utf8'))).toMatchObject({
    pid: first.pid,
    controlUrl: first.controlUrl,
    inboxUrl: first.inboxUrl,
    smtp: first.smtp,
    token: first.token,
    startedAt: expect.any(String),
  });
  const second = await run('--data', dir).ended;
  expect(second).toEqual({ code: 0, output: `The sandbox already runs: ${first.controlUrl}\n` });
});

test('of six started at the same moment exactly one survives', async () => {
  const dir = newDirectory();
  const runs = Array.from({ length: 6 }, () => run('--data', dir));
  const sandbox = await start(dir);
  // The one that survives may be one of the six or the one that `start` added.
  const others = runs.filter(({ child }) => child.pid !== sandbox.pid);
  await vi.waitFor(
    () => expect(others.filter(({ child }) => child.exitCode === null)).toEqual([]),
    20_000,
  );
  expect(
    runs.map(({ child }) => child.exitCode).filter((code) => code !== null && code !== 0),
  ).toEqual([]);
  await sandbox.stop();
});

test('after a kill the next start has the same addresses and token', async () => {
  const dir = newDirectory();
  const first = await start(dir);
  const { pid, controlUrl, smtp, token } = first;
  await kill(pid);
  const second = await start(dir);
  expect(second.pid).not.toBe(pid);
  expect(second).toMatchObject({ controlUrl, smtp, token });
});

test('a port taken meanwhile is replaced, unless it was fixed', async () => {
  const dir = newDirectory();
  const portBase = await freeBase();
  const first = await start(dir, { portBase });
  const { controlUrl, smtp } = first;
  await first.stop();
  const occupant = await occupy(portBase);
  const second = await start(dir);
  expect(second.controlUrl).not.toBe(controlUrl);
  expect(second.smtp.port).toBe(smtp.port);
  await second.stop();
  await expect(start(newDirectory(), { portBase })).rejects.toThrow(
    /did not start[\s\S]*EADDRINUSE/,
  );
  occupant.close();
  await once(occupant, 'close');
  expect((await start(newDirectory(), { portBase })).controlUrl).toBe(controlUrl);
});

test.each([
  ['PayPal', ({ paypal }: Sandbox) => paypal.url],
  ['the chain', ({ chain }: Sandbox) => chain.rpcUrl],
  ['the relay', ({ relay }: Sandbox) => relay.url],
])('a port of %s that was taken meanwhile is replaced too', async (_what, urlOf) => {
  const dir = newDirectory();
  const first = await start(dir, { portBase: await freeBase() });
  const url = urlOf(first);
  await first.stop();
  const occupant = await occupy(Number(new URL(url).port));
  expect(urlOf(await start(dir))).not.toBe(url);
  occupant.close();
});

test('a file that is stale, of another program or damaged is replaced', async () => {
  const dir = newDirectory();
  const other = await start();
  const stale = {
    pid: process.pid,
    startedAt: new Date().toISOString(),
    controlUrl: other.controlUrl,
    inboxUrl: other.inboxUrl,
    smtp: other.smtp,
    token: other.token,
  };
  await writeFile(join(dir, 'sandbox.json'), JSON.stringify(stale));
  const second = await start(dir);
  expect(second.pid).not.toBe(other.pid);
  await kill(second.pid);
  await writeFile(join(dir, 'sandbox.json'), '{"pid":');
  expect(isRunning((await start(dir)).pid)).toBe(true);
});

test('without a heartbeat it ends by itself, with one it lives', async () => {
  const watched = await start(newDirectory(), { idleExitSeconds: 3 });
  const stop = watched.heartbeat(200);
  const left = await start(newDirectory(), { idleExitSeconds: 1 });
  await Promise.all([
    vi.waitFor(() => expect(isRunning(left.pid)).toBe(false), 20_000),
    sleep(4200), // Longer than it lives without a heartbeat.
  ]);
  expect(isRunning(watched.pid)).toBe(true);
  stop();
  await vi.waitFor(() => expect(isRunning(watched.pid)).toBe(false), 20_000);
});

test('a heartbeat brings a killed sandbox back', async () => {
  const sandbox = await start();
  const { pid } = sandbox;
  await kill(pid);
  const stop = sandbox.heartbeat(100);
  await vi.waitFor(() => expect(sandbox.pid).not.toBe(pid), 25_000);
  await send(sandbox, { to: 'back@example.com' });
  stop();
  await sandbox.stop();
});

test('stop and SIGTERM end it cleanly, also with an open connection', async () => {
  const dir = newDirectory();
  const sandbox = await start(dir);
  await fetch(`${sandbox.inboxUrl}/messages`);
  process.kill(sandbox.pid, 'SIGTERM');
  await vi.waitFor(() => expect(isRunning(sandbox.pid)).toBe(false), 20_000);
  await expect(stat(join(dir, 'sandbox.json'))).rejects.toThrow('ENOENT');
  const again = await start(dir);
  await again.stop();
  expect(isRunning(again.pid)).toBe(false);
  expect(await readFile(join(dir, 'sandbox.log'), 'utf8')).toMatch(/Stopped\n$/);
});

test('wrong flags are named', async () => {
  expect(await run().ended).toMatchObject({ code: 1, output: expect.stringContaining('Usage: ') });
  expect((await run('--data', newDirectory(), '--port-base', 'x').ended).output).toContain(
    '--port-base must be',
  );
});

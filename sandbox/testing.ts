import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { afterAll } from 'vitest';
import { findOrStartSandbox, type Sandbox, type SandboxOptions } from './client.ts';
import type { FaultSetting } from './mail/faults.ts';
import type { Message } from './mail/message.ts';

const running = new Set<number>();
afterAll(() => {
  for (const pid of running) if (isRunning(pid)) process.kill(pid, 'SIGKILL');
});

export const newDirectory = (): string => mkdtempSync(join(tmpdir(), 'sandbox-test-'));

export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Starts a sandbox for a test file and ends it after the file. */
export async function start(
  dataDir = newDirectory(),
  options: Partial<SandboxOptions> = {},
): Promise<Sandbox> {
  const sandbox = await findOrStartSandbox({ dataDir, log: () => undefined, ...options });
  running.add(sandbox.pid);
  return sandbox;
}

export async function kill(pid: number): Promise<void> {
  process.kill(pid, 'SIGKILL');
  while (isRunning(pid)) await sleep(5);
}

/** Sends a real mail over a verified STARTTLS connection with a password. */
export async function send({ smtp }: Sandbox, mail: SendMailOptions) {
  const transport = createTransport({
    host: smtp.host,
    port: smtp.port,
    requireTLS: true,
    tls: { ca: smtp.ca },
    auth: { user: 'anyone', pass: 'anything' },
  });
  return transport.sendMail({ from: 'One Africa <site@example.org>', text: 'Hello', ...mail });
}

export async function messages({ inboxUrl }: Sandbox, query = ''): Promise<Message[]> {
  return (await fetch(`${inboxUrl}/messages${query}`)).json() as Promise<Message[]>;
}

export async function put(
  { controlUrl, token }: Sandbox,
  path: string,
  body: unknown,
): Promise<Response> {
  const headers = { 'content-type': 'application/json', 'x-sandbox-token': token };
  return fetch(controlUrl + path, { method: 'PUT', headers, body: JSON.stringify(body) });
}

export const breakMail = (sandbox: Sandbox, fault: FaultSetting) =>
  put(sandbox, '/mail/faults', fault);

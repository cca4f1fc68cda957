import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findOrStartSandbox, type Sandbox } from '../../sandbox/client.ts';
import type { FaultSetting } from '../../sandbox/mail/faults.ts';
import type { Message } from '../../sandbox/mail/message.ts';

let shared: Promise<Sandbox> | undefined;

/** One sandbox for all tests of a process: it starts with the first and ends with the process. */
async function startSandbox(): Promise<Sandbox> {
  const dataDir = await mkdtemp(join(tmpdir(), 'one-africa-mail-'));
  const sandbox = await findOrStartSandbox({ dataDir, idleExitSeconds: 120, log: () => undefined });
  sandbox.heartbeat(30_000);
  // The test runner ends its workers with a signal, which alone would skip `exit`.
  process.once('SIGTERM', () => process.exit(143));
  process.once('exit', () => {
    process.kill(sandbox.pid);
    rmSync(dataDir, { recursive: true, force: true });
  });
  return sandbox;
}

/** The sandbox's mail server, on real sockets, empty and in order, and what arrives there. */
export async function openInbox() {
  const sandbox = await (shared ??= startSandbox());
  const call = async (url: string, init: RequestInit = {}) => {
    const answer = await fetch(url, {
      ...init,
      headers: { 'x-sandbox-token': sandbox.token, 'content-type': 'application/json' },
    });
    if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
    return answer;
  };
  /** Newest first. */
  const messages = async ({ to }: { to?: string } = {}): Promise<Message[]> => {
    const search = new URLSearchParams(to ? { to } : {});
    return (await (await call(`${sandbox.inboxUrl}/messages?${search}`)).json()) as Message[];
  };
  /** Makes the mail server fail in one of the sandbox's ways, until `{ mode: 'none' }`. */
  const fail = async (setting: FaultSetting) => {
    await call(`${sandbox.controlUrl}/mail/faults`, {
      method: 'PUT',
      body: JSON.stringify(setting),
    });
  };
  await fail({ mode: 'none' });
  await call(`${sandbox.inboxUrl}/messages`, { method: 'DELETE' });
  return {
    smtp: sandbox.smtp,
    messages,
    /** The mails to an address, oldest first, once there are `count`; fails after ten seconds. */
    async waitFor(to: string, count = 1): Promise<Message[]> {
      const end = Date.now() + 10_000;
      for (;;) {
        const found = await messages({ to });
        if (found.length >= count) return found.reverse();
        if (Date.now() > end) throw new Error(`${found.length} of ${count} mails came to ${to}.`);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
    /** The mail as it came over the wire. */
    source: async (id: string) => (await call(`${sandbox.inboxUrl}/messages/${id}/raw`)).text(),
    fail,
  };
}

export type Inbox = Awaited<ReturnType<typeof openInbox>>;

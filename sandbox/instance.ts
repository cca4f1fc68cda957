import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { writeDurably } from './files.ts';

/** The content of `sandbox.json`: the addresses of a running sandbox, and the key to its switches. */
export const Instance = z.object({
  pid: z.int().positive(),
  startedAt: z.iso.datetime(),
  controlUrl: z.url(),
  // `ca` is the certificate that STARTTLS shows, in PEM, so that a client can verify instead of looking away.
  smtp: z.object({ host: z.string(), port: z.int(), ca: z.string() }),
  inboxUrl: z.url(),
  // `ca` signs the certificates with which notices are signed.
  paypal: z.object({
    url: z.url(),
    sdkUrl: z.url(),
    clientId: z.string(),
    clientSecret: z.string(),
    webhookId: z.string(),
    ca: z.string(),
  }),
  // `secondRpcUrl`: another node of the same chain, with faults of its own.
  chain: z.object({
    rpcUrl: z.url(),
    secondRpcUrl: z.url(),
    exchangesUrl: z.url(),
    walletUrl: z.url(),
  }),
  relay: z.object({ url: z.url(), projectId: z.string() }),
  token: z.string().min(32),
});
export type Instance = z.infer<typeof Instance>;

const Identity = z.object({ token: z.string().min(32), ports: z.record(z.string(), z.int()) });
export type Identity = z.infer<typeof Identity>;

/**
 * How long a sandbox may take to start, to answer and to stop. Generous, as a busy machine is slow and not
 * broken: anyone who has died is noticed at once, and waits for no one.
 */
export const READY_TIMEOUT_MS = 120_000;

export const instancePath = (dir: string) => join(dir, 'sandbox.json');
const identityPath = (dir: string) => join(dir, 'identity.json');

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    // Both files are replaced whole, so one that is no JSON was damaged from outside: it is stale, not half written.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' || error instanceof SyntaxError)
      return undefined;
    throw error;
  }
}

/** The sandbox that runs on this directory (a real path); undefined when none answers. */
export async function findLive(dir: string): Promise<Instance | undefined> {
  const found = Instance.safeParse(await readJson(instancePath(dir)));
  if (!found.success) return undefined;
  const instance = found.data;
  try {
    const answer = await fetch(`${instance.controlUrl}/health`, {
      signal: AbortSignal.timeout(1000),
    });
    const health = z.object({ pid: z.int(), dir: z.string() }).safeParse(await answer.json());
    // Another program may sit on the old port, or a sandbox of another directory.
    return health.success && health.data.pid === instance.pid && health.data.dir === dir
      ? instance
      : undefined;
  } catch {
    return undefined; // No one answers there: the file outlived its process, which is what we came to find out.
  }
}

// Reachable for as long as the process lives: a collected database would let go of its lock.
const held: DatabaseSync[] = [];

/**
 * Holds the directory until this process ends; false when another process holds it.
 * An SQLite lock is the one lock in plain Node that the kernel frees on `kill -9`, so it is never stale.
 */
export function holdDirectory(dir: string): boolean {
  const database = new DatabaseSync(join(dir, 'lock.sqlite'));
  try {
    database.exec('BEGIN EXCLUSIVE');
    held.push(database);
    return true;
  } catch (error) {
    database.close();
    if ((error as { errcode?: number }).errcode === 5) return false; // SQLITE_BUSY
    throw error;
  }
}

/** Token and ports of the last run, so that open tabs and connected apps stay valid after a restart. */
export async function readIdentity(dir: string): Promise<Identity> {
  const saved = Identity.safeParse(await readJson(identityPath(dir)));
  return saved.success ? saved.data : { token: randomBytes(32).toString('hex'), ports: {} };
}

/** Keeps token and ports for the next run. */
export async function keepIdentity(dir: string, identity: Identity): Promise<void> {
  await writeDurably(identityPath(dir), `${JSON.stringify(identity, null, 2)}\n`);
}

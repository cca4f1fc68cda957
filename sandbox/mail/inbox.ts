import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { syncDirectory, writeDurably } from '../files.ts';

/** A mail that is not parsed yet; `to` is the envelope, so blind copies are in it. */
export type Entry = { id: string; receivedAt: number; to: string[] };
export type Filter = {
  to?: string | undefined;
  since?: number | undefined;
  limit?: number | undefined;
};

const MOST_MESSAGES = 20_000;
const HEAD_BYTES = 64 * 1024;

/** The stored mail: one .eml file per message, complete on disk before it is acknowledged. */
export class Inbox {
  readonly #dir: string;
  readonly #entries: Entry[]; // oldest first
  readonly #waiting = new Set<() => void>();
  #lastMs = 0;

  private constructor(dir: string, entries: Entry[]) {
    this.#dir = dir;
    this.#entries = entries;
    this.#lastMs = entries.at(-1)?.receivedAt ?? 0;
  }

  /** Opens the inbox in a directory; drafts of mails that were never acknowledged are removed. */
  static async open(dir: string): Promise<Inbox> {
    await mkdir(dir, { recursive: true, mode: 0o700 });
    const entries: Entry[] = [];
    for (const name of (await readdir(dir)).sort()) {
      if (name.endsWith('.eml')) entries.push(await readEntry(dir, name.slice(0, -'.eml'.length)));
      else if (name.endsWith('.tmp')) await rm(join(dir, name));
    }
    return new Inbox(dir, entries);
  }

  /** Stores a mail; when this resolves, it survives a crash. */
  async add(envelope: { from: string; to: string[] }, raw: Buffer): Promise<Entry> {
    // A millisecond of its own for each mail: ids sort by arrival, and `since` misses and repeats nothing.
    this.#lastMs = Math.max(Date.now(), this.#lastMs + 1);
    const receivedAt = this.#lastMs;
    const entry: Entry = {
      id: `${receivedAt}-${randomBytes(4).toString('hex')}`,
      receivedAt,
      to: envelope.to,
    };
    await writeDurably(this.#path(entry.id), Buffer.concat([envelopeLines(envelope, entry), raw]));
    const before = this.#entries.findLastIndex((other) => other.id < entry.id);
    this.#entries.splice(before + 1, 0, entry);
    for (const look of this.#waiting) look();
    const oldest = this.#entries.splice(0, Math.max(0, this.#entries.length - MOST_MESSAGES));
    for (const { id } of oldest) await rm(this.#path(id), { force: true });
    return entry;
  }

  /** The mails that fit, newest first. */
  list({ to, since, limit = Number.POSITIVE_INFINITY }: Filter = {}): Entry[] {
    const wanted = to?.toLowerCase();
    const found: Entry[] = [];
    for (const entry of this.#entries.toReversed()) {
      if (found.length >= limit) break;
      if (since !== undefined && entry.receivedAt < since) break;
      if (wanted === undefined || entry.to.some((address) => address.toLowerCase() === wanted))
        found.push(entry);
    }
    return found;
  }

  /** As `list`, but waits up to `waitMs` for a first fitting mail to arrive. */
  async waitFor(filter: Filter, waitMs: number, signal: AbortSignal): Promise<Entry[]> {
    let found = this.list(filter);
    if (found.length) return found;
    const stop = AbortSignal.any([signal, AbortSignal.timeout(waitMs)]);
    await new Promise<void>((resolve) => {
      const look = () => {
        found = this.list(filter);
        if (!found.length && !stop.aborted) return;
        this.#waiting.delete(look);
        resolve();
      };
      this.#waiting.add(look);
      stop.addEventListener('abort', look, { once: true });
    });
    return found;
  }

  find(id: string): Entry | undefined {
    return this.#entries.find((entry) => entry.id === id);
  }

  /** The mail as it was stored: the envelope lines, then what the client sent; undefined when cleared meanwhile. */
  async read(id: string): Promise<Buffer | undefined> {
    return readFile(this.#path(id)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      return undefined;
    });
  }

  /** Removes every mail that has arrived so far. */
  async clear(): Promise<number> {
    const removed = this.#entries.splice(0);
    for (const { id } of removed) await rm(this.#path(id), { force: true });
    await syncDirectory(this.#dir);
    return removed.length;
  }

  #path(id: string): string {
    return join(this.#dir, `${id}.eml`);
  }
}

/** The lines that a delivering mail server puts on top (RFC 5321 §4.4). `Received` closes them: what follows is the sender's. */
function envelopeLines(
  { from, to }: { from: string; to: string[] },
  { id, receivedAt }: Entry,
): Buffer {
  const delivered = to.map((address) => `Delivered-To: ${address}\r\n`).join('');
  const received = `Received: by sandbox.localhost with ESMTP id ${id}; ${new Date(receivedAt).toUTCString()}\r\n`;
  return Buffer.from(`Return-Path: <${from}>\r\n${delivered}${received}`);
}

async function readEntry(dir: string, id: string): Promise<Entry> {
  const file = await open(join(dir, `${id}.eml`));
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    const [envelope = ''] = buffer.toString('utf8', 0, bytesRead).split('\r\nReceived:', 1);
    const to = [...envelope.matchAll(/^Delivered-To: (.*)$/gm)].map((line) =>
      (line[1] ?? '').trim(),
    );
    return { id, receivedAt: Number(id.split('-')[0]), to };
  } finally {
    await file.close();
  }
}

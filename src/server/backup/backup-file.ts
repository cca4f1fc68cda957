import { createHash, type Hash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { codeOf } from '../error-code.ts';
import type { Sequence, Table } from './backup.store.ts';

// A backup is gzipped text: a line of JSON that says what it is, then for each table a line that names it, a line
// for each row (a JSON array of texts and nulls), and a line with their count and SHA-256; at last a line that says
// that this is all. Any server's `zcat` reads it.

/** An error that the operator can mend: reported without a stack. */
export class BackupError extends Error {}

/** The first line. */
export interface Head {
  oneAfricaBackup: 1;
  at: string;
  migrations: { hash: string; at: number }[];
  sequences: Sequence[];
}

/** The number and checksum of a table's rows. */
export interface Sum {
  rows: number;
  sha256: string;
}

/** Counts the rows of a table and takes their SHA-256, line by line. */
export class Checksum {
  readonly #hash: Hash = createHash('sha256');
  #rows = 0;
  add(lines: string[]) {
    for (const line of lines) this.#hash.update(`${line}\n`);
    this.#rows += lines.length;
  }
  sum(): Sum {
    return { rows: this.#rows, sha256: this.#hash.digest('hex') };
  }
}

/**
 * Writes a backup from its pieces of text under its name, which it gets once it is whole and on the disk; for its
 * owner's eyes alone. Throws where a file of this name exists.
 */
export async function writeFile(file: string, pieces: AsyncIterable<string>): Promise<void> {
  const part = `${file}.part`;
  await requireFree(file);
  try {
    await pipeline(
      Readable.from(pieces),
      createGzip(),
      createWriteStream(part, { mode: 0o600, flush: true }),
    );
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

async function requireFree(file: string): Promise<void> {
  try {
    await (await open(file)).close();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return;
    throw error;
  }
  throw new BackupError(`${file} exists already; a backup never replaces another.`);
}

export interface BackupReader {
  head(head: Head): Promise<void> | void;
  table(table: Table): Promise<void> | void;
  lines(table: Table, lines: string[]): Promise<void> | void;
  sum(table: Table, sum: Sum): Promise<void> | void;
}

/** So many rows are handed on at once, or fewer that are this long together. */
const batch = { rows: 1000, characters: 1_000_000 };

/**
 * Reads a backup to its end and tells `reader` of each piece in turn. Throws `BackupError` when it is none, is cut
 * off, or does not add up to its own sums.
 */
export async function readFile(file: string, reader: Partial<BackupReader>): Promise<void> {
  const reading = new BackupParser(reader);
  try {
    for await (const line of linesOf(unpacked(file))) await reading.take(line);
  } catch (error) {
    throw readable(error, file);
  }
  if (!reading.isWhole) throw new BackupError(`${file} is cut off: its last line is missing.`);
}

/** Ends a line at a line feed alone: in a text U+2028 and its like are signs as any other, for Node's readline they are none. */
async function* linesOf(text: Readable): AsyncGenerator<string> {
  text.setEncoding('utf8');
  let rest = '';
  for await (const piece of text as AsyncIterable<string>) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest) yield rest;
}

function unpacked(file: string): Readable {
  const packed = createReadStream(file);
  const gunzip = createGunzip();
  packed.on('error', (error) => gunzip.destroy(error));
  return packed.pipe(gunzip);
}

function readable(error: unknown, file: string): unknown {
  const code = codeOf(error);
  if (code === 'ENOENT') return new BackupError(`There is no file ${file}.`);
  if (typeof code === 'string' && code.startsWith('Z_'))
    return new BackupError(`${file} is damaged, cut off, or no backup.`);
  if (error instanceof SyntaxError) return new BackupError(`${file} is damaged, or no backup.`);
  return error;
}

class BackupParser {
  isWhole = false;
  readonly #reader: Partial<BackupReader>;
  #hasHead = false;
  #table: Table | undefined;
  #summing = new Checksum();
  #waiting: string[] = [];
  #characters = 0;

  constructor(reader: Partial<BackupReader>) {
    this.#reader = reader;
  }

  async take(line: string): Promise<void> {
    if (this.isWhole) throw new BackupError('There is something behind the last line.');
    if (line.startsWith('[')) return this.#row(line);
    const parsed = JSON.parse(line) as Partial<Head & Sum & Table & { end: true; table: string }>;
    if (!this.#hasHead) return this.#begin(parsed);
    if (parsed.table !== undefined) return this.#open(parsed);
    if (parsed.sha256 !== undefined) return this.#close(parsed);
    if (parsed.end !== true || this.#table) throw new SyntaxError('A line that means nothing.');
    this.isWhole = true;
  }

  async #begin(said: Partial<Head>): Promise<void> {
    if (said.oneAfricaBackup === undefined) throw new SyntaxError('No first line.');
    if (said.oneAfricaBackup !== 1)
      throw new BackupError('This backup was written by a newer version of the site.');
    this.#hasHead = true;
    await this.#reader.head?.(said as Head);
  }

  async #open(said: Partial<Table> & { table?: string }): Promise<void> {
    this.#table = { name: said.table as string, columns: said.columns ?? [] };
    this.#summing = new Checksum();
    await this.#reader.table?.(this.#table);
  }

  async #row(line: string): Promise<void> {
    this.#waiting.push(line);
    this.#characters += line.length;
    if (this.#waiting.length >= batch.rows || this.#characters >= batch.characters)
      await this.#handOn();
  }

  async #handOn(): Promise<void> {
    if (!this.#table) throw new SyntaxError('Rows of no table.');
    const lines = this.#waiting;
    this.#waiting = [];
    this.#characters = 0;
    this.#summing.add(lines);
    if (lines.length) await this.#reader.lines?.(this.#table, lines);
  }

  async #close(said: Partial<Sum>): Promise<void> {
    await this.#handOn();
    const table = this.#table as Table;
    const sum = this.#summing.sum();
    if (sum.rows !== said.rows || sum.sha256 !== said.sha256)
      throw new BackupError(`The rows of ${table.name} are not those that were written.`);
    this.#table = undefined;
    await this.#reader.sum?.(table, sum);
  }
}

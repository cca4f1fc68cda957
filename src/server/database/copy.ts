import pg from 'pg';
import { Fault } from '../../shared/fault.ts';
import { minutes, seconds } from '../../shared/time.ts';
import { words } from '../../shared/words.ts';

/** Longer than any reader who still reads needs; a statement that no one reads ends by itself. */
const longestMs = minutes(30);
const connectTimeoutMs = seconds(2);

/** Each holds a connection of the database for as long as its reader takes, and the database has few. */
const mostAtOnce = 3;
/** Of this process. */
let running = 0;

const refusal = () =>
  new Fault(429, words('Three files are already downloading. Please try again in a minute.'), {
    headers: { 'Retry-After': '60' },
  });

const pieceBytes = 64 * 1024;
/** How many pieces wait for the reader before the database is made to wait. */
const mostPieces = 8;
const [CR, LF] = [13, 10];

/**
 * The text that `COPY … TO STDOUT (FORMAT csv)` answers, with the line ends of RFC 4180, in pieces of 64 KB at the most
 * or one row. All of it is of one moment. Reads as fast as it is read; a reader who leaves ends the statement. Takes a
 * connection of its own, as the pool's time-outs and places are for short questions. Throws 429 while three others are
 * read, and what PostgreSQL says.
 */
export async function* copyToCsv(pool: pg.Pool, statement: string): AsyncGenerator<Buffer> {
  if (running >= mostAtOnce) throw refusal();
  const client = new pg.Client({
    connectionString: pool.options.connectionString,
    application_name: pool.options.application_name,
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: longestMs,
    keepAlive: true,
  });
  // An error of the connection reaches the statement too.
  client.on('error', () => undefined);
  running += 1;
  try {
    await client.connect();
    const copy = client.query(new CopyOut(statement));
    for (let piece = await copy.next(); piece; piece = await copy.next()) yield piece;
  } finally {
    // In the middle of a statement this cuts the line, and the server gives up with it.
    await client.end().finally(() => {
      running -= 1;
    });
  }
}

/**
 * The statement as pg's client runs it, which calls these methods as messages come in. PostgreSQL sends a message for
 * each row (https://www.postgresql.org/docs/current/protocol-message-formats.html, CopyData), ended by a line feed.
 */
class CopyOut implements pg.Submittable {
  readonly #statement: string;
  readonly #pieces: Buffer[] = [];
  #piece = Buffer.allocUnsafe(pieceBytes);
  #filled = 0;
  #connection: pg.Connection | undefined;
  #end: { error?: Error } | undefined;
  #resume: (() => void) | undefined;

  constructor(statement: string) {
    this.#statement = statement;
  }

  /** Undefined once all of it was handed over. */
  async next(): Promise<Buffer | undefined> {
    while (this.#pieces.length === 0 && !this.#end)
      await new Promise<void>((resolve) => {
        this.#resume = resolve;
      });
    const piece = this.#pieces.shift();
    if (this.#pieces.length < mostPieces / 2) this.#connection?.stream.resume();
    if (!piece && this.#end?.error) throw this.#end.error;
    return piece;
  }

  submit(connection: pg.Connection): void {
    this.#connection = connection;
    connection.query(this.#statement);
  }

  handleCopyData({ chunk: row }: { chunk: Buffer }): void {
    const needed = row.length + 1;
    if (this.#filled + needed > this.#piece.length) this.#handOver(Math.max(needed, pieceBytes));
    row.copy(this.#piece, this.#filled);
    this.#filled += needed;
    this.#piece[this.#filled - 2] = CR;
    this.#piece[this.#filled - 1] = LF;
  }

  handleCommandComplete(): void {
    this.#handOver(0);
  }

  handleReadyForQuery(): void {
    this.#finish({});
  }

  handleError(error: Error): void {
    this.#finish({ error });
  }

  #handOver(nextBytes: number): void {
    if (this.#filled > 0) this.#pieces.push(this.#piece.subarray(0, this.#filled));
    this.#piece = Buffer.allocUnsafe(nextBytes);
    this.#filled = 0;
    if (this.#pieces.length >= mostPieces) this.#connection?.stream.pause();
    this.#resume?.();
  }

  #finish(end: { error?: Error }): void {
    this.#end ??= end;
    this.#resume?.();
  }
}

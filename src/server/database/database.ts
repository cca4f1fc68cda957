import { AsyncLocalStorage } from 'node:async_hooks';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import pg from 'pg';
import { seconds } from '../../shared/time.ts';
import { codeOf } from '../error-code.ts';
import { type FolderLock, lockFolder } from './folder-lock.ts';

interface RowsOf<Row> {
  rows: Row[];
}
interface Rows extends PgQueryResultHKT {
  type: RowsOf<this['row']>;
}

/** PostgreSQL through drizzle, embedded (PGlite) or real: the same type, the same SQL. A transaction is one too. */
export type Database = PgDatabase<Rows, Record<string, never>>;

/** Each driver's results have a type of their own; all have `rows`. */
const asDatabase = (driver: object) => driver as Database;

/** The connections of a PostgreSQL; undefined of the embedded database, and of a transaction. */
export function findPool(db: Database): pg.Pool | undefined {
  const client = '$client' in db ? db.$client : undefined;
  return client instanceof pg.Pool ? client : undefined;
}

export interface OpenDatabase {
  db: Database;
  kind: 'pglite' | 'postgres';
  /** The embedded engine, which the queue shares because it has one connection. */
  pglite?: PGlite;
  pool?: pg.Pool;
  close(): Promise<void>;
}

/** Callbacks for the commit of the current transaction. */
const transaction = new AsyncLocalStorage<(() => void)[]>();

/**
 * Refuses the outer connection inside a transaction. PGlite would wait for itself for ever
 * and PostgreSQL would silently leave the transaction, so both fail loudly instead.
 */
function refuseInsideTransaction<T extends object>(client: T, methods: (keyof T)[]) {
  for (const method of methods) {
    const original = client[method] as (...a: unknown[]) => unknown;
    client[method] = ((...args: unknown[]) => {
      if (transaction.getStore()) {
        throw new Error(
          'The outer database was used inside a transaction; pass the transaction along.',
        );
      }
      return original.apply(client, args);
    }) as T[keyof T];
  }
}

/**
 * Runs `work` in one transaction; a throw rolls it back. Never nest: hand the inner `db` along.
 */
export async function inTransaction<T>(
  db: Database,
  work: (tx: Database) => Promise<T>,
): Promise<T> {
  if (transaction.getStore())
    throw new Error('A transaction inside a transaction; pass the outer one along.');
  const pool = findPool(db);
  const afterwards: (() => void)[] = [];
  const result = await transaction.run(afterwards, () =>
    pool ? onOneConnection(pool, work) : db.transaction((tx) => work(asDatabase(tx))),
  );
  for (const follow of afterwards) follow();
  return result;
}

/**
 * Does `work` once the transaction around it has committed, and never when it rolls back; at once outside of any.
 * For hints alone: a process that dies in between loses it.
 */
export function afterCommit(work: () => void): void {
  const afterwards = transaction.getStore();
  if (afterwards) afterwards.push(work);
  else work();
}

/**
 * drizzle's own transaction on a pool keeps the connection for ever when `begin` fails, so that an
 * outage of the database would use up the pool; and on a dead line it waits for the rollback too.
 */
const onOneConnection = <T>(pool: pg.Pool, work: (tx: Database) => Promise<T>): Promise<T> =>
  withConnection(pool, async (client) => {
    try {
      await client.query('begin');
      const result = await work(asDatabase(drizzlePg(client)));
      await client.query('commit');
      return result;
    } catch (error) {
      // The server itself undoes what loses its connection.
      if (!losesConnection(error)) await client.query('rollback');
      throw error;
    }
  });

/** Puts the connection back unless it is lost. pg itself drops it after any error. */
async function withConnection<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  try {
    const result = await work(client);
    client.release();
    return result;
  } catch (error) {
    client.release(losesConnection(error));
    throw error;
  }
}

/** Runs `work` as if outside of any transaction: for timers that a request happened to start. */
export const outsideTransaction = <T>(work: () => T): T => transaction.exit(work);

/**
 * Opens `postgres://…`, or the embedded database in `<dataDir>/db` (in memory with `memory`).
 * Throws when the folder is in use by another process or the address is unreachable on first use.
 */
export async function openDatabase(options: {
  url?: string | undefined;
  dataDir?: string;
  /** An embedded engine that is up already (tests). */
  embedded?: PGlite;
  /** Called when an idle connection breaks; the next query opens another one. */
  onIdleError?: (error: Error) => void;
  /** Statements may take as long as they need: for what reads the whole database by hand. */
  isPatient?: boolean;
}): Promise<OpenDatabase> {
  return options.url
    ? openPostgres(options.url, options)
    : openEmbedded(options.dataDir, options.embedded);
}

/** The name of our connections in PostgreSQL, by which a restore sees that a site is running. */
export const CONNECTION_NAME = 'one-africa';

/** The sentence alone: pg hangs the whole client on the error. */
const logIdleError = (error: Error) =>
  // oxlint-disable-next-line no-console -- who gives no listener has no log yet
  console.error('database connection lost:', error.message);

/** PostgreSQL's and pg's word for "for ever" is 0. */
const timeLimits = (isPatient: boolean) =>
  isPatient
    ? { statement_timeout: 0, query_timeout: 0, idle_in_transaction_session_timeout: 0 }
    : {
        statement_timeout: seconds(10),
        // For a line that has gone dead, where the server's own word never arrives.
        query_timeout: seconds(12),
        idle_in_transaction_session_timeout: seconds(15),
      };

function openPostgres(
  url: string,
  {
    onIdleError = logIdleError,
    isPatient = false,
  }: { onIdleError?: (error: Error) => void; isPatient?: boolean },
): OpenDatabase {
  const pool = new pg.Pool({
    connectionString: url,
    max: 20,
    connectionTimeoutMillis: seconds(2),
    idleTimeoutMillis: seconds(30),
    ...timeLimits(isPatient),
    application_name: CONNECTION_NAME,
    keepAlive: true,
  });
  // Without a listener a connection that the server closes would end the process.
  pool.on('error', onIdleError);
  // The pool listens to idle clients alone: one that breaks between two statements of a transaction
  // would end the process too. The next statement fails with the reason, so there is nothing to say here.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const query = (statement: pg.QueryConfig, values?: unknown[]) =>
    withConnection(pool, (client) => client.query(statement, values));
  Object.assign(pool, { query });
  refuseInsideTransaction(pool, ['query']);
  const db = asDatabase(drizzlePg(pool));
  return { db, kind: 'postgres', pool, close: () => pool.end() };
}

async function openEmbedded(dataDir?: string, given?: PGlite): Promise<OpenDatabase> {
  let lock: FolderLock | undefined;
  let folder: string | undefined;
  if (dataDir) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    folder = join(dataDir, 'db');
    // PGlite itself lets two processes open one folder and damage it.
    lock = lockFolder(dataDir, 'db.lock');
  }
  const pglite = given ?? (await PGlite.create(folder ? { dataDir: folder } : {}));
  refuseInsideTransaction(pglite, ['query', 'exec']);
  // It answers without leaving the event loop, so that a row of transactions would hold up
  // everything else: each begins in a turn of its own.
  const begin = pglite.transaction.bind(pglite);
  pglite.transaction = (work) =>
    begin(async (tx) => {
      await nextTurn();
      return work(tx);
    });
  const db = asDatabase(drizzlePglite(pglite));
  return {
    db,
    kind: 'pglite',
    pglite,
    close: async () => {
      await pglite.close();
      lock?.release();
    },
  };
}

/** True when the database answers within its own time-outs. */
export async function isReachable(db: Database): Promise<boolean> {
  try {
    await db.execute(sql`select 1`);
    return true;
  } catch (error) {
    if (isUnavailable(error)) return false;
    throw error;
  }
}

/** https://www.postgresql.org/docs/current/errcodes-appendix.html: states in which a later try can succeed. */
const UNAVAILABLE = /^(08...|53...|57...|58000|58030|55P03|25006|40001|40P01)$/;
/** What PostgreSQL says under XX000 ("internal error") when its disk is full; any other XX000 is a bug or damage. */
const DISK_WORDS = /could not (?:write|create|extend|fsync) |No space left on device/;
const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
  'ENOENT',
  'EAI_AGAIN',
  'ENOTFOUND',
  'EHOSTUNREACH',
]);
const POOL_WORDS =
  /timeout exceeded when trying to connect|Query read timeout|Connection terminated|Client has encountered a connection error|not queryable|PGlite is clos|cannot use a pool after/i;

/** Whether an error (or what caused it) says that the database cannot serve now, as opposed to a bug in a query. */
export function isUnavailable(error: unknown): boolean {
  for (let e = error; e instanceof Error; e = e.cause) {
    const code = codeOf(e);
    if (typeof code === 'string' && (UNAVAILABLE.test(code) || UNREACHABLE.has(code))) return true;
    if (code === 'XX000' && DISK_WORDS.test(e.message)) return true;
    if (POOL_WORDS.test(e.message) && !e.message.startsWith('Failed query')) return true;
  }
  return false;
}

/**
 * States of a statement that failed alone: its connection goes on. A server whose disk is full may refuse a new one,
 * for which it writes a file.
 */
const OF_STATEMENT = /^(53100|53200|58030|55P03|40001|40P01|XX000)$/;

/** Whether nothing more can be asked on the connection that reported the error. */
export function losesConnection(error: unknown): boolean {
  if (!isUnavailable(error)) return false;
  for (let e = error; e instanceof Error; e = e.cause) {
    const code = codeOf(e);
    if (typeof code === 'string' && OF_STATEMENT.test(code)) return false;
  }
  return true;
}

/** Whether a write was refused because another row has the value already, by the constraint's name. */
export function breaksUnique(error: unknown, constraint: string): boolean {
  for (let e = error; e instanceof Error; e = e.cause) {
    if (codeOf(e) === '23505' && 'constraint' in e && e.constraint === constraint) return true;
  }
  return false;
}

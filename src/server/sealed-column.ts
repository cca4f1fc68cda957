import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { FastifyBaseLogger } from 'fastify';
import type { AppContext } from './context.ts';
import { type Database, inTransaction } from './database/database.ts';
import { type Secrets, UNNAMED_KEY } from './secrets.ts';

/** A column whose texts `Secrets.seal` has made. */
export interface SealedColumn {
  /** In the plural, for the operator. */
  name: string;
  column: PgColumn;
  /** The primary key of its table. */
  key: readonly PgColumn[];
  /** What seals the text of the row with this key: the purpose, and what it is bound to. */
  sealOf(...key: string[]): readonly [purpose: string, boundTo: string];
  /** Whether the key may be in the log. */
  isKeyShown: boolean;
  /** Writes what else in the database is derived from the text; in the transaction of its row. */
  renewDerived?(tx: Database, secrets: Secrets, row: { key: string; text: string }): Promise<void>;
}

/** How many rows have the current key now, had it before, or can be opened with no key. */
export interface Reencryption {
  renewed: number;
  done: number;
  unreadable: number;
}

const rowsAtOnce = 200;
/** A start tries so many rows of a column that do not name their secret. */
const mostTried = 1000;

/** Texts without a dot are none of ours: empty ones, and digests of earlier versions. */
const isSealed = ({ column }: SealedColumn) => sql`position('.' in ${column}) > 0`;
const keyIdOf = ({ column }: SealedColumn) => sql`split_part(${column}, '.', 1)`;

interface Row {
  key: string[];
  sealed: string;
}

/** The rows after one, in the order of their keys. */
async function rowsAfter(
  db: Database,
  one: SealedColumn,
  { last, where }: { last: string[] | undefined; where: SQL },
): Promise<Row[]> {
  const columns = sql.join([...one.key], sql`, `);
  const place =
    last &&
    sql.join(
      last.map((part) => sql`${part}`),
      sql`, `,
    );
  const found = await db
    .select({ sealed: one.column, ...Object.fromEntries(one.key.entries()) })
    .from(one.column.table)
    .where(and(isSealed(one), where, place && sql`(${columns}) > (${place})`))
    .orderBy(...one.key)
    .limit(rowsAtOnce);
  return found.map(({ sealed, ...row }) => ({
    sealed: String(sealed),
    key: one.key.map((_, n) => String((row as Record<number, unknown>)[n])),
  }));
}

function textOf(secrets: Secrets, one: SealedColumn, { key, sealed }: Row): string | undefined {
  try {
    return secrets.unseal(...one.sealOf(...key), sealed);
  } catch {
    return undefined;
  }
}

/**
 * Seals every text of a column again that the current secret has not sealed. The site may run meanwhile: a row that
 * it changes is left as it is. Ended half-way it goes on where it was when it is called again.
 */
export async function reencryptColumn(
  db: Database,
  secrets: Secrets,
  one: SealedColumn,
): Promise<Reencryption> {
  const [current = ''] = secrets.keyIds;
  const done = await db.$count(
    one.column.table,
    and(isSealed(one), sql`${keyIdOf(one)} = ${current}`),
  );
  const counts = { renewed: 0, done, unreadable: 0 };
  const where = sql`${keyIdOf(one)} <> ${current}`;
  let last: string[] | undefined;
  for (let rows = await rowsAfter(db, one, { last, where }); rows.length > 0; ) {
    for (const row of rows) {
      const text = textOf(secrets, one, row);
      if (text === undefined) counts.unreadable++;
      else if (await renewRow(db, secrets, one, { ...row, text })) counts.renewed++;
    }
    last = rows.at(-1)?.key;
    rows = await rowsAfter(db, one, { last, where });
  }
  return counts;
}

const renewRow = (
  db: Database,
  secrets: Secrets,
  one: SealedColumn,
  { key, sealed, text }: Row & { text: string },
): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    const isRow = and(...one.key.map((column, n) => eq(column, key[n])), eq(one.column, sealed));
    const resealed = secrets.seal(...one.sealOf(...key), text);
    const name = sql.identifier(one.column.name);
    const renewed = await tx.execute(
      sql`update ${one.column.table} set ${name} = ${resealed} where ${isRow} returning 1`,
    );
    if (renewed.rows.length === 0) return false;
    await one.renewDerived?.(tx, secrets, { key: String(key[0]), text });
    return true;
  });

/** Says in the log which rows neither secret can open; their texts are not in it. */
export async function warnOfUnreadable(
  { db, secrets }: Pick<AppContext, 'db' | 'secrets'>,
  log: Pick<FastifyBaseLogger, 'warn'>,
  columns: readonly SealedColumn[],
): Promise<void> {
  for (const one of columns) {
    const { rows, keys } = await findUnreadable(db, secrets, one);
    if (rows === 0) continue;
    const found = { column: one.name, rows, ...(keys.length > 0 ? { keys } : {}) };
    log.warn(found, 'encrypted with a secret that is neither APP_SECRET nor APP_SECRET_PREVIOUS');
  }
}

/** How many rows no secret can open, and the keys of some; of those that do not name theirs, the first are tried. */
async function findUnreadable(
  db: Database,
  secrets: Secrets,
  one: SealedColumn,
): Promise<{ rows: number; keys: string[] }> {
  const isForeign = sql`${keyIdOf(one)} not in (${sql.join(
    [...secrets.keyIds, UNNAMED_KEY].map((id) => sql`${id}`),
    sql`, `,
  )})`;
  const rows = await db.$count(one.column.table, and(isSealed(one), isForeign));
  const found = rows > 0 ? await rowsAfter(db, one, { last: undefined, where: isForeign }) : [];
  const unopened: Row[] = [];
  const where = sql`${keyIdOf(one)} = ${UNNAMED_KEY}`;
  let last: string[] | undefined;
  for (let tried = 0; tried < mostTried; tried += rowsAtOnce) {
    const unnamed = await rowsAfter(db, one, { last, where });
    if (unnamed.length === 0) break;
    unopened.push(...unnamed.filter((row) => textOf(secrets, one, row) === undefined));
    last = unnamed.at(-1)?.key;
  }
  const keys = [...found, ...unopened].slice(0, 5).map(({ key }) => key.join(' '));
  return { rows: rows + unopened.length, keys: one.isKeyShown ? keys : [] };
}

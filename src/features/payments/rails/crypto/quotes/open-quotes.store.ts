import { and, asc, desc, eq, gt, inArray, lt, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../../../server/database/database.ts';
import { quoteWatchedMs } from '../crypto.rules.ts';
import { cryptoQuotes, listQuotesByIds, type Quote } from './quote.store.ts';

/** The open quote for exactly this amount, address and chain. */
export async function findOpenQuote(
  db: Database,
  asked: Pick<Quote, 'chainId' | 'address' | 'token' | 'units'>,
): Promise<Quote | undefined> {
  const [found] = await db
    .select()
    .from(cryptoQuotes)
    .where(
      and(
        eq(cryptoQuotes.state, 'open'),
        eq(cryptoQuotes.token, asked.token),
        eq(cryptoQuotes.units, asked.units),
        eq(cryptoQuotes.address, asked.address),
        eq(cryptoQuotes.chainId, asked.chainId),
      ),
    );
  return found;
}

/** The open quotes for which one of these transactions was submitted. */
export async function listQuotesBySubmittedHash(
  db: Database,
  txHashes: readonly string[],
): Promise<Quote[]> {
  if (txHashes.length === 0) return [];
  return db
    .select()
    .from(cryptoQuotes)
    .where(and(eq(cryptoQuotes.state, 'open'), inArray(cryptoQuotes.txHash, [...txHashes])));
}

/** The open quotes that the sender of this money has signed, newest first. */
export async function listQuotesOfSender(
  db: Database,
  sent: Pick<Quote, 'chainId' | 'address' | 'token'> & { sender: string },
): Promise<Quote[]> {
  return db
    .select()
    .from(cryptoQuotes)
    .where(
      and(
        eq(cryptoQuotes.state, 'open'),
        eq(cryptoQuotes.sender, sent.sender),
        eq(cryptoQuotes.token, sent.token),
        eq(cryptoQuotes.address, sent.address),
        eq(cryptoQuotes.chainId, sent.chainId),
      ),
    )
    .orderBy(desc(cryptoQuotes.createdAt), desc(cryptoQuotes.id));
}

/**
 * For each amount: the open quotes with the nearest amounts, below and above, which the sender may have meant.
 * Two statements, however many amounts there are.
 */
export async function listNearestQuotes(
  db: Database,
  amounts: readonly Pick<Quote, 'token' | 'address' | 'units'>[],
): Promise<Quote[][]> {
  if (amounts.length === 0) return [];
  const came = amounts.map(
    ({ token, address, units }, place) =>
      sql`(${place}::int, ${token}, ${address}, ${units.toString()}::numeric)`,
  );
  const next = (than: SQL, order: SQL) => sql`(
    select ${cryptoQuotes.id} as id from ${cryptoQuotes}
    where ${cryptoQuotes.state} = 'open' and ${cryptoQuotes.token} = came.token
      and ${cryptoQuotes.address} = came.address and ${cryptoQuotes.units} ${than} came.units
    order by ${cryptoQuotes.units} ${order} limit 2)`;
  const { rows } = await db.execute<{ place: number; id: string }>(sql`
    select came.place, nearest.id from (values ${sql.join(came, sql`, `)}) as came(place, token, address, units)
    cross join lateral (${next(sql`<=`, sql`desc`)} union all ${next(sql`>`, sql`asc`)}) as nearest`);
  const quotes = new Map(
    (await listQuotesByIds(db, [...new Set(rows.map(({ id }) => id))])).map((one) => [one.id, one]),
  );
  return amounts.map((_, place) =>
    rows.flatMap((row) => (row.place === place ? (quotes.get(row.id) ?? []) : [])),
  );
}

/**
 * Every address that was ever quoted. Steps from one to the next in the index, so that it stays fast with a
 * million quotes.
 */
export async function listQuotedAddresses(db: Database): Promise<string[]> {
  const { rows } = await db.execute<{ address: string }>(sql`
    with recursive found(address) as (
      (select address from ${cryptoQuotes} order by address limit 1)
      union all
      select (select q.address from ${cryptoQuotes} as q where q.address > found.address order by q.address limit 1)
      from found where found.address is not null
    )
    select address from found where address is not null`);
  return rows.map(({ address }) => address);
}

export async function hasOpenQuote(db: Database): Promise<boolean> {
  const [found] = await db
    .select({ id: cryptoQuotes.id })
    .from(cryptoQuotes)
    .where(eq(cryptoQuotes.state, 'open'))
    .limit(1);
  return found !== undefined;
}

/** Whether a payer may be paying now: then the chain is scanned more often. */
export async function hasFreshQuote(db: Database, now: Date): Promise<boolean> {
  const [found] = await db
    .select({ id: cryptoQuotes.id })
    .from(cryptoQuotes)
    .where(
      and(
        eq(cryptoQuotes.state, 'open'),
        // A quote expires a day before its watch ends, and the watch has an index.
        gt(cryptoQuotes.watchedUntil, new Date(now.getTime() + quoteWatchedMs)),
      ),
    )
    .limit(1);
  return found !== undefined;
}

/** Open quotes whose watch has ended, oldest first. */
export async function listExpiredQuotes(
  db: Database,
  before: Date,
  limit: number,
): Promise<Quote[]> {
  return db
    .select()
    .from(cryptoQuotes)
    .where(and(eq(cryptoQuotes.state, 'open'), lt(cryptoQuotes.watchedUntil, before)))
    .orderBy(asc(cryptoQuotes.watchedUntil))
    .limit(limit);
}

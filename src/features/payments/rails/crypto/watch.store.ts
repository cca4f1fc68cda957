import { and, asc, eq, gt, lt, sql } from 'drizzle-orm';
import type { Database } from '../../../../server/database/database.ts';
import { quoteWatchedMs } from './crypto.rules.ts';
import { cryptoQuotes, type Quote } from './quote.store.ts';

/** Every address that was ever quoted. Steps from one to the next, so that it costs as little with a million quotes. */
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

export async function isAnyQuoteOpen(db: Database): Promise<boolean> {
  const [found] = await db
    .select({ id: cryptoQuotes.id })
    .from(cryptoQuotes)
    .where(eq(cryptoQuotes.state, 'open'))
    .limit(1);
  return found !== undefined;
}

/** Whether somebody may be paying now: the chain is then looked at more often. */
export async function isAnyQuoteFresh(db: Database, now: Date): Promise<boolean> {
  const [found] = await db
    .select({ id: cryptoQuotes.id })
    .from(cryptoQuotes)
    .where(
      and(
        eq(cryptoQuotes.state, 'open'),
        // A quote's rate ends a day before its watch does; the watch has an index.
        gt(cryptoQuotes.watchedUntil, new Date(now.getTime() + quoteWatchedMs)),
      ),
    )
    .limit(1);
  return found !== undefined;
}

/** Open quotes that nobody looks for any more, the oldest first. */
export async function listUnwatched(db: Database, before: Date, limit: number): Promise<Quote[]> {
  return db
    .select()
    .from(cryptoQuotes)
    .where(and(eq(cryptoQuotes.state, 'open'), lt(cryptoQuotes.watchedUntil, before)))
    .orderBy(asc(cryptoQuotes.watchedUntil))
    .limit(limit);
}

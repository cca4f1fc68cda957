import { and, desc, eq, gte, inArray, lt, sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { at, cents, units } from '../../../../../server/database/columns.store.ts';
import type { Database } from '../../../../../server/database/database.ts';
import { payments } from '../../../core/payment.store.ts';
import { instalments, paymentSchedules } from '../../../core/schedule.store.ts';
import type { QuoteState, Token } from '../crypto.rules.ts';

/** A price in a token that stands for some minutes. The row is the truth of what is to be paid, and where. */
export const cryptoQuotes = pgTable(
  'crypto_quotes',
  {
    id: uuid('id').primaryKey(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id),
    /** SHA-256 of the cookie of the browser that asked for it. */
    tokenDigest: text('token_digest').notNull(),
    token: text('token').$type<Token>().notNull(),
    state: text('state').$type<QuoteState>().notNull(),
    /** Of the instalment's rest, in dollars. */
    amountCents: cents('amount_cents').notNull(),
    /** To be sent; no other open quote in the token asks for the same. */
    units: units('units').notNull(),
    /** Dollars of one whole token, a decimal string. */
    rate: text('rate').notNull(),
    /** Where the rate is from: a feed's round, or the two exchanges that agreed. */
    source: text('source').notNull(),
    chainId: integer('chain_id').notNull(),
    /** Pinned: a destination that an administrator changes afterwards changes no quote. Lower case. */
    address: text('address').notNull(),
    /** Of the token; null for ETH. Lower case. */
    contract: text('contract'),
    /** What the browser said that it sent: a hint where to look. */
    txHash: text('tx_hash'),
    createdAt: at('created_at').notNull(),
    expiresAt: at('expires_at').notNull(),
    /** Until here money for it is looked for. */
    watchedUntil: at('watched_until').notNull(),
    updatedAt: at('updated_at').notNull(),
  },
  (t) => [
    uniqueIndex('crypto_quotes_amount').on(t.token, t.units).where(sql`${t.state} = 'open'`),
    index('crypto_quotes_open').on(t.address, t.token).where(sql`${t.state} = 'open'`),
    index('crypto_quotes_payment').on(t.paymentId),
    // To find the quotes that somebody says a transaction pays.
    index('crypto_quotes_hint')
      .on(t.txHash)
      .where(sql`${t.state} = 'open' and ${t.txHash} is not null`),
    // To find the addresses that were ever quoted, each in one step.
    index('crypto_quotes_address').on(t.address),
    index('crypto_quotes_watched').on(t.watchedUntil).where(sql`${t.state} = 'open'`),
    check('crypto_quotes_units', sql`${t.units} > 0 and ${t.amountCents} > 0`),
  ],
);

export type Quote = typeof cryptoQuotes.$inferSelect;

/** Adds a quote; false when another open one asks for the same amount of the token. */
export async function addQuote(tx: Database, quote: Quote): Promise<boolean> {
  const added = await tx
    .insert(cryptoQuotes)
    .values(quote)
    .onConflictDoNothing()
    .returning({ id: cryptoQuotes.id });
  return added.length > 0;
}

export async function setQuote(tx: Database, id: string, change: Partial<Quote>): Promise<void> {
  await tx.update(cryptoQuotes).set(change).where(eq(cryptoQuotes.id, id));
}

export async function findQuote(db: Database, id: string): Promise<Quote | undefined> {
  const [found] = await db.select().from(cryptoQuotes).where(eq(cryptoQuotes.id, id));
  return found;
}

/** These quotes, as far as there are such. */
export async function listQuotesByIds(db: Database, ids: readonly string[]): Promise<Quote[]> {
  if (ids.length === 0) return [];
  return db
    .select()
    .from(cryptoQuotes)
    .where(inArray(cryptoQuotes.id, [...ids]));
}

/** The amounts that are taken from `least` on, below `most`. */
export async function listTakenUnits(
  tx: Database,
  token: Token,
  least: bigint,
  most: bigint,
): Promise<bigint[]> {
  const rows = await tx
    .select({ units: cryptoQuotes.units })
    .from(cryptoQuotes)
    .where(
      and(
        eq(cryptoQuotes.state, 'open'),
        eq(cryptoQuotes.token, token),
        gte(cryptoQuotes.units, least),
        lt(cryptoQuotes.units, most),
      ),
    );
  return rows.map(({ units }) => units);
}

/** Newest first. */
export async function listOpenQuotesOf(
  db: Database,
  paymentId: string,
  token?: Token,
): Promise<Quote[]> {
  return db
    .select()
    .from(cryptoQuotes)
    .where(
      and(
        eq(cryptoQuotes.paymentId, paymentId),
        eq(cryptoQuotes.state, 'open'),
        token ? eq(cryptoQuotes.token, token) : undefined,
      ),
    )
    .orderBy(desc(cryptoQuotes.createdAt), desc(cryptoQuotes.id));
}

/** Quotes of these applications in a token, newest first. */
export async function listQuotesOfApplications(
  db: Database,
  applicationIds: string[],
  token: Token,
): Promise<Quote[]> {
  if (applicationIds.length === 0) return [];
  const rows = await db
    .select({ quote: cryptoQuotes })
    .from(cryptoQuotes)
    .innerJoin(payments, eq(payments.id, cryptoQuotes.paymentId))
    .innerJoin(instalments, eq(instalments.id, payments.instalmentId))
    .innerJoin(paymentSchedules, eq(paymentSchedules.id, instalments.scheduleId))
    .where(
      and(inArray(paymentSchedules.applicationId, applicationIds), eq(cryptoQuotes.token, token)),
    )
    .orderBy(desc(cryptoQuotes.createdAt), desc(cryptoQuotes.id))
    .limit(100);
  return rows.map(({ quote }) => quote);
}

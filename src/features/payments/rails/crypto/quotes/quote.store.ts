import { and, desc, eq, gte, inArray, lt, sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { at, cents, units } from '../../../../../server/database/columns.store.ts';
import type { Database } from '../../../../../server/database/database.ts';
import { payments } from '../../../core/payment.store.ts';
import { instalments, paymentSchedules } from '../../../core/schedule/schedule.store.ts';
import type { QuoteState, Token } from '../crypto.rules.ts';

/** An exact amount of a token with a time limit. The row decides what must be paid, and where. */
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
    /** What is unpaid of the instalment, in dollars. */
    amountCents: cents('amount_cents').notNull(),
    /** Unique among the open quotes of a token. */
    units: units('units').notNull(),
    /** Dollars of one whole token, a decimal string. */
    rate: text('rate').notNull(),
    /** Where the rate is from: a feed's round and the exchanges that confirmed it, or two exchanges that agreed. */
    source: text('source').notNull(),
    chainId: integer('chain_id').notNull(),
    /** Stays the same when an administrator changes the destination. Lower case. */
    address: text('address').notNull(),
    /** Of the token; null for ETH. Lower case. */
    contract: text('contract'),
    /** The transaction that the browser submitted; proves nothing by itself. */
    txHash: text('tx_hash'),
    /** An address that has signed the quote's id: what it sends is for this quote. Lower case. */
    sender: text('sender'),
    createdAt: at('created_at').notNull(),
    expiresAt: at('expires_at').notNull(),
    watchedUntil: at('watched_until').notNull(),
    updatedAt: at('updated_at').notNull(),
  },
  (t) => [
    uniqueIndex('crypto_quotes_amount').on(t.token, t.units).where(sql`${t.state} = 'open'`),
    index('crypto_quotes_open').on(t.address, t.token).where(sql`${t.state} = 'open'`),
    index('crypto_quotes_payment').on(t.paymentId),
    // Finds the quotes for which a transaction was submitted.
    index('crypto_quotes_hint')
      .on(t.txHash)
      .where(sql`${t.state} = 'open' and ${t.txHash} is not null`),
    // Steps from one quoted address to the next.
    index('crypto_quotes_address').on(t.address),
    // Finds the quotes that a sender has signed.
    index('crypto_quotes_sender')
      .on(t.sender)
      .where(sql`${t.state} = 'open' and ${t.sender} is not null`),
    index('crypto_quotes_watched').on(t.watchedUntil).where(sql`${t.state} = 'open'`),
    check('crypto_quotes_units', sql`${t.units} > 0 and ${t.amountCents} > 0`),
  ],
);

export type Quote = typeof cryptoQuotes.$inferSelect;
/** Its payer's browser has submitted a transaction. */
export type SubmittedQuote = Quote & { txHash: string };

export const isSubmitted = (quote: Quote): quote is SubmittedQuote => quote.txHash !== null;

/** Returns false when another open quote has the same amount of the token. */
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

export async function listQuotesByIds(db: Database, ids: readonly string[]): Promise<Quote[]> {
  if (ids.length === 0) return [];
  return db
    .select()
    .from(cryptoQuotes)
    .where(inArray(cryptoQuotes.id, [...ids]));
}

/** The amounts of open quotes from `least` on, below `most`. */
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

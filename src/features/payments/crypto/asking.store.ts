import { and, asc, desc, eq, gt, gte, inArray, lte, ne, or } from 'drizzle-orm';
import type { Database } from '../../../server/database.ts';
import { cryptoQuotes, type Quote } from './quote.store.ts';

/** The open quote that asks for exactly this, to this address on this chain. */
export async function findAsking(
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

/** The open quotes of which somebody says that one of these transactions pays them. */
export async function listHinted(db: Database, txHashes: readonly string[]): Promise<Quote[]> {
  if (txHashes.length === 0) return [];
  return db
    .select()
    .from(cryptoQuotes)
    .where(and(eq(cryptoQuotes.state, 'open'), inArray(cryptoQuotes.txHash, [...txHashes])));
}

/**
 * Whether anybody else could have meant money that came at a time: there is a quote for another payment that was
 * watched then. One that is paid counts too, for its payer may have sent twice.
 */
export async function isAskedByOthers(
  db: Database,
  { chainId, address, token, paymentId }: Quote,
  cameAt: Date,
): Promise<boolean> {
  const [found] = await db
    .select({ id: cryptoQuotes.id })
    .from(cryptoQuotes)
    .where(
      and(
        or(eq(cryptoQuotes.state, 'open'), gte(cryptoQuotes.watchedUntil, cameAt)),
        eq(cryptoQuotes.address, address),
        eq(cryptoQuotes.token, token),
        eq(cryptoQuotes.chainId, chainId),
        ne(cryptoQuotes.paymentId, paymentId),
      ),
    )
    .limit(1);
  return found !== undefined;
}

/** The open quotes whose amounts are next to this one, from both sides: what a sender may have meant. */
export async function listNearest(
  db: Database,
  { token, address }: Pick<Quote, 'token' | 'address'>,
  units: bigint,
): Promise<Quote[]> {
  const open = and(
    eq(cryptoQuotes.state, 'open'),
    eq(cryptoQuotes.token, token),
    eq(cryptoQuotes.address, address),
  );
  const below = db
    .select()
    .from(cryptoQuotes)
    .where(and(open, lte(cryptoQuotes.units, units)))
    .orderBy(desc(cryptoQuotes.units))
    .limit(2);
  const above = db
    .select()
    .from(cryptoQuotes)
    .where(and(open, gt(cryptoQuotes.units, units)))
    .orderBy(asc(cryptoQuotes.units))
    .limit(2);
  return [...(await below), ...(await above)];
}

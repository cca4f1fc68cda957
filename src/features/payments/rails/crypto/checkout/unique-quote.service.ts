import { randomInt, randomUUID } from 'node:crypto';
import type { Database } from '../../../../../server/database/database.ts';
import type { ChainService } from '../../../../../server/external-services.ts';
import { Fault } from '../../../../../shared/fault.ts';
import type { Payment } from '../../../core/payment.store.ts';
import { NO_PRICE, quoteLifetimeMs, quoteWatchedMs, type Token } from '../crypto.rules.ts';
import { destinationOf } from '../quotes/our-addresses.service.ts';
import { jitterSpan, type Price, rateOf, unitsFor } from '../quotes/quote.rules.ts';
import {
  addQuote,
  listOpenQuotesOf,
  listTakenUnits,
  type Quote,
  setQuote,
} from '../quotes/quote.store.ts';

/** One payment has at most so many open amounts of a token; then one of them is quoted again. */
const maxOpenQuotes = 10;
const randomTries = 8;
/** A cent has 9,999 amounts of USDT, and one visitor can use them up. */
const extraCents = 25n;

interface Terms {
  payment: Payment;
  token: Token;
  price: Price;
  chain: ChainService;
  digest: string;
  at: Date;
}

/** Adds a quote with an amount that no other open quote has. Older quotes of the payment are still watched. */
export async function addUniqueQuote(tx: Database, terms: Terms): Promise<Quote> {
  const { payment, token, price, chain, digest, at } = terms;
  const times = {
    expiresAt: new Date(at.getTime() + quoteLifetimeMs),
    watchedUntil: new Date(at.getTime() + quoteLifetimeMs + quoteWatchedMs),
    updatedAt: at,
  };
  const draft = {
    paymentId: payment.id,
    tokenDigest: digest,
    token,
    state: 'open' as const,
    amountCents: payment.amountCents,
    rate: rateOf(price),
    source: price.source,
    chainId: chain.chainId,
    address: await destinationOf(tx, token),
    contract: token === 'USDT' ? chain.usdtAddress.toLowerCase() : null,
    txHash: null,
    sender: null,
    createdAt: at,
    ...times,
  };
  const again = await findReusableQuote(tx, draft);
  if (again) {
    await setQuote(tx, again.id, times);
    return { ...again, ...times };
  }
  const least = unitsFor(payment.amountCents, token, price);
  const span = jitterSpan(token, price);
  for (let tries = 0; tries < randomTries; tries++) {
    const quote = { ...draft, id: randomUUID(), units: least + randomBelow(span) };
    if (await addQuote(tx, quote)) return quote;
  }
  // Most amounts of this price are used: look for a free one.
  const used = new Set(await listTakenUnits(tx, token, least, least + span));
  const start = randomBelow(span);
  for (let away = 0n; away < span && used.size < span; away++) {
    const units = least + ((start + away) % span);
    const quote = { ...draft, id: randomUUID(), units };
    if (!used.has(units) && (await addQuote(tx, quote))) return quote;
  }
  // All are used: quote a few cents more, where there are many amounts.
  const wide = jitterSpan(token, price, extraCents);
  for (let tries = 0; tries < randomTries; tries++) {
    const units = least + span + randomBelow(wide);
    const quote = { ...draft, id: randomUUID(), units };
    if (await addQuote(tx, quote)) return quote;
  }
  throw new Fault(503, NO_PRICE);
}

const randomBelow = (span: bigint) => BigInt(randomInt(Number(span)));

/** Repeated requests at one rate must not use up the amounts. */
async function findReusableQuote(
  tx: Database,
  {
    paymentId,
    token,
    rate,
    address,
    amountCents,
  }: Pick<Quote, 'paymentId' | 'token' | 'rate' | 'address' | 'amountCents'>,
): Promise<Quote | undefined> {
  const open = await listOpenQuotesOf(tx, paymentId, token);
  if (open.length < maxOpenQuotes) return undefined;
  return open.find(
    (quote) =>
      quote.rate === rate && quote.address === address && quote.amountCents === amountCents,
  );
}

import {
  quoteLifetimeMs,
  quoteWatchedMs,
  type Token,
} from '../../src/features/payments/rails/crypto/crypto.rules.ts';
import {
  jitterSpan,
  type Price,
  rateOf,
  unitsFor,
} from '../../src/features/payments/rails/crypto/quotes/quote.rules.ts';
import type { Quote } from '../../src/features/payments/rails/crypto/quotes/quote.store.ts';
import { dayOf } from '../../src/features/payments/core/payment.rules.ts';
import type { Instalment } from '../../src/features/payments/core/schedule/schedule.store.ts';
import { days, seconds } from '../../src/shared/time.ts';
import { later, minutesAfter } from './calendar.ts';
import { begin, type Purchase, take } from './purchase.ts';
import type { Timeline } from './timeline.ts';
import type { World } from './world.ts';

const CHAIN = { kind: 'crypto' } as const;
/** No one holds a key to it. */
export const ADDRESS = `0x${'de'.repeat(20)}`;
const blockMs = seconds(12);

/** A due paid in ETH or USDT: final on the chain within a quarter of an hour. */
export function* paysByToken(
  purchase: Purchase,
  due: Instalment,
  begunAt: Date,
  world: World,
): Timeline {
  const { chance } = world;
  const payment = begin(purchase, due, 'crypto', begunAt, chance.id());
  let at = later(begunAt, chance.between(500, 2500));
  take(purchase, payment, { to: 'action_required', at, by: { kind: 'payer' } });
  const quote = quoteFor(payment, at, world);
  yield (at = minutesAfter(at, chance.between(2, 9)));
  quote.txHash = `0x${chance.hex(64)}`;
  take(purchase, payment, { to: 'processing', at, by: CHAIN });
  const blockAt = at;
  yield (at = minutesAfter(at, chance.between(13, 18)));
  world.onChainTransfers.push({
    ...moneyOnChain(quote.token, blockAt, world),
    txHash: quote.txHash,
    units: quote.units,
    state: 'final',
    quoteId: quote.id,
    paymentId: payment.id,
    updatedAt: at,
  });
  Object.assign(quote, { state: 'paid', updatedAt: at });
  take(purchase, payment, {
    to: 'succeeded',
    at,
    by: CHAIN,
    facts: {
      receivedCents: quote.amountCents,
      receivedOn: dayOf(blockAt),
      railReference: quote.txHash,
    },
  });
  return at;
}

/** Money on the chain of which no one knows what it is for: a person decides. */
export function* comesUnasked(at: Date, world: World): Timeline {
  const { chance } = world;
  yield at;
  const units = 100_000_000n + BigInt(chance.below(9_000_000));
  world.onChainTransfers.push({
    ...moneyOnChain('USDT', at, world),
    txHash: `0x${chance.hex(64)}`,
    units,
    state: 'review',
    quoteId: null,
    paymentId: null,
    reviewReason: 'unmatched',
    updatedAt: at,
  });
  return at;
}

const moneyOnChain = (token: Token, blockAt: Date, { chance, chain }: World) => ({
  id: chance.id(),
  chainId: chain.chainId,
  logIndex: token === 'ETH' ? -1 : chance.below(300),
  token,
  fromAddress: `0x${chance.hex(40)}`,
  toAddress: ADDRESS,
  sentUnits: null,
  blockNumber: BigInt(Math.floor(blockAt.getTime() / blockMs)),
  blockHash: `0x${chance.hex(64)}`,
  blockAt,
  reviewReason: null,
  decision: null,
  seenAt: blockAt,
});

function quoteFor(
  payment: { id: string; amountCents: bigint },
  at: Date,
  { chance, chain, quotes }: World,
): Quote {
  const token: Token = chance.happens(0.6) ? 'USDT' : 'ETH';
  const price = priceOn(token, at);
  const span = jitterSpan(token, price);
  const jitter = BigInt(chance.below(Number(span < 1_000_000_000n ? span : 1_000_000_000n)));
  const quote: Quote = {
    id: chance.id(),
    paymentId: payment.id,
    tokenDigest: chance.hex(43),
    token,
    state: 'open',
    amountCents: payment.amountCents,
    units: unitsFor(payment.amountCents, token, price) + jitter,
    rate: rateOf(price),
    source: price.source,
    chainId: chain.chainId,
    address: ADDRESS,
    contract: token === 'USDT' ? chain.usdtAddress.toLowerCase() : null,
    txHash: null,
    sender: null,
    createdAt: at,
    expiresAt: later(at, quoteLifetimeMs),
    watchedUntil: later(at, quoteLifetimeMs + quoteWatchedMs),
    updatedAt: at,
  };
  quotes.push(quote);
  return quote;
}

/** A price that no one has paid: a wave around 3,000 dollars. */
function priceOn(token: Token, at: Date): Price {
  const wave = Math.sin(at.getTime() / days(40)) * 420 + Math.sin(at.getTime() / days(6)) * 65;
  const cents = token === 'USDT' ? 100 : Math.round((3000 + wave) * 100);
  return { answer: BigInt(cents) * 1_000_000n, decimals: 8, source: 'demonstration' };
}

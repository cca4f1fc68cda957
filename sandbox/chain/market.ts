import { z } from 'zod';
import { type Call, json, Refusal, type Route } from '../control.ts';
import { CONTRACTS, word } from './contracts.ts';
import type { Node } from './node.ts';

const TOKENS = ['ETH', 'USDT'] as const;
export type Token = (typeof TOKENS)[number];
const EXCHANGES = ['coinbase', 'kraken'] as const;
export type Exchange = (typeof EXCHANGES)[number];

/** Dollars of one whole token. */
const price = z.string().regex(/^-?\d{1,9}(\.\d{1,8})?$/, 'must be a decimal string');

export const FeedSetting = z.strictObject({
  /** The feed's answer; zero or less from a broken one. */
  answer: price.optional(),
  /** The feed's age in seconds; 0 keeps it fresh, less than 0 dates it in the future. */
  staleSeconds: z.int().min(-100_000_000).max(100_000_000).optional(),
});
export const ExchangeSetting = z.strictObject({
  ETH: price.optional(),
  USDT: price.optional(),
  isDown: z.boolean().optional(),
});
export const FeeSetting = z.strictObject({
  basisPoints: z.int().min(0).max(10_000),
  /** In units, a millionth of a dollar. */
  maximumUnits: z.int().min(0).default(50_000_000),
});

type Feed = { answer: string; frozenAt: number; round: number };

const USUAL_FEEDS = {
  ETH: { answer: '3000', frozenAt: 0 },
  USDT: { answer: '1', frozenAt: 0 },
};
const USUAL_PRICES = { ETH: '3000.00', USDT: '1.00', isDown: false };

/** The prices of tokens, by the two price feeds on the chain and by the two exchanges; and the token's fee. */
export class Market {
  readonly feeds: Record<Token, Feed> = {
    ETH: { ...USUAL_FEEDS.ETH, round: 1 },
    USDT: { ...USUAL_FEEDS.USDT, round: 1 },
  };
  readonly exchanges = { coinbase: { ...USUAL_PRICES }, kraken: { ...USUAL_PRICES } };
  fee: z.infer<typeof FeeSetting> = { basisPoints: 0, maximumUnits: 50_000_000 };

  setFeed(token: Token, { answer, staleSeconds }: z.infer<typeof FeedSetting>, now: Date): void {
    const feed = this.feeds[token];
    if (answer !== undefined) feed.answer = answer;
    if (staleSeconds !== undefined)
      feed.frozenAt = staleSeconds && Math.floor(now.getTime() / 1000) - staleSeconds;
    feed.round += 1;
  }

  reset(): void {
    for (const token of TOKENS) {
      Object.assign(this.feeds[token], USUAL_FEEDS[token]);
      this.feeds[token].round += 1;
    }
    for (const exchange of EXCHANGES) Object.assign(this.exchanges[exchange], USUAL_PRICES);
  }

  /** Writes what is set into the contracts: after a start, and after a reorganisation has undone it. */
  async apply({ rpc }: Node): Promise<void> {
    const { ethUsdFeed, usdtUsdFeed, usdt } = CONTRACTS;
    for (const [address, { answer, frozenAt, round }] of [
      [ethUsdFeed, this.feeds.ETH],
      [usdtUsdFeed, this.feeds.USDT],
    ] as const) {
      for (const [slot, value] of [eighths(answer), frozenAt, round].entries())
        await rpc('anvil_setStorageAt', address, word(slot), word(value));
    }
    await rpc('anvil_setStorageAt', usdt, word(2), word(this.fee.basisPoints));
    await rpc('anvil_setStorageAt', usdt, word(3), word(this.fee.maximumUnits));
  }
}

/** A price with eight decimals, as a whole number. */
function eighths(text: string): bigint {
  const [whole = '', fraction = ''] = text.replace('-', '').split('.');
  const size = BigInt(whole + fraction.padEnd(8, '0'));
  return text.startsWith('-') ? -size : size;
}

/** The name of a token in a path; refuses another. */
export function tokenOf({ params }: Call): Token {
  const token = TOKENS.find((name) => name === params.token);
  if (!token) throw new Refusal(404, 'No such token');
  return token;
}

/** The two exchanges in the shapes of their public APIs, and the switch for what they say. */
export function exchangeRoutes({
  market: { exchanges },
  setExchange,
}: {
  market: Market;
  setExchange(exchange: Exchange, setting: z.infer<typeof ExchangeSetting>): unknown;
}): Route[] {
  const open = (name: (typeof EXCHANGES)[number]) => {
    if (exchanges[name].isDown) throw new Refusal(503, 'The exchange is down');
    return exchanges[name];
  };
  return [
    {
      method: 'GET',
      path: '/exchanges/coinbase/v2/prices/:pair/spot',
      handle({ params }) {
        const [base = '', currency] = (params.pair ?? '').split('-');
        const token = TOKENS.find((name) => name === base);
        if (!token || currency !== 'USD')
          return json({ errors: [{ id: 'not_found', message: 'Invalid base currency' }] }, 404);
        return json({ data: { amount: open('coinbase')[token], base, currency } });
      },
    },
    {
      method: 'GET',
      path: '/exchanges/kraken/0/public/Ticker',
      handle({ url }) {
        const pairs = (url.searchParams.get('pair') ?? '').split(',');
        const prices = open('kraken');
        const result: Record<string, unknown> = {};
        for (const pair of pairs) {
          const token = TOKENS.find((name) => pair === `${name}USD` || pair === KRAKEN[name]);
          if (!token) return json({ error: ['EQuery:Unknown asset pair'] });
          result[KRAKEN[token]] = ticker(prices[token]);
        }
        return json({ error: [], result });
      },
    },
    {
      method: 'PUT',
      path: '/exchanges/:exchange',
      async handle(call) {
        const name = EXCHANGES.find((exchange) => exchange === call.params.exchange);
        if (!name) throw new Refusal(404, 'No such exchange');
        return json(setExchange(name, await call.json(ExchangeSetting)));
      },
    },
  ];
}

/** Under these names Kraken answers, whatever the pair was called in the question. */
const KRAKEN = { ETH: 'XETHZUSD', USDT: 'USDTZUSD' } as const;

const ticker = (last: string) => ({
  a: [last, '1', '1.000'],
  b: [last, '1', '1.000'],
  c: [last, '0.10000000'],
  v: ['1000.00000000', '2000.00000000'],
  p: [last, last],
  t: [1000, 2000],
  l: [last, last],
  h: [last, last],
  o: last,
});

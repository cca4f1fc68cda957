import * as z from 'zod/mini';
import { parseAbi, type PublicClient } from 'viem';
import type { ChainService } from '../../../../../server/external-services.ts';
import { seconds } from '../../../../../shared/time.ts';
import { agree, nodesOf } from '../chain/nodes.gateway.ts';
import type { Token } from '../crypto.rules.ts';

/** https://docs.cdp.coinbase.com/coinbase-app/track-apis/prices */
const CoinbaseSpot = z.object({ data: z.object({ amount: z.string() }) });
/** https://docs.kraken.com/api/docs/rest-api/get-ticker-information; `c` is the last trade. */
const KrakenTicker = z.object({
  error: z.array(z.string()).check(z.length(0)),
  result: z.record(z.string(), z.object({ c: z.tuple([z.string(), z.string()]) })),
});

/** A payer waits for the slowest. */
const timeoutMs = seconds(5);

/** Dollars of one whole token, a decimal string. */
export interface ExchangePrice {
  exchange: 'coinbase' | 'kraken';
  amount: string;
}

/** What two exchanges say; one that gives no answer, a wrong one or none in time is left out. */
export async function readExchangePrices(
  { coinbase, kraken }: { coinbase: string; kraken: string },
  token: Token,
): Promise<ExchangePrice[]> {
  const asked = await Promise.allSettled([
    read(`${coinbase}/v2/prices/${token}-USD/spot`, CoinbaseSpot).then(
      ({ data: { amount } }): ExchangePrice => ({ exchange: 'coinbase', amount }),
    ),
    read(`${kraken}/0/public/Ticker?pair=${token}USD`, KrakenTicker).then(
      ({ result }): ExchangePrice => ({ exchange: 'kraken', amount: lastTradeOf(result) }),
    ),
  ]);
  return asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
}

/** Kraken uses its own names, such as XETHZUSD. */
function lastTradeOf(result: z.output<typeof KrakenTicker>['result']): string {
  const [last] = Object.values(result);
  if (!last) throw new Error('Kraken names no price.');
  return last.c[0];
}

async function read<T>(url: string, shape: z.ZodMiniType<T>): Promise<T> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' });
  if (!answer.ok) throw new Error(`${new URL(url).host} answered ${answer.status}.`);
  return z.parse(shape, await answer.json());
}

export interface FeedAnswer {
  description: string;
  decimals: number;
  answer: bigint;
  updatedAt: Date;
  round: bigint;
}

/** https://docs.chain.link/data-feeds/api-reference */
const FEED = parseAbi([
  'function description() view returns (string)',
  'function decimals() view returns (uint8)',
  'function latestRoundData() view returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)',
]);

/** Reads a price feed, now or at a block. Throws `ChainUnavailable`. */
export async function readFeed(
  service: ChainService,
  feed: string,
  blockNumber?: bigint,
): Promise<FeedAnswer> {
  const of = {
    address: feed as `0x${string}`,
    abi: FEED,
    ...(blockNumber === undefined ? {} : { blockNumber }),
  } as const;
  const read = async (node: PublicClient): Promise<FeedAnswer> => {
    const [description, decimals, [round, answer, , updatedAt]] = await Promise.all([
      node.readContract({ ...of, functionName: 'description' }),
      node.readContract({ ...of, functionName: 'decimals' }),
      node.readContract({ ...of, functionName: 'latestRoundData' }),
    ]);
    return { description, decimals, answer, round, updatedAt: new Date(Number(updatedAt) * 1000) };
  };
  return agree(await nodesOf(service), read, ({ description, decimals, answer, round }) => [
    description,
    decimals,
    answer,
    round,
  ]);
}

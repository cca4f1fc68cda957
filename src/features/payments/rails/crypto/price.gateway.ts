import * as z from 'zod/mini';
import { seconds } from '../../../../shared/time.ts';
import type { Token } from './crypto.rules.ts';

/** https://docs.cdp.coinbase.com/coinbase-app/track-apis/prices */
const CoinbaseSpot = z.object({ data: z.object({ amount: z.string() }) });
/** https://docs.kraken.com/api/docs/rest-api/get-ticker-information; `c` is the last trade. */
const KrakenTicker = z.object({
  error: z.array(z.string()).check(z.length(0)),
  result: z.record(z.string(), z.object({ c: z.tuple([z.string(), z.string()]) })),
});

const timeoutMs = seconds(10);

/** Dollars of one whole token at two exchanges, as decimal strings. Throws when one of them gives no price. */
export async function askExchanges(
  { coinbase, kraken }: { coinbase: string; kraken: string },
  token: Token,
): Promise<{ coinbase: string; kraken: string }> {
  const [spot, ticker] = await Promise.all([
    read(`${coinbase}/v2/prices/${token}-USD/spot`, CoinbaseSpot),
    read(`${kraken}/0/public/Ticker?pair=${token}USD`, KrakenTicker),
  ]);
  // Kraken answers under a name of its own, such as XETHZUSD.
  const [last] = Object.values(ticker.result);
  if (!last) throw new Error('Kraken names no price.');
  return { coinbase: spot.data.amount, kraken: last.c[0] };
}

async function read<T>(url: string, shape: z.ZodMiniType<T>): Promise<T> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) });
  if (!answer.ok) throw new Error(`${new URL(url).host} answered ${answer.status}.`);
  return z.parse(shape, await answer.json());
}

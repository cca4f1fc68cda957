import type { ChainService } from '../../../../../server/external-services.ts';
import { Fault } from '../../../../../shared/fault.ts';
import { readFeed, readExchangePrices } from './price.gateway.ts';
import { ChainUnavailable } from '../chain/nodes.gateway.ts';
import { feedFreshMs, NO_PRICE, type Token } from '../crypto.rules.ts';
import { agreedPrice, isNearDollar, type Price, priceOfText } from './quote.rules.ts';

/** What the feeds must call themselves, so that a wrong address in the settings prices nothing. */
const DESCRIPTION: Readonly<Record<Token, string>> = { ETH: 'ETH / USD', USDT: 'USDT / USD' };
const FEED_DECIMALS = 8;

/**
 * What a token is worth: by its feed on the chain; where that is stale or broken, by two exchanges that agree
 * within one per cent. Throws 503 when neither says anything sure, or USDT has left the dollar.
 */
export async function readPrice(service: ChainService, token: Token, now: Date): Promise<Price> {
  const price =
    (await priceOfFeed(service, token, now)) ?? (await priceOfExchanges(service, token));
  if (!price || (token === 'USDT' && !isNearDollar(price))) throw new Fault(503, NO_PRICE);
  return price;
}

/** What a token was worth in a block; what it is worth now where a node no longer knows; undefined when nobody says. */
export async function priceInBlock(
  service: ChainService,
  token: Token,
  block: { number: bigint; at: Date },
): Promise<Price | undefined> {
  return (
    (await priceOfFeed(service, token, block.at, block.number)) ??
    (await priceOfExchanges(service, token))
  );
}

async function priceOfFeed(
  service: ChainService,
  token: Token,
  now: Date,
  blockNumber?: bigint,
): Promise<Price | undefined> {
  const address = token === 'ETH' ? service.ethUsdFeed : service.usdtUsdFeed;
  // A chain that cannot be read has no price; there is another source, and the quote says which it was.
  const feed = await readFeed(service, address, blockNumber).catch((error: unknown) => {
    if (!(error instanceof ChainUnavailable)) throw error;
  });
  const isSound =
    feed &&
    feed.description === DESCRIPTION[token] &&
    feed.decimals === FEED_DECIMALS &&
    feed.answer > 0n &&
    now.getTime() - feed.updatedAt.getTime() <= feedFreshMs[token];
  if (!isSound) return undefined;
  const source = `chainlink ${feed.description} round ${feed.round}`;
  return { answer: feed.answer, decimals: feed.decimals, source };
}

async function priceOfExchanges(
  { exchanges }: ChainService,
  token: Token,
): Promise<Price | undefined> {
  const said = await readExchangePrices(exchanges, token).catch((error: unknown) => {
    // No answer, a wrong one, a time-out: whatever it was, it is no price.
    if (error instanceof Error) return undefined;
    throw error;
  });
  if (!said) return undefined;
  const [coinbase, kraken] = [priceOfText(said.coinbase), priceOfText(said.kraken)];
  const agreed = coinbase && kraken && agreedPrice(coinbase, kraken);
  return agreed && { ...agreed, source: `coinbase ${said.coinbase}, kraken ${said.kraken}` };
}

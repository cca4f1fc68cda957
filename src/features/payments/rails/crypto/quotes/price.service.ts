import type { ChainService } from '../../../../../server/external-services.ts';
import { Fault } from '../../../../../shared/fault.ts';
import { readFeed, readExchangePrices } from './price.gateway.ts';
import { ChainUnavailable } from '../chain/nodes.gateway.ts';
import { feedFreshMs, NO_PRICE, type Token } from '../crypto.rules.ts';
import { agreedPrice, isNearDollar, type Price, priceOfText } from './quote.rules.ts';

/** The description that each feed must have, so that a wrong address in the settings gives no price. */
const DESCRIPTION: Readonly<Record<Token, string>> = { ETH: 'ETH / USD', USDT: 'USDT / USD' };
const FEED_DECIMALS = 8;

/**
 * The price of a token by its feed on the chain; where that is stale or broken, by two exchanges that agree
 * within one per cent. Throws 503 when neither gives a price, or USDT is not near a dollar.
 */
export async function readPrice(service: ChainService, token: Token, now: Date): Promise<Price> {
  const price =
    (await priceOfFeed(service, token, now)) ?? (await priceOfExchanges(service, token));
  if (!price || (token === 'USDT' && !isNearDollar(price))) throw new Fault(503, NO_PRICE);
  return price;
}

/**
 * The price in a block, or the exchanges' price now where no node knows it any more; undefined when no source
 * gives one.
 */
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
  // Without a readable chain there is another source, and the quote records which.
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
    // No answer, a wrong one and a time-out all mean: no price.
    if (error instanceof Error) return undefined;
    throw error;
  });
  if (!said) return undefined;
  const [coinbase, kraken] = [priceOfText(said.coinbase), priceOfText(said.kraken)];
  const agreed = coinbase && kraken && agreedPrice(coinbase, kraken);
  return agreed && { ...agreed, source: `coinbase ${said.coinbase}, kraken ${said.kraken}` };
}

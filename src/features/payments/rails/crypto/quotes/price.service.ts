import type { ChainService } from '../../../../../server/external-services.ts';
import { Fault } from '../../../../../shared/fault.ts';
import { ChainUnavailable } from '../chain/nodes.gateway.ts';
import { feedAheadMs, feedFreshMs, NO_PRICE, type Token, TOKENS } from '../crypto.rules.ts';
import { type ExchangePrice, readExchangePrices, readFeed } from './price.gateway.ts';
import { type PriceRefusal, PRICE_REFUSALS } from './price.rules.ts';
import {
  agreedPrice,
  isNearDollar,
  isWithinPercent,
  type Price,
  priceOfText,
} from './quote.rules.ts';
import type { AppContext } from '../../../../../server/context.ts';
import { findActiveConfig } from '../../../pricing/payment-config.store.ts';
import { hasSingleNode, payingChain } from '../chain/paying-chain.service.ts';
import type { CryptoStatus } from '../status/crypto-status.contract.ts';

/** The description that each feed must have, so that a wrong address in the settings gives no price. */
const DESCRIPTION: Readonly<Record<Token, string>> = { ETH: 'ETH / USD', USDT: 'USDT / USD' };
const FEED_DECIMALS = 8;

type FoundPrice = { price: Price } | { refusal: PriceRefusal };

/** The price of a token, or why none is certain enough to be quoted. */
async function findPrice(service: ChainService, token: Token, now: Date): Promise<FoundPrice> {
  const found = await comparePrices(service, token, now);
  return token === 'USDT' && 'price' in found && !isNearDollar(found.price)
    ? { refusal: 'not_dollar' }
    : found;
}

/** The price of a token. Throws 503 when none is certain. */
export async function readPrice(service: ChainService, token: Token, now: Date): Promise<Price> {
  const found = await findPrice(service, token, now);
  if ('refusal' in found) throw new Fault(503, NO_PRICE);
  return found.price;
}

/**
 * The price in a block, or the exchanges' price now where no node knows it any more; undefined when none is
 * certain.
 */
export async function priceInBlock(
  service: ChainService,
  token: Token,
  block: { number: bigint; at: Date },
): Promise<Price | undefined> {
  const found = await comparePrices(service, token, block.at, block.number);
  return 'price' in found ? found.price : undefined;
}

/**
 * Two sources, always: the feed on the chain that every exchange which answers confirms; where the feed is stale
 * or broken, two exchanges that agree within one per cent. A feed of the future is neither: it is wrong, or our
 * clock is.
 */
async function comparePrices(
  service: ChainService,
  token: Token,
  now: Date,
  blockNumber?: bigint,
): Promise<FoundPrice> {
  const [feed, exchanges] = await Promise.all([
    readFeedPrice(service, token, now, blockNumber),
    readExchangePrices(service.exchanges, token),
  ]);
  const prices = exchanges.flatMap(pricesOf);
  if (feed === 'ahead') return { refusal: 'ahead' };
  if (feed === undefined) return priceOfExchanges(prices);
  if (prices.length === 0) return { refusal: 'no_exchange' };
  if (!prices.every((price) => isWithinPercent(feed, price, service.maxPriceDifferencePercent)))
    return { refusal: 'apart' };
  return { price: { ...feed, source: sourcesOf([feed, ...prices]) } };
}

/** Undefined when the feed cannot be read, is stale or is none of ours. */
async function readFeedPrice(
  service: ChainService,
  token: Token,
  now: Date,
  blockNumber?: bigint,
): Promise<Price | 'ahead' | undefined> {
  const address = token === 'ETH' ? service.ethUsdFeed : service.usdtUsdFeed;
  // Without a readable chain there is another source, and the quote records which.
  const feed = await readFeed(service, address, blockNumber).catch((error: unknown) => {
    if (!(error instanceof ChainUnavailable)) throw error;
  });
  const isOurs = feed?.description === DESCRIPTION[token] && feed.decimals === FEED_DECIMALS;
  if (!isOurs || feed.answer <= 0n) return undefined;
  const ageMs = now.getTime() - feed.updatedAt.getTime();
  if (ageMs < -feedAheadMs) return 'ahead';
  if (ageMs > feedFreshMs[token]) return undefined;
  const source = `chainlink ${feed.description} round ${feed.round}`;
  return { answer: feed.answer, decimals: feed.decimals, source };
}

function priceOfExchanges([one, other]: readonly Price[]): FoundPrice {
  const agreed = one && other && agreedPrice(one, other);
  return agreed
    ? { price: { ...agreed, source: sourcesOf([one, other]) } }
    : { refusal: 'unconfirmed' };
}

function pricesOf({ exchange, amount }: ExchangePrice): Price[] {
  const price = priceOfText(amount);
  return price ? [{ ...price, source: `${exchange} ${amount}` }] : [];
}

const sourcesOf = (prices: readonly Price[]) => prices.map(({ source }) => source).join(', ');

type Context = Pick<AppContext, 'db' | 'clock' | 'externalServices' | 'settings'>;

/** Asks the price sources as a quote does. */
export async function checkCrypto(context: Context): Promise<CryptoStatus> {
  const { db, clock, settings } = context;
  const { maxPriceDifferencePercent } = settings.ethereum;
  const service = payingChain(context);
  if (!service || !(await findActiveConfig(db, 'crypto')))
    return { isOn: false, hasSingleNode: false, maxPriceDifferencePercent, refusals: [] };
  const refusals = await Promise.all(
    TOKENS.map(async (token) => {
      const found = await findPrice(service, token, clock.now());
      return 'refusal' in found ? [{ token, reason: found.refusal }] : [];
    }),
  );
  return {
    isOn: true,
    hasSingleNode: hasSingleNode(service),
    maxPriceDifferencePercent,
    refusals: refusals.flat(),
  };
}

/** Throws while a token cannot be quoted: what fails is in the daily email about problems. */
export async function requirePrices(context: Context): Promise<void> {
  const { refusals, maxPriceDifferencePercent } = await checkCrypto(context);
  if (refusals.length === 0) return;
  const sentences = refusals.map(({ token, reason }) =>
    `${token}: ${PRICE_REFUSALS[reason]}`.replace('{percent}', String(maxPriceDifferencePercent)),
  );
  throw new Error(`No price is quoted. ${sentences.join(' ')}`);
}

import type { AppContext } from '../../../../../server/context.ts';
import { findActiveConfig } from '../../../pricing/payment-config.store.ts';
import { hasSingleNode, payingChain } from '../chain/paying-chain.service.ts';
import { TOKENS } from '../crypto.rules.ts';
import { PRICE_REFUSALS } from '../quotes/price.rules.ts';
import { findPrice } from '../quotes/price.service.ts';
import type { CryptoStatus } from './crypto-status.contract.ts';

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

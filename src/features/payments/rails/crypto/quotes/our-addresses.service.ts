import type { Database } from '../../../../../server/database/database.ts';
import { Fault } from '../../../../../shared/fault.ts';
import { isEthereumAddress } from '../../../pricing/ethereum-address.rules.ts';
import { findActiveConfig, listPaymentConfigs } from '../../../pricing/payment-config.store.ts';
import { CRYPTO_OFF, type Token } from '../crypto.rules.ts';
import { listQuotedAddresses } from './open-quotes.store.ts';

/**
 * The address for payments in a token (gaps.md §2), lower case. Throws 503 while no crypto configuration is
 * active.
 */
export async function destinationOf(db: Database, token: Token): Promise<string> {
  const config = await findActiveConfig(db, 'crypto');
  if (!config) throw new Fault(503, CRYPTO_OFF);
  const { ethereumAddress, usdtAddress } = config.configData as Record<string, string>;
  const own = token === 'USDT' && usdtAddress && isEthereumAddress(usdtAddress);
  const address = own ? usdtAddress : ethereumAddress;
  if (!address) throw new Error('A crypto configuration without an address was stored.');
  return address.toLowerCase();
}

/** All addresses that were ever quoted or configured, lower case. */
export async function listOurAddresses(db: Database): Promise<string[]> {
  const configs = (await listPaymentConfigs(db)).filter(
    ({ configType }) => configType === 'crypto',
  );
  const configured = configs.flatMap(({ configData: { ethereumAddress, usdtAddress } }) =>
    [ethereumAddress, usdtAddress].filter(
      (text): text is string => typeof text === 'string' && isEthereumAddress(text),
    ),
  );
  const quoted = await listQuotedAddresses(db);
  return [...new Set([...configured.map((text) => text.toLowerCase()), ...quoted])];
}

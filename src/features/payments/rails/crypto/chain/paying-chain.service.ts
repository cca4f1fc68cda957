import type { AppContext } from '../../../../../server/context.ts';
import type { ChainService } from '../../../../../server/external-services.ts';
import { SettingError, type Settings } from '../../../../../server/settings.ts';
import { Fault } from '../../../../../shared/fault.ts';
import { entriesOf } from '../../../../../shared/record.ts';
import { isEthereumAddress } from '../../../pricing/ethereum-address.rules.ts';
import { CRYPTO_OFF, type Token } from '../crypto.rules.ts';
import type { Database } from '../../../../../server/database/database.ts';
import { findActiveConfig, listPaymentConfigs } from '../../../pricing/payment-config.store.ts';
import { listQuotedAddresses } from '../quotes/open-quotes.store.ts';

/** The chain that payments use; undefined when there is none. A test network pays nothing in production. */
export function payingChain({
  externalServices,
  settings,
}: Pick<AppContext, 'externalServices' | 'settings'>): ChainService | undefined {
  const chain = externalServices.chain();
  return chain && !(chain.isTest && settings.production) ? chain : undefined;
}

/** No second node confirms what the only one says: then an administrator does. */
export const hasSingleNode = ({ rpcUrls }: Pick<ChainService, 'rpcUrls'>) => rpcUrls.length === 1;

export function requireChain(
  context: Pick<AppContext, 'externalServices' | 'settings'>,
): ChainService {
  const chain = payingChain(context);
  if (!chain) throw new Fault(503, CRYPTO_OFF);
  return chain;
}

/** The settings that name a contract on the chain. */
const CONTRACTS = {
  ethUsdFeed: 'ETH_USD_FEED',
  usdtUsdFeed: 'USDT_USD_FEED',
  usdtAddress: 'USDT_ADDRESS',
} as const;

/** Refuses a start with a mistyped contract, whose checksum (EIP-55) does not match. Throws SettingError. */
export function requireContracts({ ethereum }: Pick<Settings, 'ethereum'>): void {
  for (const [key, name] of entriesOf(CONTRACTS))
    if (!isEthereumAddress(ethereum[key]))
      throw new SettingError(
        `${name} is not an Ethereum address, or its checksum does not match: copy it again.`,
      );
}

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

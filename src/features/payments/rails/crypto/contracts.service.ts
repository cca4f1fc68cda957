import { SettingError, type Settings } from '../../../../server/settings.ts';
import { isEthereumAddress } from '../../pricing/ethereum-address.rules.ts';

/** The settings that name a contract on the chain. */
const CONTRACTS = {
  ethUsdFeed: 'ETH_USD_FEED',
  usdtUsdFeed: 'USDT_USD_FEED',
  usdtAddress: 'USDT_ADDRESS',
} as const;

/** Stops a start with a mistyped contract: its checksum (EIP-55) does not match. Throws SettingError. */
export function demandContracts({ ethereum }: Pick<Settings, 'ethereum'>): void {
  for (const [key, name] of Object.entries(CONTRACTS) as [keyof typeof CONTRACTS, string][])
    if (!isEthereumAddress(ethereum[key]))
      throw new SettingError(
        `${name} is not an Ethereum address, or its checksum does not match: copy it again.`,
      );
}

import type { Settings } from './settings.ts';

/** PayPal, or what is in for it. */
export interface CardService {
  apiUrl: string;
  clientId: string;
  clientSecret: string;
  /** Unset: notices cannot be checked and are refused; the reconciler finds out all the same. */
  webhookId: string | undefined;
  environment: 'sandbox' | 'live';
  /** Address of the buttons' script; unset: PayPal's own. */
  sdkUrl: string | undefined;
  /** PEM of who signs the certificates of notices; unset: PayPal's own, whose certificates the system trusts. */
  webhookAuthority: string | undefined;
  /** No real money moves there. */
  isTest: boolean;
}

/** A chain and the contracts on it that we read. */
export interface ChainService {
  /** Where there are several, two must agree; what a single one says, an administrator confirms. */
  rpcUrls: readonly string[];
  chainId: number;
  ethUsdFeed: string;
  usdtUsdFeed: string;
  usdtAddress: string;
  /** A feed that differs from an exchange by more is not believed. */
  maxPriceDifferencePercent: number;
  /** Where pages read the chain; unset: its public addresses. A configured one may carry a key and stays with us. */
  pageRpcUrl: string | undefined;
  /** Script of a wallet for trying out; in the sandbox only. */
  testWalletUrl: string | undefined;
  /** The two exchanges that the price feeds are compared with. */
  exchanges: { coinbase: string; kraken: string };
  isTest: boolean;
}

/** Wallets on another device, by a QR code. */
export interface WalletRelay {
  projectId: string;
  /** Unset: the vendor's own. */
  relayUrl: string | undefined;
}

/** The addresses of outside services. Read each time: a restarted sandbox may have others. */
export interface ExternalServices {
  card(): CardService | undefined;
  chain(): ChainService | undefined;
  walletRelay(): WalletRelay | undefined;
}

/** The sandbox's replacements for services that are not configured. */
export interface SandboxServices {
  card: Pick<CardService, 'apiUrl' | 'clientId' | 'clientSecret' | 'sdkUrl'> & {
    webhookId: string;
    webhookAuthority: string;
  };
  chain: { rpcUrls: readonly string[]; walletUrl: string; exchanges: ChainService['exchanges'] };
  walletRelay: WalletRelay;
}

const EXCHANGES = {
  coinbase: 'https://api.coinbase.com',
  kraken: 'https://api.kraken.com',
} as const;

const MAINNET = 1;
const SEPOLIA = 11155111;

/** The addresses at which anyone may read the chain, the same as viem's own (proved in crypto/chain/paying-chain.test.ts). */
export const publicRpcUrlsOf = (chainId: number): readonly string[] =>
  chainId === SEPOLIA ? ['https://11155111.rpc.thirdweb.com'] : ['https://ethereum.reth.rs/rpc'];

/** Configured services first, then the sandbox's; a rail that has neither is off and says so. */
export function externalServicesOf(
  settings: Pick<Settings, 'paypal' | 'ethereum' | 'walletConnect' | 'production'>,
  sandboxServices: () => SandboxServices | undefined,
): ExternalServices {
  const { paypal, ethereum, walletConnect, production } = settings;
  const { rpcUrls, ...contracts } = ethereum;
  return {
    card() {
      if (paypal)
        return { ...paypal, webhookAuthority: undefined, isTest: paypal.environment !== 'live' };
      const card = sandboxServices()?.card;
      return card && { ...card, environment: 'sandbox', isTest: true };
    },
    chain() {
      const isSepolia = contracts.chainId === SEPOLIA;
      if (rpcUrls || production) {
        return {
          ...contracts,
          rpcUrls: rpcUrls ?? publicRpcUrlsOf(contracts.chainId),
          pageRpcUrl: undefined,
          testWalletUrl: undefined,
          exchanges: EXCHANGES,
          isTest: isSepolia,
        };
      }
      const chain = sandboxServices()?.chain;
      return (
        chain && {
          ...contracts,
          chainId: MAINNET,
          rpcUrls: chain.rpcUrls,
          pageRpcUrl: chain.rpcUrls[0],
          testWalletUrl: chain.walletUrl,
          exchanges: chain.exchanges,
          isTest: true,
        }
      );
    },
    walletRelay: () => walletConnect ?? sandboxServices()?.walletRelay,
  };
}

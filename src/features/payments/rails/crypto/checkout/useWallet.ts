import { useEffect, useState, useSyncExternalStore } from 'react';
import {
  type Config,
  type Connector,
  createConfig,
  http,
  injected,
  ProviderNotFoundError,
} from 'wagmi';
import {
  connect,
  disconnect,
  getConnection,
  reconnect,
  switchChain,
  watchConnection,
  watchConnectors,
} from 'wagmi/actions';
import { mainnet, sepolia } from 'wagmi/chains';
import { words } from '../../../../../shared/words.ts';
import { toast } from '../../../../../web/ui/toasts.ts';
import { useWords } from '../../../../../web/words.tsx';
import { type CryptoEnvironment, walletSentence } from './wallet.rules.ts';

/** The id of wagmi's connector for wallets by QR code. */
const QR_ID = 'walletConnect';
const TEST_WALLET_ID = 'localhost.sandbox.wallet';

let current: { key: string; page: Page } | undefined;

type Page = ReturnType<typeof pageOf>;

/** One for the page: plans and tabs share the wallet. wagmi stores its own state in localStorage. */
function pageFor({ rpcUrl, chainId }: CryptoEnvironment): Page {
  const key = `${rpcUrl} ${chainId}`;
  if (current?.key !== key) {
    const own = http(rpcUrl ?? undefined);
    const config = createConfig({
      chains: chainId === sepolia.id ? [sepolia, mainnet] : [mainnet, sepolia],
      connectors: [injected()],
      transports:
        chainId === sepolia.id
          ? { [mainnet.id]: http(), [sepolia.id]: own }
          : { [mainnet.id]: own, [sepolia.id]: http() },
    });
    current = { key, page: pageOf(config) };
  }
  return current.page;
}

/** Watches from the start, so that no change between two renders is missed. */
function pageOf(config: Config) {
  let state = { connection: getConnection(config), connectors: config.connectors };
  const listeners = new Set<() => void>();
  const change = (part: Partial<typeof state>) => {
    state = { ...state, ...part };
    for (const listener of listeners) listener();
  };
  watchConnection(config, { onChange: (connection) => change({ connection }) });
  watchConnectors(config, { onChange: (connectors) => change({ connectors }) });
  return {
    config,
    read: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Configurations that are being resumed or were: a wallet is asked once. */
const resumed = new WeakSet<Config>();

/** Reconnects the wallets that were allowed before, the latest first (specification §4). */
async function resume(config: Config, environment: CryptoEnvironment): Promise<void> {
  if (resumed.has(config)) return;
  resumed.add(config);
  const recent = await config.storage?.getItem('recentConnectorId');
  const { walletConnect, testWalletUrl } = environment;
  if (recent === TEST_WALLET_ID && testWalletUrl) await loadTestWallet(testWalletUrl);
  const byQr =
    recent === QR_ID && walletConnect
      ? [(await import('./useQrWallet.ts')).qrConnectorOf(config, walletConnect)]
      : [];
  await reconnect(config, { connectors: [...byQr, ...config.connectors] });
}

function loadTestWallet(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = url;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => reject(new Error('The sandbox wallet did not load.')));
    document.head.append(script);
  });
}

export type Wallet = ReturnType<typeof useWallet>;

/** The payer's wallet: those available, the connected one, and its network. */
export function useWallet(environment: CryptoEnvironment) {
  const t = useWords();
  const { config, subscribe, read } = pageFor(environment);
  const { connection, connectors } = useSyncExternalStore(subscribe, read);
  const [problem, setProblem] = useState<string>();

  useEffect(() => {
    resume(config, environment).catch(console.warn);
  }, [config, environment]);

  /** Runs an operation and shows its failure beside the wallet; a connection stays. */
  async function attempt(operation: () => Promise<unknown>): Promise<boolean> {
    setProblem(undefined);
    try {
      await operation();
      return true;
    } catch (error) {
      console.warn(error);
      setProblem(walletSentence(error));
      return false;
    }
  }

  const discovered = connectors.filter(({ id, type }) => type === 'injected' && id !== 'injected');
  const hasInjected = typeof window !== 'undefined' && 'ethereum' in window;
  return {
    config,
    connection,
    problem,
    isOnChain: connection.chainId === environment.chainId,
    /** Wallets of this browser; an unnamed one only when no other is found. */
    found:
      discovered.length > 0 || !hasInjected
        ? discovered
        : connectors.filter(({ id }) => id === 'injected'),
    connect: (connector: Connector) => attempt(() => connect(config, { connector })),
    disconnect: () => attempt(() => disconnect(config)),
    useTestWallet: (url: string) =>
      attempt(async () => {
        const find = () => config.connectors.find(({ id }) => id === TEST_WALLET_ID);
        if (!find()) await loadTestWallet(url);
        const connector = find();
        if (!connector) throw new ProviderNotFoundError();
        await connect(config, { connector });
      }),
    /** Asks the wallet to switch to the payment's network; returns whether it did. */
    async switchNetwork(): Promise<boolean> {
      setProblem(undefined);
      toast({
        title: t('Switching Network'),
        description: t('Please confirm Ethereum Mainnet in your wallet.'),
      });
      try {
        await switchChain(config, { chainId: environment.chainId });
        return true;
      } catch (error) {
        console.warn(error);
        setProblem(walletSentence(error));
        toast({
          title: t('Network Switch Failed'),
          description: t(BY_HAND),
          variant: 'destructive',
        });
        return false;
      }
    },
  };
}

const BY_HAND = words('Please switch manually to Ethereum Mainnet in your wallet.');

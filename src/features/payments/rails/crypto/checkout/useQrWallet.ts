import { useRef, useState } from 'react';
import type { Config, Connector } from 'wagmi';
import { connect } from 'wagmi/actions';
import { walletConnect } from 'wagmi/connectors/walletConnect';
import { type CryptoEnvironment, walletSentence } from './wallet.rules.ts';

type Project = NonNullable<CryptoEnvironment['walletConnect']>;

/**
 * wagmi's connector for a wallet on another device, without its vendor's dialog, telemetry and verification.
 * Before each message the library loads a frame of verify.walletconnect.org; where a policy like ours blocks
 * the frame, it waits five seconds. Wallets take an empty answer for an unknown page.
 */
const createQrConnector =
  ({ projectId, relayUrl }: Project): ReturnType<typeof walletConnect> =>
  (config) => {
    const connector = walletConnect({
      projectId,
      ...(relayUrl ? { relayUrl } : {}),
      showQrModal: false,
      telemetryEnabled: false,
      metadata: {
        name: 'One Africa Passport',
        description: 'Payment for the campaign kit',
        url: location.origin,
        icons: [`${location.origin}/pictures/icon-180.png`],
      },
    })(config);
    return {
      ...connector,
      async getProvider(asked) {
        const provider = await connector.getProvider(asked);
        provider.signer.client.core.verify.register = async () => '';
        return provider;
      },
    };
  };

/** One for a page: each has its own connection to the relay. */
const connectors = new WeakMap<Config, Connector>();

export function qrConnectorOf(config: Config, project: Project): Connector {
  const known = connectors.get(config);
  if (known) return known;
  const connector = config._internal.connectors.setup(createQrConnector(project));
  connectors.set(config, connector);
  // A failure, such as a lost connection while its code was fetched, is cached: the next try gets a new
  // connector. `connect` waits for the same promise and reports the failure.
  connector.getProvider().catch(() => connectors.delete(config));
  return connector;
}

/** Connects a wallet on another device; `uri` is the link that it scans or pastes. */
export function useQrWallet(config: Config, project: Project, onConnected: () => void) {
  const [uri, setUri] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const isCancelled = useRef(false);

  return {
    uri,
    problem,
    async begin() {
      isCancelled.current = false;
      setProblem(undefined);
      // An old code connects nothing any more.
      setUri(undefined);
      const connector = qrConnectorOf(config, project);
      const hear = ({ type, data }: { type: string; data?: unknown }) => {
        if (type === 'display_uri' && typeof data === 'string') setUri(data);
      };
      connector.emitter.on('message', hear);
      try {
        await connect(config, { connector });
        if (!isCancelled.current) onConnected();
      } catch (error) {
        if (isCancelled.current) return;
        console.warn(error);
        setProblem(walletSentence(error));
      } finally {
        connector.emitter.off('message', hear);
      }
    },
    /** A wallet that has scanned the code may still connect: the library cannot revoke it. */
    cancel() {
      isCancelled.current = true;
    },
  };
}

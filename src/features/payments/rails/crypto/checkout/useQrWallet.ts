import { useRef, useState } from 'react';
import type { Config, Connector } from 'wagmi';
import { connect } from 'wagmi/actions';
import { walletConnect } from 'wagmi/connectors/walletConnect';
import { type CryptoEnvironment, walletSentence } from './wallet.rules.ts';

type Project = NonNullable<CryptoEnvironment['walletConnect']>;

/**
 * wagmi's connector for a wallet on another device, without its vendor's dialog, its counting and its asking:
 * before each message the library puts in a frame of verify.walletconnect.org, and where that is not let in,
 * as by our policy, waits for it for five seconds. Wallets take the empty answer for a page that they do not know.
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

/** One for a page: each holds a line to the relay of its own. */
const connectors = new WeakMap<Config, Connector>();

export function qrConnectorOf(config: Config, project: Project): Connector {
  const known = connectors.get(config);
  if (known) return known;
  const connector = config._internal.connectors.setup(createQrConnector(project));
  connectors.set(config, connector);
  // It keeps a failure for ever, such as a line that broke while its code was fetched: then the next try gets a new
  // one. The failure itself is told by whoever connects, who waits for the same promise.
  connector.getProvider().catch(() => connectors.delete(config));
  return connector;
}

/** Connects a wallet on another device: `uri` is what it reads, as a picture or pasted. */
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
      // One that was read before connects nothing any more.
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
    /** A wallet that has read the code may connect all the same: the library cannot take it back. */
    cancel() {
      isCancelled.current = true;
    },
  };
}

import { useRef, useState } from 'react';
import type { Config } from 'wagmi';
import { connect } from 'wagmi/actions';
import { walletConnect } from 'wagmi/connectors/walletConnect';
import type { CryptoEnvironment } from './useWallet.ts';
import { walletSentence } from './wallet.rules.ts';

type Project = NonNullable<CryptoEnvironment['walletConnect']>;

/** wagmi's connector for a wallet on another device, without its vendor's dialog and its counting. */
export const qrConnector = ({ projectId, relayUrl }: Project) =>
  walletConnect({
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
  });

/** What is asked of the library below, to end a wait that nobody answers. */
interface Abortable {
  signer?: { abortPairingAttempt?(): void };
}

/** Connects a wallet on another device: `uri` is what it reads, as a picture or pasted. */
export function useQrWallet(config: Config, project: Project, onConnected: () => void) {
  const [uri, setUri] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const isCancelled = useRef(false);
  const end = useRef<() => void>(undefined);

  return {
    uri,
    problem,
    async begin() {
      isCancelled.current = false;
      setProblem(undefined);
      const connector = config._internal.connectors.setup(qrConnector(project));
      connector.emitter.on('message', ({ type, data }) => {
        if (type === 'display_uri' && typeof data === 'string') setUri(data);
      });
      end.current = () =>
        void connector
          .getProvider()
          .then((provider) => (provider as Abortable).signer?.abortPairingAttempt?.());
      try {
        await connect(config, { connector });
        if (!isCancelled.current) onConnected();
      } catch (error) {
        if (isCancelled.current) return;
        console.warn(error);
        setProblem(walletSentence(error));
      }
    },
    cancel() {
      isCancelled.current = true;
      end.current?.();
    },
  };
}

import { useState } from 'react';
import { lazyPart } from '../../../../../web/loading/lazyPart.tsx';
import { Button } from '../../../../../web/ui/Button.tsx';
import { Loading } from '../../../../../web/loading/Loading.tsx';
import { ErrorNotice, Notice } from '../../../../../web/ui/Notice.tsx';
import { useWords } from '../../../../../web/words.tsx';
import { FetchedTab } from '../../../payer/LazyTab.tsx';
import type { Wallet } from './useWallet.ts';
import { shortAddress } from '../crypto.rules.ts';
import { type CryptoEnvironment, networkName } from './wallet.rules.ts';

// Its library is larger than everything else here together.
const QrWallet = lazyPart(async () => {
  const { QrWallet: Drawn } = await import('./QrWallet.tsx');
  return Drawn;
}, 'pay');

interface WalletPanelProps {
  wallet: Wallet;
  environment: CryptoEnvironment;
  /** The amount and the address are above it. */
  isSecond: boolean;
}

/** Which wallet pays, and on which network. */
export function WalletPanel({ wallet, environment, isSecond }: WalletPanelProps) {
  const t = useWords();
  const { connection, problem } = wallet;
  return (
    <section className="grid grid-cols-1 gap-3" aria-label={t('Wallet')}>
      {connection.status === 'reconnecting' ? (
        <Loading>{t('Connecting your wallet...')}</Loading>
      ) : connection.address ? (
        <Connected {...{ wallet, environment }} address={connection.address} />
      ) : (
        <Choice {...{ wallet, environment, isSecond }} />
      )}
      <ErrorNotice sentence={problem} />
    </section>
  );
}

interface ConnectedProps extends Omit<WalletPanelProps, 'isSecond'> {
  address: string;
}

function Connected({ wallet, environment, address }: ConnectedProps) {
  const t = useWords();
  const network = networkName(environment);
  const [isSwitching, setSwitching] = useState(false);
  async function change() {
    setSwitching(true);
    await wallet.switchNetwork();
    setSwitching(false);
  }
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2 edged-b border-rule pb-3">
        <span>
          <span className="hint block">{wallet.connection.connector?.name}</span>
          <span className="bold figures" title={address}>
            {shortAddress(address)}
          </span>
        </span>
        <Button onClick={() => void wallet.disconnect()}>{t('Disconnect')}</Button>
      </div>
      {wallet.isOnChain ? (
        <p className="hint">{t('Network: {network}', { network })}</p>
      ) : (
        <Notice role="alert">
          <p>
            {t('Your wallet is on another network. Payment works on {network} only.', { network })}
          </p>
          <Button
            variant="primary"
            pending={isSwitching}
            pendingLabel={t('Switching Network')}
            onClick={() => void change()}
          >
            {t('Switch to {network}', { network })}
          </Button>
        </Notice>
      )}
    </>
  );
}

function Choice({ wallet, environment, isSecond }: WalletPanelProps) {
  const t = useWords();
  const [chosen, setChosen] = useState<string>();
  const [isQrOpen, setQrOpen] = useState(false);
  const { walletConnect, testWalletUrl } = environment;

  async function begin(id: string, connecting: () => Promise<unknown>) {
    setChosen(id);
    await connecting();
    setChosen(undefined);
  }
  const waiting = (id: string) => ({
    pending: chosen === id,
    pendingLabel: t('Please confirm in your wallet...'),
  });
  const isNone = wallet.found.length === 0 && !walletConnect && !testWalletUrl;
  if (isNone) {
    return isSecond ? null : (
      <p className="hint">
        {t(
          'No wallet was found in this browser. You can open this page in your wallet’s browser, or choose a currency and send the amount yourself.',
        )}
      </p>
    );
  }
  return (
    <>
      <p className="bold">
        {isSecond
          ? t('Or pay with a wallet:')
          : `2. ${t('Then pay from any wallet, or connect one here:')}`}
      </p>
      <div className="grid gap-2 md:grid-cols-2">
        {wallet.found.map((connector) => (
          <Button
            key={connector.uid}
            {...waiting(connector.uid)}
            onClick={() => void begin(connector.uid, () => wallet.connect(connector))}
          >
            <span className="wallet-name">
              {connector.icon ? <img src={connector.icon} alt="" width={24} height={24} /> : null}
              {connector.id === 'injected' ? t('Browser wallet') : connector.name}
            </span>
          </Button>
        ))}
        {walletConnect ? (
          <Button onClick={() => setQrOpen(true)}>{t('Connect a wallet app')}</Button>
        ) : null}
        {testWalletUrl && wallet.found.length === 0 ? (
          <Button
            {...waiting('test')}
            onClick={() => void begin('test', () => wallet.useTestWallet(testWalletUrl))}
          >
            {t('Use the sandbox wallet')}
          </Button>
        ) : null}
      </div>
      {walletConnect && isQrOpen ? (
        <FetchedTab
          code={QrWallet}
          given={{ config: wallet.config, project: walletConnect, onClose: () => setQrOpen(false) }}
          loading={t('Loading the QR code...')}
          failure={t('The QR code could not be loaded. Please check your connection.')}
        />
      ) : null}
    </>
  );
}

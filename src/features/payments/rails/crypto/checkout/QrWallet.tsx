import { useEffect, useEffectEvent } from 'react';
import type { Config } from 'wagmi';
import { Button } from '../../../../../web/ui/Button.tsx';
import { CopyButton } from '../../../../../web/ui/CopyButton.tsx';
import { Dialog } from '../../../../../web/ui/Dialog.tsx';
import { Loading } from '../../../../../web/loading/Loading.tsx';
import { Notice } from '../../../../../web/ui/Notice.tsx';
import { QrCode } from '../../../../../web/ui/QrCode.tsx';
import { useWords } from '../../../../../web/words.tsx';
import { useQrWallet } from './useQrWallet.ts';
import type { CryptoEnvironment } from './wallet.rules.ts';

interface QrWalletProps {
  config: Config;
  project: NonNullable<CryptoEnvironment['walletConnect']>;
  /** Called when the wallet is connected, or the payer closes the dialog. */
  onClose: () => void;
}

/** Connects a wallet of this device by a link, or of another one by a code. It is drawn here: only the relay learns the link. */
export function QrWallet({ config, project, onClose }: QrWalletProps) {
  const t = useWords();
  const { uri, problem, begin, cancel } = useQrWallet(config, project, onClose);
  const start = useEffectEvent(() => void begin());
  useEffect(() => start(), []);

  function leave() {
    cancel();
    onClose();
  }
  return (
    <Dialog open onClose={leave} title={t('Connect a wallet app')} size="sm">
      {problem ? (
        <Notice role="alert" tone="danger">
          <p>{t(problem)}</p>
          <Button onClick={() => void begin()}>{t('Try again')}</Button>
        </Notice>
      ) : uri ? (
        <>
          <Button variant="primary" href={uri}>
            {t('Open a wallet on this device')}
          </Button>
          <p>
            {t('Or scan this code with a wallet on another device, or paste the link into it.')}
          </p>
          <QrCode text={uri} label={t('QR code that connects your wallet')} />
          <div className="actions">
            <CopyButton text={uri}>{t('Copy the link')}</CopyButton>
          </div>
        </>
      ) : (
        <Loading>{t('Loading the QR code...')}</Loading>
      )}
    </Dialog>
  );
}

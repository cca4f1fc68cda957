import { words } from '../../../../../shared/words.ts';
import { lazyPart } from '../../../../../web/loading/lazyPart.tsx';
import { useWords } from '../../../../../web/words.tsx';
import { DueNow } from '../../../payer/DueNow.tsx';
import { restAwaited } from '../../../payer/my-applications.rules.ts';
import { FetchedTab } from '../../../payer/LazyTab.tsx';
import type { CryptoPaymentProps } from './CryptoPayment.tsx';

const Crypto = lazyPart(async () => {
  const { CryptoPayment } = await import('./CryptoPayment.tsx');
  return CryptoPayment;
}, 'pay');

/** Payment in ETH or USDT; its code is fetched when this is rendered. */
export function CryptoTab(props: CryptoPaymentProps) {
  const t = useWords();
  return (
    <FetchedTab
      code={Crypto}
      given={props}
      loading={t(COMING)}
      failure={t('The crypto payment could not be loaded. Please check your connection.')}
      before={
        restAwaited(props.application) ? null : (
          <DueNow application={props.application} due={props.due} />
        )
      }
    />
  );
}

const COMING = words('Loading the crypto payment...');

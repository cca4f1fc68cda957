import { lazyPart } from '../../../../web/loading/lazyPart.tsx';
import { useWords } from '../../../../web/words.tsx';
import { DueNow } from '../../payer/DueNow.tsx';
import { FetchedTab } from '../../payer/LazyTab.tsx';
import type { CardPaymentProps } from './CardPayment.tsx';
import { UNAVAILABLE } from './buttons.rules.ts';

const Card = lazyPart(async () => {
  const { CardPayment } = await import('./CardPayment.tsx');
  return CardPayment;
}, 'pay');

/** Payment by card or with a PayPal account; nothing of it is fetched before this is drawn. */
export function CardTab(props: CardPaymentProps) {
  const t = useWords();
  return (
    <FetchedTab
      code={Card}
      given={props}
      loading={t('Loading the card payment...')}
      before={<DueNow application={props.application} due={props.due} byPaypal />}
      failure={t(UNAVAILABLE)}
    />
  );
}

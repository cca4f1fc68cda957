import { useWords } from '../../../web/words.tsx';
import type { MailProps } from '../mails.contract.ts';
import { Receipt } from './Receipt.tsx';

export function PartnerReceived({ name }: MailProps['partner-received']) {
  const t = useWords();
  return (
    <Receipt
      preview={t('We have your application and will answer by email.')}
      title={t('Thank you for your proposal')}
      name={name}
    >
      {t(
        'Your partnership application has arrived. One of us will read it and answer to this address.',
      )}
    </Receipt>
  );
}

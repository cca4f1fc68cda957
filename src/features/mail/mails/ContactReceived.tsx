import { useWords } from '../../../web/words.tsx';
import type { MailProps } from '../mails.contract.ts';
import { Receipt } from './Receipt.tsx';

export function ContactReceived({ name }: MailProps['contact-received']) {
  const t = useWords();
  return (
    <Receipt
      preview={t('We have your message and will answer by email.')}
      title={t('We have your message')}
      name={name}
    >
      {t('Thank you for writing. One of us will read your message and answer to this address.')}
    </Receipt>
  );
}

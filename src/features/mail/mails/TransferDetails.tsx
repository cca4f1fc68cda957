import { useWords } from '../../../web/words.tsx';
import { NO_REFUND_SENTENCE } from '../../payments/pricing/pricing.rules.ts';
import type { MailProps } from '../mails.contract.ts';
import { Greeting } from './Greeting.tsx';
import { Layout } from './Layout.tsx';
import { Paragraph } from './Paragraph.tsx';
import { StatusLink } from './StatusLink.tsx';
import { TransferFacts } from './TransferFacts.tsx';

export function TransferDetails({ name, statusUrl, ...transfer }: MailProps['transfer-details']) {
  const t = useWords();
  return (
    <Layout
      preview={t('Where the money goes, how much it is, and the memo by which we find it.')}
      title={t('The details of your payment')}
    >
      <Greeting name={name} />
      <Paragraph>
        {t(
          'You asked us for the details of your payment. Please write the memo exactly as it stands here.',
        )}
      </Paragraph>
      <TransferFacts {...transfer} />
      <Paragraph>
        {t(
          'Once you have sent the money, tell us the number that your bank gave the payment. We wait for it for 14 days.',
        )}
      </Paragraph>
      <Paragraph>{t(NO_REFUND_SENTENCE)}</Paragraph>
      <StatusLink href={statusUrl} label={t('I have sent the money')} />
      <Paragraph>
        {t(
          'You did not ask for this? Then somebody typed your address by mistake, and you need not do anything.',
        )}
      </Paragraph>
    </Layout>
  );
}

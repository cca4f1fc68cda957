import { useWords } from '../../../web/words.tsx';
import type { MailProps } from '../mails.contract.ts';
import { Greeting } from './Greeting.tsx';
import { Layout } from './Layout.tsx';
import { Paragraph } from './Paragraph.tsx';
import { StatusLink } from './StatusLink.tsx';
import { TransferFacts } from './TransferFacts.tsx';

export function TransferReminder({ name, statusUrl, ...transfer }: MailProps['transfer-reminder']) {
  const t = useWords();
  return (
    <Layout
      preview={t('Have you sent it? Then tell us its number. If not, here are the details again.')}
      title={t('We have not heard of your payment yet')}
    >
      <Greeting name={name} />
      <Paragraph>
        {t(
          'Some days ago you asked us for the details of your payment. If you have sent the money, please tell us the number that your bank gave it, so that we find it. If you have not, here are the details again.',
        )}
      </Paragraph>
      <TransferFacts {...transfer} />
      <StatusLink href={statusUrl} label={t('I have sent the money')} />
      <Paragraph>
        {t('You have changed your mind? Then you need do nothing: after 14 days we stop waiting.')}
      </Paragraph>
    </Layout>
  );
}

import { useWords } from '../../../web/words.tsx';
import type { MailProps } from '../mails.contract.ts';
import { Facts } from './Facts.tsx';
import { Greeting } from './Greeting.tsx';
import { Layout } from './Layout.tsx';
import { Paragraph } from './Paragraph.tsx';
import { StatusLink } from './StatusLink.tsx';

export function TransferExpired({
  name,
  reference,
  amount,
  statusUrl,
}: MailProps['transfer-expired']) {
  const t = useWords();
  return (
    <Layout
      preview={t('If you have sent the money, it is not lost: tell us its number.')}
      title={t('We no longer wait for your payment')}
    >
      <Greeting name={name} />
      <Paragraph>
        {t('We have heard nothing of your payment for 14 days, so we no longer wait for it.')}
      </Paragraph>
      <Facts
        facts={[
          [t('Reference'), reference],
          [t('Amount'), amount],
        ]}
      />
      <Paragraph>
        {t(
          'If you have sent the money, it is not lost: tell us the number that your bank gave the payment, also now. If you want to pay after all, you can begin again at any time; the price may have changed by then.',
        )}
      </Paragraph>
      <StatusLink href={statusUrl} label={t('Open your application')} />
    </Layout>
  );
}

import { useWords } from '../../../web/words.tsx';
import type { MailProps } from '../mails.contract.ts';
import { Facts } from './Facts.tsx';
import { Greeting } from './Greeting.tsx';
import { Layout } from './Layout.tsx';
import { Paragraph } from './Paragraph.tsx';
import { StatusLink } from './StatusLink.tsx';

export function ClaimWaiting({
  name,
  reference,
  method,
  amount,
  number,
  statusUrl,
}: MailProps['claim-waiting']) {
  const t = useWords();
  return (
    <Layout
      preview={t('We have not found it yet and go on looking.')}
      title={t('We are still looking for your payment')}
    >
      <Greeting name={name} />
      <Paragraph>
        {t(
          'You told us of a payment three days ago. We have not found it on our account yet and go on looking: transfers between banks can take some days. You need do nothing, and please do not pay again.',
        )}
      </Paragraph>
      <Facts
        facts={[
          [t('Reference'), reference],
          [t('Paid by'), t(method)],
          [t('Amount'), amount],
          [t('The number you gave us'), number],
        ]}
      />
      <Paragraph>
        {t(
          'Is the number wrong, or has your bank sent the money back? Answer this mail, with the receipt of your bank if you have one.',
        )}
      </Paragraph>
      <StatusLink href={statusUrl} />
    </Layout>
  );
}

import { useWords } from '../../../web/words.tsx';
import type { MailProps } from '../mails.contract.ts';
import { Facts } from './Facts.tsx';
import { Greeting } from './Greeting.tsx';
import { Layout } from './Layout.tsx';
import { Paragraph } from './Paragraph.tsx';
import { StatusLink } from './StatusLink.tsx';

export function ClaimReceived({
  name,
  reference,
  method,
  amount,
  number,
  statusUrl,
}: MailProps['claim-received']) {
  const t = useWords();
  return (
    <Layout
      preview={t('We look for your transfer now and write again when we have found it.')}
      title={t('We have your payment details')}
    >
      <Greeting name={name} />
      <Paragraph>
        {t(
          'Thank you. A person now looks for your transfer on our account, and we write to you again when it has been found. Nothing is confirmed until then.',
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
      <Paragraph>{t('Is something wrong here? Answer this mail and we put it right.')}</Paragraph>
      {statusUrl ? <StatusLink href={statusUrl} /> : null}
    </Layout>
  );
}

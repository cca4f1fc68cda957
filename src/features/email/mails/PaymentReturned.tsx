import { useWords } from '../../../web/words.tsx';
import type { MailProps } from '../mails.contract.ts';
import { Facts } from './Facts.tsx';
import { Greeting } from './Greeting.tsx';
import { Layout } from './Layout.tsx';
import { Paragraph } from './Paragraph.tsx';
import { StatusLink } from './StatusLink.tsx';

export function PaymentReturned(props: MailProps['payment-returned']) {
  const t = useWords();
  const { name, reference, amount, statusUrl } = props;
  return (
    <Layout
      preview={t('{amount} goes back to you.', { amount })}
      title={t('Money goes back to you')}
    >
      <Greeting name={name} />
      <Paragraph>
        {t(
          'We have sent money back to you, the way it came. Banks take some days until they show it.',
        )}
      </Paragraph>
      <Facts
        facts={[
          [t('Reference'), reference],
          [t('Amount'), amount],
        ]}
      />
      <StatusLink href={statusUrl} />
    </Layout>
  );
}

import { useWords } from '../../../web/words.tsx';
import type { MailProps } from '../mails.contract.ts';
import { Facts } from './Facts.tsx';
import { Greeting } from './Greeting.tsx';
import { Layout } from './Layout.tsx';
import { Paragraph } from './Paragraph.tsx';

export function PaymentConfirmed({
  name,
  reference,
  amount,
  receivedOn,
  paymentsLeft,
}: MailProps['payment-confirmed']) {
  const t = useWords();
  return (
    <Layout preview={t('{amount} has arrived.', { amount })} title={t('Your payment has arrived')}>
      <Greeting name={name} />
      <Paragraph>
        {t('We have received your payment. This mail is your receipt; please keep it.')}
      </Paragraph>
      <Facts
        facts={[
          [t('Reference'), reference],
          [t('Amount received'), amount],
          [t('Received on'), receivedOn],
        ]}
      />
      <Paragraph>
        {t(
          '{paymentsLeft, plural, =0 {Everything is paid. Nothing more is due.} one {One payment is left. We write to you when it is due.} other {# payments are left. We write to you when the next one is due.}}',
          {
            paymentsLeft,
          },
        )}
      </Paragraph>
    </Layout>
  );
}

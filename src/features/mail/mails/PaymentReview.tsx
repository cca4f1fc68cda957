import { useWords } from '../../../web/words.tsx';
import type { MailProps } from '../mails.contract.ts';
import { Action } from './Action.tsx';
import { Facts } from './Facts.tsx';
import { Layout } from './Layout.tsx';
import { Paragraph } from './Paragraph.tsx';

/** To the administrators: the rail says something about a payment that our books cannot follow by themselves. */
export function PaymentReview({
  reference,
  amount,
  number,
  issue,
  adminUrl,
}: MailProps['payment-review']) {
  const t = useWords();
  return (
    <Layout
      preview={t('{amount} for {reference}: {issue}', { amount, reference, issue })}
      title={t('A payment needs a person')}
    >
      <Paragraph>
        {t(
          'What PayPal says of this payment does not fit what we asked for, or nobody can say what became of it. Nothing of it counts as paid. Please look it up at PayPal before you decide.',
        )}
      </Paragraph>
      <Facts
        facts={[
          [t('Reference'), reference],
          [t('Amount'), amount],
          [t('Number at PayPal'), number],
          [t('What is odd'), issue],
        ]}
      />
      <Action href={adminUrl}>{t('Open the application')}</Action>
    </Layout>
  );
}

import { useWords } from '../../../web/words.tsx';
import type { MailProps } from '../mails.contract.ts';
import { Action } from './Action.tsx';
import { Facts } from './Facts.tsx';
import { Layout } from './Layout.tsx';
import { Paragraph } from './Paragraph.tsx';

export function ClaimNotification({
  reference,
  method,
  amount,
  number,
  adminUrl,
}: MailProps['claim-notification']) {
  const t = useWords();
  return (
    <Layout
      preview={t('{amount} by {method}, number {number}', { amount, method: t(method), number })}
      title={t('A payment waits to be confirmed')}
    >
      <Paragraph>
        {t(
          'Somebody says that they have paid. Please compare it with the statement of the account before you confirm it.',
        )}
      </Paragraph>
      <Facts
        facts={[
          [t('Reference'), reference],
          [t('Paid by'), t(method)],
          [t('Amount'), amount],
          [t('The number they gave'), number],
        ]}
      />
      <Action href={adminUrl}>{t('Open the application')}</Action>
    </Layout>
  );
}

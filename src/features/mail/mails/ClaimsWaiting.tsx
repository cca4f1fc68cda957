import { useWords } from '../../../web/words.tsx';
import type { MailProps } from '../mails.contract.ts';
import { Action } from './Action.tsx';
import { Facts } from './Facts.tsx';
import { Layout } from './Layout.tsx';
import { Paragraph } from './Paragraph.tsx';

export function WaitingClaims({ count, claims, adminUrl }: MailProps['claims-waiting']) {
  const t = useWords();
  return (
    <Layout
      preview={t('People wait for an answer to the payments that they told us of.')}
      title={t(
        '{count, plural, one {# payment has waited for days} other {# payments have waited for days}}',
        { count },
      )}
    >
      <Paragraph>
        {t(
          'These people say that they have paid. Please compare their numbers with the statement of the account, and confirm or reject them.',
        )}
      </Paragraph>
      <Facts
        facts={claims.map(({ reference, method, amount, days }) => [
          reference,
          t('{amount} by {method}, for {days, plural, one {# day} other {# days}}', {
            amount,
            method: t(method),
            days,
          }),
        ])}
      />
      {count > claims.length ? (
        <Paragraph>{t('And {count} more.', { count: count - claims.length })}</Paragraph>
      ) : null}
      <Action href={adminUrl}>{t('Look at the waiting payments')}</Action>
    </Layout>
  );
}

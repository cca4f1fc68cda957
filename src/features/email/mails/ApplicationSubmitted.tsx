import { useWords } from '../../../web/words.tsx';
import type { MailProps } from '../mails.contract.ts';
import { Action } from './Action.tsx';
import { Facts } from './Facts.tsx';
import { Greeting } from './Greeting.tsx';
import { Layout } from './Layout.tsx';
import { Paragraph } from './Paragraph.tsx';

export function ApplicationSubmitted(props: MailProps['application-submitted']) {
  const t = useWords();
  const { name, reference, plan, amount, method, statusUrl } = props;
  return (
    <Layout
      preview={t('Your reference is {reference}. Please keep it.', { reference })}
      title={t('We have your application')}
    >
      <Greeting name={name} />
      <Paragraph>
        {t(
          'Your application has arrived. Please keep the reference: it finds everything that belongs to it.',
        )}
      </Paragraph>
      <Facts
        facts={[
          [t('Reference'), reference],
          [t('Plan'), plan],
          [t('Payment'), amount],
          [t('Paid by'), method],
        ]}
      />
      {statusUrl ? (
        <>
          <Action href={statusUrl}>{t('See where it stands')}</Action>
          <Paragraph>
            {t('This link opens your application for whoever has it. Please do not pass it on.')}
          </Paragraph>
        </>
      ) : null}
    </Layout>
  );
}

import { useWords } from '../../../web/words.tsx';
import type { MailProps } from '../mails.contract.ts';
import { Facts } from './Facts.tsx';
import { Greeting } from './Greeting.tsx';
import { Layout } from './Layout.tsx';
import { Paragraph } from './Paragraph.tsx';
import { StatusLink } from './StatusLink.tsx';

export function PlanStopped({
  name,
  reference,
  paid,
  received,
  statusUrl,
}: MailProps['plan-stopped']) {
  const t = useWords();
  return (
    <Layout preview={t('Nothing more is due.')} title={t('Your payment plan is cancelled')}>
      <Greeting name={name} />
      <Paragraph>
        {t(
          'You have cancelled your payment plan. Nothing more is due and nothing more is taken. Payments made are not returned; rights that the law gives you as a buyer stay untouched.',
        )}
      </Paragraph>
      <Facts
        facts={[
          [t('Reference'), reference],
          [t('Payments made'), String(paid)],
          [t('Received in all'), received],
        ]}
      />
      <Paragraph>
        {t('It was not you? Then please answer this mail at once, and we look into it.')}
      </Paragraph>
      <StatusLink href={statusUrl} />
    </Layout>
  );
}

export function PlanCompleted(props: MailProps['plan-completed']) {
  const t = useWords();
  const { name, reference, payments, received, statusUrl } = props;
  return (
    <Layout
      preview={t('Everything is paid. Thank you.')}
      title={t('Your payment plan is complete')}
    >
      <Greeting name={name} />
      <Paragraph>
        {t('The last payment of your plan has arrived. Everything is paid; thank you for staying.')}
      </Paragraph>
      <Facts
        facts={[
          [t('Reference'), reference],
          [t('Payments made'), String(payments)],
          [t('Received in all'), received],
        ]}
      />
      <StatusLink href={statusUrl} />
    </Layout>
  );
}

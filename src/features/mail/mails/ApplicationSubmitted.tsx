import { useWords } from '../../../web/words.tsx';
import {
  cancelSentence,
  kitSentence,
  NO_REFUND_SENTENCE,
  PAYMENTS_BEFORE_CANCELLING,
} from '../../payments/pricing/pricing.rules.ts';
import type { MailProps } from '../mails.contract.ts';
import { Facts } from './Facts.tsx';
import { Layout } from './Layout.tsx';
import { Paragraph } from './Paragraph.tsx';
import { StatusLink } from './StatusLink.tsx';

export function ApplicationSubmitted(props: MailProps['application-submitted']) {
  const t = useWords();
  const { name, reference, plan, amount, method, schedule, statusUrl } = props;
  const price: [string, string][] = schedule
    ? [
        [t('Payments'), t('{payments} × {amount}', { payments: schedule.payments, amount })],
        [t('In all'), schedule.total],
      ]
    : [[t('Payment'), amount]];
  return (
    <Layout
      preview={t('Your reference is {reference}. Please keep it.', { reference })}
      title={t('We have your application')}
    >
      <Paragraph>{t('Dear {name},', { name })}</Paragraph>
      <Paragraph>
        {t(
          'Your application has arrived. Please keep the reference: it finds everything that belongs to it.',
        )}
      </Paragraph>
      <Facts
        facts={[
          [t('Reference'), reference],
          [t('Plan'), t(plan)],
          ...price,
          [t('Payment method'), t(method)],
        ]}
      />
      <Paragraph>{t(kitSentence(props))}</Paragraph>
      {schedule ? (
        <Paragraph>{t(cancelSentence(props), { stop: PAYMENTS_BEFORE_CANCELLING })}</Paragraph>
      ) : null}
      <Paragraph>{t(NO_REFUND_SENTENCE)}</Paragraph>
      {statusUrl ? <StatusLink href={statusUrl} /> : null}
    </Layout>
  );
}

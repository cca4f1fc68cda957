import { words } from '../../../shared/words.ts';
import { useDates } from '../../../web/useDates.ts';
import { useWords } from '../../../web/words.tsx';
import { Layout } from '../../mail/frame/Layout.tsx';
import { Action, Facts, Greeting, Paragraph } from '../../mail/frame/MailText.tsx';
import type { Mails } from '../../mail/frame/template.mail.tsx';

interface PaymentShortMails {
  /** Less crypto than quoted has come. */
  'payment-short': {
    name: string;
    reference: string;
    /** With their token: "0.2 ETH". */
    received: string;
    rest: string;
    /** Until when the rest can be sent at the same price. */
    until: string;
    statusUrl: string;
  };
}

function PaymentShort(props: PaymentShortMails['payment-short']) {
  const t = useWords();
  const { dateTimeInWords } = useDates();
  const { name, reference, received, rest, until, statusUrl } = props;
  const time = dateTimeInWords(until);
  return (
    <Layout
      preview={t('Send {rest} more by {time}.', { rest, time })}
      title={t('Part of your payment is missing')}
    >
      <Greeting name={name} />
      <Paragraph>
        {t('Received {received}. Send {rest} more to the same address by {time}.', {
          received,
          rest,
          time,
        })}
      </Paragraph>
      <Paragraph>
        {t(
          'After that, we record what you sent, and you can pay what is left at a new price. Nothing is lost.',
        )}
      </Paragraph>
      <Facts
        facts={[
          [t('Reference'), reference],
          [t('Received'), received],
        ]}
        total={[t('Still to send'), rest]}
      />
      <Action href={statusUrl}>{t('Send the rest')}</Action>
    </Layout>
  );
}

/** The mail that asks for the rest of a payment in crypto. */
export const paymentShortMails: Mails<PaymentShortMails> = {
  'payment-short': {
    subject: words('Part of your payment is missing: {reference}'),
    Mail: PaymentShort,
    example: {
      name: 'Awa Diop',
      reference: 'PX-7K4M2',
      received: '0.2 ETH',
      rest: '0.133 ETH',
      until: '2026-11-21T14:05:00.000Z',
      statusUrl: 'https://one.example/application#key=k',
    },
  },
};

import { words } from '../../../shared/words.ts';
import { useWords } from '../../../web/words.tsx';
import { numberName } from '../core/payment-labels.rules.ts';
import { Layout } from '../../mail/frame/Layout.tsx';
import {
  Action,
  Facts,
  Greeting,
  Paragraph,
  Quotation,
  StatusLink,
} from '../../mail/frame/MailText.tsx';
import { useHref } from '../../mail/frame/useMailOptions.ts';
import type { Mails } from '../../mail/frame/template.mail.tsx';

/** What each of these mails says, by the name of its template. */
interface ClaimMails {
  'claim-received': {
    name: string;
    reference: string;
    method: string;
    amount: string;
    number: string;
    statusUrl?: string;
  };
  /** To the administrators. */
  'claim-notification': {
    reference: string;
    method: string;
    amount: string;
    number: string;
    adminUrl: string;
  };
  'claim-rejected': {
    name: string;
    reference: string;
    amount: string;
    reason: string;
    /** A signed link to the instalment that it was for. */
    statusUrl?: string;
  };
}

function ClaimReceived({
  name,
  reference,
  method,
  amount,
  number,
  statusUrl,
}: ClaimMails['claim-received']) {
  const t = useWords();
  return (
    <Layout
      preview={t('We’ll email you once we’ve found it.')}
      title={t('We’re checking for your payment')}
    >
      <Greeting name={name} />
      <Paragraph>
        {t(
          'Thank you for telling us about your payment. We’ll check our account for it and email you once we’ve found it. It isn’t confirmed until then.',
        )}
      </Paragraph>
      <Facts
        facts={[
          [t('Reference'), reference],
          [t('Payment method'), t(method)],
          [t(numberName(method)), number],
        ]}
        total={[t('Amount'), amount]}
      />
      {statusUrl ? <StatusLink href={statusUrl} /> : null}
    </Layout>
  );
}

function ClaimNotification({
  reference,
  method,
  amount,
  number,
  adminUrl,
}: ClaimMails['claim-notification']) {
  const t = useWords();
  return (
    <Layout
      preview={t('{amount} by {method}, reference number {number}', {
        amount,
        method: t(method),
        number,
      })}
      title={t('A payment needs checking')}
    >
      <Paragraph>
        {t(
          'Someone says they have paid. Check the payment against the account statement before you confirm it.',
        )}
      </Paragraph>
      <Facts
        facts={[
          [t('Reference'), reference],
          [t('Payment method'), t(method)],
          [t('Reference number they gave'), number],
        ]}
        total={[t('Amount'), amount]}
      />
      <Action href={adminUrl}>{t('Open the application')}</Action>
    </Layout>
  );
}

function ClaimRejected(props: ClaimMails['claim-rejected']) {
  const { name, reference, amount, reason, statusUrl } = props;
  const t = useWords();
  const hrefTo = useHref();
  return (
    <Layout
      preview={t('Read the reason and tell us more.')}
      title={t('We couldn’t find your payment')}
    >
      <Greeting name={name} />
      <Paragraph>
        {t('We looked for the payment you told us about but couldn’t confirm it. The reason:')}
      </Paragraph>
      <Quotation>{reason}</Quotation>
      <Facts facts={[[t('Reference'), reference]]} total={[t('Amount'), amount]} />
      <Paragraph>
        {t(
          'If you sent the money, it isn’t lost: reply to this email with your bank’s receipt, or enter the right number on the site. If you didn’t send it, you don’t need to do anything.',
        )}
      </Paragraph>
      <StatusLink href={statusUrl ?? hrefTo('/application')} label={t('Enter the right number')} />
    </Layout>
  );
}

const statusUrl = 'https://one.example/application#key=k';
const adminUrl = 'https://one.example/admin';
const awa = { name: 'Awa Diop' };
const paid = { reference: 'PX-7K4M2', method: 'Zelle', amount: '$100.00', number: '4711' };

/** The mails about a transfer that a payer says they have made. */
export const claimMails: Mails<ClaimMails> = {
  'claim-received': {
    subject: words('We’re checking for your payment: {reference}'),
    Mail: ClaimReceived,
    example: { ...awa, ...paid, statusUrl },
  },
  'claim-notification': {
    subject: words('A payment needs checking: {reference}'),
    Mail: ClaimNotification,
    isInternal: true,
    example: { ...paid, adminUrl },
  },
  'claim-rejected': {
    subject: words('We couldn’t find your payment: {reference}'),
    Mail: ClaimRejected,
    example: {
      ...awa,
      reference: paid.reference,
      amount: '$100.00',
      reason: 'No payment with this number has arrived.',
      statusUrl,
    },
  },
};

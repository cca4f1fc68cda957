import { words } from '../../../shared/words.ts';
import { useWords } from '../../../web/words.tsx';
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
      preview={t('We look for your transfer now and write again when we have found it.')}
      title={t('We have your payment details')}
    >
      <Greeting name={name} />
      <Paragraph>
        {t(
          'Thank you. A person now looks for your transfer on our account, and we write to you again when it has been found. Nothing is confirmed until then.',
        )}
      </Paragraph>
      <Facts
        facts={[
          [t('Reference'), reference],
          [t('Paid by'), t(method)],
          [t('Amount'), amount],
          [t('The number you gave us'), number],
        ]}
      />
      <Paragraph>{t('Is something wrong here? Answer this mail and we put it right.')}</Paragraph>
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

function ClaimRejected(props: ClaimMails['claim-rejected']) {
  const { name, reference, amount, reason, statusUrl } = props;
  const t = useWords();
  const hrefTo = useHref();
  return (
    <Layout
      preview={t('Please look at the reason and tell us more.')}
      title={t('We could not find your payment')}
    >
      <Greeting name={name} />
      <Paragraph>
        {t(
          'We looked for the transfer that you told us about and could not confirm it. The reason:',
        )}
      </Paragraph>
      <Quotation>{reason}</Quotation>
      <Facts
        facts={[
          [t('Reference'), reference],
          [t('Amount'), amount],
        ]}
      />
      <Paragraph>
        {t(
          'If you have sent the money, it is not lost: answer this mail with the receipt of your bank, or give us the right number on the site. If you have not sent it, you need do nothing.',
        )}
      </Paragraph>
      <StatusLink href={statusUrl ?? hrefTo('/application')} label={t('Give the right number')} />
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
    subject: words('We look for your payment: {reference}'),
    Mail: ClaimReceived,
    example: { ...awa, ...paid, statusUrl },
  },
  'claim-notification': {
    subject: words('A payment waits to be confirmed: {reference}'),
    Mail: ClaimNotification,
    example: { ...paid, adminUrl },
  },
  'claim-rejected': {
    subject: words('We could not find your payment: {reference}'),
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

import { words } from '../../../../shared/words.ts';
import { useWords } from '../../../../web/words.tsx';
import { NO_REFUND_SENTENCE } from '../../../../shared/plan.ts';
import { Layout } from '../../../mail/frame/Layout.tsx';
import { Action, Facts, Greeting, Paragraph, StatusLink } from '../../../mail/frame/MailText.tsx';
import { groupedIban } from '../../pricing/bank-account.rules.ts';
import { DESTINATION_LABELS } from '../../pricing/payment-config.rules.ts';
import type { Mails } from '../../../mail/frame/template.mail.tsx';

/** A transfer that is to be made: where to, how much, with which memo. */
interface Transfer {
  name: string;
  reference: string;
  method: string;
  amount: string;
  memo: string;
  /** By the names of the payment configuration's fields. */
  destination: Record<string, string>;
  /** A signed link to the instalment that it is for. */
  statusUrl: string;
}

/** What each of these mails says, by the name of its template. */
interface TransferMails {
  'transfer-details': Transfer;
  'transfer-reminder': Transfer;
  'transfer-expired': { name: string; reference: string; amount: string; statusUrl: string };
  'claim-waiting': {
    name: string;
    reference: string;
    method: string;
    amount: string;
    number: string;
    statusUrl: string;
  };
  /** To the administrators; `count` is of all, `claims` names the first. */
  'claims-waiting': {
    count: number;
    claims: { reference: string; method: string; amount: string; days: number }[];
    adminUrl: string;
  };
}

/** Where a transfer goes, how much, and the memo by which we find it. */
function TransferFacts({
  method,
  amount,
  memo,
  destination,
}: Omit<TransferMails['transfer-details'], 'name' | 'reference' | 'statusUrl'>) {
  const t = useWords();
  return (
    <Facts
      facts={[
        [t('Paid by'), t(method)],
        [t('Amount'), amount],
        ...Object.entries(DESTINATION_LABELS)
          .filter(([key]) => destination[key])
          .map(([key, label]): [string, string] => {
            const value = destination[key] ?? '';
            return [t(label), key === 'iban' ? groupedIban(value) : value];
          }),
        [t('Memo'), memo],
      ]}
    />
  );
}

function TransferDetails({ name, statusUrl, ...transfer }: TransferMails['transfer-details']) {
  const t = useWords();
  return (
    <Layout
      preview={t('Where the money goes, how much it is, and the memo by which we find it.')}
      title={t('The details of your payment')}
    >
      <Greeting name={name} />
      <Paragraph>
        {t(
          'You asked us for the details of your payment. Please write the memo exactly as it stands here.',
        )}
      </Paragraph>
      <TransferFacts {...transfer} />
      <Paragraph>
        {t(
          'Once you have sent the money, tell us the number that your bank gave the payment. We wait for it for 14 days.',
        )}
      </Paragraph>
      <Paragraph>{t(NO_REFUND_SENTENCE)}</Paragraph>
      <StatusLink href={statusUrl} label={t('I have sent the money')} />
      <Paragraph>
        {t(
          'You did not ask for this? Then somebody typed your address by mistake, and you need not do anything.',
        )}
      </Paragraph>
    </Layout>
  );
}

function TransferReminder({ name, statusUrl, ...transfer }: TransferMails['transfer-reminder']) {
  const t = useWords();
  return (
    <Layout
      preview={t('Have you sent it? Then tell us its number. If not, here are the details again.')}
      title={t('We have not heard of your payment yet')}
    >
      <Greeting name={name} />
      <Paragraph>
        {t(
          'Some days ago you asked us for the details of your payment. If you have sent the money, please tell us the number that your bank gave it, so that we find it. If you have not, here are the details again.',
        )}
      </Paragraph>
      <TransferFacts {...transfer} />
      <StatusLink href={statusUrl} label={t('I have sent the money')} />
      <Paragraph>
        {t('You have changed your mind? Then you need do nothing: after 14 days we stop waiting.')}
      </Paragraph>
    </Layout>
  );
}

function TransferExpired({
  name,
  reference,
  amount,
  statusUrl,
}: TransferMails['transfer-expired']) {
  const t = useWords();
  return (
    <Layout
      preview={t('If you have sent the money, it is not lost: tell us its number.')}
      title={t('We no longer wait for your payment')}
    >
      <Greeting name={name} />
      <Paragraph>
        {t('We have heard nothing of your payment for 14 days, so we no longer wait for it.')}
      </Paragraph>
      <Facts
        facts={[
          [t('Reference'), reference],
          [t('Amount'), amount],
        ]}
      />
      <Paragraph>
        {t(
          'If you have sent the money, it is not lost: tell us the number that your bank gave the payment, also now. If you want to pay after all, you can begin again at any time; the price may have changed by then.',
        )}
      </Paragraph>
      <StatusLink href={statusUrl} label={t('Open your application')} />
    </Layout>
  );
}

function ClaimWaiting({
  name,
  reference,
  method,
  amount,
  number,
  statusUrl,
}: TransferMails['claim-waiting']) {
  const t = useWords();
  return (
    <Layout
      preview={t('We have not found it yet and go on looking.')}
      title={t('We are still looking for your payment')}
    >
      <Greeting name={name} />
      <Paragraph>
        {t(
          'You told us of a payment three days ago. We have not found it on our account yet and go on looking: transfers between banks can take some days. You need do nothing, and please do not pay again.',
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
      <Paragraph>
        {t(
          'Is the number wrong, or has your bank sent the money back? Answer this mail, with the receipt of your bank if you have one.',
        )}
      </Paragraph>
      <StatusLink href={statusUrl} />
    </Layout>
  );
}

function WaitingClaims({ count, claims, adminUrl }: TransferMails['claims-waiting']) {
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

const awa = { name: 'Awa Diop' };
const paid = { reference: 'PX-7K4M2', method: 'Zelle', amount: '$100.00', number: '4711' };
const statusUrl = 'https://one.example/application#key=k';
const transfer = {
  ...awa,
  reference: 'PX-7K4M2',
  method: 'Zelle',
  amount: '$100.00',
  memo: 'PX-7K4M2-4',
  destination: { email: 'pay@example.org', phone: '+1 202 555 0143' },
  statusUrl,
};

/** The mails about a transfer that a payer is to make or has reported. */
export const transferMails: Mails<TransferMails> = {
  'transfer-details': {
    subject: words('The details of your payment: {reference}'),
    Mail: TransferDetails,
    example: transfer,
  },
  'transfer-reminder': {
    subject: words('Have you sent your payment? {reference}'),
    Mail: TransferReminder,
    example: transfer,
  },
  'transfer-expired': {
    subject: words('We no longer wait for your payment: {reference}'),
    Mail: TransferExpired,
    example: { ...awa, reference: paid.reference, amount: '$100.00', statusUrl },
  },
  'claim-waiting': {
    subject: words('We are still looking for your payment: {reference}'),
    Mail: ClaimWaiting,
    example: { ...awa, ...paid, statusUrl },
  },
  'claims-waiting': {
    subject: words(
      '{count, plural, one {# payment has waited for days} other {# payments have waited for days}}',
    ),
    Mail: WaitingClaims,
    example: {
      count: 2,
      claims: [
        { reference: 'PX-7K4M2', method: 'Zelle', amount: '$100.00', days: 4 },
        { reference: 'PX-9Q2T5', method: 'Bank wire', amount: '$1,000.00', days: 3 },
      ],
      adminUrl: 'https://one.example/admin',
    },
  },
};

import { words } from '../../../../shared/words.ts';
import { useWords } from '../../../../web/words.tsx';
import { NO_REFUND_SENTENCE } from '../../../../shared/plan.ts';
import { numberName } from '../../core/payment-labels.rules.ts';
import { Layout } from '../../../mail/frame/Layout.tsx';
import {
  Action,
  Facts,
  Greeting,
  NextSteps,
  Paragraph,
  StatusLink,
} from '../../../mail/frame/MailText.tsx';
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
  /** What was agreed, and which of how many payments this is; absent without a plan and from mails queued before it was said. */
  plan?: { payments: number; each: string; total: string; number: number; count: number };
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
  plan,
  destination,
}: Omit<TransferMails['transfer-details'], 'name' | 'reference' | 'statusUrl'>) {
  const t = useWords();
  return (
    <Facts
      facts={[
        [t('Memo'), memo],
        [
          t('Plan'),
          plan &&
            t('{payments} × {amount}, {total} in all', {
              payments: plan.payments,
              amount: plan.each,
              total: plan.total,
            }),
        ],
        [t('Payment'), plan && t('{number} of {all}', { number: plan.number, all: plan.count })],
        [t('Payment method'), t(method)],
        ...Object.entries(DESTINATION_LABELS)
          .filter(([key]) => destination[key])
          .map(([key, label]): [string, string] => {
            const value = destination[key] ?? '';
            return [t(label), key === 'iban' ? groupedIban(value) : value];
          }),
      ]}
      total={[t('Amount'), amount]}
    />
  );
}

function TransferDetails({ name, statusUrl, ...transfer }: TransferMails['transfer-details']) {
  const t = useWords();
  return (
    <Layout
      preview={t('Where to send the money, how much, and which memo to use.')}
      title={t('How to make your payment')}
    >
      <Greeting name={name} />
      <Paragraph>
        {t(
          'Here are the payment details you asked for. Enter the memo exactly as shown: it’s how we match your payment.',
        )}
      </Paragraph>
      <TransferFacts {...transfer} />
      <NextSteps>
        {t(
          'Once you’ve sent the money, give us the confirmation or reference number from your bank. We’ll wait for your payment for 14 days.',
        )}
      </NextSteps>
      <Paragraph>{t(NO_REFUND_SENTENCE)}</Paragraph>
      <StatusLink href={statusUrl} label={t('I’ve sent the money')} />
      <Paragraph>
        {t(
          'If you didn’t ask for this, someone probably mistyped their address. You can ignore this email.',
        )}
      </Paragraph>
    </Layout>
  );
}

function TransferReminder({ name, statusUrl, ...transfer }: TransferMails['transfer-reminder']) {
  const t = useWords();
  return (
    <Layout
      preview={t(
        'If you have, give us the confirmation or reference number. If not, here are the details again.',
      )}
      title={t('Have you sent your payment?')}
    >
      <Greeting name={name} />
      <Paragraph>
        {t(
          'A few days ago you asked for our payment details. If you’ve sent the money, give us the confirmation or reference number from your bank so we can find it. If you haven’t, here are the details again.',
        )}
      </Paragraph>
      <TransferFacts {...transfer} />
      <StatusLink href={statusUrl} label={t('I’ve sent the money')} />
      <Paragraph>
        {t('Changed your mind? You don’t need to do anything: after 14 days we’ll stop waiting.')}
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
      preview={t('If you sent the money, it isn’t lost.')}
      title={t('We’re no longer waiting for your payment')}
    >
      <Greeting name={name} />
      <Paragraph>
        {t(
          'You asked for our payment details 14 days ago, and we haven’t heard from you since, so we’ve stopped waiting for your payment.',
        )}
      </Paragraph>
      <Facts facts={[[t('Reference'), reference]]} total={[t('Amount'), amount]} />
      <Paragraph>
        {t(
          'If you sent the money, it isn’t lost: you can still give us the confirmation or reference number from your bank. If you still want to pay, you can start again at any time, but the price may have changed by then.',
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
      preview={t('We haven’t found it yet. Please don’t pay again.')}
      title={t('We’re still checking for your payment')}
    >
      <Greeting name={name} />
      <Paragraph>
        {t(
          'You told us about a payment three days ago. We haven’t found it in our account yet and are still checking: bank transfers can take a few days. You don’t need to do anything, and please don’t pay again.',
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
      <Paragraph>
        {t(
          'Is the number wrong, or did your bank return the money? Reply to this email, with your bank’s receipt if you have one.',
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
      preview={t('People are waiting to hear about their payments.')}
      title={t(
        '{count, plural, one {# reported payment needs checking} other {# reported payments need checking}}',
        { count },
      )}
    >
      <Paragraph>
        {t(
          'These people said days ago that they had paid. Check each payment against the account statement, then confirm or reject it.',
        )}
      </Paragraph>
      <Facts
        facts={claims.map(({ reference, method, amount, days }) => [
          reference,
          t('{amount} by {method}, {days, plural, one {# day ago} other {# days ago}}', {
            amount,
            method: t(method),
            days,
          }),
        ])}
      />
      {count > claims.length ? (
        <Paragraph>{t('And {count} more.', { count: count - claims.length })}</Paragraph>
      ) : null}
      <Action href={adminUrl}>{t('Check the payments')}</Action>
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
  plan: { payments: 12, each: '$100.00', total: '$1,200.00', number: 4, count: 12 },
  destination: { email: 'pay@example.org', phone: '+1 202 555 0143' },
  statusUrl,
};

/** The mails about a transfer that a payer is to make or has reported. */
export const transferMails: Mails<TransferMails> = {
  'transfer-details': {
    subject: words('How to make your payment: {reference}'),
    Mail: TransferDetails,
    example: transfer,
  },
  'transfer-reminder': {
    subject: words('Have you sent your payment? {reference}'),
    Mail: TransferReminder,
    example: transfer,
  },
  'transfer-expired': {
    subject: words('We’re no longer waiting for your payment: {reference}'),
    Mail: TransferExpired,
    example: { ...awa, reference: paid.reference, amount: '$100.00', statusUrl },
  },
  'claim-waiting': {
    subject: words('We’re still checking for your payment: {reference}'),
    Mail: ClaimWaiting,
    example: { ...awa, ...paid, statusUrl },
  },
  'claims-waiting': {
    subject: words(
      '{count, plural, one {# reported payment needs checking} other {# reported payments need checking}}',
    ),
    Mail: WaitingClaims,
    isInternal: true,
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

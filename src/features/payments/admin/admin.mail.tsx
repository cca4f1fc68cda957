import { words } from '../../../shared/words.ts';
import { useDates } from '../../../web/useDates.ts';
import { useWords } from '../../../web/words.tsx';
import { Layout } from '../../mail/frame/Layout.tsx';
import { Action, Facts, Paragraph, Quotation } from '../../mail/frame/MailText.tsx';
import type { Mails } from '../../mail/frame/template.mail.tsx';

/** What each of these mails says, by the name of its template. */
interface PaymentAdminMails {
  'refund-recorded': {
    name: string;
    reference: string;
    /** What went back this time. */
    amount: string;
    refundedOn: string;
    reason: string;
    /** Name of the receipt of the payment. */
    receipt?: string;
  };
  /** To the administrators: money that no rule of ours can place; `issue` is a word of the rail or of ours. */
  'payment-review': {
    reference: string;
    amount: string;
    number: string;
    issue: string;
    adminUrl: string;
  };
  /** To the administrators: how much money waits for a person, of each kind. */
  'money-waits': {
    count: number;
    /** A kind is a sentence of ours, in English. */
    kinds: { kind: string; count: number }[];
    adminUrl: string;
  };
}

/** Money of a payment has gone back, by us or by the payer's bank. */
function RefundRecorded({
  name,
  reference,
  amount,
  refundedOn,
  reason,
  receipt,
}: PaymentAdminMails['refund-recorded']) {
  const t = useWords();
  const { dayInWords } = useDates();
  const facts: [string, string | undefined][] = [
    [t('Reference'), reference],
    [t('Amount given back'), amount],
    [t('Given back on'), dayInWords(refundedOn)],
    [t('Receipt of the payment'), receipt],
  ];
  return (
    <Layout
      preview={t('{amount} has gone back to you.', { amount })}
      title={t('Your money has gone back to you')}
    >
      <Paragraph>{t('Dear {name},', { name })}</Paragraph>
      <Paragraph>
        {t(
          '{amount} of your payment has gone back to you, the way it came. Until it shows in your account it can take some days.',
          { amount },
        )}
      </Paragraph>
      <Facts facts={facts.filter((fact): fact is [string, string] => fact[1] !== undefined)} />
      {reason ? <Quotation>{reason}</Quotation> : null}
      <Paragraph>
        {t('If you did not expect this, please answer this mail: a person reads it.')}
      </Paragraph>
    </Layout>
  );
}

/** To the administrators: PayPal reports something about a payment that our records cannot follow by themselves. */
function PaymentReview({
  reference,
  amount,
  number,
  issue,
  adminUrl,
}: PaymentAdminMails['payment-review']) {
  const t = useWords();
  return (
    <Layout
      preview={t('{amount} for {reference}: {issue}', { amount, reference, issue })}
      title={t('A payment needs a person')}
    >
      <Paragraph>
        {t(
          'What PayPal says of this payment does not fit what we asked for, or nobody can say what became of it. Nothing of it counts as paid. Please look it up at PayPal before you decide.',
        )}
      </Paragraph>
      <Facts
        facts={[
          [t('Reference'), reference],
          [t('Amount'), amount],
          [t('Number at PayPal'), number],
          [t('What is odd'), issue],
        ]}
      />
      <Action href={adminUrl}>{t('Open the application')}</Action>
    </Layout>
  );
}

/** To the administrators: what of the money needs a person, counted. */
function MoneyWaits({ count, kinds, adminUrl }: PaymentAdminMails['money-waits']) {
  const t = useWords();
  return (
    <Layout
      preview={t('Somebody may be waiting for an answer from us.')}
      title={t('Money waits for you')}
    >
      <Paragraph>
        {t(
          '{count, plural, one {# case needs a person, as our books cannot decide it by themselves.} other {# cases need a person, as our books cannot decide them by themselves.}} Nothing is lost, but somebody may be waiting for an answer from us.',
          { count },
        )}
      </Paragraph>
      <Facts
        facts={kinds.map((one) => [
          t(one.kind),
          t('{count, plural, one {# case} other {# cases}}', { count: one.count }),
        ])}
      />
      <Action href={adminUrl}>{t('Look at what waits')}</Action>
      <Paragraph>
        {t('We write of this once an hour at most, and only when something new waits.')}
      </Paragraph>
    </Layout>
  );
}

const adminUrl = 'https://one.example/admin';

const awa = { name: 'Awa Diop' };
const paid = { reference: 'PX-7K4M2', amount: '$100.00' };

/** The mails about a refund and about payments that need a decision. */
export const paymentAdminMails: Mails<PaymentAdminMails> = {
  'refund-recorded': {
    subject: words('Your money has gone back to you: {reference}'),
    Mail: RefundRecorded,
    example: {
      ...awa,
      reference: paid.reference,
      amount: '$100.00',
      refundedOn: '2026-11-21',
      reason: 'It was paid twice.',
      receipt: 'OAP-000123',
    },
  },
  'payment-review': {
    subject: words('A card payment needs a person: {reference}'),
    Mail: PaymentReview,
    example: {
      reference: 'PX-7K4M2',
      amount: '$100.00',
      number: '8MC58553LB',
      issue: 'ORDER_ALREADY_CAPTURED',
      adminUrl: 'https://one.example/admin',
    },
  },
  'money-waits': {
    subject: words('Money waits for you: {count, plural, one {# case} other {# cases}}'),
    Mail: MoneyWaits,
    example: { count: 1, kinds: [{ kind: 'Less came than was due', count: 1 }], adminUrl },
  },
};

import { words } from '../../../shared/words.ts';
import { useDates } from '../../../web/useDates.ts';
import { useWords } from '../../../web/words.tsx';
import { Layout } from '../../mail/frame/Layout.tsx';
import { Action, Facts, Greeting, Paragraph, Quotation } from '../../mail/frame/MailText.tsx';
import type { Mails } from '../../mail/frame/template.mail.tsx';
import { APPROVAL_LABELS } from '../core/approvals/approval.rules.ts';
import { type ExplainedNote, explainOrderIssue } from './review/note.rules.ts';

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
    /** What is to be paid again, and where; absent where nothing is. */
    due?: { rest: string; instalment: number; statusUrl: string };
  };
  /** What we had recorded by mistake is not so; no money has moved. */
  'payment-corrected': {
    name: string;
    reference: string;
    amount: string;
    /** We had recorded a refund, else a payment. */
    isRefund: boolean;
    statusUrl: string;
  };
  /** To the administrators: money that no rule of ours can place, with our reason and PayPal's code. */
  'payment-review': {
    reference: string;
    amount: string;
    number: string;
    reason: string;
    paypalCode: string | null;
    adminUrl: string;
  };
  /** To the administrators: how much money waits for a person, of each kind. */
  'money-waits': {
    count: number;
    /** A kind is a sentence of ours, in English. */
    kinds: { kind: string; count: number }[];
    adminUrl: string;
  };
  /** To the administrators who can approve it: another one asked for an action on money. */
  'approval-asked': {
    asker: string;
    /** A sentence of ours, in English. */
    action: string;
    amount: string | null;
    reference: string | null;
    name: string | null;
    reason: string | null;
    expiresAt: string;
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
  due,
}: PaymentAdminMails['refund-recorded']) {
  const t = useWords();
  const { dayInWords } = useDates();
  return (
    <Layout
      preview={t('{amount} is on its way back to you.', { amount })}
      title={t('Your money is on its way back')}
    >
      <Greeting name={name} />
      <Paragraph>
        {t(
          '{amount} of your payment has been sent back to you, the same way you paid. It can take a few days to reach your account.',
          { amount },
        )}
      </Paragraph>
      {reason ? <Quotation>{reason}</Quotation> : null}
      <Facts
        facts={[
          [t('Reference'), reference],
          [t('Payment receipt'), receipt],
          [t('Sent back on'), dayInWords(refundedOn)],
        ]}
        total={[t('Sent back'), amount]}
      />
      {due ? (
        <>
          <Paragraph>
            {t(
              'Payment {instalment} is open again: {rest} is still due. Nothing will be charged automatically for it.',
              due,
            )}
          </Paragraph>
          <Action href={due.statusUrl}>{t('Follow your application')}</Action>
        </>
      ) : null}
      <Paragraph>
        {t('If you didn’t expect this money, reply to this email and we’ll look into it.')}
      </Paragraph>
    </Layout>
  );
}

/** A booking was taken back after the payer had read of it. */
function PaymentCorrected({
  name,
  reference,
  amount,
  isRefund,
  statusUrl,
}: PaymentAdminMails['payment-corrected']) {
  const t = useWords();
  return (
    <Layout
      preview={t('We had recorded something by mistake. No money has moved.')}
      title={t('We corrected your payment')}
    >
      <Greeting name={name} />
      <Paragraph>
        {isRefund
          ? t(
              'We wrote to you that {amount} was sent back to you. That was a mistake on our side: no money was sent.',
              { amount },
            )
          : t(
              'We wrote to you that we had received {amount}. That was a mistake on our side, and the receipt is void. Your payment page shows what we have received.',
              { amount },
            )}
      </Paragraph>
      <Facts facts={[[t('Reference'), reference]]} />
      <Action href={statusUrl}>{t('Follow your application')}</Action>
      <Paragraph>{t('If anything looks wrong, reply to this email.')}</Paragraph>
    </Layout>
  );
}

/** To the administrators: PayPal reports something about a payment that our records cannot follow by themselves. */
function PaymentReview({
  reference,
  amount,
  number,
  reason,
  paypalCode,
  adminUrl,
}: PaymentAdminMails['payment-review']) {
  const t = useWords();
  const { sentences, code }: ExplainedNote = explainOrderIssue(reason, paypalCode);
  const [problem = '', ...more] = sentences.map((sentence) => t(sentence));
  return (
    <Layout
      preview={t('{amount} for {reference}: {issue}', { amount, reference, issue: problem })}
      title={t('A card payment needs a decision')}
    >
      <Paragraph>
        {t(
          'PayPal’s record of this payment doesn’t match what we asked for, or its outcome is unknown. None of it counts as paid. Look it up at PayPal before you decide.',
        )}
      </Paragraph>
      <Facts
        facts={[
          [t('Reference'), reference],
          [t('PayPal reference'), number],
          [t('Problem'), [problem, ...more].join(' ')],
          [t('Code for support'), code],
        ]}
        total={[t('Amount'), amount]}
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
      preview={t('Someone may be waiting for our answer.')}
      title={t('Payments need a decision')}
    >
      <Paragraph>
        {t(
          '{count, plural, one {# case can’t be settled automatically and needs your decision.} other {# cases can’t be settled automatically and need your decision.}} No money is lost, but someone may be waiting for our answer.',
          { count },
        )}
      </Paragraph>
      <Facts
        facts={kinds.map((one) => [
          t(one.kind),
          t('{count, plural, one {# case} other {# cases}}', { count: one.count }),
        ])}
      />
      <Action href={adminUrl}>{t('Review payments')}</Action>
      <Paragraph>
        {t('We send this email at most once an hour, and only when there’s something new.')}
      </Paragraph>
    </Layout>
  );
}

/** To the administrators who can approve what another one asked for. */
function ApprovalAsked({
  asker,
  action,
  amount,
  reference,
  name,
  reason,
  expiresAt,
  adminUrl,
}: PaymentAdminMails['approval-asked']) {
  const t = useWords();
  const { dateTimeOf } = useDates();
  return (
    <Layout
      preview={t('{asker}: {action}', { asker, action: t(action) })}
      title={t('Your approval is needed')}
    >
      <Paragraph>
        {t(
          '{asker} asks for something that needs a second administrator. Nothing is done until you or another administrator approves it.',
          { asker },
        )}
      </Paragraph>
      {reason ? <Quotation>{reason}</Quotation> : null}
      <Facts
        facts={[
          [t('Request'), t(action)],
          [t('Reference'), reference],
          [t('Applicant'), name],
          [t('Approve by'), dateTimeOf(expiresAt)],
        ]}
        {...(amount ? { total: [t('Amount'), amount] as const } : {})}
      />
      <Action href={adminUrl}>{t('Review payments')}</Action>
    </Layout>
  );
}

const adminUrl = 'https://one.example/admin';

const awa = { name: 'Awa Diop' };
const paid = { reference: 'PX-7K4M2', amount: '$100.00' };

/** The mails about a refund and about payments that need a decision. */
export const paymentAdminMails: Mails<PaymentAdminMails> = {
  'refund-recorded': {
    subject: words('Your refund: {reference}'),
    Mail: RefundRecorded,
    example: {
      ...awa,
      reference: paid.reference,
      amount: '$100.00',
      refundedOn: '2026-11-21',
      reason: 'It was paid twice.',
      receipt: 'OAP-000123',
      due: { rest: '$100.00', instalment: 2, statusUrl: 'https://one.example/application#key=k' },
    },
  },
  'payment-corrected': {
    subject: words('Your payment was corrected: {reference}'),
    Mail: PaymentCorrected,
    example: {
      ...awa,
      ...paid,
      isRefund: false,
      statusUrl: 'https://one.example/application#key=k',
    },
  },
  'payment-review': {
    subject: words('A card payment needs a decision: {reference}'),
    Mail: PaymentReview,
    isInternal: true,
    example: {
      reference: 'PX-7K4M2',
      amount: '$100.00',
      number: '8MC58553LB',
      reason: 'REFUSED',
      paypalCode: 'ORDER_ALREADY_CAPTURED',
      adminUrl: 'https://one.example/admin',
    },
  },
  'approval-asked': {
    subject: words('An action on money needs your approval'),
    Mail: ApprovalAsked,
    isInternal: true,
    example: {
      asker: 'Efua Owusu',
      action: APPROVAL_LABELS.recordRefund,
      amount: '$1,000.00',
      reference: 'PX-7K4M2',
      name: 'Awa Diop',
      reason: 'It was paid twice.',
      expiresAt: '2026-11-28T12:00:00.000Z',
      adminUrl,
    },
  },
  'money-waits': {
    subject: words('Payments need a decision: {count, plural, one {# case} other {# cases}}'),
    Mail: MoneyWaits,
    isInternal: true,
    example: { count: 1, kinds: [{ kind: 'Less received than due', count: 1 }], adminUrl },
  },
};

import { words } from '../../../shared/words.ts';
import { useDates } from '../../../web/useDates.ts';
import { useWords } from '../../../web/words.tsx';
import {
  cancelSentence,
  kitSentence,
  PAYMENTS_BEFORE_CANCELLING,
} from '../pricing/pricing.rules.ts';
import { nextPayment, paidSoFar } from '../core/receipts/balance.rules.ts';
import type { ShownBalance } from '../../../shared/page.ts';
import type { KitRelease } from '../../../shared/plan.ts';
import { Layout } from '../../mail/frame/Layout.tsx';
import {
  Action,
  Facts,
  Greeting,
  NextSteps,
  Paragraph,
  StatusLink,
  TextLink,
} from '../../mail/frame/MailText.tsx';
import { useHref } from '../../mail/frame/useMailOptions.ts';
import type { Mails } from '../../mail/frame/template.mail.tsx';
import { useSendsKit } from './kit-day.mail.tsx';

interface PaymentConfirmedMails {
  'payment-confirmed': {
    name: string;
    reference: string;
    amount: string;
    receivedOn: string;
    /** The payment submitted the application, and no other email says that we have it. */
    submitted?: { kitRelease: KitRelease };
    /** Absent from mails that were queued before it was said, like the three below. */
    method?: string;
    /** Which one it is of how many. */
    number?: number;
    payments?: number;
    /** The kit is paid for and has not left. */
    sendsKit?: boolean;
    /** YYYY-MM-DD: the last day of the promise. */
    kitBy?: string;
    /** Payments that are still to come; one that came short is not among them. */
    paymentsLeft: number;
    /** YYYY-MM-DD: when the last payment of a plan is due, where it is not the next one. */
    lastOn?: string;
    /** What is paid of the whole. */
    balance?: ShownBalance;
    /** What the payer can find again at the bank, PayPal or on the chain. */
    railReference?: string;
    /** The next charge, where PayPal makes it; absent where the payer has to pay. */
    charge?: { amount: string; dueOn: string };
    /** The due amount and the difference; absent without one. */
    difference?: { due: string; over?: string; rest?: string };
    /** Its name and the link that opens it. */
    receipt: { name: string; url: string };
    statusUrl?: string;
  };
}

function PaymentConfirmed({
  name,
  reference,
  amount,
  receivedOn,
  submitted,
  method,
  number,
  payments,
  sendsKit,
  kitBy,
  paymentsLeft,
  lastOn,
  balance,
  railReference,
  charge,
  difference,
  receipt,
  statusUrl,
}: PaymentConfirmedMails['payment-confirmed']) {
  const t = useWords();
  const { dayInWords } = useDates();
  const sayKitSent = useSendsKit();
  const { rest, over, due } = difference ?? {};
  const printed = (
    <Paragraph>
      <TextLink href={receipt.url}>{t('Open and print your receipt')}</TextLink>
    </Paragraph>
  );
  const comingPayment = charge
    ? t(
        '{paymentsLeft, plural, one {One payment is left. PayPal will charge you {amount} on {day}.} other {# payments are left. PayPal will charge you {amount} for the next one on {day}.}}',
        { paymentsLeft, amount: charge.amount, day: dayInWords(charge.dueOn) },
      )
    : paymentsLeft > 0
      ? t(
          '{paymentsLeft, plural, one {One payment is left. We’ll email you when it’s due.} other {# payments are left. We’ll email you when the next one is due.}}',
          { paymentsLeft },
        )
      : undefined;
  // A kit that is paid for leaves before the next payment is due.
  const next = sendsKit
    ? [sayKitSent(kitBy), comingPayment]
    : [comingPayment, submitted && t(kitSentence(submitted))];
  const steps = next.filter(Boolean).join(' ');
  return (
    <Layout
      preview={t('{amount} received. Thank you.', { amount })}
      title={t('Payment received')}
      label={t('Receipt {name}', receipt)}
    >
      <Greeting name={name} />
      <Paragraph>
        {submitted
          ? t('Thank you. We have your application and your payment of {amount}.', { amount })
          : t('Thank you. We have received {amount} for your campaign kit.', { amount })}{' '}
        {balance?.left ? paidSoFar(t, balance) : null}{' '}
        {balance && !charge && !rest ? nextPayment(t, dayInWords, balance) : null}
      </Paragraph>
      {submitted ? (
        <Paragraph>{t('Keep your reference and quote it whenever you write to us.')}</Paragraph>
      ) : null}
      <Facts
        facts={[
          [t('Reference'), reference],
          [t('For'), t('Campaign kit')],
          [
            t('Payment'),
            number && payments && payments > 1
              ? t('{number} of {all}', { number, all: payments })
              : undefined,
          ],
          [t('Method'), method && t(method)],
          [t('Payment number'), railReference],
          [t('Received on'), dayInWords(receivedOn)],
          [t('Last payment'), lastOn && dayInWords(lastOn)],
          [t('Amount due'), due],
          [t('Overpaid'), over],
          [t('Still to pay'), rest],
        ]}
        total={[t('Paid'), amount]}
      />
      {comingPayment || rest ? null : <Paragraph>{t('You’ve paid in full.')}</Paragraph>}
      {over ? (
        <Paragraph>
          {t(
            'You paid {over} more than was due. Reply to this email and we’ll sort it out with you.',
            {
              over,
            },
          )}
        </Paragraph>
      ) : null}
      {rest ? <RestToPay rest={rest} statusUrl={statusUrl} /> : null}
      {steps ? <NextSteps>{steps}</NextSteps> : null}
      {submitted && payments && payments > 1 ? (
        <Paragraph>{t(cancelSentence(submitted), { stop: PAYMENTS_BEFORE_CANCELLING })}</Paragraph>
      ) : null}
      {statusUrl && !rest ? <StatusLink href={statusUrl}>{printed}</StatusLink> : null}
      {rest ? printed : null}
      {rest || statusUrl ? null : (
        <Action href={receipt.url}>{t('Open and print your receipt')}</Action>
      )}
    </Layout>
  );
}

function RestToPay({ rest, statusUrl }: { rest: string; statusUrl: string | undefined }) {
  const t = useWords();
  const hrefTo = useHref();
  return (
    <>
      <Paragraph>
        {t('{rest} of this payment is still due. You can pay it by any method we offer.', {
          rest,
        })}
      </Paragraph>
      <Action href={statusUrl ?? hrefTo('/application')}>{t('Pay the rest')}</Action>
    </>
  );
}

/** The mail that says a payment was received. */
export const paymentConfirmedMails: Mails<PaymentConfirmedMails> = {
  'payment-confirmed': {
    subject: words('Payment received: {reference}'),
    Mail: PaymentConfirmed,
    isReceipt: true,
    example: {
      name: 'Awa Diop',
      reference: 'PX-7K4M2',
      amount: '$100.00',
      receivedOn: '2026-11-21',
      method: 'Zelle',
      number: 1,
      payments: 12,
      sendsKit: true,
      kitBy: '2026-11-25',
      paymentsLeft: 11,
      lastOn: '2027-10-21',
      balance: {
        paid: '$100.00',
        total: '$1,200.00',
        left: '$1,100.00',
        next: { amount: '$100.00', day: '2026-12-21', isDue: false },
      },
      railReference: '4711',
      receipt: { name: 'OAP-000123', url: 'https://one.example/receipt/OAP-000123?key=k' },
      statusUrl: 'https://one.example/application#key=k',
    },
  },
};

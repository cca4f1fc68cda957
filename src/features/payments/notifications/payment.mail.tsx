import { words } from '../../../shared/words.ts';
import { useDates } from '../../../web/useDates.ts';
import { useWords } from '../../../web/words.tsx';
import { NO_REFUND_SENTENCE } from '../../../shared/plan.ts';
import {
  cancelSentence,
  kitSentence,
  PAYMENTS_BEFORE_CANCELLING,
} from '../pricing/pricing.rules.ts';
import type { KitRelease } from '../../../shared/plan.ts';
import { Layout } from '../../mail/frame/Layout.tsx';
import { Action, Facts, Paragraph, StatusLink } from '../../mail/frame/MailText.tsx';
import { useHref } from '../../mail/frame/useMailOptions.ts';
import type { Mails } from '../../mail/frame/template.mail.tsx';

/** What each of these mails says, by the name of its template. */
interface PaymentMails {
  'application-submitted': {
    name: string;
    reference: string;
    plan: string;
    /** Of one payment. */
    amount: string;
    method: string;
    /** Of a plan: how many payments there are, and what they are in all. */
    schedule?: { payments: number; total: string };
    /** When the kit is sent; after the first payment when absent. */
    kitRelease?: KitRelease;
    /** A signed link to the application's page. */
    statusUrl?: string;
  };
  'payment-confirmed': {
    name: string;
    reference: string;
    amount: string;
    receivedOn: string;
    /** Payments that are still to come; one that came short is not among them. */
    paymentsLeft: number;
    /** The next charge, where PayPal makes it; absent where the payer has to pay. */
    charge?: { amount: string; dueOn: string };
    /** The due amount and the difference; absent without one. */
    difference?: { due: string; over?: string; rest?: string };
    /** Its name and the link that opens it. */
    receipt: { name: string; url: string };
    statusUrl?: string;
  };
}

function ApplicationSubmitted(props: PaymentMails['application-submitted']) {
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

function PaymentConfirmed({
  name,
  reference,
  amount,
  receivedOn,
  paymentsLeft,
  charge,
  difference,
  receipt,
  statusUrl,
}: PaymentMails['payment-confirmed']) {
  const t = useWords();
  const { dayInWords } = useDates();
  const { rest, over, due } = difference ?? {};
  const facts: [string, string | undefined][] = [
    [t('Receipt'), receipt.name],
    [t('Reference'), reference],
    [t('Amount received'), amount],
    [t('Amount due'), due],
    [t('More than due'), over],
    [t('Still to be paid of it'), rest],
    [t('Received on'), dayInWords(receivedOn)],
  ];
  return (
    <Layout preview={t('{amount} has arrived.', { amount })} title={t('Your payment has arrived')}>
      <Paragraph>{t('Dear {name},', { name })}</Paragraph>
      <Paragraph>
        {t(
          'We have received your payment. Your receipt can be opened and printed; please keep it.',
        )}
      </Paragraph>
      <Facts facts={facts.filter((fact): fact is [string, string] => fact[1] !== undefined)} />
      <Action href={receipt.url}>{t('Open the receipt')}</Action>
      {over ? (
        <Paragraph>
          {t(
            'You have paid {over} more than was due. Please answer this mail, so that we put it right with you.',
            {
              over,
            },
          )}
        </Paragraph>
      ) : null}
      {rest ? <RestToPay rest={rest} statusUrl={statusUrl} /> : null}
      {charge ? (
        <Paragraph>
          {t(
            '{paymentsLeft, plural, one {One payment is left. PayPal takes it, {amount}, by itself on {day}.} other {# payments are left. PayPal takes the next one, {amount}, by itself on {day}.}}',
            { paymentsLeft, amount: charge.amount, day: dayInWords(charge.dueOn) },
          )}
        </Paragraph>
      ) : rest && paymentsLeft === 0 ? null : (
        <Paragraph>
          {t(
            '{paymentsLeft, plural, =0 {Everything is paid. Nothing more is due.} one {One payment is left. We write to you when it is due.} other {# payments are left. We write to you when the next one is due.}}',
            {
              paymentsLeft,
            },
          )}
        </Paragraph>
      )}
      {statusUrl && !rest ? <StatusLink href={statusUrl} /> : null}
    </Layout>
  );
}

function RestToPay({ rest, statusUrl }: { rest: string; statusUrl: string | undefined }) {
  const t = useWords();
  const hrefTo = useHref();
  return (
    <>
      <Paragraph>
        {t(
          '{rest} of this payment is still to be paid. Please send it with the memo that the site shows.',
          {
            rest,
          },
        )}
      </Paragraph>
      <Action href={statusUrl ?? hrefTo('/application')}>{t('Pay the rest')}</Action>
    </>
  );
}

const statusUrl = 'https://one.example/application#key=k';
const awa = { name: 'Awa Diop' };
const paid = { reference: 'PX-7K4M2', method: 'Zelle', amount: '$100.00', number: '4711' };

/** The mails about an application that was submitted and its payments. */
export const paymentMails: Mails<PaymentMails> = {
  'application-submitted': {
    subject: words('Your application {reference}'),
    Mail: ApplicationSubmitted,
    example: {
      ...awa,
      ...paid,
      plan: 'Payment plan',
      schedule: { payments: 12, total: '$1,200.00' },
      statusUrl,
    },
  },
  'payment-confirmed': {
    subject: words('Payment received: {reference}'),
    Mail: PaymentConfirmed,
    example: {
      ...awa,
      reference: paid.reference,
      amount: '$100.00',
      receivedOn: '2026-11-21',
      paymentsLeft: 11,
      receipt: { name: 'OAP-000123', url: 'https://one.example/receipt/OAP-000123?key=k' },
      statusUrl,
    },
  },
};

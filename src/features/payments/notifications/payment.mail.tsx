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
import { numberName } from '../core/payment-labels.rules.ts';
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

/** What each of these mails says, by the name of its template. */
interface PaymentMails {
  'application-submitted': {
    name: string;
    reference: string;
    plan: string;
    /** Of one payment. */
    amount: string;
    method: string;
    /** Of a plan: how many payments there are, what they are in all, and the days of those that are still to be made. */
    schedule?: { payments: number; total: string; nextOn?: string; lastOn?: string };
    /** The transfer that the payer says they have made; absent where the money is known to be on its way. */
    claim?: { amount: string; number: string };
    /** A payment by card or in crypto that is under way and not confirmed. */
    confirming?: string;
    /** What has been received; absent before it has. */
    received?: string;
    /** The kit is paid for and has not left. */
    sendsKit?: boolean;
    /** YYYY-MM-DD: the last day of the promise; absent from mails that were queued before it was said. */
    kitBy?: string;
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
    /** The payment submitted the application, and no other email says that we have it. */
    submitted?: { kitRelease: KitRelease };
    /** Absent from mails that were queued before it was said, like the three below. */
    method?: string;
    /** Which one it is of how many. */
    number?: number;
    payments?: number;
    /** The kit is paid for and has not left. */
    sendsKit?: boolean;
    /** As above. */
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

function ApplicationSubmitted(props: PaymentMails['application-submitted']) {
  const t = useWords();
  const { dayInWords } = useDates();
  const { name, reference, plan, amount, method, schedule, claim, confirming, received } = props;
  const { statusUrl } = props;
  const kitStep = useKitStep(props);
  return (
    <Layout preview={previewOf(t, props)} title={t('We have your application')}>
      <Greeting name={name} />
      <Paragraph>
        {t(
          'Your application for the campaign kit has arrived. Keep the reference and quote it whenever you write to us about it.',
        )}
      </Paragraph>
      <Facts
        facts={[
          [t('Reference'), reference],
          [t('Plan'), t(plan)],
          [
            t('Payments'),
            schedule && t('{payments} × {amount}', { payments: schedule.payments, amount }),
          ],
          [t('Total'), schedule?.total],
          [t('Next payment'), schedule?.nextOn && dayInWords(schedule.nextOn)],
          [t('Last payment'), schedule?.lastOn && dayInWords(schedule.lastOn)],
          [t('Payment method'), t(method)],
          [t(numberName(method)), claim?.number],
        ]}
        total={
          received
            ? [t('Paid'), received]
            : confirming
              ? [t('Being confirmed'), confirming]
              : claim
                ? [t('Being checked'), claim.amount]
                : [t('Still to pay'), amount]
        }
      />
      {received ? <Paragraph>{t('Your receipt comes in a separate email.')}</Paragraph> : null}
      {confirming && !received ? (
        <Paragraph>
          {t(
            'Your payment of {amount} is being confirmed. You don’t need to do anything: we’ll email you as soon as it’s confirmed. Please don’t pay again.',
            { amount: confirming },
          )}
        </Paragraph>
      ) : null}
      {claim ? (
        <Paragraph>
          <strong>{t('We haven’t received your payment yet.')}</strong>{' '}
          {t(
            'You reported a payment of {amount}. We’re checking our account for it and will email you once we’ve found it. Please don’t pay again.',
            claim,
          )}
        </Paragraph>
      ) : null}
      <NextSteps>{kitStep}</NextSteps>
      {schedule ? (
        <Paragraph>{t(cancelSentence(props), { stop: PAYMENTS_BEFORE_CANCELLING })}</Paragraph>
      ) : null}
      {statusUrl ? <StatusLink href={statusUrl} /> : null}
    </Layout>
  );
}

function previewOf(
  t: ReturnType<typeof useWords>,
  { reference, claim, confirming, received }: PaymentMails['application-submitted'],
): string {
  if (received) return t('{amount} received. Thank you.', { amount: received });
  if (confirming) return t('Your payment of {amount} is being confirmed.', { amount: confirming });
  return claim
    ? t('We haven’t received your payment yet. We’ll email you once we’ve found it.')
    : t('Your reference is {reference}. Keep it for your records.', { reference });
}

const SENDS_KIT = words(
  'We’ll send your kit within 2-3 business days and email you when it leaves.',
);
const SENDS_KIT_BY = words(
  'We’ll send your kit within 2-3 business days, by {day}, and email you when it leaves.',
);
const SENDS_KIT_ONCE_FOUND = words(
  'Once we find it, we’ll send your kit within 2-3 business days and email you when it leaves.',
);

/** When a kit is sent that is paid for: with the day where it is known. */
function useSendsKit() {
  const t = useWords();
  const { dayInWords } = useDates();
  return (day: string | undefined) =>
    day ? t(SENDS_KIT_BY, { day: dayInWords(day) }) : t(SENDS_KIT);
}

/** When the kit is sent, from what is known of the payment. */
function useKitStep(props: PaymentMails['application-submitted']): string {
  const t = useWords();
  const sendsKit = useSendsKit();
  if (props.sendsKit) return sendsKit(props.kitBy);
  const waitsForClaim = props.claim && !(props.schedule && props.kitRelease === 'fully_paid');
  return t(waitsForClaim ? SENDS_KIT_ONCE_FOUND : kitSentence(props));
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
}: PaymentMails['payment-confirmed']) {
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

function PaymentShort(props: PaymentMails['payment-short']) {
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

const statusUrl = 'https://one.example/application#key=k';
const awa = { name: 'Awa Diop' };
const paid = { reference: 'PX-7K4M2', method: 'Zelle', amount: '$100.00', number: '4711' };

/** The mails about an application that was submitted and its payments. */
export const paymentMails: Mails<PaymentMails> = {
  'application-submitted': {
    subject: words('We have your application {reference}'),
    Mail: ApplicationSubmitted,
    isReceipt: true,
    example: {
      ...awa,
      ...paid,
      plan: 'Payment plan',
      schedule: {
        payments: 12,
        total: '$1,200.00',
        nextOn: '2026-12-21',
        lastOn: '2027-10-21',
      },
      claim: { amount: '$100.00', number: paid.number },
      statusUrl,
    },
  },
  'payment-confirmed': {
    subject: words('Payment received: {reference}'),
    Mail: PaymentConfirmed,
    isReceipt: true,
    example: {
      ...awa,
      reference: paid.reference,
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
      statusUrl,
    },
  },
  'payment-short': {
    subject: words('Part of your payment is missing: {reference}'),
    Mail: PaymentShort,
    example: {
      ...awa,
      reference: paid.reference,
      received: '0.2 ETH',
      rest: '0.133 ETH',
      until: '2026-11-21T14:05:00.000Z',
      statusUrl,
    },
  },
};

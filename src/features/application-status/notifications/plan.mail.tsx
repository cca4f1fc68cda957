import type { ShownBalance } from '../../../shared/page.ts';
import { type Values, words } from '../../../shared/words.ts';
import { useDates } from '../../../web/useDates.ts';
import { useWords } from '../../../web/words.tsx';
import { PAYMENTS_BEFORE_CANCELLING } from '../../payments/pricing/pricing.rules.ts';
import { paidSoFar } from '../../payments/core/receipts/balance.rules.ts';
import { Layout } from '../../mail/frame/Layout.tsx';
import { Facts, Greeting, Paragraph, StatusLink } from '../../mail/frame/MailText.tsx';
import type { Mails } from '../../mail/frame/template.mail.tsx';

/** What every mail about an application says. */
interface Followed {
  name: string;
  reference: string;
  /** A signed link to the application's page, or to the payment that the mail is about. */
  statusUrl: string;
}

interface Due extends Followed {
  amount: string;
  /** Of the instalment, from 1, and how many the plan has. */
  number: number;
  payments: number;
  /** YYYY-MM-DD. */
  dueOn: string;
}

/** What each of these mails says, by the name of its template. */
interface PlanMails {
  'due-soon': Due;
  'due-today': Due;
  'due-late': Due;
  /** A week late: the plan is past due. */
  'plan-past-due': Due;
  /** PayPal takes it by itself. */
  'charge-soon': Due;
  /** PayPal could not take it and does not try again. */
  'due-payment-failed': Due;
  /** `byUs`: an administrator has ended it. */
  'plan-stopped': Followed & { paid: number; received: string; byUs?: boolean };
  'plan-completed': Followed & { payments: number; received: string };
  /** The payer wants to pay the rest of so many payments at once, and can undo it until it is paid. */
  'plan-pay-off': Followed & {
    payments: number;
    /** YYYY-MM-DD: without the money the plan goes on monthly then. */
    until: string;
    balance: ShownBalance;
    /** PayPal charged the plan until now. */
    endsCharges: boolean;
  };
}

const PAY = words('Pay {amount} now');

/** What each reminder says. Nothing is ever threatened: a plan that is late goes on with its next payment. */
const SAID = {
  soon: {
    title: words('A payment is due on {date}'),
    text: words(
      'The next payment of your plan is due on {date}. Pay it now or on that day, by any method we offer. You won’t be charged automatically.',
    ),
    action: PAY,
  },
  today: {
    title: words('A payment is due today'),
    text: words(
      'The next payment of your plan is due today, {date}. Pay it by any method we offer.',
    ),
    action: PAY,
  },
  late: {
    title: words('We haven’t received your payment yet'),
    text: words(
      'A payment of your plan was due on {date} and hasn’t reached us yet. If you sent it in the last few days, you don’t need to do anything: transfers take time. If not, please pay it now.',
    ),
    action: PAY,
  },
  pastDue: {
    title: words('Your payment plan is past due'),
    text: words(
      'A payment of your plan was due on {date} and hasn’t reached us. Your plan continues as soon as you pay it, and we add no fee. If you can’t pay right now, reply to this email and we’ll find a way.',
    ),
    action: PAY,
  },
  charge: {
    title: words('PayPal will charge you on {date}'),
    text: words(
      'PayPal will charge you {amount} on {date} for the next payment of your plan, using the account you chose. You don’t need to do anything. After {stop} payments, you can cancel the plan on its page.',
    ),
    action: words('See your payments'),
  },
  failed: {
    title: words('PayPal couldn’t take your payment'),
    text: words(
      'PayPal tried to take the payment that was due on {date}, and it was declined each time. We won’t try again. Please pay it by any method we offer, and your plan will continue.',
    ),
    action: PAY,
  },
} as const;

/** A mail about one instalment of a plan: what to do, with a link to do it. */
function DueReminder({ said, mail }: { said: keyof typeof SAID; mail: PlanMails['due-soon'] }) {
  const t = useWords();
  const { dayInWords } = useDates();
  const { name, reference, amount, number, payments, dueOn, statusUrl } = mail;
  const { title, text, action } = SAID[said];
  const values: Values = { amount, date: dayInWords(dueOn), stop: PAYMENTS_BEFORE_CANCELLING };
  return (
    <Layout
      preview={t('Payment {number} of {count}', { number, count: payments })}
      title={t(title, values)}
    >
      <Greeting name={name} />
      <Paragraph>{t(text, values)}</Paragraph>
      <Facts
        facts={[
          [t('Reference'), reference],
          [t('Payment'), t('{number} of {all}', { number, all: payments })],
          [t('Due on'), dayInWords(dueOn)],
        ]}
        total={[t('Amount'), amount]}
      />
      <StatusLink href={statusUrl} label={t(action, values)} />
    </Layout>
  );
}

const DueSoon = (mail: PlanMails['due-soon']) => <DueReminder said="soon" mail={mail} />;
const DueToday = (mail: PlanMails['due-today']) => <DueReminder said="today" mail={mail} />;
const DueLate = (mail: PlanMails['due-late']) => <DueReminder said="late" mail={mail} />;
const PlanPastDue = (mail: PlanMails['plan-past-due']) => (
  <DueReminder said="pastDue" mail={mail} />
);
const ChargeSoon = (mail: PlanMails['charge-soon']) => <DueReminder said="charge" mail={mail} />;
const DuePaymentFailed = (mail: PlanMails['due-payment-failed']) => (
  <DueReminder said="failed" mail={mail} />
);

function PlanStopped({
  name,
  reference,
  paid,
  received,
  statusUrl,
  byUs = false,
}: PlanMails['plan-stopped']) {
  const t = useWords();
  return (
    <Layout preview={t('Nothing more is due.')} title={t('Your payment plan is cancelled')}>
      <Greeting name={name} />
      <Paragraph>
        {byUs
          ? t(
              'We ended your payment plan. Nothing more is due, and nothing more will be charged. This does not affect your legal rights as a buyer.',
            )
          : t(
              'You cancelled your payment plan. Nothing more is due, and nothing more will be charged. Payments you’ve made are not refunded. This does not affect your legal rights as a buyer.',
            )}
      </Paragraph>
      <Facts
        facts={[
          [t('Reference'), reference],
          [t('Payments made'), String(paid)],
        ]}
        total={[t('Received'), received]}
      />
      <Paragraph>
        {byUs
          ? t('If you did not expect this, reply to this email and we’ll look into it.')
          : t('If you didn’t cancel it, reply to this email right away and we’ll look into it.')}
      </Paragraph>
      <StatusLink href={statusUrl} />
    </Layout>
  );
}

function PlanCompleted(props: PlanMails['plan-completed']) {
  const t = useWords();
  const { name, reference, payments, received, statusUrl } = props;
  return (
    <Layout
      preview={t('Everything is paid. Thank you.')}
      title={t('Your payment plan is complete')}
    >
      <Greeting name={name} />
      <Paragraph>
        {t('The last payment of your plan has arrived, so everything is paid. Thank you.')}
      </Paragraph>
      <Facts
        facts={[
          [t('Reference'), reference],
          [t('Payments made'), String(payments)],
        ]}
        total={[t('Received'), received]}
      />
      <StatusLink href={statusUrl} />
    </Layout>
  );
}

function PlanPayOff(props: PlanMails['plan-pay-off']) {
  const t = useWords();
  const { dayInWords } = useDates();
  const { name, reference, payments, until, balance, endsCharges, statusUrl } = props;
  const amount = balance.left ?? '';
  return (
    <Layout
      preview={paidSoFar(t, balance)}
      title={t('You chose to pay the rest of your plan at once')}
    >
      <Greeting name={name} />
      <Paragraph>
        {t('You pay {amount} now instead of {count} payments. Nothing more is due after that.', {
          amount,
          count: payments,
        })}{' '}
        {paidSoFar(t, balance)}
      </Paragraph>
      <Paragraph>
        {endsCharges
          ? t(
              'Automatic charges end: PayPal will not charge you again, even if you go back to monthly payments.',
            )
          : t('Nothing is charged automatically.')}
      </Paragraph>
      <Paragraph>
        {t(
          'Until it is paid, you can go back to monthly payments on the page of your application. If we haven’t received it by {day}, your plan continues with monthly payments.',
          { day: dayInWords(until) },
        )}
      </Paragraph>
      <Facts
        facts={[
          [t('Reference'), reference],
          [t('Pay by'), dayInWords(until)],
        ]}
        total={[t('Still to pay'), amount]}
      />
      <StatusLink href={statusUrl} label={t(PAY, { amount })} />
      <Paragraph>
        {t('If you didn’t choose this, reply to this email right away and we’ll look into it.')}
      </Paragraph>
    </Layout>
  );
}

const followed = {
  name: 'Awa Diop',
  reference: 'PX-7K4M2',
  statusUrl: 'https://one.example/application#key=k',
};

const due = { ...followed, amount: '$100.00', number: 4, payments: 12, dueOn: '2027-02-21' };

/** The mails that follow a payment plan. */
export const planMails: Mails<PlanMails> = {
  'due-soon': {
    subject: words('A payment is due in a week: {reference}'),
    Mail: DueSoon,
    example: due,
  },
  'due-today': {
    subject: words('A payment is due today: {reference}'),
    Mail: DueToday,
    example: due,
  },
  'due-late': {
    subject: words('We haven’t received your payment yet: {reference}'),
    Mail: DueLate,
    example: due,
  },
  'plan-past-due': {
    subject: words('Your plan is past due: {reference}'),
    Mail: PlanPastDue,
    example: due,
  },
  'charge-soon': {
    subject: words('PayPal will charge you in a week: {reference}'),
    Mail: ChargeSoon,
    example: due,
  },
  'due-payment-failed': {
    subject: words('PayPal couldn’t take your payment: {reference}'),
    Mail: DuePaymentFailed,
    example: due,
  },
  'plan-stopped': {
    subject: words('Your plan is cancelled: {reference}'),
    Mail: PlanStopped,
    example: { ...followed, paid: 4, received: '$400.00' },
  },
  'plan-completed': {
    subject: words('Your plan is complete: {reference}'),
    Mail: PlanCompleted,
    example: { ...followed, payments: 12, received: '$1,200.00' },
  },
  'plan-pay-off': {
    subject: words('Paying the rest of your plan at once: {reference}'),
    Mail: PlanPayOff,
    example: {
      ...followed,
      payments: 9,
      until: '2027-03-07',
      balance: { paid: '$300.00', total: '$1,200.00', left: '$900.00', next: null },
      endsCharges: true,
    },
  },
};

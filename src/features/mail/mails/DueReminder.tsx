import { type Values, words } from '../../../shared/words.ts';
import { useDates } from '../../../web/useDates.ts';
import { useWords } from '../../../web/words.tsx';
import { PAYMENTS_BEFORE_CANCELLING } from '../../payments/pricing/pricing.rules.ts';
import type { MailProps } from '../mails.contract.ts';
import { Facts } from './Facts.tsx';
import { Greeting } from './Greeting.tsx';
import { Layout } from './Layout.tsx';
import { Paragraph } from './Paragraph.tsx';
import { StatusLink } from './StatusLink.tsx';

const PAY = words('Pay {amount} now');

/** What each reminder says. Nothing is ever threatened: a plan that is late goes on with its next payment. */
const SAID = {
  soon: {
    title: words('A payment is due on {date}'),
    text: words(
      'The next payment of your plan is due on {date}. You can pay it now or on that day, in any of our ways to pay. Nothing is taken by itself.',
    ),
    action: PAY,
  },
  today: {
    title: words('A payment is due today'),
    text: words(
      'The next payment of your plan is due today, {date}. You can pay it in any of our ways to pay.',
    ),
    action: PAY,
  },
  late: {
    title: words('A payment has not reached us yet'),
    text: words(
      'A payment of your plan was due on {date} and has not reached us yet. If you have sent it in the last days you need do nothing: transfers take time.',
    ),
    action: PAY,
  },
  pastDue: {
    title: words('Your payment plan is past due'),
    text: words(
      'A payment of your plan was due on {date} and has not reached us. Your plan goes on as soon as you pay it; no fee is added. If something keeps you from paying, answer this mail and we find a way.',
    ),
    action: PAY,
  },
  charge: {
    title: words('PayPal takes your next payment on {date}'),
    text: words(
      'On {date} PayPal takes the next payment of your plan from the account that you chose. You need do nothing. After {stop} payments you can cancel the plan on its page.',
    ),
    action: words('See your payments'),
  },
  failed: {
    title: words('PayPal could not take your payment'),
    text: words(
      'The payment of your plan that was due on {date} was declined each time that PayPal tried, and we do not try again. Please pay it in any of our ways to pay; your plan goes on then.',
    ),
    action: PAY,
  },
} as const;

/** Says of one due of a plan what is to be done, with the way to do it. */
function DueReminder({ said, mail }: { said: keyof typeof SAID; mail: MailProps['due-soon'] }) {
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
          [t('Amount'), amount],
          [t('Due on'), dayInWords(dueOn)],
        ]}
      />
      <StatusLink href={statusUrl} label={t(action, values)} />
    </Layout>
  );
}

export const DueSoon = (mail: MailProps['due-soon']) => <DueReminder said="soon" mail={mail} />;
export const DueToday = (mail: MailProps['due-today']) => <DueReminder said="today" mail={mail} />;
export const DueLate = (mail: MailProps['due-late']) => <DueReminder said="late" mail={mail} />;
export const PlanPastDue = (mail: MailProps['plan-past-due']) => (
  <DueReminder said="pastDue" mail={mail} />
);
export const ChargeSoon = (mail: MailProps['charge-soon']) => (
  <DueReminder said="charge" mail={mail} />
);
export const DuePaymentFailed = (mail: MailProps['due-payment-failed']) => (
  <DueReminder said="failed" mail={mail} />
);

import { words } from '../../../shared/words.ts';
import { useDates } from '../../../web/useDates.ts';
import { useWords } from '../../../web/words.tsx';
import {
  cancelSentence,
  kitSentence,
  PAYMENTS_BEFORE_CANCELLING,
} from '../pricing/pricing.rules.ts';
import type { KitRelease } from '../../../shared/plan.ts';
import { numberName } from '../core/payment-labels.rules.ts';
import { Layout } from '../../mail/frame/Layout.tsx';
import { Facts, Greeting, NextSteps, Paragraph, StatusLink } from '../../mail/frame/MailText.tsx';
import type { Mails } from '../../mail/frame/template.mail.tsx';
import { useSendsKit } from './kit-day.mail.tsx';

interface ApplicationSubmittedMails {
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
}

function ApplicationSubmitted(props: ApplicationSubmittedMails['application-submitted']) {
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
  { reference, claim, confirming, received }: ApplicationSubmittedMails['application-submitted'],
): string {
  if (received) return t('{amount} received. Thank you.', { amount: received });
  if (confirming) return t('Your payment of {amount} is being confirmed.', { amount: confirming });
  return claim
    ? t('We haven’t received your payment yet. We’ll email you once we’ve found it.')
    : t('Your reference is {reference}. Keep it for your records.', { reference });
}

const SENDS_KIT_ONCE_FOUND = words(
  'Once we find it, we’ll send your kit within 2-3 business days and email you when it leaves.',
);

/** When the kit is sent, from what is known of the payment. */
function useKitStep(props: ApplicationSubmittedMails['application-submitted']): string {
  const t = useWords();
  const sendsKit = useSendsKit();
  if (props.sendsKit) return sendsKit(props.kitBy);
  const waitsForClaim = props.claim && !(props.schedule && props.kitRelease === 'fully_paid');
  return t(waitsForClaim ? SENDS_KIT_ONCE_FOUND : kitSentence(props));
}

/** The mail that says an application has arrived. */
export const applicationSubmittedMails: Mails<ApplicationSubmittedMails> = {
  'application-submitted': {
    subject: words('We have your application {reference}'),
    Mail: ApplicationSubmitted,
    isReceipt: true,
    example: {
      name: 'Awa Diop',
      reference: 'PX-7K4M2',
      method: 'Zelle',
      amount: '$100.00',
      plan: 'Payment plan',
      schedule: {
        payments: 12,
        total: '$1,200.00',
        nextOn: '2026-12-21',
        lastOn: '2027-10-21',
      },
      claim: { amount: '$100.00', number: '4711' },
      statusUrl: 'https://one.example/application#key=k',
    },
  },
};

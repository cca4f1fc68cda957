import { useEffect, useRef, useState } from 'react';
import { amountIn, cents } from '../../../shared/money.ts';
import type { PublicPlans } from '../../../shared/plan.ts';
import { words } from '../../../shared/words.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import { useDates } from '../../../web/useDates.ts';
import { useHref } from '../../../web/useHref.ts';
import { useLanguage, useWords } from '../../../web/words.tsx';
import { APPLICATION_PATH, fragmentOf } from '../../application/link.rules.ts';
import { numberName, RAIL_NAMES } from '../core/payment-labels.rules.ts';
import { dayOf } from '../core/payment.rules.ts';
import type { MyApplication } from '../payer/my-applications.contract.ts';
import {
  dayOfLater,
  isRestAtOnce,
  type PayableInstalment,
} from '../payer/my-applications.rules.ts';
import type { Claimed } from '../rails/transfer/ClaimForm.tsx';
import { type SubmittedPayment, valuesOf } from '../payer/PaymentTerms.tsx';
import type { MyApplications } from '../payer/useMyApplications.ts';
import { usePolledApplications } from '../payer/usePolledApplications.ts';
import { readable } from '../pricing/pricing.rules.ts';

/** A payment that was made, with the status that the page knows. */
export type Submitted = (({ outcome: 'claimed' } & Claimed) | SubmittedPayment) & {
  /** Reported by the server, not made in this dialog. */
  isFromElsewhere?: boolean;
};

interface PaymentSubmittedProps {
  submitted: Submitted;
  application: MyApplication;
  plans: PublicPlans;
  mine: MyApplications;
  /** Nothing was paid: back to the methods, with a sentence if one is given. */
  onRetry: (sentence?: string) => void;
}

/** The payment's status and the next steps. An uncertain status is polled. */
export function PaymentSubmitted(props: PaymentSubmittedProps) {
  const { submitted, application, onRetry, mine } = props;
  const t = useWords();
  const href = useHref();
  const language = useLanguage();
  const actions = useRef<HTMLDivElement>(null);
  const status = statusOf(submitted, application);
  usePolledApplications(mine, status === 'processing' || status === 'unknown');
  // The button that had the focus is gone with its form; the dialog's title says what has become of it.
  useEffect(() => {
    const dialog = actions.current?.closest('dialog');
    if (!dialog) return;
    dialog.scrollTop = 0;
    dialog.querySelector('h2')?.focus();
  }, [status]);
  const { sentences, steps } = useSaid(props);
  const receipt = status === 'paid' ? paymentOf(submitted, application)?.receipt : undefined;
  const [first, ...more] = sentences;
  const hasHeading = status === 'paid' || status === 'unknown';
  return (
    <>
      <Notice tone={TONES[status]}>
        {hasHeading ? <h3>{first}</h3> : <p>{first}</p>}
        {more.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </Notice>
      {status === 'processing' && 'progress' in submitted ? submitted.progress?.(onRetry) : null}
      <div ref={actions} className="actions">
        {status === 'failed' ? (
          <Button variant="primary" onClick={() => onRetry()}>
            {t('Try again')}
          </Button>
        ) : null}
        {location.pathname === APPLICATION_PATH ? null : (
          <Button
            variant={status === 'failed' ? 'secondary' : 'primary'}
            href={href(APPLICATION_PATH + fragmentOf(application))}
          >
            {t('Follow your application')}
          </Button>
        )}
        {receipt ? (
          <Button href={`/receipt/${receipt}?lang=${language}`}>{t('Open receipt')}</Button>
        ) : null}
      </div>
      {status === 'failed' ? null : <PaymentFacts {...props} status={status} />}
      {steps.length > 0 ? (
        <section className="grid gap-2">
          <h3>{t('What happens next')}</h3>
          {steps.length === 1 ? (
            <p>{steps[0]}</p>
          ) : (
            <ol className="grid list-decimal gap-2 ps-6">
              {steps.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
          )}
        </section>
      ) : null}
    </>
  );
}

/** The payment that this is about, as far as the server has reported it. */
function paymentOf({ due, outcome }: Submitted, { payments }: MyApplication) {
  if (outcome === 'claimed') return undefined;
  return payments
    .filter(
      ({ instalment, status, received }) =>
        instalment === due.number && (received !== null || status === 'processing'),
    )
    .toSorted((one, other) => one.createdAt.localeCompare(other.createdAt))
    .at(-1);
}

/** How much was paid and how, and what the payer may need to find it again. */
function PaymentFacts(props: PaymentSubmittedProps & { status: SubmissionStatus }) {
  const { submitted, application, status } = props;
  const t = useWords();
  const language = useLanguage();
  const next = useNextPayment(application, submitted.due);
  const { due } = submitted;
  const payment = paymentOf(submitted, application);
  const claim = submitted.outcome === 'claimed' ? submitted : undefined;
  const rail = claim?.rail ?? payment?.method;
  const amount = readable(payment?.received ?? payment?.amount ?? due.rest);
  const count = application.instalments.length;
  const facts: [label: string, value: string | undefined][] = [
    [status === 'paid' ? t('Amount paid') : t('Amount'), amountIn(amount, language)],
    [t('Payment method'), payment?.coins ?? (rail && t(RAIL_NAMES[rail]))],
    [t('Payment'), count > 1 ? t('{number} of {count}', { number: due.number, count }) : undefined],
    [t(numberName(claim ? RAIL_NAMES[claim.rail] : '')), claim?.number],
    [
      t('Next payment'),
      next &&
        (application.chargesItself
          ? t('{amount} on {date}, charged by PayPal', next)
          : t('{amount}, due on {date}', next)),
    ],
    [
      t('Reference'),
      claim && t(claim.message).includes(claim.reference) ? undefined : application.reference,
    ],
  ];
  return (
    <dl className="payment-facts">
      {facts.map(([label, value]) =>
        value ? (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}

type SubmissionStatus = SubmittedPayment['outcome'] | 'claimed' | 'failed';

/** What the dialog is called from then on. */
const TITLES: Readonly<Record<SubmissionStatus, string>> = {
  claimed: words('Payment submitted successfully!'),
  paid: words('Payment received'),
  processing: words('Payment Processing'),
  unknown: words('Payment not confirmed yet'),
  failed: words('Payment Error'),
};
export const titleOf = (submitted: Submitted, application: MyApplication): string =>
  TITLES[statusOf(submitted, application)];

const TONES = {
  claimed: 'leaf',
  paid: 'leaf',
  processing: 'ochre',
  unknown: 'ochre',
  failed: 'danger',
} as const satisfies Record<SubmissionStatus, string>;

/** The page's status, unless the server knows more by now. */
function statusOf(submitted: Submitted, application: MyApplication): SubmissionStatus {
  const { outcome } = submitted;
  if (outcome === 'claimed' || outcome === 'paid') return outcome;
  const { number, received } = submitted.due;
  const due = application.instalments.find((one) => one.number === number);
  // What came short stays open: its status alone does not say that this payment arrived.
  const hasCome = due && (due.status === 'paid' || cents(due.received) > cents(received));
  if (hasCome) return 'paid';
  const attempts = application.payments.filter(({ instalment }) => instalment === number);
  const newest = attempts.reduce<(typeof attempts)[number] | undefined>(
    (last, one) => (last && last.createdAt >= one.createdAt ? last : one),
    undefined,
  );
  if (newest?.status === 'processing') return 'processing';
  return newest?.status === 'failed' ? 'failed' : outcome;
}

/** Specification §8, with amounts and counts from what was agreed (gaps.md §5). */
function useSaid({ submitted, application, plans }: PaymentSubmittedProps): {
  sentences: string[];
  steps: string[];
} {
  const t = useWords();
  const { dayInWords } = useDates();
  const { reference } = application;
  const count = application.instalments.length;
  const releasing = application.kitRelease === 'fully_paid' ? count : 1;
  if (submitted.outcome === 'claimed') {
    const message = t(submitted.message);
    return {
      sentences: [message],
      steps: [
        t('We check our account for your payment, usually within two business days.'),
        t('We’ll email you when the payment is confirmed, or if something does not match.'),
        ...(submitted.due.number === releasing ? [t('Then we send the kit.')] : []),
      ],
    };
  }
  const { due } = submitted;
  const { kitBy } = application;
  const kitStep = kitBy
    ? t('We’ll send your kit within 2-3 business days, by {day}, and email you when it leaves.', {
        day: dayInWords(kitBy),
      })
    : t('We’ll prepare your kit and email you when it is sent.');
  const status = statusOf(submitted, application);
  const values = { ...valuesOf(application, plans, due), number: due.number, reference };
  if (status !== 'paid' && status !== 'claimed') {
    return {
      sentences: [
        ...STATUS_SENTENCES[status].map((sentence) => t(sentence)),
        ...(status === 'failed' ? [t(REFERENCE, values)] : []),
      ],
      steps: [],
    };
  }
  const isShort = application.instalments.some(
    ({ number, status, received }) =>
      number === due.number && status !== 'paid' && cents(received) > 0n,
  );
  const complete =
    count === 1
      ? words('Your purchase is complete. We’ll confirm it by email.')
      : due.number === 1
        ? words('Your first payment is complete.')
        : words('Payment {number} of {payments} is complete.');
  const later = application.chargesItself
    ? words('{amount} will be charged monthly for the remaining {remaining} payments.')
    : words(
        '{amount} is due every month for the remaining {remaining} payments. We’ll email you before each one.',
      );
  return {
    sentences: [
      t(
        isShort ? words('Your payment has arrived, but part of it is still due.') : complete,
        values,
      ),
      ...(due.number < count ? [t(later, values)] : []),
    ],
    steps: [
      // The sentence about a single payment has said so.
      ...(count > 1 ? [t('Your receipt will come by email.')] : []),
      ...(due.number === releasing ? [kitStep] : []),
    ],
  };
}

/** The next payment of a plan and its day; undefined after the last one. */
function useNextPayment(application: MyApplication, due: PayableInstalment) {
  const language = useLanguage();
  const { dayInWords } = useDates();
  const [today] = useState(() => dayOf(new Date()));
  const next = application.instalments.find(({ number }) => number === due.number + 1);
  if (!next || isRestAtOnce(application, due)) return undefined;
  return {
    amount: amountIn(readable(next.amount), language),
    date: dayInWords(dayOfLater(application, due, next.number, today)),
  };
}

const REFERENCE = words('Your reference is {reference}.');

const STATUS_SENTENCES = {
  processing: [
    words(
      'Your payment is in progress but not confirmed yet. You do not need to do anything. Please do not pay again. We’ll email you as soon as we know.',
    ),
  ],
  unknown: [
    words('We do not know yet whether your payment went through'),
    words(
      'We got no answer after you approved it. We are checking and will email you as soon as we know. Please do not pay again.',
    ),
  ],
  failed: [
    words('There was an error with your payment. Please check your payment method and try again.'),
  ],
} as const satisfies Partial<Record<SubmissionStatus, readonly string[]>>;

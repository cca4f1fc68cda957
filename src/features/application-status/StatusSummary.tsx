import { type Ref, useState } from 'react';
import type { MyApplication } from '../payments/payer/my-applications.contract.ts';
import { paymentStatusLabel } from '../payments/payer/my-applications.rules.ts';
import { readable } from '../payments/pricing/pricing.rules.ts';
import { milestones } from './milestones.rules.ts';
import { type NextStep, nextSteps } from './next-steps.rules.ts';
import type { Timeline } from './status.contract.ts';
import type { ApplicationStatus } from '../application/application.rules.ts';
import { words } from '../../shared/words.ts';
import { Drawing } from '../../web/pictures/Drawing.tsx';
import { Icon } from '../../web/ui/Icon.tsx';
import { Notice } from '../../web/ui/Notice.tsx';
import { useDates } from '../../web/useDates.ts';
import { useWords } from '../../web/words.tsx';

interface StatusSummaryProps {
  application: MyApplication;
  timeline: Timeline | undefined;
  headingRef: Ref<HTMLHeadingElement>;
}

/** The status of an application as a sentence. */
const HEADLINES: Readonly<Record<ApplicationStatus, string>> = {
  draft: words('Your application is not submitted yet'),
  submitted: words('We have your application'),
  in_review: words('We are reviewing your application'),
  needs_information: words('We need something from you'),
  approved: words('Your application is approved'),
  dispatched: words('Your kit is on its way to you'),
  delivered: words('Your kit is delivered'),
  cancelled: words('Your application is cancelled'),
};

/** What the money says of an application that nobody has looked at yet; undefined where its status says more. */
function paymentHeadline(
  application: MyApplication,
): { sentence: string; values?: Record<string, string> } | undefined {
  const { paymentStatus, payments } = application;
  if (application.applicationStatus !== 'submitted') return undefined;
  if (paymentStatus === 'completed') return { sentence: words('Paid. We are preparing your kit.') };
  const claimed = payments.find(({ status }) => status === 'claimed');
  if (paymentStatus === 'awaiting_verification' && claimed)
    return {
      sentence: words('We are checking for your payment of {amount}.'),
      values: { amount: readable(claimed.amount) },
    };
  if (paymentStatus !== 'partially_paid') return undefined;
  return {
    sentence: words('We have received {received} of {total}.'),
    values: {
      received: readable(application.receivedAmount),
      total: readable(application.totalAmount),
    },
  };
}

/** The status of an application, what is done of it and its next steps. */
export function StatusSummary({ application, timeline, headingRef }: StatusSummaryProps) {
  const t = useWords();
  const { dayInWords, dateTimeOf } = useDates();
  const [today] = useState(() => new Date().toISOString().slice(0, 10));
  const { firstName, lastName } = application.applicationData;
  const headline = paymentHeadline(application);
  const steps = timeline ? nextSteps({ application, timeline, today }) : [];
  const sentenceOf = ({ sentence, values, day, time }: NextStep) =>
    t(sentence, {
      ...values,
      ...(day ? { day: dayInWords(day) } : {}),
      ...(time ? { time: dateTimeOf(time) } : {}),
    });
  return (
    <section className="status-summary" aria-labelledby="payment-status">
      <Drawing of="booklet" alt="" />
      <p className="bold">
        {application.reference} · {firstName} {lastName}
      </p>
      <h2 id="payment-status" ref={headingRef} tabIndex={-1}>
        {headline
          ? t(headline.sentence, headline.values)
          : t(HEADLINES[application.applicationStatus])}
      </h2>
      {headline ? null : (
        <p>{t('Payment: {status}', { status: t(paymentStatusLabel(application)) })}</p>
      )}
      {timeline ? <Milestones application={application} timeline={timeline} /> : null}
      {steps.length > 0 ? (
        <Notice tone={steps.some(({ isUrgent }) => isUrgent) ? 'ochre' : 'leaf'}>
          <h3>{t('What happens next')}</h3>
          {steps.map((saying) => (
            <p key={saying.sentence}>{sentenceOf(saying)}</p>
          ))}
        </Notice>
      ) : null}
    </section>
  );
}

/** The way from the form to the kit: what is done and when, and what is still to come. */
function Milestones({ application, timeline }: { application: MyApplication; timeline: Timeline }) {
  const t = useWords();
  const { dayOf, dayInWords } = useDates();
  const steps = milestones(application, timeline);
  const current = steps.findIndex(({ isDone }) => !isDone);
  if (steps.length === 0) return null;
  return (
    <ol className="milestones" aria-label={t('Steps')}>
      {steps.map(({ label, values, isDone, at, by }, place) => (
        <li
          key={label}
          aria-current={place === current ? 'step' : undefined}
          className={isDone ? 'milestone-done' : undefined}
        >
          <span className="bold">
            {isDone ? <Icon name="check" /> : null}
            {t(label, values)}
            {isDone ? <span className="sr-only">{t('done')}</span> : null}
          </span>
          <span className="hint">
            {at ? <time dateTime={at}>{dayOf(at)}</time> : null}
            {by ? t('by {day}', { day: dayInWords(by) }) : null}
          </span>
        </li>
      ))}
    </ol>
  );
}

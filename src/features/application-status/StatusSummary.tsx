import { type Ref, useState } from 'react';
import type { MyApplication } from '../payments/payer/my-applications.contract.ts';
import { paymentStatusLabel } from '../payments/payer/my-applications.rules.ts';
import { type NextStep, nextSteps } from './next-steps.rules.ts';
import { APPLICATION_STATUS_LABELS } from './status-labels.rules.ts';
import type { Timeline } from './status.contract.ts';
import { Drawing } from '../../web/pictures/Drawing.tsx';
import { Notice } from '../../web/ui/Notice.tsx';
import { useDates } from '../../web/useDates.ts';
import { useWords } from '../../web/words.tsx';

interface StatusSummaryProps {
  application: MyApplication;
  timeline: Timeline | undefined;
  headingRef: Ref<HTMLHeadingElement>;
}

/** The status of an application and its next steps. */
export function StatusSummary({ application, timeline, headingRef }: StatusSummaryProps) {
  const t = useWords();
  const { dayInWords, dateTimeOf } = useDates();
  const [today] = useState(() => new Date().toISOString().slice(0, 10));
  const { firstName, lastName } = application.applicationData;
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
        {t(APPLICATION_STATUS_LABELS[application.applicationStatus])}
      </h2>
      <p>
        {t('Payment: {standing}', {
          standing: t(paymentStatusLabel(application)),
        })}
      </p>
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

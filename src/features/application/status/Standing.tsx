import { type Ref, useState } from 'react';
import type { MyApplication } from '../../payments/payer/my-applications.contract.ts';
import { PAYMENT_STATUS_LABELS } from '../../payments/core/payment-labels.rules.ts';
import { type Saying, whatComes } from './standing.rules.ts';
import { STANDING } from './status-name.rules.ts';
import type { Story } from './tracking.contract.ts';
import { Notice } from '../../../web/ui/Notice.tsx';
import { useDates } from '../../../web/useDates.ts';
import { useWords } from '../../../web/words.tsx';

interface StandingProps {
  application: MyApplication;
  story: Story | undefined;
  headingRef: Ref<HTMLHeadingElement>;
}

/** How an application stands, and what comes next. */
export function Standing({ application, story, headingRef }: StandingProps) {
  const t = useWords();
  const { dayInWords } = useDates();
  const [today] = useState(() => new Date().toISOString().slice(0, 10));
  const { firstName, lastName } = application.applicationData;
  const sayings = story ? whatComes({ application, story, today }) : [];
  const say = ({ sentence, values, day }: Saying) =>
    t(sentence, { ...values, ...(day ? { day: dayInWords(day) } : {}) });
  return (
    <section className="grid gap-4" aria-labelledby="standing">
      <p className="bold">
        {application.reference} · {firstName} {lastName}
      </p>
      <h2 id="standing" ref={headingRef} tabIndex={-1}>
        {t(STANDING[application.applicationStatus])}
      </h2>
      <p>
        {t('Payment: {standing}', {
          standing: t(PAYMENT_STATUS_LABELS[application.paymentStatus]),
        })}
      </p>
      {sayings.length > 0 ? (
        <Notice tone={sayings.some(({ isUrgent }) => isUrgent) ? 'ochre' : 'leaf'}>
          <h3>{t('What happens next')}</h3>
          {sayings.map((saying) => (
            <p key={saying.sentence}>{say(saying)}</p>
          ))}
        </Notice>
      ) : null}
    </section>
  );
}

import { words } from '../../../shared/words.ts';
import { linkTo } from '../../../web/address.ts';
import { sentenceOf } from '../../../web/api.ts';
import { IfMay } from '../../../web/rights.tsx';
import { Button } from '../../../web/ui/Button.tsx';
import { Loading } from '../../../web/ui/Loading.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import { useDates } from '../../../web/useDates.ts';
import { useWords } from '../../../web/words.tsx';
import type { BatchDetail } from '../mailing/batch.contract.ts';
import type { BatchStep } from '../mailing.rules.ts';
import { BULK_PATH } from '../paths.rules.ts';
import { BatchFailures } from './BatchFailures.tsx';
import { BatchProgress } from './BatchProgress.tsx';
import { BatchReason, BatchState } from './BatchState.tsx';
import { useBatch } from './useBatch.ts';
import { stepsOf, useBatchStep } from './useBatchStep.ts';

const STEP_LABELS: Readonly<Record<BatchStep, string>> = {
  pause: words('Pause'),
  resume: words('Go on...'),
  cancel: words('Cancel the mails...'),
  retry: words('Try what failed again...'),
};

/** One bulk mail, live: how far it is, what did not arrive, and what can be done about it. */
export function BatchView({ id }: { id: string }) {
  const t = useWords();
  const { data, error, refetch, isFetching } = useBatch(id);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div className="actions">
        <Button {...linkTo(BULK_PATH)}>{t('Back to bulk email')}</Button>
      </div>
      {error ? (
        <Notice role="alert" tone="danger">
          <p>{t(sentenceOf(error, words('This bulk email could not be loaded.')))}</p>
          <Button pending={isFetching} onClick={() => void refetch()}>
            {t('Try again')}
          </Button>
        </Notice>
      ) : null}
      {!data && !error ? <Loading>{t('Loading the bulk email...')}</Loading> : null}
      {data ? <OneBatch batch={data} /> : null}
    </div>
  );
}

function OneBatch({ batch }: { batch: BatchDetail }) {
  const t = useWords();
  const { momentOf } = useDates();
  const { subject, message, state, counts, createdAt, createdBy, failures, troubled } = batch;
  const when = momentOf(createdAt);
  return (
    <section aria-labelledby="batch" className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <header className="grid gap-2">
        <p aria-live="polite">
          <BatchState state={state} />
        </p>
        <h2 id="batch" dir="auto" className="text-[1.5rem] [overflow-wrap:anywhere]">
          {subject}
        </h2>
        <p className="hint">
          {createdBy ? t('Written by {name} on {when}', { name: createdBy, when }) : when}
        </p>
      </header>
      <BatchProgress subject={subject} counts={counts} />
      <BatchReason batch={batch} />
      {counts.uncertain > 0 ? (
        <p className="hint">
          {t(
            'Uncertain: the connection broke when the server may already have taken the mail. We do not send it again, so that nobody gets it twice.',
          )}
        </p>
      ) : null}
      <IfMay may="mail:send">
        <Steps batch={batch} />
      </IfMay>
      {failures.length > 0 ? <BatchFailures failures={failures} troubled={troubled} /> : null}
      <details>
        <summary className="min-h-11 content-center">{t('What it says')}</summary>
        <p dir="auto" className="as-written [overflow-wrap:anywhere]">
          {message}
        </p>
      </details>
    </section>
  );
}

function Steps({ batch }: { batch: BatchDetail }) {
  const t = useWords();
  const { pending, take } = useBatchStep(batch);
  const steps = stepsOf(batch);
  if (steps.length === 0) return null;
  return (
    <div className="actions">
      {steps.map((step) => (
        <Button
          key={step}
          variant={step === 'cancel' ? 'danger' : step === 'retry' ? 'secondary' : 'primary'}
          pending={pending !== undefined}
          onClick={() => void take(step)}
        >
          {t(STEP_LABELS[step])}
        </Button>
      ))}
    </div>
  );
}

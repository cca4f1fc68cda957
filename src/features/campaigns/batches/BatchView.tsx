import { words } from '../../../shared/words.ts';
import { linkTo } from '../../../web/address.ts';
import { CallError } from '../../../web/api.ts';
import { IfCan } from '../../../web/permissions.tsx';
import { Button } from '../../../web/ui/Button.tsx';
import { Loading } from '../../../web/loading/Loading.tsx';
import { LoadError } from '../../../web/loading/LoadError.tsx';
import { useDates } from '../../../web/useDates.ts';
import { useWords } from '../../../web/words.tsx';
import { type BatchDetail, readEmailBatch } from './batch.contract.ts';
import type { BatchStep } from './batch.rules.ts';
import { BULK_PATH } from '../../mail/paths.rules.ts';
import { BatchProgress, BatchReason, BatchRecipients, BatchState } from './BatchStatus.tsx';
import { stepsOf, useBatchStep } from './useBatchStep.ts';
import { useRef } from 'react';
import { Badge } from '../../../web/ui/Badge.tsx';
import { dateColumn, textColumn } from '../../../web/lists/columns.tsx';
import { type Column, DataTable } from '../../../web/lists/DataTable.tsx';
import { useQuery } from '@tanstack/react-query';
import { minutes, seconds } from '../../../shared/time.ts';
import { read } from '../../../web/queries.ts';

const STEP_LABELS: Readonly<Record<BatchStep, string>> = {
  pause: words('Pause'),
  resume: words('Resume...'),
  cancel: words('Cancel sending...'),
  retry: words('Retry failed emails...'),
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
      <LoadError
        query={{ error, isFetching, refetch }}
        fallback={t('This bulk email could not be loaded.')}
      />
      {!data && !error ? <Loading>{t('Loading the bulk email...')}</Loading> : null}
      {data ? <OneBatch batch={data} /> : null}
    </div>
  );
}

function OneBatch({ batch }: { batch: BatchDetail }) {
  const t = useWords();
  const { dateTimeOf } = useDates();
  const { subject, message, state, counts, createdAt, createdBy, failures, troubled } = batch;
  const when = dateTimeOf(createdAt);
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
        <BatchRecipients batch={batch} />
      </header>
      <BatchProgress subject={subject} counts={counts} />
      <BatchReason batch={batch} />
      {counts.uncertain > 0 ? (
        <p className="hint">
          {t(
            'Uncertain: the connection dropped when the server may already have accepted the email. We do not send it again, so that nobody gets it twice.',
          )}
        </p>
      ) : null}
      <IfCan permission="mail:send">
        <Steps batch={batch} />
      </IfCan>
      {failures.length > 0 ? <BatchFailures failures={failures} troubled={troubled} /> : null}
      <details>
        <summary className="min-h-11 content-center">{t('Show the message')}</summary>
        <p dir="auto" className="whitespace-pre-line [overflow-wrap:anywhere]">
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

type Failure = BatchDetail['failures'][number];

const STATES: Readonly<Record<Failure['state'], string>> = {
  failed: words('Failed'),
  uncertain: words('Uncertain'),
  queued: words('Will be tried again'),
};

/** The last that did not arrive, in the mail servers' own words, and of how many they are. */
function BatchFailures({ failures, troubled }: Pick<BatchDetail, 'failures' | 'troubled'>) {
  const t = useWords();
  // Looked at a moment apart: never fewer than are shown.
  const total = Math.max(failures.length, troubled);
  const title =
    total > failures.length
      ? t('Last {shown} of {count, plural, other {#}} not delivered', {
          shown: failures.length,
          count: total,
        })
      : t('Emails not delivered');
  const { dateTimeOf } = useDates();
  const columns: Column<Failure>[] = [
    {
      id: 'email',
      header: t('Recipient'),
      cell: ({ email }) => <span className="[overflow-wrap:anywhere]">{email}</span>,
    },
    {
      id: 'state',
      header: t('Status'),
      cell: ({ state }) => (
        <Badge tone={state === 'failed' ? 'bad' : 'plain'}>{t(STATES[state])}</Badge>
      ),
    },
    textColumn('error', t('Server response'), ({ error }) => error),
    dateColumn('at', t('When'), ({ at }) => dateTimeOf(at)),
  ];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h3>{title}</h3>
      <DataTable
        caption={title}
        columns={columns}
        rows={failures}
        rowKey={({ email }) => email}
        total={total}
        loadingLabel={t('Loading the list...')}
        empty={null}
      />
    </div>
  );
}

/** While mails leave it is looked at each second, and more seldom the longer nothing has changed. */
const shortestMs = seconds(1);
const longestMs = seconds(15);
/** One that only waits for its hour, or for somebody, changes by another's hand alone. */
const idleMs = minutes(0.5);

/** When to look again, `quietMs` after something last changed; false when nothing changes any more. */
export function nextLookAt(state: BatchDetail['state'], quietMs: number): number | false {
  if (state === 'done' || state === 'cancelled') return false;
  if (state !== 'running') return idleMs;
  return Math.min(longestMs, Math.max(shortestMs, quietMs / 2));
}

/** One batch, live for as long as it is looked at. */
function useBatch(id: string) {
  const seen = useRef({ as: '', at: 0 });
  return useQuery({
    ...read(readEmailBatch, { params: { id } }),
    refetchOnMount: 'always',
    refetchInterval: ({ state: { data, error } }) => {
      if (error instanceof CallError && error.status < 500) return false;
      if (!data) return longestMs;
      const as = JSON.stringify([data.state, data.counts]);
      if (seen.current.as !== as) seen.current = { as, at: Date.now() };
      return nextLookAt(data.state, Date.now() - seen.current.at);
    },
  });
}

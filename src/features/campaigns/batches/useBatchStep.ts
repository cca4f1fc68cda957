import { keysOf } from '../../../shared/record.ts';
import { call } from '../../../web/api.ts';
import { useRecentPassword } from '../../../web/recentPassword.ts';
import type { Question } from '../../../web/ui/confirm.tsx';
import { toast } from '../../../web/ui/toasts.ts';
import { useAction } from '../../../web/actions/useAction.ts';
import { useWords } from '../../../web/words.tsx';
import {
  type BatchDetail,
  listEmailBatches,
  readEmailBatch,
  stepEmailBatch,
} from './batch.contract.ts';
import { type BatchStep, STEPS_FROM } from './batch.rules.ts';

/** The actions that a batch allows in its state; without failures there is nothing to retry. */
export function stepsOf({ state, counts }: Pick<BatchDetail, 'state' | 'counts'>): BatchStep[] {
  const stored = state === 'waiting' ? 'running' : state;
  return keysOf(STEPS_FROM).filter(
    (step) => STEPS_FROM[step].includes(stored) && (step !== 'retry' || counts.failed > 0),
  );
}

/** Does a step with a batch after a question; pausing needs none, as each second counts and it can go on. */
export function useBatchStep(batch: BatchDetail) {
  const t = useWords();
  const { id, counts } = batch;
  const left = counts.queued + counts.sending;
  const questions: Readonly<Record<Exclude<BatchStep, 'pause'>, Question>> = {
    resume: {
      title: t('Resume sending {count, plural, one {# email} other {# emails}}?', { count: left }),
      text: t('Anyone who already has it will not get it twice.'),
      confirmLabel: t('Continue'),
    },
    cancel: {
      title: t('Cancel {count, plural, one {# email} other {# emails}}?', { count: left }),
      text: t(
        'Emails that are still waiting will not be sent. This cannot be undone. Emails already sent cannot be recalled.',
      ),
      confirmLabel: t('Cancel sending'),
      cancelLabel: t('Do not cancel'),
      danger: true,
    },
    retry: {
      title: t('Retry {count, plural, one {# email} other {# emails}}?', {
        count: counts.failed,
      }),
      text: t(
        'Only the failed emails are sent again. Check the reasons first: an address that does not exist will fail again.',
      ),
      confirmLabel: t('Try again'),
    },
  };
  const step = useAction(
    (name: BatchStep) => call(stepEmailBatch, { params: { id, step: name } }),
    {
      through: useRecentPassword(),
      failed: t('Error'),
      refresh: [readEmailBatch, listEmailBatches],
      onDone: ({ message }) => toast({ title: t(message) }),
    },
  );
  return {
    pending: step.input,
    take: (name: BatchStep) =>
      name === 'pause' ? step.run(name) : step.ask(questions[name], name),
  };
}

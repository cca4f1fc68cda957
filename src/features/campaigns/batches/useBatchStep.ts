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
      title: t('Go on with {count, plural, one {# mail} other {# mails}}?', { count: left }),
      text: t('Anyone who already has it will not get it twice.'),
      confirmLabel: t('Go on'),
    },
    cancel: {
      title: t('Cancel {count, plural, one {# mail} other {# mails}}?', { count: left }),
      text: t(
        'What is still waiting will not be sent, and that cannot be undone. What has left stays with its readers.',
      ),
      confirmLabel: t('Cancel the mails'),
      cancelLabel: t('Leave it as it is'),
      danger: true,
    },
    retry: {
      title: t('Try {count, plural, one {# mail} other {# mails}} again?', {
        count: counts.failed,
      }),
      text: t(
        'Only what failed is tried once more. Look at the reasons first: an address that does not exist fails again.',
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

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { words } from '../../../shared/words.ts';
import { call, sentenceOf } from '../../../web/api.ts';
import { useRecentPassword } from '../../../web/recentPassword.ts';
import { type Question, useConfirm } from '../../../web/ui/confirm.tsx';
import { toast } from '../../../web/ui/toasts.ts';
import { useWords } from '../../../web/words.tsx';
import {
  type BatchDetail,
  listEmailBatches,
  readEmailBatch,
  stepEmailBatch,
} from './batch.contract.ts';
import { type BatchStep, STEPS_FROM } from './batch.rules.ts';

/** What can be done with a batch as it is; nothing failed leaves nothing to try again. */
export function stepsOf({ state, counts }: Pick<BatchDetail, 'state' | 'counts'>): BatchStep[] {
  const stored = state === 'waiting' ? 'running' : state;
  const steps = Object.keys(STEPS_FROM) as BatchStep[];
  return steps.filter(
    (step) => STEPS_FROM[step].includes(stored) && (step !== 'retry' || counts.failed > 0),
  );
}

/** Does a step with a batch after a question; pausing needs none, as each second counts and it can go on. */
export function useBatchStep(batch: BatchDetail) {
  const t = useWords();
  const client = useQueryClient();
  const confirm = useConfirm();
  const withRecentPassword = useRecentPassword();
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
  const step = useMutation({
    mutationFn: (name: BatchStep) =>
      withRecentPassword(() => call(stepEmailBatch, { params: { id, step: name } })),
    onSuccess: ({ message }) => toast({ title: t(message) }),
    onError: (error) =>
      toast({
        title: t('Error'),
        description: t(sentenceOf(error, words('That could not be done. Please try again.'))),
        variant: 'destructive',
      }),
    // A step that is refused says that the batch is another by now.
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: [readEmailBatch.name] });
      await client.invalidateQueries({ queryKey: [listEmailBatches.name] });
    },
  });
  return {
    pending: step.isPending ? step.variables : undefined,
    async take(name: BatchStep) {
      if (name === 'pause' || (await confirm(questions[name]))) step.mutate(name);
    },
  };
}

import { useQueryClient } from '@tanstack/react-query';
import type { AnswerOf } from '../../shared/endpoint.ts';
import { useAction } from '../../web/actions/useAction.ts';
import { call } from '../../web/api.ts';
import { toast } from '../../web/ui/toasts.ts';
import { useWords } from '../../web/words.tsx';
import { moveKits, undoKits } from './fulfilment.contract.ts';
import { type KitStep, UNDONE_STEPS, type UndoneStep } from './fulfilment.rules.ts';

/** Says that a step was taken, offers to undo it where that can be, and fetches everything else anew. */
export function useStepDone() {
  const t = useWords();
  const client = useQueryClient();
  const undo = useAction((body: { ids: string[]; step: UndoneStep }) => call(undoKits, { body }), {
    done: t('Undone'),
    failed: t('Undo failed'),
    refresh: 'all',
  });
  return (
    { message, moved, refused }: AnswerOf<typeof moveKits>,
    { ids, to }: { ids: string[]; to: KitStep },
  ) => {
    const step = UNDONE_STEPS.find((one) => one === to);
    const done = ids.filter((id) => !refused.some((one) => one.id === id));
    const [{ reason } = { reason: message }] = refused;
    if (moved === 0)
      toast({ title: t('Update Failed'), description: t(reason), variant: 'destructive' });
    else
      toast({
        title: t('Done'),
        description: t(message),
        ...(step
          ? { action: { label: t('Undo'), press: () => void undo.run({ ids: done, step }) } }
          : {}),
      });
    // Everything but the count of what has just been done.
    void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== moveKits.name });
  };
}

import { useQueryClient } from '@tanstack/react-query';
import { words } from '../../../shared/words.ts';
import { useRecentPassword } from '../../../web/recentPassword.ts';
import { toast } from '../../../web/ui/toasts.ts';
import { useWords } from '../../../web/words.tsx';

interface ActionAnswer {
  message: string;
  isWaiting?: boolean | undefined;
}

/**
 * What the forms about money that came share: a recent password, the toasts, every list fetched anew. `undo` answers what
 * the toast offers to undo it.
 */
export function usePaymentAction<A extends ActionAnswer = ActionAnswer, B = unknown>(
  onDone: () => void,
  undo?: (answer: A, body: B) => (() => void) | undefined,
) {
  const t = useWords();
  const client = useQueryClient();
  return {
    through: useRecentPassword(),
    fallback: words('This could not be recorded. Please try again.'),
    onSuccess: (answer: A, body: B) => {
      // What waits for a second administrator was not done.
      const press = answer.isWaiting ? undefined : undo?.(answer, body);
      toast({
        title: t(answer.message),
        ...(press ? { action: { label: t('Undo'), press } } : {}),
      });
      onDone();
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'code' });
    },
    onFailure: (sentence: string) =>
      toast({ title: t('Update Failed'), description: t(sentence), variant: 'destructive' }),
  };
}

/** The reader's calendar day, as a date input wants it. */
export const today = () => new Date().toLocaleDateString('sv');

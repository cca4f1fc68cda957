import { useQueryClient } from '@tanstack/react-query';
import { words } from '../../../shared/words.ts';
import { useRecentPassword } from '../../../web/recentPassword.ts';
import { type Toast, toast } from '../../../web/ui/toasts.ts';
import { useWords } from '../../../web/words.tsx';

/**
 * What the forms about money that came share: a recent password, the toasts, every list fetched anew. `action` is offered
 * beside the answer.
 */
export function usePaymentAction(onDone: () => void, action?: Toast['action']) {
  const t = useWords();
  const client = useQueryClient();
  return {
    through: useRecentPassword(),
    fallback: words('This could not be recorded. Please try again.'),
    onSuccess: ({ message }: { message: string }) => {
      toast({ title: t(message), ...(action ? { action } : {}) });
      onDone();
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'code' });
    },
    onFailure: (sentence: string) =>
      toast({ title: t('Update Failed'), description: t(sentence), variant: 'destructive' }),
  };
}

/** The reader's calendar day, as a date input wants it. */
export const today = () => new Date().toLocaleDateString('sv');

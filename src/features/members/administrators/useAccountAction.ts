import { useMutation, useQueryClient } from '@tanstack/react-query';
import { words } from '../../../shared/words.ts';
import { sentenceOf } from '../../../web/api.ts';
import { PasswordNotGiven, useRecentPassword } from '../../../web/recentPassword.ts';
import { type Question, useConfirm } from '../../../web/ui/confirm.tsx';
import { toast } from '../../../web/ui/toasts.ts';
import { useWords } from '../../../web/words.tsx';
import type { ListedUser } from './accounts.contract.ts';

/** A action that is asked for with a question; the password is asked for where it must be recent. */
export function useAccountAction({ onDone }: { onDone?: () => void } = {}) {
  const t = useWords();
  const client = useQueryClient();
  const confirm = useConfirm();
  const withRecentPassword = useRecentPassword();
  const mutation = useMutation({
    mutationFn: (send: () => Promise<{ message: string }>) => withRecentPassword(send),
    onSuccess: ({ message }) => {
      toast({ title: t('Done'), description: t(message) });
      onDone?.();
      // It may show anywhere in the dashboard, and may have ended the own session.
      void client.invalidateQueries();
    },
  });
  const failed = mutation.error !== null && !(mutation.error instanceof PasswordNotGiven);
  return {
    isPending: mutation.isPending,
    error: mutation.error,
    reset: mutation.reset,
    failure: failed
      ? sentenceOf(mutation.error, words('That could not be done. Please try again.'))
      : undefined,
    async ask(question: Question, send: () => Promise<{ message: string }>) {
      if (await confirm(question)) mutation.mutate(send);
    },
  };
}

/** What a button for such an action is about. */
export interface AccountActionProps {
  user: ListedUser;
  action: ReturnType<typeof useAccountAction>;
}

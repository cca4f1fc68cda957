import { useMutation, useQueryClient } from '@tanstack/react-query';
import { words } from '../../../shared/words.ts';
import { sentenceOf } from '../../../web/api.ts';
import { PasswordNotGiven, useRecentPassword } from '../../../web/recentPassword.ts';
import { type Question, useConfirm } from '../../../web/ui/confirm.tsx';
import { toast } from '../../../web/ui/toasts.ts';
import { useWords } from '../../../web/words.tsx';

/** Changes which signatures count, after a question and, where it must be recent, the password. */
export function useSignatureCommand() {
  const t = useWords();
  const client = useQueryClient();
  const confirm = useConfirm();
  const withRecentPassword = useRecentPassword();
  const mutation = useMutation({
    mutationFn: (send: () => Promise<{ message: string }>) => withRecentPassword(send),
    onSuccess: ({ message }) => toast({ title: t('Done'), description: t(message) }),
    // Also after a refusal, which may say that the list is not as it was.
    onSettled: () => client.invalidateQueries(),
  });
  const hasFailed = mutation.error !== null && !(mutation.error instanceof PasswordNotGiven);
  return {
    isPending: mutation.isPending,
    failure: hasFailed
      ? sentenceOf(mutation.error, words('That could not be done. Please try again.'))
      : undefined,
    async ask(question: Question, send: () => Promise<{ message: string }>) {
      if (await confirm(question)) mutation.mutate(send);
    },
  };
}

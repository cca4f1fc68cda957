import { useMutation, useQueryClient } from '@tanstack/react-query';
import { words } from '../../shared/words.ts';
import { call, CallError, sentenceOf } from '../../web/api.ts';
import { PasswordNotGiven, useRecentPassword } from '../../web/recentPassword.ts';
import { toast } from '../../web/ui/toasts.ts';
import { useWords } from '../../web/words.tsx';
import { readRetention, setRetention } from './retention.contract.ts';
import type { Periods } from './retention.rules.ts';

/** Sends the rules; the password is asked for where it must be recent. */
export function useSaveRules(onSaved: (saved: { periods: Periods; version: number }) => void) {
  const t = useWords();
  const client = useQueryClient();
  const withRecentPassword = useRecentPassword();
  const showAsItIs = () => client.invalidateQueries({ queryKey: [readRetention.name] });
  const save = useMutation({
    mutationFn: (body: { periods: Periods; version: number }) =>
      withRecentPassword(() => call(setRetention, { body })),
    onSuccess: ({ message, version }, { periods }) => {
      onSaved({ periods, version });
      toast({ title: t('Rules saved'), description: t(message) });
      void showAsItIs();
    },
    onError: (error) => {
      if (error instanceof CallError && error.status === 409) void showAsItIs();
    },
  });
  const failed = save.error !== null && !(save.error instanceof PasswordNotGiven);
  return {
    isPending: save.isPending,
    mutate: save.mutate,
    reset: save.reset,
    failure: failed
      ? sentenceOf(save.error, words('The rules could not be saved. Please try again.'))
      : undefined,
  };
}

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { words } from '../../../shared/words.ts';
import { useWithLogin } from '../../../web/loginAgain.ts';
import { PasswordNotGiven, useRecentPassword } from '../../../web/recentPassword.ts';
import { toast } from '../../../web/ui/toasts.ts';
import { useWords } from '../../../web/words.tsx';
import { readAccount } from '../account.contract.ts';
import { passkeyFailure } from '../usePasskey.ts';

/**
 * What deeds on the own account share: a login that has not ended, a recent password, toasts, the account read anew.
 * `refused` is the title of what is said when one was not done.
 */
export function useSecurityDeed(refused = words('Update Failed')) {
  const t = useWords();
  const client = useQueryClient();
  const withLogin = useWithLogin();
  const withRecentPassword = useRecentPassword();
  const [isPending, setPending] = useState(false);

  const through = <T>(send: () => Promise<T>) => withLogin(() => withRecentPassword(send));
  const refresh = () => void client.invalidateQueries({ queryKey: [readAccount.name] });
  const said = (message: string) => toast({ title: t('Done'), description: t(message) });
  const failed = (sentence: string) =>
    toast({ title: t(refused), description: t(sentence), variant: 'destructive' });

  return {
    isPending,
    /** For `useForm`. */
    through,
    refresh,
    said,
    failed,
    /** For a button: answers what the deed answered, undefined when it was not done. Never throws. */
    async run<T extends object>(send: () => Promise<T>): Promise<T | undefined> {
      if (isPending) return undefined;
      setPending(true);
      try {
        const answer = await through(send);
        if ('message' in answer) said(String(answer.message));
        refresh();
        return answer;
      } catch (error) {
        if (!(error instanceof PasswordNotGiven)) failed(sentenceFor(error));
        return undefined;
      } finally {
        setPending(false);
      }
    },
  };
}

const sentenceFor = (error: unknown) =>
  passkeyFailure(error, words('That could not be done. Please try again.'));

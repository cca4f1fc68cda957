import { type ReactNode, useCallback, useState } from 'react';
import { CallError } from '../../../web/api.ts';
import { lazyPart } from '../../../web/loading/lazyPart.tsx';
import { useLazyDialog } from '../../../web/loading/useLazyDialog.ts';
import { PasswordNotGiven, type WithRecentPassword } from '../../../web/recentPassword.ts';
import type { Question } from '../../../web/ui/confirm.tsx';
import type { Ending } from './PasswordDialog.tsx';

const Password = lazyPart(
  async () => (await import('./PasswordDialog.tsx')).PasswordDialog,
  'login',
);

/**
 * For actions that need a recent password (gaps.md §2): `withRecentPassword(action)` does the action, and
 * when the server asks for the password shows `dialog` and does it again, so that what was typed is
 * kept. Throws PasswordNotGiven when the person closes the dialog, the 401 of a session that has ended
 * meanwhile, which the login around it can mend (useLoginAgain), and what the action threw when the dialog could not
 * be fetched.
 */
export function useReauthentication(): {
  withRecentPassword: WithRecentPassword;
  dialog: ReactNode;
} {
  const { ask, isLoaded, isOpen, answer } = useLazyDialog<Ending>(Password);
  const [question, setQuestion] = useState<Question>();

  const withRecentPassword = useCallback<WithRecentPassword>(
    async (action, asked) => {
      try {
        return await action();
      } catch (error) {
        if (!asksForPassword(error)) throw error;
        setQuestion(asked);
        const ending = await ask();
        if (ending === undefined) throw error;
        if (ending === 'declined') throw new PasswordNotGiven();
        if (ending !== 'confirmed') throw ending;
        return action();
      }
    },
    [ask],
  );

  return {
    withRecentPassword,
    dialog: isLoaded ? (
      <Password.Component open={isOpen} question={question} onEnd={answer} />
    ) : null,
  };
}

const asksForPassword = (error: unknown) =>
  error instanceof CallError && error.status === 403 && error.detail.reason === 'reauthenticate';

import { type ReactNode, useCallback } from 'react';
import { CallError, isAnotherAccount } from '../../../web/api.ts';
import { lazyPart } from '../../../web/loading/lazyPart.tsx';
import { useLazyDialog } from '../../../web/loading/useLazyDialog.ts';
import type { WithLogin } from '../../../web/withLogin.ts';

const Again = lazyPart(async () => (await import('./LoginDialog.tsx')).LoginDialog, 'login');

/**
 * For actions of a page that was drawn for one member: `withLogin(action)` does the action, and where the session has
 * ended, or somebody else has logged in in this browser since, shows `dialog`, in which nobody but that member
 * can log in, and does it again. What was typed stays. Throws what the action threw when the dialog is closed, or
 * could not be fetched.
 */
export function useLoginAgain(email: string | undefined): {
  withLogin: WithLogin;
  dialog: ReactNode;
} {
  const { ask, isLoaded, isOpen, answer } = useLazyDialog<boolean>(Again);

  const withLogin = useCallback<WithLogin>(
    async (action) => {
      try {
        return await action();
      } catch (error) {
        if (!isAnotherSession(error) || !(await ask())) throw error;
        return action();
      }
    },
    [ask],
  );

  return {
    withLogin,
    dialog:
      email && isLoaded ? <Again.Component open={isOpen} email={email} onAnswer={answer} /> : null,
  };
}

/** Whether a call says that the session of this page is over, or is another member's by now. */
export const isAnotherSession = (error: unknown) =>
  isAnotherAccount(error) || (error instanceof CallError && error.status === 401);

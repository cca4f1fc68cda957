import { type ReactNode, useCallback, useState } from 'react';
import { call, CallError } from '../../../web/api.ts';
import { PasswordNotGiven, type WithRecentPassword } from '../../../web/recentPassword.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { Dialog } from '../../../web/ui/Dialog.tsx';
import { FormErrors } from '../../../web/forms/FormErrors.tsx';
import { useForm } from '../../../web/forms/useForm.ts';
import { useWords } from '../../../web/words.tsx';
import { reauthenticate } from './login.contract.ts';
import {
  requestPasskeyReauthentication,
  reauthenticateWithPasskey,
} from '../second-factor/passkey.contract.ts';
import { PasswordStep } from './PasswordStep.tsx';
import { usePasskey } from '../second-factor/usePasskey.ts';
import { useSecondFactor } from '../second-factor/SecondFactorStep.tsx';

/** How the dialog ended; an error is a session that had ended before it. */
type Ending = 'confirmed' | 'declined' | CallError;
type Waiting = (ending: Ending) => void;

/**
 * For actions that need a recent password (gaps.md §2): `withRecentPassword(action)` does the action, and
 * when the server asks for the password shows `dialog` and does it again, so that what was typed is
 * kept. Throws PasswordNotGiven when the person closes the dialog, and the 401 of a session that has ended
 * meanwhile, which the login around it can mend (useLoginAgain).
 */
export function useReauthentication(): {
  withRecentPassword: WithRecentPassword;
  dialog: ReactNode;
} {
  const [waiting, setWaiting] = useState<readonly Waiting[]>([]);

  const withRecentPassword = useCallback<WithRecentPassword>(async (action) => {
    try {
      return await action();
    } catch (error) {
      if (!asksForPassword(error)) throw error;
      const ending = await new Promise<Ending>((resolve) => {
        setWaiting((others) => [...others, resolve]);
      });
      if (ending === 'declined') throw new PasswordNotGiven();
      if (ending !== 'confirmed') throw ending;
      return action();
    }
  }, []);

  function end(ending: Ending) {
    for (const resolve of waiting) resolve(ending);
    setWaiting([]);
  }

  return {
    withRecentPassword,
    dialog: <PasswordDialog open={waiting.length > 0} onEnd={end} />,
  };
}

const asksForPassword = (error: unknown) =>
  error instanceof CallError && error.status === 403 && error.detail.reason === 'reauthenticate';

type PasswordDialogProps = { open: boolean; onEnd: Waiting };

function PasswordDialog({ open, onEnd }: PasswordDialogProps) {
  const t = useWords();
  return (
    <Dialog
      open={open}
      onClose={() => onEnd('declined')}
      title={t('Confirm your password')}
      size="sm"
    >
      <PasswordForm onEnd={onEnd} />
    </Dialog>
  );
}

function PasswordForm({ onEnd }: Pick<PasswordDialogProps, 'onEnd'>) {
  const t = useWords();
  const factor = useSecondFactor();
  const again = useForm(reauthenticate, {
    ...factor.options,
    fallback: t('The password could not be checked. Please try again.'),
    onSuccess: () => onEnd('confirmed'),
    onFailure: (_, error) => {
      // Without a session there is no account whose password could be asked for.
      if (error instanceof CallError && error.status === 401) onEnd(error);
    },
  });
  const passkey = usePasskey({
    ask: () => call(requestPasskeyReauthentication),
    show: (response) => call(reauthenticateWithPasskey, { body: { response } }),
    onDone: () => onEnd('confirmed'),
  });
  return (
    <form {...again.form} className="grid gap-5">
      <p>
        {t('Please enter your password again to continue. What you have entered is still here.')}
      </p>
      <FormErrors state={again} />
      <PasswordStep
        form={again}
        factor={factor}
        passkey={passkey}
        button={t('Continue')}
        pendingLabel={t('Checking...')}
      >
        <Button onClick={() => onEnd('declined')}>{t('Cancel')}</Button>
      </PasswordStep>
    </form>
  );
}

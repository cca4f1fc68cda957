import { type ReactNode, useCallback, useState } from 'react';
import type { AnswerOf } from '../../../shared/endpoint.ts';
import { CallError, isAnotherAccount } from '../../../web/api.ts';
import type { WithLogin } from '../../../web/withLogin.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { Dialog } from '../../../web/ui/Dialog.tsx';
import { Field } from '../../../web/forms/Field.tsx';
import { FormErrors } from '../../../web/forms/FormErrors.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import { TextInput } from '../../../web/forms/TextInput.tsx';
import { useForm } from '../../../web/forms/useForm.ts';
import { useWords } from '../../../web/words.tsx';
import { logIn } from './login.contract.ts';
import { PasswordStep } from './PasswordStep.tsx';
import { useLoginPasskey } from '../second-factor/usePasskey.ts';
import { useSecondFactor } from '../second-factor/SecondFactorStep.tsx';
import { useLoggedIn } from '../sessions/useSession.ts';

type Waiting = (isBack: boolean) => void;

/**
 * For actions of a page that was drawn for one member: `withLogin(action)` does the action, and where the session has
 * ended, or somebody else has logged in in this browser since, shows `dialog`, in which nobody but that member
 * can log in, and does it again. What was typed stays. Throws what the action threw when the dialog is closed.
 */
export function useLoginAgain(email: string | undefined): {
  withLogin: WithLogin;
  dialog: ReactNode;
} {
  const [waiting, setWaiting] = useState<readonly Waiting[]>([]);

  const withLogin = useCallback<WithLogin>(async (action) => {
    try {
      return await action();
    } catch (error) {
      if (!isAnotherSession(error)) throw error;
      const isBack = await new Promise<boolean>((resolve) => {
        setWaiting((others) => [...others, resolve]);
      });
      if (!isBack) throw error;
      return action();
    }
  }, []);

  function answer(isBack: boolean) {
    for (const resolve of waiting) resolve(isBack);
    setWaiting([]);
  }

  return {
    withLogin,
    dialog: email ? (
      <LoginDialog open={waiting.length > 0} email={email} onAnswer={answer} />
    ) : null,
  };
}

/** Whether a call says that the session of this page is over, or is another member's by now. */
export const isAnotherSession = (error: unknown) =>
  isAnotherAccount(error) || (error instanceof CallError && error.status === 401);

interface LoginDialogProps {
  open: boolean;
  email: string;
  onAnswer: (isBack: boolean) => void;
}

function LoginDialog({ open, email, onAnswer }: LoginDialogProps) {
  const t = useWords();
  return (
    <Dialog open={open} onClose={() => onAnswer(false)} title={t('Log in again')} size="sm">
      <LoginForm email={email} onAnswer={onAnswer} />
    </Dialog>
  );
}

function LoginForm({ email, onAnswer }: Omit<LoginDialogProps, 'open'>) {
  const t = useWords();
  const setUser = useLoggedIn();
  const factor = useSecondFactor();
  const [isAnother, setAnother] = useState(false);
  function comeBack({ user }: AnswerOf<typeof logIn>) {
    // A passkey says itself whose it is: what was typed is not sent under another name.
    setAnother(user.email !== email);
    if (user.email !== email) return;
    setUser(user);
    onAnswer(true);
  }
  const login = useForm(logIn, {
    ...factor.options,
    fallback: t('Please check your credentials and try again.'),
    onSuccess: comeBack,
  });
  const passkey = useLoginPasskey(comeBack);
  return (
    <form {...login.form} className="grid gap-5">
      <p>
        {t(
          'You are no longer logged in. What you typed is still here, and will be sent as soon as you log in.',
        )}
      </p>
      <FormErrors state={login} />
      {isAnother ? (
        <Notice role="alert" tone="danger">
          <p>
            {t('That passkey belongs to another account. Please use one for {email}.', { email })}
          </p>
        </Notice>
      ) : null}
      <Field label={t('Email')}>
        <TextInput name="email" type="email" autoComplete="username" value={email} readOnly />
      </Field>
      <PasswordStep
        form={login}
        factor={factor}
        passkey={passkey}
        button={t('Log in')}
        pendingLabel={t('Logging in...')}
      >
        <Button onClick={() => onAnswer(false)}>{t('Cancel')}</Button>
      </PasswordStep>
    </form>
  );
}

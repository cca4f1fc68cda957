import { useState } from 'react';
import type { AnswerOf } from '../../../shared/endpoint.ts';
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

interface LoginDialogProps {
  open: boolean;
  email: string;
  onAnswer: (isBack: boolean) => void;
}

/** Lets one member log in again; `onAnswer` hears whether they did. */
export function LoginDialog({ open, email, onAnswer }: LoginDialogProps) {
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

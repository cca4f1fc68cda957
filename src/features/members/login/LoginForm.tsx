import { type ReactNode, useState } from 'react';
import type { AnswerOf } from '../../../shared/endpoint.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { Field } from '../../../web/forms/Field.tsx';
import { FormErrors } from '../../../web/forms/FormErrors.tsx';
import { TextInput } from '../../../web/forms/TextInput.tsx';
import { toast } from '../../../web/ui/toasts.ts';
import { useForm } from '../../../web/forms/useForm.ts';
import { useWords } from '../../../web/words.tsx';
import { logIn } from './login.contract.ts';
import { PasskeyButton } from '../second-factor/PasskeyButton.tsx';
import { SecondFactorStep, useSecondFactor } from '../second-factor/SecondFactorStep.tsx';
import type { Account } from '../sessions/useAccount.ts';
import { useLoginPasskey } from '../second-factor/usePasskey.ts';

interface LoginFormProps {
  account: Account;
  onDone: () => void;
  /** Asks for a link for a new password. */
  ForgotPassword: (props: { email: string; onBack: () => void }) => ReactNode;
}

/** Log in: with a password, and a code where one is in use, or with a passkey alone. */
export function LoginForm({ account, onDone, ForgotPassword }: LoginFormProps) {
  const t = useWords();
  const [forgotten, setForgotten] = useState<{ email: string }>();
  const factor = useSecondFactor();

  function welcome({ user }: AnswerOf<typeof logIn>) {
    account.set(user);
    toast({ title: t('Welcome back!') });
    onDone();
  }
  const login = useForm(logIn, {
    ...factor.options,
    fallback: t('Please check your credentials and try again.'),
    onSuccess: welcome,
    onFailure: (sentence) =>
      toast({ title: t('Login Failed'), description: t(sentence), variant: 'destructive' }),
  });
  const passkey = useLoginPasskey(welcome);
  const error = (name: string) => (login.errors[name] ? t(login.errors[name]) : undefined);
  const { methods } = factor;

  return (
    <>
      <div className="grid gap-5" hidden={forgotten !== undefined}>
        <form {...login.form} className="grid gap-5">
          <FormErrors state={login} />
          {/* Hidden and not gone: both are sent again with the code. */}
          <div className="grid gap-5" hidden={methods !== undefined}>
            <Field label={t('Email')} required error={error('email')}>
              <TextInput name="email" type="email" autoComplete="username" />
            </Field>
            <Field label={t('Password')} required error={error('password')}>
              <TextInput name="password" type="password" autoComplete="current-password" />
            </Field>
          </div>
          {methods ? (
            <SecondFactorStep methods={methods} error={login.errors.code} passkey={passkey} />
          ) : null}
          {factor.takesCode ? (
            <Button
              type="submit"
              variant="primary"
              pending={login.isPending}
              pendingLabel={t('Logging in...')}
            >
              {t('Login')}
            </Button>
          ) : null}
        </form>
        {methods ? null : <PasskeyButton passkey={passkey} label={t('Log in with a passkey')} />}
        <div className="-ms-3 flex flex-wrap gap-x-4">
          {methods ? (
            <Button variant="quiet" onClick={factor.forget}>
              {t('Back to the password')}
            </Button>
          ) : (
            <Button
              variant="quiet"
              onClick={(event) => setForgotten({ email: typedEmail(event.currentTarget) })}
            >
              {t('Forgot your password?')}
            </Button>
          )}
        </div>
      </div>
      {forgotten ? (
        <ForgotPassword email={forgotten.email} onBack={() => setForgotten(undefined)} />
      ) : null}
    </>
  );
}

/** Keeps the address, so that it is typed once. */
function typedEmail(button: Element): string {
  const panel = button.closest('[role="tabpanel"]');
  return panel?.querySelector<HTMLInputElement>('input[name="email"]')?.value ?? '';
}

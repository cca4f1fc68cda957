import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import type { AnswerOf } from '../../../shared/endpoint.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { Field } from '../../../web/forms/Field.tsx';
import { FormErrors } from '../../../web/forms/FormErrors.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import { TextInput } from '../../../web/forms/TextInput.tsx';
import { toast } from '../../../web/ui/toasts.ts';
import { useForm } from '../../../web/forms/useForm.ts';
import { useWords } from '../../../web/words.tsx';
import { logIn } from './login.contract.ts';
import { PasswordStep } from './PasswordStep.tsx';
import { PasskeyButton } from '../second-factor/PasskeyButton.tsx';
import { useSecondFactor } from '../second-factor/SecondFactorStep.tsx';
import type { User } from '../sessions/useAccount.ts';
import { useLoginPasskey } from '../second-factor/usePasskey.ts';

import { useLoggedIn } from '../sessions/useSession.ts';

interface AdminLoginProps {
  user: User | null;
  /** Asks for a link for a new password. */
  ForgotPassword: (props: { email: string; onBack: () => void }) => ReactNode;
}

/** What visitors without access see of the dashboard. */
export function AdminLogin({ user, ForgotPassword }: AdminLoginProps) {
  const t = useWords();
  const [forgotten, setForgotten] = useState<{ email: string }>();
  const email = useRef<HTMLInputElement>(null);
  const setUser = useLoggedIn();
  const [isIncomplete, setIncomplete] = useState(0);

  const fail = (sentence: string) =>
    toast({ title: t('Login Failed'), description: t(sentence), variant: 'destructive' });
  function welcome({ user: known }: AnswerOf<typeof logIn>) {
    setUser(known);
    if (!known.isAdmin) return fail(t('This account is not an administrator.'));
    return toast({
      title: t('Login Successful'),
      description: t('Welcome to the admin dashboard.'),
    });
  }
  const factor = useSecondFactor();
  const login = useForm(logIn, {
    ...factor.options,
    fallback: t('Invalid credentials'),
    onSuccess: welcome,
    onFailure: fail,
  });
  const passkey = useLoginPasskey(welcome);

  /** Either one missing is one sentence (specification §5), not a sentence for each field. */
  function submit(event: FormEvent<HTMLFormElement>) {
    const typed = new FormData(event.currentTarget);
    if (typed.get('email') && typed.get('password')) {
      setIncomplete(0);
      return login.form.onSubmit(event);
    }
    event.preventDefault();
    setIncomplete((times) => times + 1);
    return fail(t('Please enter both email and password.'));
  }

  const incomplete = {
    ...login,
    errors: {},
    failure: t('Please enter both email and password.'),
    attempt: isIncomplete,
  };
  return (
    <section className="mx-auto grid w-full max-w-md gap-5" aria-labelledby="admin-login">
      <h1 id="admin-login" className="text-[2rem]">
        {t('Admin Login')}
      </h1>
      {user ? (
        <Notice>
          <p>
            {t('You are logged in as {email}. This account is not an administrator.', {
              email: user.email,
            })}
          </p>
        </Notice>
      ) : null}
      <div className="grid gap-5" hidden={forgotten !== undefined}>
        <form {...login.form} onSubmit={submit} className="grid gap-5">
          <FormErrors state={isIncomplete > 0 ? incomplete : login} />
          <Field label={t('Email')} error={login.errors.email}>
            <TextInput
              ref={email}
              name="email"
              type="email"
              autoComplete="username"
              maxLength={254}
            />
          </Field>
          <PasswordStep
            form={login}
            factor={factor}
            passkey={passkey}
            label={t('Password')}
            button={t('Sign in')}
            pendingLabel={t('Signing in...')}
          >
            <Button href="/">{t('Back to Home')}</Button>
          </PasswordStep>
        </form>
        {factor.methods ? null : (
          <>
            <PasskeyButton passkey={passkey} label={t('Log in with a passkey')} />
            <Button
              variant="quiet"
              className="-ms-3 justify-self-start"
              onClick={() => setForgotten({ email: email.current?.value ?? '' })}
            >
              {t('Forgot your password?')}
            </Button>
          </>
        )}
      </div>
      {forgotten ? (
        <ForgotPassword email={forgotten.email} onBack={() => setForgotten(undefined)} />
      ) : null}
    </section>
  );
}

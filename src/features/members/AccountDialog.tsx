import { Button } from '../../web/ui/Button.tsx';
import { Dialog } from '../../web/ui/Dialog.tsx';
import { Field } from '../../web/ui/Field.tsx';
import { FormErrors } from '../../web/ui/FormErrors.tsx';
import { Tabs } from '../../web/ui/Tabs.tsx';
import { TextInput } from '../../web/ui/TextInput.tsx';
import { toast } from '../../web/ui/toasts.ts';
import { useContent } from '../../web/content.tsx';
import { SITE } from '../content/site.rules.ts';
import { useForm } from '../../web/useForm.ts';
import { useWords } from '../../web/words.tsx';
import { logIn, registerMember } from './member.contract.ts';
import type { Account } from './useAccount.ts';

interface AccountDialogProps {
  open: boolean;
  onClose: () => void;
  returnFocus: () => Element | null | undefined;
  account: Account;
}

/** Join the Movement: log in or register. */
export function AccountDialog({ open, onClose, returnFocus, account }: AccountDialogProps) {
  const t = useWords();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      returnFocus={returnFocus}
      title={t('Join the Movement')}
      size="sm"
    >
      <Tabs
        label={t('Account')}
        tabs={[
          {
            value: 'login',
            label: t('Login'),
            content: <LoginForm account={account} onDone={onClose} />,
          },
          {
            value: 'register',
            label: t('Register'),
            content: <RegisterForm account={account} onDone={onClose} />,
          },
        ]}
      />
    </Dialog>
  );
}

interface AccountFormProps {
  account: Account;
  onDone: () => void;
}

function LoginForm({ account, onDone }: AccountFormProps) {
  const t = useWords();
  const say = useContent();
  const login = useForm(logIn, {
    fallback: t('Please check your credentials and try again.'),
    onSuccess: ({ user }) => {
      account.set(user);
      toast({ title: t('Welcome back!') });
      onDone();
    },
    onFailure: (sentence) =>
      toast({ title: t('Login Failed'), description: t(sentence), variant: 'destructive' }),
  });
  const error = (name: string) => (login.errors[name] ? t(login.errors[name]) : undefined);
  return (
    <form {...login.form} className="grid gap-5">
      <FormErrors state={login} />
      <Field label={t('Email')} required error={error('email')}>
        <TextInput name="email" type="email" autoComplete="username" inputMode="email" />
      </Field>
      <Field label={t('Password')} required error={error('password')}>
        <TextInput name="password" type="password" autoComplete="current-password" />
      </Field>
      <Button
        type="submit"
        variant="primary"
        pending={login.isPending}
        pendingLabel={t('Logging in...')}
      >
        {t('Login')}
      </Button>
      <p>
        {t('Forgot your password?')}{' '}
        <a href={`mailto:${say(SITE.contact_email)}`}>{t('Write to us.')}</a>
      </p>
    </form>
  );
}

function RegisterForm({ account, onDone }: AccountFormProps) {
  const t = useWords();
  const register = useForm(registerMember, {
    fallback: t('Please check your information and try again.'),
    onSuccess: ({ user }) => {
      account.set(user);
      toast({
        title: t('Welcome to the movement!'),
        description: t('Your account is ready, {name}.', { name: user.firstName ?? '' }),
      });
      onDone();
      void account.refresh();
    },
    onFailure: (sentence) =>
      toast({ title: t('Registration Failed'), description: t(sentence), variant: 'destructive' }),
  });
  const error = (name: string) => (register.errors[name] ? t(register.errors[name]) : undefined);
  return (
    <form {...register.form} className="grid gap-5">
      <FormErrors state={register} />
      <Field label={t('First name')} required error={error('firstName')}>
        <TextInput name="firstName" autoComplete="given-name" maxLength={100} />
      </Field>
      <Field label={t('Last name')} required error={error('lastName')}>
        <TextInput name="lastName" autoComplete="family-name" maxLength={100} />
      </Field>
      <Field label={t('Email')} required error={error('email')}>
        <TextInput
          name="email"
          type="email"
          autoComplete="email"
          inputMode="email"
          maxLength={254}
        />
      </Field>
      <Field
        label={t('Password')}
        required
        hint={t('At least 6 characters; a sentence of several words is best.')}
        error={error('password')}
      >
        <TextInput name="password" type="password" autoComplete="new-password" maxLength={200} />
      </Field>
      <Button
        type="submit"
        variant="primary"
        pending={register.isPending}
        pendingLabel={t('Creating your account...')}
      >
        {t('Register')}
      </Button>
    </form>
  );
}

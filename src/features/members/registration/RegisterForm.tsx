import { PausedNotice } from '../../../web/paused.tsx';
import { Button } from '../../../web/ui/Button.tsx';
import { Field } from '../../../web/forms/Field.tsx';
import { FormErrors } from '../../../web/forms/FormErrors.tsx';
import { TextInput } from '../../../web/forms/TextInput.tsx';
import { toast } from '../../../web/ui/toasts.ts';
import { useForm } from '../../../web/forms/useForm.ts';
import { useWords } from '../../../web/words.tsx';
import { NewPassword } from '../password/NewPassword.tsx';
import { registerMember } from './registration.contract.ts';
import type { Account } from '../sessions/useAccount.ts';

interface RegisterFormProps {
  account: Account;
  onDone: () => void;
}

/** Join as a member; the new member is logged in at once. */
export function RegisterForm({ account, onDone }: RegisterFormProps) {
  const t = useWords();
  const register = useForm(registerMember, {
    fallback: t('Please check your information and try again.'),
    onSuccess: ({ user }) => {
      account.set(user);
      toast({
        title: t('Welcome to the movement!'),
        description: t(
          'Your account is ready, {name}. An email is on its way with a link to confirm your address.',
          { name: user.firstName ?? '' },
        ),
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
      <PausedNotice what="registering" />
      <FormErrors state={register} />
      <Field label={t('First name')} required error={error('firstName')}>
        <TextInput name="firstName" autoComplete="given-name" maxLength={100} />
      </Field>
      <Field label={t('Last name')} required error={error('lastName')}>
        <TextInput name="lastName" autoComplete="family-name" maxLength={100} />
      </Field>
      <Field label={t('Email')} required error={error('email')}>
        <TextInput name="email" type="email" autoComplete="email" maxLength={254} />
      </Field>
      <NewPassword
        of={register}
        label={t('Password')}
        required
        hint={t('A phrase of several words is best.')}
      />
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

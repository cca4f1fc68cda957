import { useState } from 'react';
import { CallError } from '../../web/api.ts';
import { go } from '../../web/address.ts';
import { Button } from '../../web/ui/Button.tsx';
import { Field } from '../../web/ui/Field.tsx';
import { FormErrors } from '../../web/ui/FormErrors.tsx';
import { Notice } from '../../web/ui/Notice.tsx';
import { TextInput } from '../../web/ui/TextInput.tsx';
import { toast } from '../../web/ui/toasts.ts';
import { useForm } from '../../web/useForm.ts';
import { useWords } from '../../web/words.tsx';
import { createFirstAdmin } from './member.contract.ts';
import { useLoggedIn } from './useSession.ts';

/** Why a link opens nothing, in the server's words; each kind of refusal has its way on. */
interface DeadLink {
  sentence: string;
  hasAdministrator: boolean;
}

/** The page behind the one-time link that the first start prints (gaps.md §1). */
export function FirstAdministrator({ token }: { token: string }) {
  const t = useWords();
  const [dead, setDead] = useState<DeadLink | undefined>(
    token
      ? undefined
      : { sentence: t('This address lacks its one-time code.'), hasAdministrator: false },
  );
  return (
    <section className="mx-auto grid w-full max-w-md gap-5" aria-labelledby="first-admin">
      <h1 id="first-admin" className="text-[2rem]">
        {t('Create the first administrator')}
      </h1>
      {dead ? (
        <LinkIsDead {...dead} />
      ) : (
        <>
          <p>{t('This page works once. Whoever fills it in runs the site.')}</p>
          <FirstAdminForm token={token} onDead={setDead} />
        </>
      )}
    </section>
  );
}

function LinkIsDead({ sentence, hasAdministrator }: DeadLink) {
  const t = useWords();
  return (
    <Notice role="alert" tone="danger">
      <strong>{t(sentence)}</strong>
      {hasAdministrator ? null : (
        <p>{t('Each start without an administrator prints a new link, good for 30 minutes.')}</p>
      )}
      <Button href="/admin">{t('Go to the admin login')}</Button>
    </Notice>
  );
}

type FormProps = { token: string; onDead: (dead: DeadLink) => void };

function FirstAdminForm({ token, onDead }: FormProps) {
  const t = useWords();
  const setUser = useLoggedIn();
  const create = useForm(createFirstAdmin, {
    fallback: t('Please check your information and try again.'),
    onSuccess: ({ user, message }) => {
      setUser(user);
      toast({ title: t('Administrator created'), description: t(message) });
      go('/admin', { replace: true });
    },
    onFailure: (sentence, error) => {
      const isRefused = error instanceof CallError && Object.keys(error.fields).length === 0;
      if (isRefused && error.status === 409) onDead({ sentence, hasAdministrator: true });
      else if (isRefused && error.status === 400) onDead({ sentence, hasAdministrator: false });
    },
  });
  const error = (name: string) => (create.errors[name] ? t(create.errors[name]) : undefined);
  return (
    <form {...create.form} className="grid gap-5">
      <FormErrors state={create} />
      <input type="hidden" name="token" value={token} />
      <Field label={t('Email')} required error={error('email')}>
        <TextInput
          name="email"
          type="email"
          inputMode="email"
          autoComplete="username"
          maxLength={254}
        />
      </Field>
      <Field
        label={t('Password')}
        required
        hint={t('At least 6 characters; 12 or more are better.')}
        error={error('password')}
      >
        <TextInput name="password" type="password" autoComplete="new-password" maxLength={200} />
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={t('First name')} required={false} error={error('firstName')}>
          <TextInput name="firstName" autoComplete="given-name" maxLength={100} />
        </Field>
        <Field label={t('Last name')} required={false} error={error('lastName')}>
          <TextInput name="lastName" autoComplete="family-name" maxLength={100} />
        </Field>
      </div>
      <div className="actions">
        <Button
          type="submit"
          variant="primary"
          pending={create.isPending}
          pendingLabel={t('Creating...')}
        >
          {t('Create administrator')}
        </Button>
      </div>
    </form>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { words } from '../../../shared/words.ts';
import { CallError } from '../../../web/api.ts';
import { go } from '../../../web/address.ts';
import { read } from '../../../web/queries.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { Field } from '../../../web/forms/Field.tsx';
import { FormErrors } from '../../../web/forms/FormErrors.tsx';
import { Loading } from '../../../web/loading/Loading.tsx';
import { LoadError } from '../../../web/loading/LoadError.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import { TextInput } from '../../../web/forms/TextInput.tsx';
import { toast } from '../../../web/ui/toasts.ts';
import { useForm } from '../../../web/forms/useForm.ts';
import { useWords } from '../../../web/words.tsx';
import { NewPassword } from '../password/NewPassword.tsx';
import { checkFirstAdminLink, createFirstAdmin } from './first-administrator.contract.ts';
import { useLoggedIn } from '../sessions/useSession.ts';

const DEAD = words('This link has expired or has already been used.');

/** The page behind the one-time link that the first start prints (gaps.md §1). */
export function FirstAdministrator({ token }: { token: string }) {
  const t = useWords();
  const [refusal, setRefusal] = useState(
    token
      ? undefined
      : words('The one-time code is missing from this link. Please open the whole link.'),
  );
  const link = useQuery({
    ...read(checkFirstAdminLink, { body: { token } }),
    enabled: refusal === undefined,
  });
  const dead = refusal ?? (link.data?.usable === false ? DEAD : undefined);
  return (
    <section className="mx-auto grid w-full max-w-md gap-5" aria-labelledby="first-admin">
      <h1 id="first-admin" className="text-[2rem]">
        {t('Create the first administrator')}
      </h1>
      {dead ? <LinkIsDead sentence={dead} /> : null}
      {link.isLoading ? <Loading>{t('Checking the link...')}</Loading> : null}
      {!dead && link.error ? (
        <LoadError query={link} fallback={t('The link could not be checked.')} />
      ) : null}
      {!dead && link.data ? (
        <>
          <p>{t('This page works only once. The person who fills it in will run the site.')}</p>
          <FirstAdminForm token={token} onDead={setRefusal} />
        </>
      ) : null}
    </section>
  );
}

/** The server does not say why, so both ways on are shown. */
function LinkIsDead({ sentence }: { sentence: string }) {
  const t = useWords();
  return (
    <Notice role="alert" tone="danger">
      <strong>{t(sentence)}</strong>
      <p>{t('If this site already has an administrator, log in.')}</p>
      <p>
        {t(
          'As long as there is no administrator, each start of the site prints a new link, valid for 30 minutes.',
        )}
      </p>
      <Button href="/admin">{t('Go to the admin login')}</Button>
    </Notice>
  );
}

type FormProps = { token: string; onDead: (sentence: string) => void };

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
      if (isRefused && [400, 409].includes(error.status)) onDead(sentence);
    },
  });
  const error = (name: string) => (create.errors[name] ? t(create.errors[name]) : undefined);
  return (
    <form {...create.form} className="grid gap-5">
      <FormErrors state={create} />
      <input type="hidden" name="token" value={token} />
      <Field label={t('Email')} required error={error('email')}>
        <TextInput name="email" type="email" autoComplete="username" maxLength={254} />
      </Field>
      <NewPassword
        of={create}
        label={t('Password')}
        required
        hint={t('Use 12 characters or more.')}
      />
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

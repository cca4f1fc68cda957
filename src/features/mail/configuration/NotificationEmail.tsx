import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { errorsOf } from '../../../shared/form.ts';
import { words } from '../../../shared/words.ts';
import { call, CallError } from '../../../web/api.ts';
import { read } from '../../../web/queries.ts';
import { useRecentPassword } from '../../../web/recentPassword.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { Conflict } from '../../../web/forms/Conflict.tsx';
import { Field } from '../../../web/forms/Field.tsx';
import { FormErrors } from '../../../web/forms/FormErrors.tsx';
import { Loading } from '../../../web/loading/Loading.tsx';
import { LoadError } from '../../../web/loading/LoadError.tsx';
import { TextInput } from '../../../web/forms/TextInput.tsx';
import { toast } from '../../../web/ui/toasts.ts';
import { useAction } from '../../../web/actions/useAction.ts';
import { useForm } from '../../../web/forms/useForm.ts';
import { useEditConflict } from '../../../web/forms/useEditConflict.ts';
import { useWords } from '../../../web/words.tsx';
import {
  NO_NOTIFICATION_EMAIL,
  NotificationChange,
  readNotificationEmail,
  setNotificationEmail,
} from './email-config.contract.ts';

/** Specification §8. */
const FAILED = words('Failed to update notification email.');

/** Where the mails about submissions and payments go. */
export function NotificationEmail() {
  const t = useWords();
  const stored = useQuery(read(readNotificationEmail));
  if (stored.data) return <NotificationForm email={stored.data.email} />;
  return stored.error ? (
    <LoadError query={stored} fallback={t('The notification email could not be loaded.')} />
  ) : (
    <Loading>{t('Loading the notification email...')}</Loading>
  );
}

/** Saves an address, or none, over the one that was seen. */
function useNotificationForm(email: string | null) {
  const t = useWords();
  const client = useQueryClient();
  const withRecentPassword = useRecentPassword();
  const { seen, hasConflict, startEditing, stopEditing } = useEditConflict(email);
  // What is saved now is shown above the button that saves over it.
  const was = hasConflict ? email : seen;
  const showAsItIs = () => client.invalidateQueries({ queryKey: [readNotificationEmail.name] });
  const keep = (now: string | null) => {
    client.setQueryData(read(readNotificationEmail).queryKey, { email: now });
    stopEditing();
  };
  const refuse = (sentence: string, error?: unknown) => {
    toast({ title: t('Error'), description: t(sentence), variant: 'destructive' });
    if (error instanceof CallError && error.status === 409) void showAsItIs();
  };
  const save = useForm(setNotificationEmail, {
    fallback: t(FAILED),
    through: withRecentPassword,
    read: (form) => ({ email: String(form.get('email') ?? ''), was }),
    onSuccess: ({ message }, { email: now }) => {
      toast({ title: t('Notification Email Saved'), description: t(message) });
      keep(now);
      void showAsItIs();
    },
    onFailure: refuse,
  });
  const clear = useAction(() => call(setNotificationEmail, { body: { email: null, was } }), {
    through: withRecentPassword,
    done: t('Notification Email Saved'),
    failed: t('Error'),
    fallback: FAILED,
    refresh: [readNotificationEmail],
    onDone: () => keep(null),
  });

  function submit(event: FormEvent<HTMLFormElement>) {
    const typed = { email: new FormData(event.currentTarget).get('email') };
    const { email: problem } = errorsOf(NotificationChange, typed);
    if (problem) refuse(NO_NOTIFICATION_EMAIL);
    save.form.onSubmit(event);
  }
  function input(event: FormEvent<HTMLFormElement>) {
    startEditing();
    save.form.onInput(event);
  }
  const form = { ...save.form, onSubmit: submit, onInput: input };
  return { form, save, clear, seen, hasConflict, stopEditing };
}

function NotificationForm({ email }: { email: string | null }) {
  const t = useWords();
  const { form, save, clear, seen, hasConflict, stopEditing } = useNotificationForm(email);
  return (
    <form {...form} className="grid max-w-xl gap-5">
      {hasConflict ? (
        <Conflict
          saved={[{ label: t('Notification email'), value: email ?? t('Every administrator') }]}
          isPending={save.isPending}
          onTakeTheirs={stopEditing}
        />
      ) : null}
      {/* The notice says it, with what to do about it. */}
      <FormErrors state={hasConflict ? { ...save, failure: undefined } : save} />
      <p>
        {email === null
          ? t('Every administrator gets emails about submissions, payments and reports.')
          : t('Emails about submissions, payments and reports go to this address only.')}
      </p>
      <Field
        label={t('Notification email')}
        error={save.errors.email ? t(save.errors.email) : undefined}
      >
        <TextInput
          key={seen}
          name="email"
          type="email"
          autoComplete="off"
          maxLength={254}
          defaultValue={seen ?? ''}
        />
      </Field>
      <div className="actions">
        {hasConflict ? null : (
          <Button
            type="submit"
            variant="primary"
            pending={save.isPending}
            pendingLabel={t('Saving...')}
          >
            {t('Save notification email')}
          </Button>
        )}
        {email === null || hasConflict ? null : (
          <Button
            pending={clear.isPending}
            pendingLabel={t('Saving...')}
            onClick={() => void clear.run()}
          >
            {t('Send to every administrator instead')}
          </Button>
        )}
      </div>
    </form>
  );
}

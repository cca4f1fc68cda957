import { type FormEvent, useState } from 'react';
import * as z from 'zod/mini';
import { errorsOf } from '../../../shared/form.ts';
import { words } from '../../../shared/words.ts';
import { CallError } from '../../../web/api.ts';
import { useRecentPassword } from '../../../web/recentPassword.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { Conflict } from '../../../web/forms/Conflict.tsx';
import { FormErrors } from '../../../web/forms/FormErrors.tsx';
import { toast } from '../../../web/ui/toasts.ts';
import { useDates } from '../../../web/useDates.ts';
import { useForm } from '../../../web/forms/useForm.ts';
import { useWords } from '../../../web/words.tsx';
import { NewEmailConfig, saveEmailConfig } from './email-config.contract.ts';
import type { ConfigType, SmtpConfig } from '../mail.rules.ts';
import { GMAIL, MISSING } from '../smtp/smtp-config.rules.ts';
import { type SavedConfig, useChangeToast } from './useEmailConfig.ts';
import { Field } from '../../../web/forms/Field.tsx';
import { TextInput } from '../../../web/forms/TextInput.tsx';

interface SmtpFormProps {
  type: ConfigType;
  /** What is saved of it; never the password. */
  saved: SavedConfig | undefined;
  onSaved: () => Promise<void>;
}

/** Specification §8. */
const FAILED: Readonly<Record<ConfigType, string>> = {
  email_gmail: words('Failed to save Gmail configuration.'),
  email_alternative: words('Failed to save alternative SMTP configuration.'),
};

/** One of the two configurations. Gmail's server is fixed; the password is entered each time. */
export function SmtpForm({ type, saved, onSaved }: SmtpFormProps) {
  const t = useWords();
  const { seen, isOutdated, ...entries } = useEntries(saved);
  const [isRefused, setRefused] = useState(false);
  const changed = useChangeToast();
  const read = (form: FormData) => ({
    ...Object.fromEntries(form),
    configType: type,
    ...(type === 'email_gmail' ? GMAIL : {}),
    version: seen?.version ?? 0,
  });
  const save = useForm(saveEmailConfig, {
    fallback: t(FAILED[type]),
    through: useRecentPassword(),
    read,
    onSuccess: async (answer, body) => {
      changed(answer);
      entries.fill({ ...configIn(body), version: answer.version });
      await onSaved();
    },
    onFailure: (sentence, error) => {
      const isConflict = error instanceof CallError && error.status === 409;
      setRefused(isConflict);
      if (isConflict) void onSaved();
      toast({ title: t('Error'), description: t(sentence), variant: 'destructive' });
    },
  });

  function submit(event: FormEvent<HTMLFormElement>) {
    const problems = Object.values(
      errorsOf(NewEmailConfig, read(new FormData(event.currentTarget))),
    );
    if (problems.includes(MISSING[type])) {
      const title = t('Missing Information');
      toast({ title, description: t(MISSING[type]), variant: 'destructive' });
    }
    save.form.onSubmit(event);
  }

  return (
    <form
      {...save.form}
      onSubmit={submit}
      onInput={(event) => {
        entries.touch();
        save.form.onInput(event);
      }}
      className="grid max-w-xl gap-5"
    >
      {isOutdated && saved ? (
        <Conflict
          saved={SMTP_FIELDS[type].flatMap(({ name, label }) =>
            name === 'smtpPass' ? [] : [{ label: t(label), value: String(saved[name]) }],
          )}
          onGoOn={entries.goOn}
          onTakeTheirs={() => entries.fill(saved)}
        >
          <SavedBy saved={saved} />
        </Conflict>
      ) : null}
      <FormErrors
        state={{
          ...save,
          errors: eachOnce(save.errors),
          // The notice says it, with what to do about it.
          failure: isRefused ? undefined : save.failure,
        }}
      />
      {type === 'email_gmail' ? (
        <p className="hint">
          {t('Server: {server}, port {port}', {
            server: GMAIL.smtpHost,
            port: String(GMAIL.smtpPort),
          })}
        </p>
      ) : null}
      <SmtpFields key={entries.round} type={type} saved={seen} errors={save.errors} />
      <div className="actions">
        <Button
          type="submit"
          variant="primary"
          pending={save.isPending}
          pendingLabel={t('Saving...')}
        >
          {type === 'email_gmail'
            ? t('Save Gmail configuration')
            : t('Save alternative configuration')}
        </Button>
      </div>
    </form>
  );
}

/** Names the last editor, and says that the password, which is never shown, may have changed. */
function SavedBy({ saved: { savedBy, savedAt } }: { saved: SavedConfig }) {
  const t = useWords();
  const when = useDates().dateTimeOf(savedAt);
  return (
    <p className="hint [overflow-wrap:anywhere]">
      {savedBy
        ? t('Saved by {who} on {when}.', { who: savedBy, when })
        : t('Saved on {when}.', { when })}{' '}
      {t('Passwords are never shown. This one may have changed too.')}
    </p>
  );
}

/** What the fields were filled with. */
type Seen = SmtpConfig & { version: number };

/**
 * What is being entered, over which saved version: a colleague's saving changes no word that was typed. A new round
 * brings fields that hold what is saved, and an empty password.
 */
function useEntries(saved: SavedConfig | undefined) {
  const [entries, setEntries] = useState<{ seen: Seen | undefined; round: number }>({
    seen: saved,
    round: 0,
  });
  const [isTouched, setTouched] = useState(false);
  const { seen, round } = entries;

  function fill(config: Seen) {
    setEntries((now) => ({ seen: config, round: now.round + 1 }));
    setTouched(false);
  }

  const isNewer = saved !== undefined && saved.version > (seen?.version ?? 0);
  if (isNewer && !isTouched) fill(saved);
  return {
    seen,
    round,
    isOutdated: isNewer && isTouched,
    fill,
    touch: () => setTouched(true),
    /** The entries stay, over what is saved now. */
    goOn: () => setEntries((now) => ({ ...now, seen: saved })),
  };
}

/** As the server keeps what was entered: trimmed, the port a number. */
function configIn(body: unknown): SmtpConfig {
  const { smtpHost, smtpPort, smtpUser, fromEmail, fromName } = z.parse(NewEmailConfig, body);
  return { smtpHost, smtpPort: Number(smtpPort), smtpUser, fromEmail, fromName };
}

/** One sentence for six fields is read once: it leads to the first of them. */
function eachOnce(errors: Record<string, string>): Record<string, string> {
  const sentences = Object.values(errors);
  return Object.fromEntries(
    Object.entries(errors).filter(([, sentence], at) => sentences.indexOf(sentence) === at),
  );
}

interface SmtpField {
  name: keyof SmtpConfig | 'smtpPass';
  label: string;
  hint?: string;
  kind?: 'text' | 'email' | 'port' | 'password';
}

/** LIST of what is entered of each configuration. */
const SMTP_FIELDS: Readonly<Record<ConfigType, readonly SmtpField[]>> = {
  email_gmail: [
    {
      name: 'smtpUser',
      label: words('Gmail address'),
      hint: words('The account that sends the emails.'),
      kind: 'email',
    },
    {
      name: 'smtpPass',
      label: words('App password'),
      hint: words(
        'Create one at myaccount.google.com/apppasswords. The password of the account itself does not work. The app password is encrypted and never shown, so enter it each time you save.',
      ),
      kind: 'password',
    },
    {
      name: 'fromEmail',
      label: words('From email'),
      hint: words(
        'Gmail sends from another address only if the account has it under “Send mail as”.',
      ),
      kind: 'email',
    },
    { name: 'fromName', label: words('From name') },
  ],
  email_alternative: [
    { name: 'smtpHost', label: words('SMTP host'), hint: words('For example smtp.example.org.') },
    {
      name: 'smtpPort',
      label: words('SMTP port'),
      hint: words('587 (TLS) or 465 (SSL). Use 2525 if both are blocked.'),
      kind: 'port',
    },
    { name: 'smtpUser', label: words('SMTP user name') },
    {
      name: 'smtpPass',
      label: words('SMTP password'),
      hint: words('It is encrypted and never shown, so enter it each time you save.'),
      kind: 'password',
    },
    { name: 'fromEmail', label: words('From email'), kind: 'email' },
    { name: 'fromName', label: words('From name') },
  ],
};

const ATTRIBUTES = {
  text: { maxLength: 200, autoComplete: 'off' },
  email: { type: 'email', inputMode: 'email', maxLength: 254, autoComplete: 'off' },
  port: { inputMode: 'numeric', maxLength: 5, autoComplete: 'off' },
  // No browser is to fill in the administrator's own.
  password: { type: 'password', maxLength: 200, autoComplete: 'new-password' },
} as const;

interface SmtpFieldsProps {
  type: ConfigType;
  saved: SmtpConfig | undefined;
  errors: Record<string, string>;
}

/** The fields of a configuration, filled with what is saved; nothing is ever filled in as the password. */
function SmtpFields({ type, saved, errors }: SmtpFieldsProps) {
  const t = useWords();
  return SMTP_FIELDS[type].map(({ name, label, hint, kind = 'text' }) => (
    <Field
      key={name}
      label={t(label)}
      hint={hint && t(hint)}
      error={errors[name] ? t(errors[name]) : undefined}
    >
      <TextInput
        name={name}
        spellCheck={false}
        defaultValue={name === 'smtpPass' ? '' : String(saved?.[name] ?? '')}
        {...ATTRIBUTES[kind]}
      />
    </Field>
  ));
}

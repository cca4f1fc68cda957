import { type FormEvent, useState } from 'react';
import { errorsOf } from '../../shared/form.ts';
import { words } from '../../shared/words.ts';
import { useRecentPassword } from '../../web/recentPassword.ts';
import { Button } from '../../web/ui/Button.tsx';
import { FormErrors } from '../../web/ui/FormErrors.tsx';
import { toast } from '../../web/ui/toasts.ts';
import { useForm } from '../../web/useForm.ts';
import { useWords } from '../../web/words.tsx';
import { NewEmailConfig, saveEmailConfig } from './email-config.contract.ts';
import type { ConfigType, SmtpConfig } from './email.rules.ts';
import { GMAIL, MISSING } from './smtp-config.rules.ts';
import { SmtpFields } from './SmtpFields.tsx';
import { useChangeToast } from './useEmailConfig.ts';

interface SmtpFormProps {
  type: ConfigType;
  /** What is saved of it; never the password. */
  saved: SmtpConfig | undefined;
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
  // A new round brings fields that hold what is saved, and an empty password.
  const [round, setRound] = useState(0);
  const changed = useChangeToast();
  const read = (form: FormData) => ({
    ...Object.fromEntries(form),
    configType: type,
    ...(type === 'email_gmail' ? GMAIL : {}),
  });
  const save = useForm(saveEmailConfig, {
    fallback: t(FAILED[type]),
    through: useRecentPassword(),
    read,
    onSuccess: async (answer) => {
      changed(t('Configuration Saved'), answer);
      await onSaved();
      setRound((r) => r + 1);
    },
    onFailure: (sentence) =>
      toast({ title: t('Error'), description: t(sentence), variant: 'destructive' }),
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
    <form {...save.form} onSubmit={submit} className="grid max-w-xl gap-5">
      <FormErrors state={{ ...save, errors: eachOnce(save.errors) }} />
      {type === 'email_gmail' ? (
        <p className="hint">
          {t('Server: {server}, port {port}', {
            server: GMAIL.smtpHost,
            port: String(GMAIL.smtpPort),
          })}
        </p>
      ) : null}
      <SmtpFields
        key={`${round} ${JSON.stringify(saved)}`}
        type={type}
        saved={saved}
        errors={save.errors}
      />
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

/** One sentence for six fields is read once: it leads to the first of them. */
function eachOnce(errors: Record<string, string>): Record<string, string> {
  const sentences = Object.values(errors);
  return Object.fromEntries(
    Object.entries(errors).filter(([, sentence], at) => sentences.indexOf(sentence) === at),
  );
}

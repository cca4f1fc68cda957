import { type FormEvent, useState } from 'react';
import type { output } from 'zod/v4/core';
import { errorsOf } from '../../../shared/form.ts';
import { words } from '../../../shared/words.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { Field } from '../../../web/forms/Field.tsx';
import { FormErrors } from '../../../web/forms/FormErrors.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import { TextInput } from '../../../web/forms/TextInput.tsx';
import { toast } from '../../../web/ui/toasts.ts';
import { useForm } from '../../../web/forms/useForm.ts';
import { useWords } from '../../../web/words.tsx';
import { NO_TEST_EMAIL, sendTestEmail, TestRequest } from './email-config.contract.ts';
import { configLabel } from '../smtp/smtp-config.rules.ts';
import { useFreshHistory } from './useEmailConfig.ts';

type Used = output<typeof sendTestEmail.answer & object>['configUsed'];

/** Tries the server that mail leaves through, and says which one it was. */
export function TestEmail() {
  const t = useWords();
  const refreshHistory = useFreshHistory();
  const [used, setUsed] = useState<Used>();
  const refuse = (title: string, sentence: string) =>
    toast({ title: t(title), description: t(sentence), variant: 'destructive' });
  const send = useForm(sendTestEmail, {
    fallback: t('Failed to send test email.'),
    onSuccess: ({ message, configUsed }) => {
      setUsed(configUsed);
      toast({ title: t('Test Email Sent!'), description: t(message) });
      void refreshHistory();
    },
    onFailure: (sentence) => {
      refuse(words('Error'), sentence);
      // What failed is listed there too.
      void refreshHistory();
    },
  });

  function submit(event: FormEvent<HTMLFormElement>) {
    setUsed(undefined);
    const typed = { testEmail: new FormData(event.currentTarget).get('testEmail') };
    const problems = Object.values(errorsOf(TestRequest, typed));
    if (problems.includes(NO_TEST_EMAIL)) refuse(words('Missing Information'), NO_TEST_EMAIL);
    send.form.onSubmit(event);
  }

  return (
    <form {...send.form} onSubmit={submit} className="grid max-w-xl gap-5">
      <FormErrors state={send} />
      <Field
        label={t('Send a test to')}
        hint={t('It is sent right away, through the active configuration.')}
        error={send.errors.testEmail ? t(send.errors.testEmail) : undefined}
      >
        <TextInput name="testEmail" type="email" autoComplete="email" maxLength={254} />
      </Field>
      {used ? (
        <Notice role="status" tone="leaf">
          <p className="[overflow-wrap:anywhere]">
            {t('Sent from {sender} through {config} ({server}). Check that it has arrived.', {
              sender: used.fromEmail,
              config: t(configLabel(used.type)),
              server: `${used.smtpHost}:${used.smtpPort}`,
            })}
          </p>
        </Notice>
      ) : null}
      <div className="actions">
        <Button
          type="submit"
          variant="primary"
          pending={send.isPending}
          pendingLabel={t('Sending...')}
        >
          {t('Send test email')}
        </Button>
      </div>
    </form>
  );
}
